"""The table of Bologna as data: what lies there, as anybody at the table sees it."""

from collections.abc import Iterator
from typing import Any

from companion.core.conversation import Game
from companion.games.bologna.rules.board import BASILICA, FIELDS, NO_KIND, SIDE, BoardField
from companion.games.bologna.rules.table import BolognaTable
from companion.games.plugin import describe_result
from companion.ui.input.hints import Hints, ViewSettings


def describe_table(game: Game, settings: ViewSettings) -> dict[str, Any]:
    """The result without points, and the whole board, row by row; the pile only with hints."""
    table: BolognaTable = game.table
    result = describe_result(game, settings)
    fields = [_describe_field(table, at) for at in FIELDS]
    return {
        **result,
        "pile": None if settings.hints is Hints.NONE else result["pile"],
        "turn": table.turn if table.started else None,
        "player": table.player.name if table.started and table.outcome is None else None,
        "board": [fields[start : start + SIDE] for start in range(0, len(fields), SIDE)],
        "scorings": [scoring.name for scoring in table.scorings],
    }


def _describe_field(table: BolognaTable, at: BoardField) -> dict[str, Any]:
    stack = table.board.stacks[at]
    stones, roof = list(_names_of(table, stack.stones)), None
    if stack.roof is not None:
        roof = table.players[stack.roof].name
    kind = (table.kinds[at] or NO_KIND) if at in table.kinds else None
    return {
        "field": str(at),
        "basilica": at == BASILICA,
        "stones": stones,
        "roof": roof,
        "kind": None if kind is None else str(kind),
        "plague": at in table.board.plague,
    }


def _names_of(table: BolognaTable, seats: list[int]) -> Iterator[str]:
    return (table.players[seat].name for seat in seats)
