"""GameHistory: what a game provides for charts and statistics."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.changes import Change

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
    gain: Callable[[Any, Any], Gain] | None = None
    """(scoring, table) → what the scoring gave, just after it was held."""
    count_markers: Callable[[Any, int], Sequence[int]] = lambda _table, _seat: ()
    """(table, seat) → the values of the player's markers that lie there."""
    marker_values: Sequence[int] = ()
    """The values of all markers that there are."""
    changes: Callable[[Any, Any], list[Change]] = lambda _old, _new: []
    """(old table, new table) → what an amendment changes beside points."""
