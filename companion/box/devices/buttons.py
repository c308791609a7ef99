"""Buttons: gpiozero buttons that post edges with their times."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from threading import Lock
from typing import Any

from companion.box.devices.boards import Board
from companion.box.devices.errors import DeviceMissingError
from companion.box.devices.pin_watcher import PinLevel, PinWatcher
from companion.box.devices.pins import claim_pin
from companion.core.interfaces import Clock, Edge, Press

OLDEST_EDGE = 3600.0
"""Seconds that an edge may have waited: a time before that is from another clock."""
MEASUREMENTS = 5


class Buttons:
    """The board's buttons on gpiozero's current pin factory; each edge is posted.

    An edge has the time that the kernel gave it, where the pin factory passes that on (lgpio), or
    the time at which it came. A contact that is already closed is posted as found. ``post`` is
    also called from the pin factory's threads. Raises DeviceMissingError when a pin cannot be
    claimed.
    """

    def __init__(self, board: Board, post: Callable[[Edge], None], clock: Clock) -> None:
        self._post = post
        self._clock = clock
        self._lock = Lock()
        self._buttons: dict[int, Any] = {}  # gpiozero has no stubs
        self._ticks_offset: float | None = None
        self._watcher = PinWatcher(self._is_closed, board.pins, clock)
        try:
            for pin, press in board.pins.items():
                self._claim(pin, press)
        except DeviceMissingError:
            self.close()
            raise

    def _claim(self, pin: int, press: Press) -> None:
        with claim_pin(pin):
            self._buttons[pin] = button = _threadless_button_class()(pin)
            if self._ticks_offset is None:
                self._ticks_offset = self._measure_ticks(button.pin_factory.ticks)
            with self._lock:  # posted before any edge that comes meanwhile
                button.when_pressed = partial(self._post_edge, pin, press, True)
                button.when_released = partial(self._post_edge, pin, press, False)
                if button.is_pressed:
                    self._post(Edge(press, True, self._clock(), pin, found=True))

    def _measure_ticks(self, ticks: Clock) -> float:
        """Seconds from the pin factory's time to the clock's; a stall in between makes it more."""
        return min(-ticks() + self._clock() for _ in range(MEASUREMENTS))

    def _post_edge(self, pin: int, press: Press, down: bool, button: Any) -> None:
        with self._lock:
            at = self._time_of(button._last_changed)
            if down:
                self._watcher.note_closing(pin, at)
            self._post(Edge(press, down, at, pin))

    def _time_of(self, ticks: float) -> float:
        now = self._clock()
        at = ticks + (self._ticks_offset or 0.0)
        # Kernels before 5.7 have the time of day, pigpio has microseconds that wrap.
        return at if now - OLDEST_EDGE < at < now else now

    def _is_closed(self, pin: int) -> bool:
        return bool(self._buttons[pin].is_pressed)

    def look(self) -> Mapping[int, PinLevel]:
        """Read all pins now, whatever edges have come; returns the level of each."""
        return self._watcher.look()

    def is_held(self) -> bool:
        """Read all pins now; returns whether a button is held, and so to be watched."""
        return self._watcher.is_held()

    def watch(self) -> None:
        """Read the pins from now on while a button is held, in a thread, until ``close``."""
        self._watcher.start()

    def close(self) -> None:
        """Release the pins; nothing is posted afterwards. May be called twice."""
        self._watcher.close()
        for button in self._buttons.values():
            button.close()
        self._buttons.clear()


@cache
def _threadless_button_class() -> Any:  # gpiozero has no stubs
    """Return a subclass of gpiozero's Button without the thread that watches for ``when_held``.

    That thread wakes ten times a second for each button, and closing waits for it. HoldMixin
    starts it, so its methods are bypassed. Of gpiozero's private members this uses
    ``_hold_thread`` and ``_held_from``, which the rest of that mixin reads, ``_fire_activated``,
    which wakes the thread, and ``_last_changed``, the time of the last edge.
    """
    from gpiozero import Button, HoldMixin  # type: ignore[import-untyped]  # gpiozero has no stubs

    class ThreadlessButton(Button):  # type: ignore[misc]  # gpiozero has no stubs
        """A button that joins its pin to ground."""

        def __init__(self, pin: int) -> None:
            self._hold_thread = self._held_from = None
            super(HoldMixin, self).__init__(pin, pull_up=True, bounce_time=None)

        def _fire_activated(self) -> None:
            super(HoldMixin, self)._fire_activated()

    return ThreadlessButton
