"""The result of Die Türme von Bologna as plain data, with the keys of its JSON."""

from collections.abc import Sequence
from typing import Any

from companion.core.game_table import build_result
from companion.games.bologna.rules.board import FIELDS, NO_KIND, BoardField
from companion.games.bologna.rules.scoring import BolognaPlayer, BolognaScoring
from companion.games.bologna.rules.table import BolognaTable


def bologna_result(name: str, table: BolognaTable) -> dict[str, Any]:
    """The result: players in seating order, fields of the board in board order."""
    return build_result(
        name,
        table,
        [player.held for player in table.players],
        board=[_field(at, table) for at in FIELDS if _tells(at, table)],
        plague=[str(at) for at in table.board.plague],
        display=None if table.cards is None else [str(card) for card in table.display],
        pile=None if table.pile is None or not table.started else table.pile.left,
        scorings=[_scoring(scoring, table.players) for scoring in table.scorings],
    )


def _tells(at: BoardField, table: BolognaTable) -> bool:
    return bool(table.board.stacks[at].stones) or table.kinds.get(at) is not None


def _field(at: BoardField, table: BolognaTable) -> dict[str, object]:
    stack, kind = table.board.stacks[at], table.kinds.get(at)
    return {
        "field": str(at),
        "stones": [table.players[seat].name for seat in stack.stones],
        "roof": None if stack.roof is None else table.players[stack.roof].name,
        "kind": kind.value if kind is not None else NO_KIND if at in table.kinds else None,
    }


def _scoring(scoring: BolognaScoring, players: Sequence[BolognaPlayer]) -> dict[str, object]:
    awards = [
        {
            "player": players[tally.seat].name,
            "points": tally.points,
            "towers": [[str(at), height] for at, height in tally.towers],
            "unbuilt": tally.unbuilt,
            "bonus": tally.extra,
        }
        for tally in scoring.tallies
    ]
    return {"name": scoring.name, "awards": awards}
