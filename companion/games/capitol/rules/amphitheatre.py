"""Drawing cards in Capitol: six for everybody, and more for the leaders where an amphitheatre is.

Capitol rulebook, Drawing cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.conversation import Event
from companion.games.capitol.rules.board import Prefecture
from companion.games.capitol.rules.majority import FIRST, SECOND, judge_prefecture

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


def count_bonus_cards(there: Prefecture, seat: int) -> int:
    """Count the additional cards that the prefecture gives the player."""
    if not there.amphitheatres:
        return 0
    places = judge_prefecture(there).places
    return sum(BONUS_CARDS.get(place.rank or 0, 0) for place in places if place.seat == seat)


def draw_allowance(seat: int, board: Iterable[Prefecture], left: int) -> DrawAllowance:
    """Count what the player draws where ``left`` cards can be drawn at all."""
    gains = [(there.name, count_bonus_cards(there, seat)) for there in board]
    sources = tuple((name, cards) for name, cards in gains if cards)
    must = min(MUST_DRAW, left)
    return DrawAllowance(seat, must, min(sum(cards for _, cards in sources), left - must), sources)
