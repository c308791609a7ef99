"""The light that shows whose turn it is: brightness as a function of time, and a board without."""

import math
from collections import deque
from collections.abc import Mapping, Sequence

from companion.devices.errors import DeviceMissingError
from companion.devices.pins import claim_pin

BREATH = 4.0
"""Seconds from one breath to the next."""
BREATHS = 3
"""Breaths after a change of turn; then the light is steady and wakes nobody."""
STEADY = 0.1
"""The share of its brightness that a steady light has, and a breath begins and ends with."""
FLASH = 0.3
"""Seconds from one flash to the next."""
FLASHES = 4
"""Flashes at a scoring."""
STEP = 0.04
"""Seconds from one brightness to the next while it changes."""
FREQUENCY = 100
"""Hertz of the PWM."""

Shade = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""

DARK: Shade = (0.0, 0.0, 0.0)
WHITE: Shade = (1.0, 1.0, 1.0)
SHADES: Mapping[str | None, Shade] = {
    None: DARK,
    "blue": (0.0, 0.0, 1.0),
    "yellow": (1.0, 0.5, 0.0),  # a green LED looks brighter than a red one
    "red": (1.0, 0.0, 0.0),
    "green": (0.0, 0.6, 0.0),
    "black": (0.25, 0.0, 0.35),  # there is no black light; this is dim, and like no other marker
    "white": WHITE,
}
"""The light of each marker colour; None is dark, and any other colour white."""


def swell(seconds: float, period: float) -> float:
    """Return the brightness so long after a swell began: ``STEADY``, up to 1 and back."""
    wave = (1 - math.cos(2 * math.pi * seconds / period)) / 2
    return STEADY + (1 - STEADY) * wave * wave  # squared: the eye sees the low end larger


class GpiozeroLight:
    """One LED (a pin) or an RGB LED (red, green and blue pin) on the pin factory in force.

    A plain LED breathes alike for all. No thread of gpiozero's runs, and a dark light has its PWM
    off: only while it shines may the library below the factory be busy with it. Raises
    DeviceMissingError when a pin cannot be had or has no PWM, ValueError for another number of
    pins than one or three.
    """

    def __init__(self, pins: Sequence[int]) -> None:
        from gpiozero import PWMLED  # type: ignore[import-untyped]  # gpiozero has no stubs

        if len(pins) not in (1, 3):
            raise ValueError(f"a light has one pin or three, not {len(pins)}")
        self._lamps: list[PWMLED] = []  # no RGBLED, so that an error can name its pin
        plain = dict.fromkeys(SHADES, WHITE) | {None: DARK}
        self._shades = plain if len(pins) == 1 else SHADES
        self._lit: Shade | None = None
        self._colour: str | None = None
        self._breathing_from = 0.0
        self._flashing_until = 0.0
        self._resting = False
        try:
            for pin in pins:
                with claim_pin(pin):
                    self._lamps.append(PWMLED(pin))
        except DeviceMissingError:
            self.close()
            raise
        self._shine(DARK)

    def turn(self, colour: str | None, now: float) -> None:
        """Breathe in this marker colour, in white where it has no light of its own."""
        if colour != self._colour:
            self._colour = colour
            self._breathing_from = max(now, self._flashing_until)
        self.tick(now)

    def flash(self, now: float) -> None:
        """Flash white, then breathe anew; while it rests that goes unseen."""
        self._breathing_from = self._flashing_until = now + FLASHES * FLASH
        self.tick(now)

    def rest(self, dimmed: bool, now: float) -> None:
        """Be dark while ``dimmed``; breathe anew when no longer."""
        if self._resting and not dimmed:
            self._breathing_from = max(now, self._flashing_until)
        self._resting = dimmed
        self.tick(now)

    def tick(self, now: float) -> float | None:
        """Shine as it should by now; returns when to be called again, None when it is steady."""
        shade, share, until = self._glow(now)
        self._shine((shade[0] * share, shade[1] * share, shade[2] * share))
        return None if until is None else min(now + STEP, until)

    def _glow(self, now: float) -> tuple[Shade, float, float | None]:
        """The shade, how much of it, and until when that changes."""
        if self._resting:
            return DARK, 0.0, None
        if now < self._flashing_until:
            # counted from its end, which comes to the same: swells are even and whole
            return WHITE, swell(self._flashing_until - now, FLASH), self._flashing_until
        shade, end = self._shades.get(self._colour, WHITE), self._breathing_from + BREATHS * BREATH
        if self._colour is None or now >= end:
            return shade, STEADY, None
        return shade, swell(now - self._breathing_from, BREATH), end

    def _shine(self, shade: Shade) -> None:
        if shade == self._lit:
            return
        self._lit = shade
        for lamp, part in zip(self._lamps, shade, strict=False):  # a plain one's parts are alike
            frequency = FREQUENCY if part else None
            if lamp.frequency != frequency:
                lamp.frequency = frequency
            lamp.value = part

    def close(self) -> None:
        """Be dark and let go of the pins. May be called twice."""
        for lamp in self._lamps:
            lamp.close()
        self._lamps.clear()
        self._resting = True


class NoLight:
    """The light of a board without one; ``history`` keeps what it would have changed to."""

    def __init__(self) -> None:
        self.history: deque[str | None] = deque(maxlen=100)
        """A marker colour or None as the turn changes, "flash", "rest" and "wake"."""
        self._colour: str | None = None
        self._resting = False

    def turn(self, colour: str | None, now: float) -> None:  # noqa: ARG002  the port's shape
        """Note whose turn it is, if that is news."""
        if colour != self._colour:
            self._colour = colour
            self.history.append(colour)

    def flash(self, now: float) -> None:  # noqa: ARG002  the port's shape
        """Note a flash."""
        self.history.append("flash")

    def tick(self, now: float) -> float | None:  # noqa: ARG002  the port's shape
        """Say that there is nothing to go on with."""
        return None

    def rest(self, dimmed: bool, now: float) -> None:  # noqa: ARG002  the port's shape
        """Note a change between rest and waking."""
        if dimmed != self._resting:
            self._resting = dimmed
            self.history.append("rest" if dimmed else "wake")

    def close(self) -> None:
        """Nothing to let go of."""
