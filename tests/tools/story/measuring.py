"""Measures estimates on games that no weight was fitted on: Brier, log-loss, calibration."""

from collections.abc import Callable, Sequence
from itertools import chain
from math import log
from typing import NamedTuple

from companion.core.story import Assessment, Chances
from tests.tools.story.games import PlayedGame

Estimate = Callable[[Assessment], Chances]
BINS = 10
THIRDS = 3
SURE = 1e-6


class Estimated(NamedTuple):
    """An estimate, in which third of its game, and what came."""

    third: int
    said: Chances
    came: Sequence[float]

    @property
    def brier(self) -> float:
        """The squared error, over all seats."""
        return sum((a - b) ** 2 for a, b in zip(self.said, self.came, strict=True))

    @property
    def loss(self) -> float:
        """The negative logarithm of what was said of the winner."""
        return -sum(
            came * log(max(said, SURE)) for said, came in zip(self.said, self.came, strict=True)
        )


class Bin(NamedTuple):
    """Estimates that said much the same: how many, what they said, and how often it came."""

    seats: int
    said: float
    came: float


class Quality(NamedTuple):
    """How good the estimates of many turns are."""

    brier: float
    loss: float
    by_third: tuple[float, ...]
    """Brier by thirds of the games."""
    calibration: float
    """How far off the estimates are on average, in bins of a tenth."""
    bins: tuple[Bin, ...]


def measure(games: Sequence[PlayedGame], estimate: Estimate) -> Quality:
    """Measure the estimates of all turns but the first, each game weighing as much."""
    done = [
        Estimated(THIRDS * at // len(game.turns), estimate(turn), game.wins)
        for game in games
        for at, turn in enumerate(game.turns)
    ]
    return sum_up(done)


def sum_up(done: Sequence[Estimated]) -> Quality:
    """Measure estimates that were made of some turns."""
    thirds = [[each.brier for each in done if each.third == third] for third in range(THIRDS)]
    bins = _fill_bins(done)
    seats = sum(each.seats for each in bins)
    return Quality(
        _average([each.brier for each in done]),
        _average([each.loss for each in done]),
        tuple(map(_average, thirds)),
        sum(each.seats * abs(each.said - each.came) for each in bins) / seats,
        bins,
    )


def _fill_bins(done: Sequence[Estimated]) -> tuple[Bin, ...]:
    pairs = chain.from_iterable(zip(each.said, each.came, strict=True) for each in done)
    filled: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for said, came in pairs:
        filled[min(int(said * BINS), BINS - 1)].append((said, came))
    return tuple(
        Bin(len(each), _average([a for a, _ in each]), _average([b for _, b in each]))
        for each in filled
    )


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
