"""Every tie of both Campaniles: towers of equal height, rows of equal influence, equal points."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from companion.core.game_table import TieBreak
from companion.games.campanile.rules.towers import CampanileTower, Row, Style

BY_CHIPS = TieBreak("highest-chip", attrgetter("highest_chip"))
"""2009: the highest single chip wins (2009 rulebook, End of the game).

Only the Italian edition says that a tie beyond the chip is shared. Second chips are not compared.
In 1996 equal points share the win.
"""


class RankedTower(NamedTuple):
    """A tower, its rank by height (1 is the highest), and the styles of towers exactly as high."""

    tower: CampanileTower
    rank: int
    level_with: tuple[Style, ...]


def rank_towers(row: Sequence[Style], towers: Mapping[Style, CampanileTower]) -> list[RankedTower]:
    """Rank the towers from the highest down; of equal ones the nearer to the open cards is higher.

    ``row`` is the order of the towers on the table, nearest the open cards first (2009 rulebook,
    Scoring). 1996: nearest the piles first.
    """
    ordered = sorted((towers[style] for style in row), key=lambda tower: -tower.floors)
    return [
        RankedTower(
            tower,
            rank,
            tuple(o.style for o in ordered if o is not tower and o.floors == tower.floors),
        )
        for rank, tower in enumerate(ordered, start=1)
    ]


def rank_rows(rows: Sequence[Row]) -> list[Row]:
    """Rank the rows of a tower by influence; of equal ones the nearer to the base is higher.

    2009 rulebook, Scoring. ``rows`` stand nearest the base first; those without influence are
    left out.
    """
    present = [row for row in rows if row.influence > 0]
    return sorted(present, key=lambda row: -row.influence)
