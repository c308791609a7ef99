"""Rest for a panel whose pixels wear out: dimmed, then dark, when nobody presses; never still.

Pure, with the time passed in; it asks for two wake-ups after a press and for none when dark.
"""

from enum import Enum

from companion.devices.buttons import LOCKOUT
from companion.interfaces import Edge, Press

DIM_AFTER = 60.0
"""Seconds without a press until the picture is dimmed."""
OFF_AFTER = 600.0
"""Seconds without a press until the panel is dark."""
DIMMED = 0.1
"""The share of its brightness that a dimmed picture has; the least of all might not be read."""
SHIFT_EVERY = 300.0
"""Seconds that the picture keeps its place at least."""
SAID_LATER = {Press.MENU: Press.BACK, Press.RELEASED: Press.OK}
"""What a button says after it has been pressed, and which one does."""
_PLACES = ((0, 0), (1, 0), (1, 1), (0, 1))


class Light(Enum):
    """How the panel should be lit."""

    BRIGHT = "bright"
    DIM = "dim"
    OFF = "off"


class Resting:
    """How long nobody has pressed, and what follows from it.

    A press at a dimmed picture brightens it and counts: it can be read, and was meant. The press
    that wakes a dark panel only wakes it, with all that its button says until it is let go.

    Hand over every edge before its presses are asked about, and call ``tick`` at ``deadline``.
    """

    def __init__(self, now: float) -> None:
        self.light = Light.BRIGHT
        self._since = now
        self._moved = now
        self._place = 0
        self._waking: Press | None = None
        self._waking_edge = now

    def edge(self, edge: Edge) -> None:
        """Take note of a contact: one that closes wakes."""
        mine = edge.button is self._waking
        if edge.down:
            if self.light is Light.OFF:
                self._waking, mine = edge.button, True
            elif mine and edge.at >= self._waking_edge + LOCKOUT:
                self._waking = None  # it has come to rest since, so this is a press of its own
            self.stir(edge.at)
        if mine:
            self._waking_edge = edge.at

    def key(self, press: Press, now: float) -> bool:
        """Take note of a press that comes without edges; returns whether it counts."""
        if press is Press.RELEASED:
            return self.counts(press)
        woke = self.light is Light.OFF
        self._waking = press if woke and press is Press.OK else None  # only OK says more later
        self.stir(now)
        return not woke

    def counts(self, press: Press) -> bool:
        """Whether the press is more than the one that woke the panel."""
        return self._waking is None or self._waking not in (press, SAID_LATER.get(press))

    def stir(self, now: float) -> None:
        """Wake without a press: something has happened that should be seen."""
        self.light = Light.BRIGHT
        self._since = now

    def tick(self, now: float) -> None:
        """Dim, or make dark, when the time has come; the picture moves at each."""
        while (due := self.deadline()) is not None and now >= due:
            self.light = Light.DIM if self.light is Light.BRIGHT else Light.OFF
            self._move(now)

    def deadline(self) -> float | None:
        """When ``tick`` is next needed; None when dark, for only a press changes that."""
        waits = {Light.BRIGHT: DIM_AFTER, Light.DIM: OFF_AFTER}
        return self._since + waits[self.light] if self.light in waits else None

    def place(self, now: float) -> tuple[int, int]:
        """How many pixels right and down the picture that is shown now stands: 0 or 1 each.

        Asked only when a picture is shown anyway; long after the last move it moves then.
        """
        if now >= self._moved + SHIFT_EVERY:
            self._move(now)
        return _PLACES[self._place]

    def _move(self, now: float) -> None:
        self._place = (self._place + 1) % len(_PLACES)
        self._moved = now
