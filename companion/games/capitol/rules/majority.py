"""Who has the majority in a prefecture, why, and the points it gives, as data.

Capitol rulebook, Scoring. The cards that an amphitheatre gives are in `amphitheatre`.
"""

from collections.abc import Sequence
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
