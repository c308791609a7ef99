"""Who has the majority in a prefecture, why, and what it gives: points and cards to draw.

Capitol rulebook, Scoring and Drawing cards. Reasons come as data, so that a screen can tell them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from companion.core.conversation import Event
from companion.games.capitol.rules.board import Prefecture

FIRST, SECOND = 1, 2
FIRST_POINTS = 2
"""What the first gets besides a point for each fountain; the second gets those alone."""
MUST_DRAW = 6
BONUS_CARDS = {FIRST: 2, SECOND: 1}
"""Cards more by the place in a prefecture with an amphitheatre."""


class MajorityDecision(StrEnum):
    """What made the first of a prefecture."""

    NOBODY = "nobody"
    """No house stands there."""
    ALONE = "alone"
    """Nobody else has a house there, so there is no second either."""
    BLOCKS = "blocks"
    TALLEST = "tallest"
    """Level on blocks, the tallest house decided; the others level take the second place."""
    SHARED = "shared"
    """Level on blocks and on the tallest house: all of those are first, nobody is second."""


class MajorityPlace(NamedTuple):
    """A player in a prefecture: blocks, tallest house, and what that gives.

    ``rank`` is `FIRST`, `SECOND` or None for no place; ``level_with`` are the seats with exactly
    as many blocks.
    """

    seat: int
    blocks: int
    tallest: int
    rank: int | None
    points: int
    level_with: tuple[int, ...]


class Majority(NamedTuple):
    """A prefecture judged: everybody who built there, most blocks first, and what decided."""

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

    def bonus_cards_of(self, seat: int) -> int:
        """The cards more that the player may draw for this prefecture; a temple changes nothing."""
        if not self.amphitheatre:
            return 0
        ranks = (place.rank for place in self.places if place.seat == seat)
        return sum(BONUS_CARDS.get(rank or 0, 0) for rank in ranks)


class CapitolScoring(NamedTuple):
    """The scoring of one round: every prefecture in the order of the board."""

    round: int
    majorities: tuple[Majority, ...]

    def points_of(self, seat: int) -> int:
        """What the round gave the player."""
        return sum(got for each in self.majorities for winner, got in each.points if winner == seat)


class DrawAllowance(NamedTuple):
    """What a player draws: the cards that must be, those that may be, and where they come from."""

    seat: int
    must: int
    may: int
    sources: tuple[tuple[str, int], ...]
    """(prefecture, cards) for every amphitheatre that gives some."""

    @property
    def most(self) -> int:
        """All the cards that the player may draw."""
        return self.must + self.may


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    """A round has been scored."""

    scoring: CapitolScoring


@dataclass(frozen=True, slots=True)
class CardsDue(Event):
    """The drawing begins: what everybody draws, in the order of drawing."""

    allowances: tuple[DrawAllowance, ...]


def judge_prefecture(there: Prefecture) -> Majority:
    """Who is first and second in the prefecture as it stands, and what they would score."""
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
        blocks = there.blocks_of(seat)
        level = tuple(s for s in ordered if s != seat and there.blocks_of(s) == blocks)
        places.append(
            MajorityPlace(seat, blocks, there.tallest_of(seat), rank, points * factor, level)
        )
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
    """Who is first, who is second, and what decided (Capitol rulebook, Scoring, Ties)."""
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


def draw_allowance(seat: int, board: Iterable[Prefecture], left: int) -> DrawAllowance:
    """What the player draws with ``left`` cards to be had, amphitheatres and all."""
    gains = [(there.name, judge_prefecture(there).bonus_cards_of(seat)) for there in board]
    sources = tuple((name, cards) for name, cards in gains if cards)
    must = min(MUST_DRAW, left)
    return DrawAllowance(seat, must, min(sum(cards for _, cards in sources), left - must), sources)
