"""What grows on each game's table from turn to turn, and what each of its scorings gave.

A game that is not named here still has its points, which any game has.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.games.bologna import scoring as bologna
from companion.games.bologna.table import Table as BolognaTable
from companion.games.campanile import flags
from companion.games.campanile.table import CampanileTable
from companion.games.capitol import majority as capitol
from companion.games.capitol.table import Table as CapitolTable


class Grows(StrEnum):
    """What is counted."""

    FLOORS = "floors"
    """The floors of each tower, by its style."""
    TOWERS = "towers"
    """What a scoring would now give each player for towers, by the player's name."""
    BLOCKS = "blocks"
    """Each player's blocks on the board, by the player's name."""


Heights = Mapping[str, int]
"""A height by style or by name, as `Grows` says."""


class Gain(NamedTuple):
    """What a scoring gave, by seat; ``number`` is the round of a scoring that has no name."""

    name: str
    number: int | None
    points: tuple[int, ...]
    markers: tuple[Mapping[int, float], ...] = ()
    """By seat, where there are markers: the points that those of each value brought. A chip
    counts for all markers of its row, by their value."""


def _floors(table: CampanileTable) -> Heights:
    return {style.value: table.towers[style].floors for style in table.row}


def _towers(table: BolognaTable) -> Heights:
    return {
        player.name: sum(height for _, height in table.board.towers_of(seat))
        for seat, player in enumerate(table.players)
    }


def _blocks(table: CapitolTable) -> Heights:
    return {
        player.name: sum(there.blocks_of(seat) for there in table.board)
        for seat, player in enumerate(table.players)
    }


_OF_A_GAME: Mapping[str, tuple[Grows, Callable[[Any], Heights]]] = {
    "campanile-2009": (Grows.FLOORS, _floors),
    "campanile-1996": (Grows.FLOORS, _floors),
    "bologna-towers": (Grows.TOWERS, _towers),
    "capitol": (Grows.BLOCKS, _blocks),
}


def grows(game: str) -> Grows | None:
    """What grows in a game of that name; None where only points are known."""
    found = _OF_A_GAME.get(game)
    return found[0] if found else None


def heights(game: str, table: Any) -> Heights:
    """The heights on the table as it stands; none where nothing is known to grow."""
    found = _OF_A_GAME.get(game)
    return found[1](table) if found else {}


def gain(scoring: object, table: Any) -> Gain | None:
    """What a scoring of any game gave, just after it was held; None for one not known."""
    seats = range(len(table.players))
    if isinstance(scoring, flags.Scoring):
        points = tuple(sum(scoring.chips_of(seat)) for seat in seats)
        markers = tuple(_by_marker(scoring, table, seat) for seat in seats)
        return Gain(scoring.name, None, points, markers)
    if isinstance(scoring, bologna.Scoring):
        return Gain(scoring.name, None, tuple(tally.points for tally in scoring.tallies))
    if isinstance(scoring, capitol.Scoring):
        return Gain("round", scoring.round, tuple(map(scoring.points_of, seats)))
    return None


def _by_marker(scoring: flags.Scoring, table: CampanileTable, seat: int) -> Mapping[int, float]:
    brought: dict[int, float] = {}
    for award in scoring.awards:
        chips = sum(chip for winner, chip in award.chips if winner == seat)
        row = table.towers[award.style].row_of(seat)
        markers = row.markers if row is not None else []
        for marker in markers:
            brought[marker] = brought.get(marker, 0) + chips * marker / sum(markers)
    return brought
