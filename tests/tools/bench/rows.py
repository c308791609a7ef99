"""A row of the bench, and how two things are timed side by side."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any

from companion.core.session import Session


@dataclass(frozen=True)
class Row:
    """One figure: ``value`` is to be at most ``goal``; None for what could not be measured."""

    name: str
    value: float | None
    goal: float | None = None
    unit: str = ""
    note: str = ""
    """What the value is made of; where there is none, why not."""

    @property
    def verdict(self) -> str:
        """`ok`, `short` of the goal, `measured` where there is no goal, or `not tried: REASON`."""
        if self.value is None:
            return f"not tried: {self.note}"
        if self.goal is None:
            return "measured"
        return "ok" if self.value <= self.goal else "short"

    def data(self) -> dict[str, Any]:
        return {**vars(self), "verdict": self.verdict}


@dataclass(frozen=True)
class Trial:
    """How much is measured: rounds of each pair, and the whole game that is replayed and pressed.

    Its players' names can be spelt on the device.
    """

    rounds: int
    game: Session


def seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def cpu_seconds(work: Callable[[], object]) -> float:
    """How much CPU time ``work`` takes in this process, whatever else the machine does."""
    start = process_time()
    work()
    return process_time() - start


def beside(
    ours: Callable[[], float], yardstick: Callable[[], float], rounds: int
) -> tuple[float, str]:
    """The median of our seconds to the yardstick's, taken in turn; and both in words.

    Taken in turn, what else the machine does falls on both.
    """
    pairs = [(ours(), yardstick()) for _ in range(rounds)]
    own, others = (median(side) for side in zip(*pairs, strict=True))
    return median(a / b for a, b in pairs), f"{_in_words(own)} against {_in_words(others)}"


def _in_words(duration: float) -> str:
    return f"{duration * 1e6:.1f} µs" if duration < 1e-3 else f"{duration * 1e3:.1f} ms"
