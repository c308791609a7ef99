"""A model of contacts that bounce, and of a machine whose threads stall; time is simulated.

Fingers tap contacts. The kernel stamps each edge at once. The pin factory's thread delivers it when
that thread runs, and the loop sees the time go by in stalls of its own.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from math import inf
from queue import Empty, SimpleQueue
from random import Random
from typing import Any, NamedTuple

from companion.box.devices.buttons import READ_EVERY
from companion.core.interfaces import InboxItem

BOUNCE = 0.020
"""Seconds for which a contact bounces at most."""
SLIP = 0.008
"""Seconds for which a contact under the finger opens at most."""
APART = 0.080
"""Seconds from a finger's release to its next tap of the same button at least."""
LONGEST_STALL = 2.0
STALLING_READINGS = 0.05
"""The share of the usual stalls that reading the pins has: it is done more often."""
FIRST_TAP = 60.0
"""Seconds from the start, which may stall too, to the first tap."""


class Tap(NamedTuple):
    """A contact that a finger closes ``at`` this time and releases ``seconds`` later."""

    pin: int
    at: float
    seconds: float


class ContactEdge(NamedTuple):
    """A contact that closes or opens."""

    at: float
    pin: int
    closed: bool


def draw_taps(random: Random, pins: Sequence[int], count: int) -> list[Tap]:
    """Taps of 10 to 400 ms by two hands, which never tap the same contact at once."""
    taps: list[Tap] = []
    free = dict.fromkeys(pins, 0.0)
    at = FIRST_TAP
    for _ in range(count):
        pin = random.choice(pins if random.random() < 0.7 or not taps else [taps[-1].pin])
        at = max(at + random.choice((0.002, 0.05, 0.15, 0.4, 1.5)) * random.random(), free[pin])
        tap = Tap(pin, at, random.choice((0.010, 0.016, 0.05, 0.1, random.uniform(0.1, 0.4))))
        free[pin] = tap.at + tap.seconds + APART
        taps.append(tap)
    return taps


def contact_edges(random: Random, taps: Iterable[Tap]) -> list[ContactEdge]:
    """The edges of these taps: with bounce at both ends, and chatter under the finger."""
    edges = []
    for pin, at, seconds in taps:
        times = [at, *_toggles(random, at, min(BOUNCE * random.random(), seconds / 2))]
        if seconds > 4 * BOUNCE and random.random() < 0.1:
            slip = at + seconds / 2
            times += [slip, slip + SLIP * random.random()]
        times += [at + seconds, *_toggles(random, at + seconds, BOUNCE * random.random())]
        edges += [ContactEdge(time, pin, i % 2 == 0) for i, time in enumerate(times)]
    return sorted(edges)


