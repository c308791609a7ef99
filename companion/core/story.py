"""The story of a game, as data: everybody's chances after each turn, moments, and why.

`GameStory` is what a game provides for it. `companion.store.story` computes a `Story` of a saved
game, which every outlet shows in its own way; docs/story.md says how far it can be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.events import GameEvent, Worded, Wording, word

Chances = tuple[float, ...]
"""By seat: the chance to win, from 0 to 1; together 1."""


class PlayerKind(StrEnum):
    """How the players of a played-out end choose."""

    RANDOM = "random"
    GREEDY = "greedy"


class Assessment(NamedTuple):
    """How a game stands after a turn."""

    figures: tuple[tuple[float, ...], ...]
    """By seat: the figures of the model, in its order."""
    points: tuple[int, ...]
    """By seat: the points if the next scoring were held now."""
    source: Any = None
    """Passed to `tell_changes`; must not change with the table."""
    scoring: str = ""
    """Which scoring that is: points of two assessments are compared only where it is the same."""
    progress: float = 0.0
    """How far the game has come, from 0 to 1: the weights of the figures change with it."""


AssessTable = Callable[[Any], Assessment]
"""(table) → how it stands; without figures where the game has failed to tell."""
TellChanges = Callable[[Any, Any], tuple[Worded, ...]]
"""(source before, source after) → what would have changed hands, sentence by sentence.

Both are of the same scoring.
"""
PlayOut = Callable[[Any, PlayerKind, int, int], Chances | None]
"""(table, kind, ends, seed) → the share of played-out ends that each seat wins.

None where not enough of the table is known. It knows nothing that the table has not seen.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class GameStory:
    """What a game provides for its story."""

    assess: AssessTable
    model: Path
    """The file of the model's coefficients, see `companion.core.chances`."""
    tell_changes: TellChanges = lambda _before, _after: ()
    play_out: PlayOut | None = None
    """None where no ends are played out: then no moment is claimed from chances."""


def share_scores(scores: Sequence[float]) -> tuple[float, ...]:
    """Turn scores into shares of 1: each the exponential of its score, as a part of all."""
    best = max(scores)
    powers = [exp(each - best) for each in scores]
    total = sum(powers)
    return tuple(each / total for each in powers)


def measure_leads(values: Sequence[float]) -> list[float]:
    """By seat: by how much its value is more than the best of the others."""
    best, *rest = sorted(values, reverse=True)
    second = rest[0] if rest else best
    return [each - (second if each == best else best) for each in values]


STEP = 5
"""To so many percent a chance is rounded: no estimate is better than that."""


def round_percent(chance: float) -> int:
    """A chance in percent, to the nearest step."""
    return STEP * round(100 * chance / STEP)


def round_chance(chance: float) -> int:
    """A chance in percent; 0 and 100 only where it is decided."""
    return round_percent(chance) if chance in (0.0, 1.0) else _round_open(chance)


def round_band(band: tuple[float, float]) -> tuple[int, int]:
    """The edges of a band of chances in percent; 0 and 100 only where it is decided."""
    low, high = band
    if low == high:
        return round_chance(low), round_chance(high)
    return _round_open(low), _round_open(high)


def _round_open(chance: float) -> int:
    return min(max(round_percent(chance), STEP), 100 - STEP)


def word_chance(chance: float) -> Wording:
    """A chance in words, rounded; 0 and 100 only where it is decided."""
    percent = round_percent(chance)
    if chance in (0.0, 1.0):
        return word("story.decided", percent=percent)
    if percent < STEP:
        return word("story.under", percent=STEP)
    if percent > 100 - STEP:
        return word("story.over", percent=100 - STEP)
    return word("story.about", percent=percent)


class TurnChances(NamedTuple):
    """What is known after a turn, or before the first (turn 0)."""

    turn: int
    seat: int | None
    """Whose turn it was."""
    model: Chances
    points: tuple[int, ...]
    """By seat: the points if the next scoring had been held then."""
    random: Chances | None = None
    greedy: Chances | None = None
    """Shares of played-out ends by two kinds of players; None where none were played out."""

    @property
    def estimates(self) -> tuple[Chances, ...]:
        """All estimates that there are: the band of a seat is as wide as they disagree."""
        return tuple(each for each in (self.model, self.random, self.greedy) if each is not None)

    def find_band(self, seat: int) -> tuple[float, float]:
        """The lowest and the highest estimate of a player's chance."""
        found = [each[seat] for each in self.estimates]
        return min(found), max(found)

    def find_middle(self, seat: int) -> float:
        """The average of the estimates of a player's chance."""
        return sum(each[seat] for each in self.estimates) / len(self.estimates)


class StoryMark(NamedTuple):
    """A scoring, after which turn it was held."""

    turn: int
    name: str
    number: int | None = None
    """The round of a scoring that has no other name."""


class Moment(NamedTuple):
    """A turn that mattered, for whom, and why."""

    turn: int
    seat: int | None
    """Whose turn it was; None where it was nobody's own, or the player's chance fell with it."""
    player: int
    """Whose chance, or lead, it changed most."""
    before: float | None
    after: float | None
    """That player's chance before and after; None where none is claimed: then it is a fact only."""
    done: GameEvent
    """What was done in the turn."""
    reasons: tuple[Worded, ...] = ()
    """What would have changed hands, and further facts."""


class Story(NamedTuple):
    """The story of a finished game."""

    game: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    winners: tuple[int, ...]
    turns: tuple[TurnChances, ...]
    """The curve; empty where the game has no model."""
    marks: tuple[StoryMark, ...] = ()
    moments: tuple[Moment, ...] = ()
    """At most three, in order of time."""
    best: tuple[Moment | None, ...] = ()
    """By seat: everybody's best moment."""
    said: tuple[Worded, ...] = ()
    """Who led when, how low the winner's chance had been; and what limits the story."""
    ends: int = 0
    """How many ends were played out after each turn; 0 for none."""
    pending: tuple[int, int] | None = None
    """(turns done, turns) while ends are still being played out."""
