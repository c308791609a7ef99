"""Points of Bologna: towers at each scoring, at the end also unbuilt stones and collections.

Each player has a tally, so that each point can be shown with its reason.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from companion.core.conversation import Event
from companion.core.game_base import BasicPlayer
from companion.games.bologna.rules.board import BoardField, BolognaBoard, FieldKind

STONES_EACH = 30
ROOFS_EACH = 4
BONUS = {3: 5, 4: 10, 5: 15, 6: 25}
"""Points by the number of kinds collected without a gap, from the merchant on."""
SCORINGS = FIRST_SCORING, SECOND_SCORING, FINAL = "first", "second", "final"


@dataclass(slots=True)
class BolognaPlayer(BasicPlayer):
    """A player: stones and roofs in stock, kinds collected."""

    stones: int = STONES_EACH
    roofs: int = ROOFS_EACH
    kinds: list[FieldKind] = field(default_factory=list)
    """The kinds collected, in the order in which they came."""


class Tally(NamedTuple):
    """What a player gets at a scoring, and what for.

    ``unbuilt`` are the stones left, each costing a point, and ``extra`` the bonus of the
    collection; both are 0 but at the end.
    """

    seat: int
    towers: tuple[tuple[BoardField, int], ...]
    unbuilt: int = 0
    extra: int = 0

    @property
    def tower_points(self) -> int:
        """A point for each stone of the towers."""
        return sum(height for _, height in self.towers)

    @property
    def points(self) -> int:
        """All that the scoring changes for the player; it may be negative."""
        return self.tower_points - self.unbuilt + self.extra


@dataclass(frozen=True, slots=True)
class BolognaScoring(Event):
    """A scoring that was held: `first`, `second` or `final`, and a tally for each seat."""

    name: str
    tallies: tuple[Tally, ...]


def set_bonus(kinds: Collection[FieldKind]) -> int:
    """Return the extra points of a collection, the best step of the chain."""
    chain = takewhile(kinds.__contains__, FieldKind)
    return BONUS.get(len([*chain]), 0)


def score(name: str, board: BolognaBoard, players: Sequence[BolognaPlayer]) -> BolognaScoring:
    """Count every player's towers; at the end also unbuilt stones and collections."""
    final = name == FINAL
    tallies = (
        Tally(
            seat,
            tuple(board.towers_of(seat)),
            unbuilt=player.stones if final else 0,
            extra=set_bonus(player.kinds) if final else 0,
        )
        for seat, player in enumerate(players)
    )
    return BolognaScoring(name, tuple(tallies))