def _toggles(random: Random, at: float, seconds: float) -> list[float]:
    """An even number of times within these seconds, each soon after the one before."""
    times: list[float] = []
    while (then := (times[-1] if times else at) + SLIP * random.random()) < at + seconds:
        times.append(then)
    return times[: len(times) // 2 * 2]


class StallingMachine:
    """The time, and who runs when; ``stalls`` is how often in a hundred each thread stalls."""

    def __init__(self, random: Random, edges: Iterable[ContactEdge], stalls: float) -> None:
        self.now = 0.0
        self.closed: set[int] = set()
        self.pins: dict[int, Any] = {}
        self._random = random
        self._stalls = stalls / 100
        self._coming = deque(edges)
        self._stamped: deque[tuple[float, ContactEdge]] = deque()
        """Edges that the pin factory's thread delivers at these times, in order."""
        self._thread_free_at = 0.0
        self._in_callback = False
        self.watch: Callable[[], bool] | None = None
        """What the thread does that watches the pins while a button is held."""
        self._watch_at = inf

    def clock(self) -> float:
        """The time; the thread that asks may stall before it goes on."""
        if not self._in_callback:
            self.run_until(self.now + self._random.random() * 0.0002)
            if self._random.random() < self._stalls:
                self.stall()
        return self.now

    def close(self) -> None:
        """Close what is open; these contacts are no files."""

    def stall(self) -> None:
        """Let the loop stand still, and the rest of the world go on."""
        self.run_until(self.now + self._draw_stall())

    def _draw_stall(self) -> float:
        return LONGEST_STALL * self._random.random() ** 3

    def run_until(self, then: float) -> None:
        """Let the time pass; contacts move and edges are delivered meanwhile."""
        while (at := self.next_event()) is not None and at <= then:
            self.now = max(self.now, at)
            if self._coming and self._coming[0].at <= at:
                self._stamp(self._coming.popleft())
            elif self._stamped and self._stamped[0][0] <= at:
                self._deliver(self._stamped.popleft()[1])
            else:
                self._read_pins()
        self.now = max(self.now, then)

    def next_event(self) -> float | None:
        """When a contact moves, an edge is delivered or the pins are read next."""
        times = [self._coming[0].at] if self._coming else []
        times += [self._stamped[0][0]] if self._stamped else []
        times += [self._watch_at] if self._watch_at < inf else []
        return min(times, default=None)

    def _stamp(self, edge: ContactEdge) -> None:
        (self.closed.add if edge.closed else self.closed.discard)(edge.pin)
        if self._random.random() < self._stalls:
            self._thread_free_at = max(self._thread_free_at, edge.at + self._draw_stall())
        delivered_at = max(self._thread_free_at, edge.at) + 0.0005 * self._random.random()
        self._thread_free_at = delivered_at
        self._stamped.append((delivered_at, edge))

    def _deliver(self, edge: ContactEdge) -> None:
        self._in_callback = True
        self.pins[edge.pin].deliver(edge.at, not edge.closed)
        self._in_callback = False
        if edge.closed and self._watch_at == inf:
            self._watch_at = self.now + 0.001 * self._random.random()

    def _read_pins(self) -> None:
        """Let the thread run that watches the pins; it stalls too."""
        assert self.watch is not None
        self._in_callback = True
        held = self.watch()
        self._in_callback = False
        self._watch_at = self.now + READ_EVERY if held else inf
        if self._random.random() < self._stalls * STALLING_READINGS:
            self._watch_at = self.now + self._draw_stall()


def use_stalling_pins(machine: StallingMachine) -> None:
    """Make gpiozero's pins those of the machine: pulled up, and joined to ground while closed."""
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs
    from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]  # gpiozero has no stubs

    class StallingPin(MockPin):  # type: ignore[misc]  # gpiozero has no stubs
        """Reads as the contact is now, whatever has been delivered."""

        def __init__(self, factory: Any, info: Any) -> None:
            super().__init__(factory, info)
            machine.pins[self._number] = self

        def _get_state(self) -> bool:
            return self._number not in machine.closed

        def deliver(self, ticks: float, state: bool) -> None:
            super(MockPin, self)._call_when_changed(ticks, state)

    class StallingFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no stubs
        """Its ticks are the machine's time, in which the kernel stamps edges."""

        @staticmethod
        def ticks() -> float:
            return machine.now

    Device.pin_factory = StallingFactory(pin_class=StallingPin)


class StallingInbox(SimpleQueue[InboxItem]):
    """A queue on which the loop waits in the machine's time."""

    def __init__(self, machine: StallingMachine) -> None:
        super().__init__()
        self._machine = machine

    def get(self, block: bool = True, timeout: float | None = None) -> InboxItem:
        """Wait for an item; raises Empty after ``timeout``, or if nothing will ever come."""
        machine = self._machine
        until = machine.now + timeout if timeout is not None else None
        while block and self.empty():
            at = machine.next_event()
            if at is None and until is None:
                raise Empty
            machine.run_until(min(each for each in (at, until) if each is not None))
            if machine.now == until:
                break
        return super().get_nowait()
