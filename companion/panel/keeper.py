"""What the link does next and what the loop hears of it: pure, the port and the time left out.

The keeper says when a port is wanted, hands bytes to the `End`, and makes of what happens there
presses and the panel's comings and goings. A panel that was never there is never spoken of.
"""

import errno
import logging
from collections.abc import Callable, Iterable

from companion.backoff import BackOff
from companion.interfaces import DIRECT, Event, Press, TowerPanel
from companion.panel.end import End, Happening, KeyDown, KeyUp, Lost, Met, OtherVersion
from companion.panel.wire import AllLamps

log = logging.getLogger(__name__)

KEYS = (*DIRECT, Press.BACK, Press.PREVIOUS, Press.NEXT, Press.OK, Press.MENU)
"""What each of the panel's keys says, by its number."""
LONGEST_WAIT = 5.0
"""Seconds between tries at most, so that a panel plugged in is noticed soon."""


class Keeper:
    """Keeps up the link with the panel; ``post`` hears of presses, and of the panel."""

    def __init__(self, host: int, post: Callable[[Event], object]) -> None:
        self._end = End(host)
        self._post = post
        self._again = BackOff(longest=LONGEST_WAIT)
        self._told = TowerPanel.LOST
        self._ok_down = False
        self._reason: str | None = None

    @property
    def has_port(self) -> bool:
        """Whether the port that was opened is still to be used."""
        return self._end.is_open

    def wants_port(self, now: float) -> bool:
        """Whether to try and open the port now."""
        return not self._end.is_open and self._again.ready(now)

    def opened(self, now: float) -> None:
        """Use the port that was opened."""
        self._end.open(now)

    def failed(self, error: OSError, now: float) -> None:
        """Try later, as the port can't be opened; logs why, once, unless it is not there."""
        self._again.failed(now)
        self._complain(None if error.errno == errno.ENOENT else str(error))

    def _complain(self, reason: str | None) -> None:
        if reason is not None and reason != self._reason:
            log.warning("the tower panel can't be reached: %s", reason)
        self._reason = reason

    def gone(self, now: float) -> None:
        """Use the port no longer, as it failed."""
        self._end.close()
        self._lose(now)

    def show(self, lamps: AllLamps) -> None:
        """Let the panel's lamps shine so from now on."""
        self._end.show(lamps)

    def feed(self, data: bytes, now: float) -> None:
        """Take what came from the port."""
        self._answer(self._end.feed(data, now), now)

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        self._answer(self._end.tick(now), now)

    def deadline(self) -> float | None:
        """When something is due; None: at once."""
        return self._end.deadline() if self._end.is_open else self._again.deadline

    def to_send(self) -> bytes:
        """Return what the port should take now."""
        return self._end.to_send()

    def sent(self, count: int, now: float) -> None:
        """The port took so many bytes of it."""
        self._end.sent(count, now)

    def _answer(self, happened: Iterable[Happening], now: float) -> None:
        for each in happened:
            match each:
                case KeyDown(key) if key < len(KEYS):
                    self._ok_down |= KEYS[key] is Press.OK
                    self._post(KEYS[key])
                case KeyUp(key) if KEYS[key : key + 1] == (Press.OK,):
                    self._release()
                case Met(panel):
                    self._again.succeeded()
                    self._tell(TowerPanel.FOUND, f"the tower panel is there: {panel.name}")
                case OtherVersion(version):
                    self._again.succeeded()
                    said = f"the tower panel speaks another version of the wire: {version}"
                    self._tell(TowerPanel.OTHER_VERSION, said)
                case Lost():
                    self._lose(now)

    def _lose(self, now: float) -> None:
        self._again.failed(now)
        if self._told is TowerPanel.LOST:
            self._complain("its port is silent")
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
