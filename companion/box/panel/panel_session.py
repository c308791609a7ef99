"""The link's decisions, without a port and without a clock.

A `PanelSession` says when to open the port, passes bytes to its `WirePeer`, and posts presses and
whether the panel is there. A panel that was never found is not reported as lost, as most boxes
have none. A device that does not answer as a panel is reported once, and left alone for minutes.
"""

import errno
import logging
from collections.abc import Callable, Iterable

from companion.box.panel.wire import KeyEvent, LampStates
from companion.box.panel.wire_peer import (
    PanelFound,
    PanelLost,
    PeerEvent,
    VersionMismatch,
    WirePeer,
)
from companion.core.backoff import BackOff, RepeatGuard
from companion.core.interfaces import DIRECT_KEYS, PanelStatus, Press

log = logging.getLogger(__name__)

PANEL_KEYS = (*DIRECT_KEYS, Press.BACK, Press.PREVIOUS, Press.NEXT, Press.OK, Press.MENU)
"""The press of each key, by the key's number on the wire."""
MAX_DELAY = 5.0
"""Seconds between tries at most, so that a panel is noticed soon after it is plugged in."""
MAX_SILENT_DELAY = 300.0
"""Seconds between tries at most while the same device does not answer: it may be no panel."""
SILENT_TRIES = 3
"""Tries without an answer after which this is said."""
HELP_IF_SILENT = "unplug it, or name the panel's port in the settings (tower-panel)"


class PanelSession:
    """Keeps the connection with the panel; ``post`` takes presses and changes of the connection.

    ``port`` is the port's name for the log.
    """

    def __init__(
        self, host: int, post: Callable[[Press | PanelStatus], object], port: str = "the port"
    ) -> None:
        self._peer = WirePeer(host)
        self._post = post
        self._port = port
        self._back_off = BackOff(longest=MAX_DELAY)
        self._device: object = None
        """The device that was at the port last."""
        self._silence_back_off = BackOff(longest=MAX_SILENT_DELAY)
        """When to try this device again, if it did not answer."""
        self._silent_tries = 0
        self._answered = False
        self._reported: PanelStatus | None = None
        self._complaints = RepeatGuard()
        self._crash: str | None = None
        self._ok_down = False

    @property
    def is_open(self) -> bool:
        """Whether the port last opened is still in use."""
        return self._peer.is_open

    def should_try_port(self, now: float) -> bool:
        """Whether to look now which device is at the port."""
        return not self._peer.is_open and self._back_off.is_due(now)

    def accepts_device(self, device: object, now: float) -> bool:
        """Whether to open the port; ``device`` changes when another one is plugged in.

        Not while a device that did not answer is to be left alone.
        """
        if device != self._device:
            self._device = device
            self._forget_silence()
        if self._silence_back_off.is_due(now):
            return True
        self._back_off.record_failure(now)  # look again soon
        return False

    def open(self, now: float) -> None:
        """Start on a newly opened port."""
        self._answered = False
        self._peer.open(now)

    def handle_port_error(self, error: OSError, now: float) -> None:
        """Close, and try again later: the port failed or could not be opened."""
        had_answered = self._peer.is_open and self._answered
        self._stop(now)
        if had_answered:
            self._report_loss()
        elif error.errno == errno.ENOENT:
            self._complaints.forget()
        else:
            self._complain(f"the tower panel can't be reached: {error}")

    def handle_crash(self, error: Exception, now: float) -> None:
        """Close, and try again later after an unexpected error; always reports the panel lost."""
        if repr(error) != self._crash:
            log.error("the tower panel's link failed and restarts: %r", error, exc_info=error)
        self._stop(now)
        self._report(PanelStatus.LOST, "the tower panel is lost")
        self._crash = repr(error)

    def show_lamps(self, lamps: LampStates) -> None:
        """Set the panel's lamps."""
        self._peer.show_lamps(lamps)

    def receive_data(self, data: bytes, now: float) -> None:
        """Process bytes from the port, and what is due."""
        self._handle_events(self._peer.receive_data(data, now), now)

    def tick(self, now: float) -> None:
        """Process what is due."""
        self._handle_events(self._peer.tick(now), now)

    def deadline(self) -> float | None:
        """When `tick` or the next try is due; None: at once."""
        return self._peer.deadline() if self._peer.is_open else self._back_off.deadline

    def data_to_send(self) -> bytes:
        """Return the bytes to write; see `WirePeer.data_to_send`."""
        return self._peer.data_to_send()

    def mark_sent(self, count: int, now: float) -> None:
        """Note that ``count`` of these bytes were written."""
        self._peer.mark_sent(count, now)

    def _handle_events(self, events: Iterable[PeerEvent], now: float) -> None:
        for event in events:
            match event:
                case KeyEvent(key, down) if key < len(PANEL_KEYS):
                    self._handle_key(PANEL_KEYS[key], down)
                case PanelFound(panel):
                    self._note_answer()
                    if self._crash is None:  # after a crash the delay grows, or it would spin
                        self._back_off.record_success()
                    self._report(PanelStatus.FOUND, f"the tower panel is there: {panel.name}")
                case VersionMismatch(version):
                    self._note_answer()
                    self._back_off.record_success()
                    text = f"the tower panel speaks another version of the wire: {version}"
                    self._report(PanelStatus.OTHER_VERSION, text)
                case PanelLost():
                    self._stop(now)
                    if self._answered:
                        self._report_loss()
                    else:
                        self._note_silence(now)

    def _handle_key(self, press: Press, down: bool) -> None:
        if down:
            self._ok_down |= press is Press.OK
            self._post(press)
        elif press is Press.OK:
            self._release_ok()

    def _stop(self, now: float) -> None:
        self._peer.close()
        self._back_off.record_failure(now)

    def _note_answer(self) -> None:
        self._answered = True
        self._forget_silence()

    def _forget_silence(self) -> None:
        self._silent_tries = 0
        self._silence_back_off.record_success()

    def _note_silence(self, now: float) -> None:
        self._crash = None
        self._silence_back_off.record_failure(now)
        self._silent_tries += 1
        if self._silent_tries < SILENT_TRIES:
            return
        text = f"{self._port} does not answer as a tower panel; {HELP_IF_SILENT}"
        if self._reported is None:
            self._report(PanelStatus.SILENT, text)
        self._complain(text)

    def _report_loss(self) -> None:
        self._crash = None
        if self._reported in (PanelStatus.FOUND, PanelStatus.OTHER_VERSION):
            self._report(PanelStatus.LOST, "the tower panel is lost")

    def _report(self, state: PanelStatus, text: str) -> None:
        self._release_ok()  # or a page shown only while OK is held would stay
        if state is not self._reported:
            self._reported = state
            self._complaints.forget()
            self._complain(text)
            self._post(state)

    def _complain(self, text: str) -> None:
        if self._complaints.is_news(text):
            log.warning(text)

    def _release_ok(self) -> None:
        if self._ok_down:
            self._ok_down = False
            self._post(Press.RELEASED)
