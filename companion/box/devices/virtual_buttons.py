"""Virtual buttons: gpiozero's mock pins in place of real ones, pressed by the program."""

import time
from collections.abc import Callable, Mapping
from typing import Protocol

from companion.box.devices.boards import Board
from companion.box.devices.debouncer import DEBOUNCE_TIME, LONG_PRESS
from companion.core.interfaces import Clock, Press

TAP = DEBOUNCE_TIME + 0.001
"""Seconds for which a tap closes the contact, and then opens it: the next tap is not a bounce."""
LONG_TAP = LONG_PRESS + 0.1
"""Seconds for which a long BACK closes the contact."""

_ONE_AXIS = {
    Press.UP: Press.PREVIOUS,
    Press.LEFT: Press.PREVIOUS,
    Press.DOWN: Press.NEXT,
    Press.RIGHT: Press.NEXT,
}
_TWO_AXES = {Press.PREVIOUS: Press.LEFT, Press.NEXT: Press.RIGHT}


class MockPin(Protocol):
    """What `VirtualButtons` uses of gpiozero's mock pin."""

    def drive_low(self) -> None:
        """Join the pin to ground."""

    def drive_high(self) -> None:
        """Leave the pin to its pull-up."""


class MockPins(Protocol):
    """What `VirtualButtons` uses of gpiozero's MockFactory."""

    def pin(self, name: int) -> MockPin:
        """Return the pin of that BCM number, the same object each time."""


def use_mock_pins(clock: Clock = time.monotonic) -> MockPins:
    """Make all gpiozero devices use a new MockFactory; returns it.

    Its pins support PWM, and stamp their edges with ``clock``, as lgpio's do with the kernel's.
    """
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs
    from gpiozero.pins.mock import (  # type: ignore[import-untyped]  # gpiozero has no stubs
        MockFactory,
        MockPWMPin,
    )

    class ClockedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no stubs
        """Takes the time of an edge from ``clock``."""

        def _call_when_changed(self) -> None:
            self._last_change = clock()
            super()._call_when_changed()

    Device.pin_factory = factory = MockFactory(pin_class=ClockedPin)
    factory.ticks = clock
    pins: MockPins = factory
    return pins


class VirtualButtons:
    """A board's buttons on mock pins: driving a pin makes gpiozero report an edge."""

    def __init__(self, pins: MockPins, board: Board) -> None:
        self._pins = pins
        self._axes = board.axes
        self._numbers: Mapping[Press, int] = {
            # the first of several pins with the same press
            press: pin
            for pin, press in reversed(tuple(board.pins.items()))
        }

    def down(self, press: Press) -> None:
        """Close the button for ``press``; raises ValueError if the board has none."""
        self._pin(press).drive_low()

    def up(self, press: Press) -> None:
        """Release the button for ``press``; raises ValueError if the board has none."""
        self._pin(press).drive_high()

    def tap(self, press: Press, wait: Callable[[float], object]) -> None:
        """Press and release this board's button for ``press``, with ``wait(seconds)`` after each.

        With one axis, up and left are PREVIOUS, down and right NEXT; with two, PREVIOUS is left
        and NEXT right. On a board without a MENU button, MENU is a long BACK.
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
            raise ValueError(f"the board has no button for {press.value}")
        return self._pins.pin(self._numbers[press])
