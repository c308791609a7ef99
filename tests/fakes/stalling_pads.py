"""A number pad at a machine that stalls: the reader's own code, in one time with the loop.

The kernel stamps each key and keeps it; the keypads' thread reads when it runs.
"""

from collections.abc import Iterable
from math import inf
from random import Random

from companion.box.panel.keypad import Keypads
from companion.core.interfaces import Inbox
from companion.core.keypad import KEYPAD
from tests.fakes.input_devices import FakeInputDevices
from tests.fakes.stalls import ContactEdge, StallingMachine, Tap

CODES = tuple(key.codes[0] for key in KEYPAD)


def key_edges(_random: Random, taps: Iterable[Tap]) -> list[ContactEdge]:
    """The edges of these taps as the pad sends them: it debounces its keys itself."""
    return sorted(
        edge
        for pin, at, seconds in taps
        for edge in (ContactEdge(at, pin, True), ContactEdge(at + seconds, pin, False))
    )


class StallingPads(StallingMachine):
    """The time of a machine with a number pad; its contacts are the pad's keys by number."""

    def __init__(self, random: Random, edges: Iterable[ContactEdge], stalls: float) -> None:
        super().__init__(random, edges, stalls)
        self._kernel = FakeInputDevices()
        self._pad = self._kernel.plug_in()
        self._keypads: Keypads | None = None
        self._read_at = inf
        self._free_at = 0.0

    def connect(self, inbox: Inbox) -> None:
        """Let the keypads post into the loop's queue."""
        self._keypads = Keypads(inbox, lambda: self.now, devices=self._kernel)
        self._keypads.look()

    def close(self) -> None:
        """Close the keypads' files."""
        if self._keypads is not None:
            self._keypads.close()

    def next_event(self) -> float | None:
        """When a key moves or the keypads' thread runs next."""
        return min(self._coming[0].at if self._coming else inf, self._read_at)

    def run_until(self, then: float) -> None:
        """Let the time pass; keys move, and the thread runs meanwhile."""
        while (at := self.next_event()) is not None and at <= then:
            self.now = max(self.now, at)
            if at < self._read_at:
                self._move(self._coming.popleft())
            else:
                self._read()
        self.now = max(self.now, then)

    def _move(self, edge: ContactEdge) -> None:
        self._kernel.now = edge.at
        self._pad.move(CODES[edge.pin], int(edge.closed))
        if self._random.random() < self._stalls and edge.at >= self._free_at:
            self._free_at = edge.at + self._draw_stall()
        self._read_at = max(self._free_at, edge.at) + 0.0005 * self._random.random()

    def _read(self) -> None:
        self._read_at = inf
        assert self._keypads is not None
        self._keypads.look()
        while ready := self._kernel.ready():
            self._keypads.read(ready)
