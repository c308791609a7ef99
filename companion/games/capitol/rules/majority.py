"""Who has the majority in a prefecture, why, and what it gives, as data: points, and cards.

Capitol rulebook, Scoring; Drawing cards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.core.conversation import Event
from companion.games.capitol.rules.board import Prefecture

FIRST, SECOND = 1, 2
FIRST_POINTS = 2
"""Points of the first besides one for each fountain; the second gets only those."""


class MajorityDecision(StrEnum):
    """What decided who is first in a prefecture."""

    NOBODY = "nobody"
    """No house stands there."""
    ALONE = "alone"
    """Nobody else has a house there, so there is no second either."""
    BLOCKS = "blocks"
    TALLEST = "tallest"
    """Of equal blocks the tallest house is first; the other players with as many are second."""
    SHARED = "shared"
    """Blocks and tallest houses are equal: all of those are first, nobody is second."""


class MajorityPlace(NamedTuple):
    """A player in a prefecture: blocks, tallest house, and what that gives.

    ``rank`` is `FIRST`, `SECOND` or None for no place.
    """

    seat: int
    blocks: int
    tallest: int
    rank: int | None
    points: int


class Majority(NamedTuple):
    """The majority in a prefecture: all players with houses there, most blocks first."""

    prefecture: str
    places: tuple[MajorityPlace, ...]
    decided_by: MajorityDecision
    fountains: int
    temple: bool
    amphitheatre: bool

    @property
    def points(self) -> list[tuple[int, int]]:
        """(seat, points) of all who get any, first place first."""
        return [(place.seat, place.points) for place in self.places if place.points]

    def count_bonus_cards(self, seat: int) -> int:
        """Count the additional cards that an amphitheatre gives the player."""
        if not self.amphitheatre:
            return 0
        return sum(
            BONUS_CARDS.get(place.rank or 0, 0) for place in self.places if place.seat == seat
        )


@dataclass(frozen=True, slots=True)
class CapitolScoring(Event):
    """The scoring of one round: every prefecture in the order of the board."""

    round: int
    majorities: tuple[Majority, ...]

    def points_of(self, seat: int) -> int:
        """Return the player's points of the round."""
        return sum(got for each in self.majorities for winner, got in each.points if winner == seat)


def judge_prefecture(there: Prefecture) -> Majority:
    """Judge who is first and second in the prefecture now, and what they would score."""
    seats = {standing.seat for standing in there.houses}
    ordered = sorted(
        seats, key=lambda seat: (-there.blocks_of(seat), -there.tallest_of(seat), seat)
    )
    firsts, seconds, why = _ranks(there, ordered)
    gain = {
        **dict.fromkeys(firsts, (FIRST, FIRST_POINTS + there.fountains)),
        **dict.fromkeys(seconds, (SECOND, there.fountains)),
    }
    factor = 2 if there.temples else 1
    places = []
    for seat in ordered:
        rank, points = gain.get(seat, (None, 0))
        blocks, tallest = there.blocks_of(seat), there.tallest_of(seat)
        places.append(MajorityPlace(seat, blocks, tallest, rank, points * factor))
    return Majority(
        there.name,
        tuple(places),
        why,
        there.fountains,
        bool(there.temples),
        bool(there.amphitheatres),
    )


def _ranks(
    there: Prefecture, ordered: Sequence[int]
) -> tuple[Sequence[int], Sequence[int], MajorityDecision]:
    """Return the first, the second, and what decided (Capitol rulebook, Scoring, Ties)."""
    if not ordered:
        return (), (), MajorityDecision.NOBODY
    most = there.blocks_of(ordered[0])
    level = [seat for seat in ordered if there.blocks_of(seat) == most]
    behind = ordered[len(level) :]
    if len(level) == 1:
        if not behind:
            return level, (), MajorityDecision.ALONE
        next_most = there.blocks_of(behind[0])
        seconds = [seat for seat in behind if there.blocks_of(seat) == next_most]
        return level, seconds, MajorityDecision.BLOCKS
    top = there.tallest_of(level[0])
    tallest = [seat for seat in level if there.tallest_of(seat) == top]
    if len(tallest) > 1:
        return tallest, (), MajorityDecision.SHARED
    return tallest, level[1:], MajorityDecision.TALLEST


# Drawing cards --------------------------------------------------------------------------------


MUST_DRAW = 6
BONUS_CARDS = {FIRST: 2, SECOND: 1}
"""Additional cards by the place in a prefecture with an amphitheatre; a temple doubles nothing."""


class DrawAllowance(NamedTuple):
    """The cards that a player must draw, those that the player may draw besides, and why."""

    seat: int
    must: int
    may: int
    sources: tuple[tuple[str, int], ...]
    """(prefecture, cards) for every amphitheatre that gives the player cards."""

    @property
    def most(self) -> int:
        """All cards that the player may draw."""
        return self.must + self.may


@dataclass(frozen=True, slots=True)
class CardsDue(Event):
    """The drawing begins: everybody's cards, in the order of drawing."""

    allowances: tuple[DrawAllowance, ...]


def draw_allowance(seat: int, board: Iterable[Prefecture], left: int) -> DrawAllowance:
    """Count what the player draws where ``left`` cards can be drawn at all."""
    gains = [
        (there.name, judge_prefecture(there).count_bonus_cards(seat))
        for there in board
        if there.amphitheatres
    ]
    sources = tuple((name, cards) for name, cards in gains if cards)
    must = min(MUST_DRAW, left)
    return DrawAllowance(seat, must, min(sum(cards for _, cards in sources), left - must), sources)
