"""Played-out ends of Campanile (2009): games are played on from what a table has seen.

`lean_table` is the table as numbers, `unseen` deals the hidden cards, `players` choose the turns,
and `ends` counts who wins. Late: `ends` with all of these, which are needed after a game only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.core.story import Chances, PlayerKind
    from companion.games.campanile.rules.table2009 import Campanile2009Table


def play_out(table: Campanile2009Table, kind: PlayerKind, ends: int, seed: int) -> Chances | None:
    """Play out ends of the game: the share of them that each seat wins.

    None in the middle of a turn, and where the cards are not counted from the beginning.
    """
    from companion.games.campanile.playout.ends import count_wins

    return count_wins(table, kind, ends, seed)
