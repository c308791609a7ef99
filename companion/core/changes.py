"""What an amendment changes in points; other changes are the games' own."""

from collections.abc import Hashable
from typing import NamedTuple

from companion.core.game_table import GameTable


class PointsChanged(NamedTuple):
    """A player's points before and after the amendment."""

    seat: int
    before: int
    after: int


Change = Hashable
"""A `PointsChanged`, or a change of the game's own kind."""


def compare_points(old: GameTable, new: GameTable) -> list[Change]:
    """List the players whose points differ between two tables of one game."""
    return [
        PointsChanged(seat, before.points, after.points)
        for seat, (before, after) in enumerate(zip(old.players, new.players, strict=False))
        if before.points != after.points
    ]
