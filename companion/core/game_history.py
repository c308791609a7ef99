"""GameHistory: what a game provides for charts and statistics; what an amendment changes in it."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

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


Heights = Mapping[str, int]
"""How high each thing is, by its name in a record, or by a player's name."""


class Gain(NamedTuple):
    """What a scoring gave, by seat; ``number`` is the round of a scoring that has no name."""

    name: str
    number: int | None
    points: tuple[int, ...]
    markers: tuple[Mapping[int, float], ...] = ()
    """By seat, where there are markers: the points that those of each value brought. A chip
    counts for all markers of its row, by their value."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GameHistory:
    """What the history knows of a game beside points; each part may be left out."""

    grows: str = ""
    """What its chart shows over points, as ``chart.GROWS`` words it."""
    of_players: bool = True
    """Whether heights are by player; else by a style, which ``title.STYLE`` words."""
    measure: Callable[[Any], Heights] = lambda _table: {}
    """(table) → the heights now."""
    share_markers: Callable[[Any, Any], tuple[Mapping[int, float], ...]] = lambda _held, _table: ()
    """(scoring, table) → the ``markers`` of a `Gain`, just after the scoring was held."""
    count_markers: Callable[[Any, int], Sequence[int]] = lambda _table, _seat: ()
    """(table, seat) → the values of the player's markers that lie there."""
    marker_values: Sequence[int] = ()
    """The values of all markers that there are."""
    changes: Callable[[Any, Any], list[Change]] = lambda _old, _new: []
    """(old table, new table) → what an amendment changes beside points."""
