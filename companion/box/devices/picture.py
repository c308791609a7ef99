"""The picture on the panel: sent when changed, guarded against burn-in, sent again after a loss.

Burn-in protection dims the panel, switches it off and shifts the picture when nobody presses. The
loop passes in the time and the frame; the screen behind it may fail at any time.
"""

import logging
from collections.abc import Callable
from enum import Enum

from companion.box.devices.debouncer import DEBOUNCE_TIME
from companion.box.devices.frames import check_brightness, shift_frame
from companion.core.backoff import MAX_DELAY, BackOff
from companion.core.interfaces import Edge, Frame, Press, Screen

DIM_AFTER = 60.0
"""The dim delay: seconds without a press until the panel is dimmed."""
OFF_AFTER = 600.0
"""Seconds without a press until the panel is switched off."""
DIM_BRIGHTNESS = 0.1
"""The share of its full brightness that a dimmed panel has: still legible."""
PIXEL_SHIFT_EVERY = 300.0
"""Seconds for which the picture keeps its place at least."""
_PIXEL_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The places of the picture in turn: pixels to the right, pixels down."""
_BUTTON_OF = {Press.MENU: Press.BACK, Press.RELEASED: Press.OK}
"""Presses that come some time after their button has closed, and that button."""


class PanelState(Enum):
    """How the panel is lit."""

    BRIGHT = "bright"
    DIM = "dim"
    OFF = "off"


class BurnInGuard:
    """Knows for how long nobody has pressed, and so the state of the panel.

    A press while the panel is dim makes it bright and counts: the picture can be read. A press
    while the panel is off only wakes it, and so does all that its button says until it opens.

    Hand over every edge before asking whether its presses count, and call ``tick`` at ``deadline``.
    """

    def __init__(self, now: float) -> None:
        self.state = PanelState.BRIGHT
        self._active_at = now
        self._shifted_at = now
        self._shift = 0
        self._waking_button: Press | None = None
        self._waking_edge_at = now

    def add_edge(self, edge: Edge) -> None:
        """Take note of a contact; one that closes wakes the panel."""
        is_waking_button = edge.button is self._waking_button
        if edge.down:
            if self.state is PanelState.OFF:
                self._waking_button, is_waking_button = edge.button, True
            elif is_waking_button and edge.at >= self._waking_edge_at + DEBOUNCE_TIME:
                self._waking_button = None  # no bounce: a press of its own
            self.wake(edge.at)
        if is_waking_button:
            self._waking_edge_at = edge.at

    def add_key(self, press: Press, now: float) -> bool:
        """Take note of a press that comes without edges; returns whether it counts."""
        if press is Press.RELEASED:
            return self.counts(press)
        was_off = self.state is PanelState.OFF
        # Of the keys only OK is followed by another press.
        self._waking_button = press if was_off and press is Press.OK else None
        self.wake(now)
        return not was_off

    def counts(self, press: Press) -> bool:
        """Whether the press does more than wake the panel."""
        return self._waking_button is None or self._waking_button not in (
            press,
            _BUTTON_OF.get(press),
        )

    def wake(self, now: float) -> None:
        """Make the panel bright without a press: something has happened that should be seen."""
        self.state = PanelState.BRIGHT
        self._active_at = max(now, self._active_at)

    def tick(self, now: float) -> None:
        """Dim the panel or switch it off when it is time; the picture shifts each time."""
        while (due := self.deadline()) is not None and now >= due:
            self.state = PanelState.DIM if self.state is PanelState.BRIGHT else PanelState.OFF
            self._shift_on(now)

    def deadline(self) -> float | None:
        """When ``tick`` is needed next; None when off, as only a press changes that."""
        delays = {PanelState.BRIGHT: DIM_AFTER, PanelState.DIM: OFF_AFTER}
        return self._active_at + delays[self.state] if self.state in delays else None

    def pixel_shift(self, now: float) -> tuple[int, int]:
        """Return how far right and down the picture is to be shifted, 0 or 1 pixels each.

        Call it only when a picture is sent anyway: long after the last shift it shifts on.
        """
        if now >= self._shifted_at + PIXEL_SHIFT_EVERY:
            self._shift_on(now)
        return _PIXEL_SHIFTS[self._shift]

    def _shift_on(self, now: float) -> None:
        self._shift = (self._shift + 1) % len(_PIXEL_SHIFTS)
        self._shifted_at = now


FIRST_MINUTE = 60.0
"""Seconds from the start in which a bus that comes late is soon noticed."""
MAX_FIRST_DELAY = 1.0
"""Seconds between tries at most until the screen has answered, in the first minute."""

log = logging.getLogger(__name__)


class Picture:
    """What ``screen`` shows; ask ``burn_in`` whether a press counts.

    Call ``show`` whenever something has happened, and at ``deadline``.
    """

    def __init__(
        self, screen: Screen, now: float, describe: Callable[[OSError], str] = str
    ) -> None:
        """Show nothing yet; ``describe`` says in the log what an error of the screen means."""
        self.burn_in = BurnInGuard(now)
        self._screen = screen
        self._describe = describe
        self._started_at = now
        self._back_off = BackOff()
        self._has_answered = False
        self._full_brightness = 1.0
        # What the screen shows, and its state; None when unknown.
        self._shown: Frame | None = None
        self._state: PanelState | None = None

    @property
    def lost(self) -> bool:
        """Whether the screen did not answer the last time."""
        return self._back_off.deadline is not None

    @property
    def full_brightness(self) -> float:
        """The share of the panel's full brightness while it is in use, 0 to 1."""
        return self._full_brightness

    @full_brightness.setter
    def full_brightness(self, share: float) -> None:
        self._full_brightness = check_brightness(share)
        self._state = None

    def forget_shown(self) -> None:
        """Make the next ``show`` send its picture in any case."""
        self._shown = None

    def show(self, frame: Frame, now: float) -> None:
        """Bring the screen to its state at ``now``, with ``frame`` unless it is off."""
        self.burn_in.tick(now)
        if not self._back_off.is_due(now):
            return
        try:
            self._send(frame, now)
        except OSError as error:
            if not self.lost:
                log.warning("the panel does not answer: %s", self._describe(error))
            self._shown = self._state = None
            early = not self._has_answered and now < self._started_at + FIRST_MINUTE
            self._back_off.record_failure(now, MAX_FIRST_DELAY if early else MAX_DELAY)
        else:
            if self.lost:
                log.warning("the panel answers again")
            self._back_off.record_success()
            self._has_answered = True

    def _send(self, frame: Frame, now: float) -> None:
        state = self.burn_in.state
        changed = state is not self._state
        if state is PanelState.OFF:
            if changed:
                self._screen.sleep()
        else:
            if changed:
                share = DIM_BRIGHTNESS if state is PanelState.DIM else 1
                self._screen.set_brightness(self._full_brightness * share)
            if changed or frame != self._shown:
                self._screen.show(shift_frame(frame, *self.burn_in.pixel_shift(now)))
        self._shown, self._state = frame, state

    def deadline(self) -> float | None:
        """When ``show`` is needed next; None as long as nothing happens."""
        times = (self.burn_in.deadline(), self._back_off.deadline)
        return min((at for at in times if at is not None), default=None)
