"""Burn-in protection: dims the panel, switches it off and shifts the picture when nobody presses.

Pure, with the time passed in; asks for two wake-ups after a press, and for none when dark.
"""

from enum import Enum

from companion.box.devices.debouncer import DEBOUNCE_TIME
from companion.core.interfaces import Edge, Press

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
