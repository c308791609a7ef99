"""The link's decisions, without a port and without a clock.

A `PanelSession` says when to open the port, passes bytes to its `WirePeer`, and posts presses and
whether the panel is there. A panel that was never found is never reported as lost.
"""

import errno
import logging
from collections.abc import Callable, Iterable

from companion.backoff import BackOff
from companion.panel.wire import AllLamps, KeyEvent
from companion.panel.wire_peer import PanelFound, PanelLost, PeerEvent, VersionMismatch, WirePeer
from companion.ports import DIRECT, Event, Press, TowerPanel

log = logging.getLogger(__name__)

PANEL_KEYS = (*DIRECT, Press.BACK, Press.PREVIOUS, Press.NEXT, Press.OK, Press.MENU)
"""What each of the panel's keys says, by its number."""
LONGEST_WAIT = 5.0
"""Seconds between tries at most, so that a panel plugged in is noticed soon."""


class PanelSession:
    """Keeps up the link with the panel; ``post`` hears of presses, and of the panel."""

    def __init__(self, host: int, post: Callable[[Event], object]) -> None:
        self._peer = WirePeer(host)
        self._post = post
        self._again = BackOff(longest=LONGEST_WAIT)
        self._told: TowerPanel | None = None
        self._ok_down = False
        self._reason: str | None = None
        self._fault: str | None = None

    @property
    def has_port(self) -> bool:
        """Whether the port that was opened is still to be used."""
        return self._peer.is_open

    def wants_port(self, now: float) -> bool:
        """Whether to try and open the port now."""
        return not self._peer.is_open and self._again.ready(now)

    def opened(self, now: float) -> None:
        """Use the port that was opened."""
        self._peer.open(now)

    def failed(self, error: OSError, now: float) -> None:
        """Open the port later: it failed, or could not be opened."""
        was_open = self._peer.is_open
        self._stop(now)
        if was_open:
            self._lose()
        else:
            self._complain(None if error.errno == errno.ENOENT else str(error))

    def crashed(self, error: Exception, now: float) -> None:
        """Start again later after an error that nobody expected; logs it once, tells the table."""
        if repr(error) != self._fault:
            log.error("the tower panel's link failed and starts again: %r", error, exc_info=error)
        self._stop(now)
        self._tell(TowerPanel.LOST, "the tower panel is lost")
        self._fault = repr(error)  # until a port fails as ports do, to meet is no success

    def _complain(self, reason: str | None) -> None:
        if reason is not None and reason != self._reason:
            log.warning("the tower panel can't be reached: %s", reason)
        self._reason = reason

    def show(self, lamps: AllLamps) -> None:
        """Let the panel's lamps shine so from now on."""
        self._peer.show(lamps)

    def feed(self, data: bytes, now: float) -> None:
        """Take what came from the port."""
        self._answer(self._peer.feed(data, now), now)

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        self._answer(self._peer.tick(now), now)

    def deadline(self) -> float | None:
        """When something is due; None: at once."""
        return self._peer.deadline() if self._peer.is_open else self._again.deadline

    def to_send(self) -> bytes:
        """Return what the port should take now."""
        return self._peer.to_send()

    def sent(self, count: int, now: float) -> None:
        """The port took so many bytes of it."""
        self._peer.sent(count, now)

    def _answer(self, events: Iterable[PeerEvent], now: float) -> None:
        for each in events:
            match each:
                case KeyEvent(key, down) if key < len(PANEL_KEYS):
                    self._handle_key(PANEL_KEYS[key], down)
                case PanelFound(panel):
                    if self._fault is None:
                        self._again.succeeded()
                    self._tell(TowerPanel.FOUND, f"the tower panel is there: {panel.name}")
                case VersionMismatch(version):
                    self._again.succeeded()
                    said = f"the tower panel speaks another version of the wire: {version}"
                    self._tell(TowerPanel.OTHER_VERSION, said)
                case PanelLost():
                    self._stop(now)
                    self._lose()

    def _handle_key(self, press: Press, down: bool) -> None:
        if down:
            self._ok_down |= press is Press.OK
            self._post(press)
        elif press is Press.OK:
            self._release()

    def _stop(self, now: float) -> None:
        self._peer.close()
        self._again.failed(now)

    def _lose(self) -> None:
        self._fault = None
        if self._told in (None, TowerPanel.LOST):
            self._complain("its port is silent")
        else:
            self._tell(TowerPanel.LOST, "the tower panel is lost")

    def _release(self) -> None:
        if self._ok_down:
            self._ok_down = False
            self._post(Press.RELEASED)

    def _tell(self, what: TowerPanel, words: str) -> None:
        self._release()  # what shows only while OK is held must not stay when nobody can let it go
        if what is not self._told:
            self._told, self._reason = what, None
            log.warning(words)
            self._post(what)
