"""The light in the colour of whose turn it is, and its stand-in on a board without one."""

import math
from collections import deque
from collections.abc import Sequence
from typing import Any

from companion.box.devices.buttons import claim_pin
from companion.box.devices.errors import DeviceMissingError
from companion.box.devices.libraries import load_library
from companion.core.interfaces import Shade

BREATH_PERIOD = 4.0
"""Seconds from one breath to the next."""
BREATHS = 3
"""Breaths after a change of turn; then the light is steady and needs no wake-ups."""
STEADY_BRIGHTNESS = 0.1
"""Brightness of a steady light, and at the start and end of a breath, as a share of the full."""
FLASH_PERIOD = 0.3
"""Seconds from one flash to the next."""
FLASHES = 4
"""Flashes at a scoring."""
STEP = 0.04
"""Seconds between two changes of brightness while breathing or flashing."""
PWM_FREQUENCY = 100
"""Hertz."""

DARK: Shade = (0.0, 0.0, 0.0)
WHITE: Shade = (1.0, 1.0, 1.0)


def breath_brightness(seconds: float, period: float) -> float:
    """Return the brightness ``seconds`` into a breath: from ``STEADY_BRIGHTNESS`` to 1 and back."""
    wave = (1 - math.cos(2 * math.pi * seconds / period)) / 2
    # squared: the eye exaggerates the low end
    return STEADY_BRIGHTNESS + (1 - STEADY_BRIGHTNESS) * wave * wave


class GpiozeroLight:
    """One LED (a pin) or an RGB LED (red, green and blue pin) on gpiozero's current pin factory.

    A plain LED looks the same for every shade. It runs no thread of gpiozero's, and turns PWM
    off while dark, as some pin factories use CPU time for it. Raises DeviceMissingError when a pin
    cannot be claimed or has no PWM, ValueError for a number of pins other than one or three.
    """

    def __init__(self, pins: Sequence[int]) -> None:
        if len(pins) not in (1, 3):
            raise ValueError(f"a light has one pin or three, not {len(pins)}")
        self._leds: list[Any] = []  # no RGBLED, so that an error can name its pin
        self._coloured = len(pins) == 3
        self._shown: Shade | None = None
        self._shade: Shade | None = None
        self._breathing_from = 0.0
        self._flashing_until = 0.0
        self._dark = False
        try:
            for pin in pins:
                with claim_pin(pin):
                    self._leds.append(load_library("gpiozero").PWMLED(pin))
        except DeviceMissingError:
            self.close()
            raise
        self._shine(DARK)

    def show_turn(self, shade: Shade | None, now: float) -> None:
        """Breathe in this shade, a plain LED in white; be dark for None."""
        if shade != self._shade:
            self._shade = shade
            self._breathing_from = max(now, self._flashing_until)
        self.tick(now)

    def flash(self, now: float) -> None:
        """Flash white, then breathe again; not seen while ``set_dimmed`` keeps it dark."""
        self._breathing_from = self._flashing_until = now + FLASHES * FLASH_PERIOD
        self.tick(now)

    def set_dimmed(self, dimmed: bool, now: float) -> None:
        """Be dark while ``dimmed``, and breathe again afterwards."""
        if self._dark and not dimmed:
            self._breathing_from = max(now, self._flashing_until)
        self._dark = dimmed
        self.tick(now)

    def tick(self, now: float) -> float | None:
        """Set the brightness for ``now``; returns when to be called again, None when steady."""
        shade, share, until = self._state_at(now)
        self._shine((shade[0] * share, shade[1] * share, shade[2] * share))
        return None if until is None else min(now + STEP, until)

    def _state_at(self, now: float) -> tuple[Shade, float, float | None]:
        """Return the shade, its brightness, and until when that changes."""
        if self._dark:
            return DARK, 0.0, None
        if now < self._flashing_until:
            # counted from the end: a breath is symmetric, and their number whole
            share = breath_brightness(self._flashing_until - now, FLASH_PERIOD)
            return WHITE, share, self._flashing_until
        if self._shade is None:
            return DARK, 0.0, None
        shade = self._shade if self._coloured else WHITE
        end = self._breathing_from + BREATHS * BREATH_PERIOD
        if now >= end:
            return shade, STEADY_BRIGHTNESS, None
        return shade, breath_brightness(now - self._breathing_from, BREATH_PERIOD), end

    def _shine(self, shade: Shade) -> None:
        if shade == self._shown:
            return
        self._shown = shade
        # not strict: a plain LED takes the first of three equal parts
        for led, part in zip(self._leds, shade, strict=False):
            frequency = PWM_FREQUENCY if part else None
            if led.frequency != frequency:
                led.frequency = frequency
            led.value = part

    def close(self) -> None:
        """Be dark and release the pins. May be called twice."""
        for led in self._leds:
            led.close()
        self._leds.clear()
        self._dark = True


class NoLight:
    """The light of a board without one; ``history`` keeps its last hundred changes."""

    def __init__(self) -> None:
        self.history: deque[Shade | str | None] = deque(maxlen=100)
        """A shade or None as the turn changes, "flash", "rest" and "wake"."""
        self._shade: Shade | None = None
        self._dark = False

    def show_turn(self, shade: Shade | None, now: float) -> None:  # noqa: ARG002  as in `Light`
        """Keep the shade, if it has changed."""
        if shade != self._shade:
            self._shade = shade
            self.history.append(shade)

    def flash(self, now: float) -> None:  # noqa: ARG002  as in `Light`
        """Keep "flash"."""
        self.history.append("flash")

    def tick(self, now: float) -> float | None:  # noqa: ARG002  as in `Light`
        """Return None: nothing is due."""
        return None

    def set_dimmed(self, dimmed: bool, now: float) -> None:  # noqa: ARG002  as in `Light`
        """Keep "rest" or "wake", if that has changed."""
        if dimmed != self._dark:
            self._dark = dimmed
            self.history.append("rest" if dimmed else "wake")

    def close(self) -> None:
        """Do nothing."""
