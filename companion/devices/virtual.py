"""The virtual buttons: mock pins in place of real ones, and the finger that presses them."""

from collections.abc import Callable, Mapping
from typing import Protocol

from companion.devices.boards import Board
from companion.devices.buttons import LOCKOUT, LONG
from companion.interfaces import Press

TAP = LOCKOUT + 0.001
"""Seconds a tap closes the contact, and leaves it open, so that the next is heard too."""
LONG_TAP = LONG + 0.1
"""Seconds that a long BACK takes."""

_ONE_AXIS = {
    Press.UP: Press.PREVIOUS,
    Press.LEFT: Press.PREVIOUS,
    Press.DOWN: Press.NEXT,
    Press.RIGHT: Press.NEXT,
}
_TWO_AXES = {Press.PREVIOUS: Press.LEFT, Press.NEXT: Press.RIGHT}


class MockPin(Protocol):
    """What a finger needs of gpiozero's mock pin."""

    def drive_low(self) -> None:
        """Join the pin to ground."""

    def drive_high(self) -> None:
        """Leave the pin to its pull-up."""


class MockPins(Protocol):
    """What a finger needs of gpiozero's MockFactory."""

    def pin(self, name: int) -> MockPin:
        """Return the pin of that BCM number, the same one each time."""


def virtual_pins() -> MockPins:
    """Put a MockFactory whose pins know PWM in force for all gpiozero devices; returns it."""
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs
    from gpiozero.pins.mock import (  # type: ignore[import-untyped]  # gpiozero has no stubs
        MockFactory,
        MockPWMPin,
    )

    pins: MockPins = MockFactory(pin_class=MockPWMPin)
    Device.pin_factory = pins
    return pins


class Finger:
    """A finger on the board's buttons: it drives the mock pins, and gpiozero notices."""

    def __init__(self, pins: MockPins, board: Board) -> None:
        self._pins = pins
        self._axes = board.axes
        self._numbers: Mapping[Press, int] = {
            # the first pin of those that say the same
            press: pin
            for pin, press in reversed(tuple(board.pins.items()))
        }

    def down(self, press: Press) -> None:
        """Close the button that says ``press``; raises ValueError if the board has none."""
        self._pin(press).drive_low()

    def up(self, press: Press) -> None:
        """Let go of the button that says ``press``; raises ValueError if the board has none."""
        self._pin(press).drive_high()

    def tap(self, press: Press, wait: Callable[[float], object]) -> None:
        """Press and let go, as this board says it, with ``wait(seconds)`` after each.

        With one axis, up and left are PREVIOUS, down and right NEXT; with two, PREVIOUS is left
        and NEXT right. Without a key of its own, MENU is a long BACK.
        """
        press = (_ONE_AXIS if self._axes == 1 else _TWO_AXES).get(press, press)
        seconds = TAP
        if press is Press.MENU and press not in self._numbers:
            press, seconds = Press.BACK, LONG_TAP
        self.down(press)
        wait(seconds)
        self.up(press)
        wait(TAP)

    def _pin(self, press: Press) -> MockPin:
        if press not in self._numbers:
            raise ValueError(f"no button says {press.value}")
        return self._pins.pin(self._numbers[press])
