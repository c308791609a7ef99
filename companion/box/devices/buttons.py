"""Buttons on GPIO pins: claims pins, posts edges with their times, reads the pins meanwhile."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from companion.box.devices.boards import Board
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.libraries import load_library
from companion.core.interfaces import Clock, Edge, Press

_LIBRARIES = ("lgpio", "pigpio")
"""Libraries below gpiozero whose ``error`` is derived from Exception only."""


@contextmanager
def claim_pin(pin: int) -> Iterator[None]:
    """Raise DeviceMissingError if the code within fails to claim ``pin``."""
    try:
        yield
    except _pin_errors() as error:
        raise DeviceMissingError(MissingDevice.GPIO, f"GPIO{pin}") from error


def _pin_errors() -> tuple[type[Exception], ...]:
    """Return what gpiozero raises for a pin, and what it lets through from below it.

    Called only after something has been raised: by then the library that did it is loaded.
    """
    below = (sys.modules.get(name) for name in _LIBRARIES)
    # RPi.GPIO raises RuntimeError, the native factory that and OSError
    return (
        load_library("gpiozero").GPIOZeroError,
        OSError,
        RuntimeError,
        *(library.error for library in below if library),
    )


READ_EVERY = 0.01
"""Seconds from one reading of the pins to the next, while a button is held."""
READ_WITHIN = 0.06
"""Seconds in which no finger can release a button and press it again, bounce included."""
WATCHED_FOR = 30.0
"""Seconds after its closing for which a contact is watched."""


class PinLevel(NamedTuple):
    """Whether a contact is closed, and since when that has been seen without a break."""

    closed: bool
    since: float


class _Reading(NamedTuple):
    level: PinLevel
    at: float  # no later than the contact was read


class PinWatcher:
    """Reads the pins with ``read``, which returns whether a pin's contact is closed.

    Two readings of a closed contact that are more than ``READ_WITHIN`` apart prove nothing about
    the time in between: then it counts as closed since the second.
    """

    def __init__(self, read: Callable[[int], bool], pins: Iterable[int], clock: Clock) -> None:
        self._read = read
        self._clock = clock
        now = clock()
        self._readings = {pin: _Reading(PinLevel(False, now), now) for pin in pins}
        self._lock = Lock()
        self._woken = Event()
        self._thread: Thread | None = None

    def look(self) -> Mapping[int, PinLevel]:
        """Read all pins now; returns the level of each."""
        before = self._clock()
        closed = {pin: self._read(pin) for pin in self._readings}
        after = self._clock()
        with self._lock:
            for pin, reading in self._readings.items():
                if before >= reading.at:  # or another thread has read it meanwhile
                    level = _continue(reading, after, closed=closed[pin])
                    self._readings[pin] = _Reading(level, before)
            return {pin: reading.level for pin, reading in self._readings.items()}

    def note_closing(self, pin: int, at: float) -> None:
        """Take note of an edge: a contact has closed, at that time."""
        with self._lock:
            if not self._readings[pin].level.closed:
                self._readings[pin] = _Reading(PinLevel(True, at), at)
        self._woken.set()

    def is_held(self) -> bool:
        """Read all pins now; returns whether a contact is closed that is to be read again."""
        oldest = self._clock() - WATCHED_FOR
        return any(level.closed and level.since > oldest for level in self.look().values())

    def start(self) -> None:
        """Watch each contact that closes from now on, until ``close``."""
        self._thread = Thread(target=self._watch, name="pins", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching; no pin is read afterwards. May be called twice."""
        thread, self._thread = self._thread, None
        self._woken.set()
        if thread is not None:
            thread.join()

    def _watch(self) -> None:
        held = False
        while self._thread is not None:
            self._woken.wait(READ_EVERY if held else None)
            self._woken.clear()
            held = self._thread is not None and self.is_held()


def _continue(reading: _Reading, after: float, *, closed: bool) -> PinLevel:
    """What a new reading says beside the last; it was done by the time ``after``."""
    level = reading.level
    unseen = closed and after > reading.at + READ_WITHIN
    return PinLevel(closed, after) if unseen or closed != level.closed else level


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
    gpiozero = load_library("gpiozero")

    class ThreadlessButton(gpiozero.Button):  # type: ignore[misc, name-defined]  # it has no stubs
        """A button that joins its pin to ground."""

        def __init__(self, pin: int) -> None:
            self._hold_thread = self._held_from = None
            super(gpiozero.HoldMixin, self).__init__(pin, pull_up=True, bounce_time=None)

        def _fire_activated(self) -> None:
            super(gpiozero.HoldMixin, self)._fire_activated()

    return ThreadlessButton
