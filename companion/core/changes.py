"""What an amended game changes in points; what else it changes, each game says itself."""

from collections.abc import Hashable
from typing import NamedTuple

from companion.core.game_table import GameTable


class PointsChanged(NamedTuple):
    """A player's points as they were and as they are."""

    seat: int
    before: int
    after: int


Change = Hashable
"""A change of points, or one of a kind that only the game knows."""


def compare_points(old: GameTable, new: GameTable) -> list[Change]:
    """Whose points differ between two tables of one game."""
    return [
        PointsChanged(seat, before.points, after.points)
        for seat, (before, after) in enumerate(zip(old.players, new.players, strict=False))
        if before.points != after.points
    ]
