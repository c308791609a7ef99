"""What an amendment changes in players and points; other changes are the games' own."""

from collections.abc import Hashable
from typing import NamedTuple

from companion.core.game_table import GameTable


class SeatedPlayer(NamedTuple):
    """Who sits on a seat."""

    name: str
    colour: str | None


class PlayerChanged(NamedTuple):
    """Who sits on a seat before and after the amendment."""

    seat: int
    before: SeatedPlayer
    after: SeatedPlayer


class PointsChanged(NamedTuple):
    """A player's points before and after the amendment."""

    seat: int
    before: int
    after: int


Change = Hashable
"""A `PlayerChanged`, a `PointsChanged`, or a change of the game's own kind."""


def compare_players(old: GameTable, new: GameTable) -> list[Change]:
    """List the seats whose player's name or colour differs between two tables of one game."""
    seats = zip(_seated(old), _seated(new), strict=False)
    return [
        PlayerChanged(seat, before, after)
        for seat, (before, after) in enumerate(seats)
        if before != after
    ]


def _seated(table: GameTable) -> list[SeatedPlayer]:
    return [SeatedPlayer(player.name, player.colour) for player in table.players]


def compare_points(old: GameTable, new: GameTable) -> list[Change]:
    """List the players whose points differ between two tables of one game."""
    return [
        PointsChanged(seat, before.points, after.points)
        for seat, (before, after) in enumerate(zip(old.players, new.players, strict=False))
        if before.points != after.points
    ]
