"""Since when is each contact closed? The pins are read again and again while a button is held.

That is done in a thread of its own, which sees what happens while the loop draws or commits.
"""

from collections.abc import Callable, Iterable, Mapping
from threading import Event, Lock, Thread
from typing import NamedTuple

from companion.core.interfaces import Clock

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
