"""The table of a Campanile as plain data for the phone page; docs/table-api.md has its keys."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.conversation import Game
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.table1996 import Campanile1996Table
from companion.games.campanile.rules.table2009 import Campanile2009Table
from companion.games.campanile.rules.tie_breaks import rank_rows
from companion.games.campanile.rules.towers import CampanilePlayer, CampanileTower
from companion.ui.input.hints import Hints, ViewSettings

Described = dict[str, Any]


def describe_table(game: Game, settings: ViewSettings) -> Described:
    """Describe what lies on the table, without points and chips, which players may hide."""
    table: CampanileTable = game.table
    players = table.players
    return {
        "turn": table.turn if table.started else None,
        "players": [_describe_player(player) for player in players],
        "towers": [_describe_tower(table.towers[style], players) for style in table.row],
        "light": table.light,
        "open": _list_open_cards(table),
        "left": None if settings.hints is Hints.NONE else _count_cards(table),
        "intermezzo": _is_intermezzo_over(table),
        "scoring": _describe_next_scoring(table),
        "winners": _list_winners(table),
        "mirrored": settings.mirrored,
    }


def _describe_player(player: CampanilePlayer) -> Described:
    stock = {str(value): count for value, count in player.stock.items()}
    return {"name": player.name, "colour": player.colour, "stock": stock}


def _describe_tower(tower: CampanileTower, players: Sequence[CampanilePlayer]) -> Described:
    ranked = rank_rows(tower.rows)
    return {
        "style": tower.style.value,
        "floors": tower.floors,
        "leader": ranked[0].seat if ranked else None,
        "rows": [
            {
                "seat": row.seat,
                "player": players[row.seat].name,
                "influence": row.influence,
                "markers": sorted(row.markers, reverse=True),
            }
            for row in tower.rows
        ],
    }


def _list_open_cards(table: CampanileTable) -> list[str | None] | None:
    """The open cards; in 1996 one place for each pile. None where they are not tracked."""
    if table.light or not table.started:
        return None
    if isinstance(table, Campanile1996Table):
        return [None if style is None else style.value for style in table.display]
    return [style.value for style in table.open_cards]


def _count_cards(table: CampanileTable) -> list[int] | None:
    return table.counts if table.started else None


def _is_intermezzo_over(table: CampanileTable) -> bool | None:
    """Whether Intermezzo has come; None in the edition without it."""
    if isinstance(table, Campanile2009Table):
        return table.pile is not None and table.pile.intermezzo_over
    return None


def _describe_next_scoring(table: CampanileTable) -> Mapping[str, Any] | None:
    if not table.started or table.outcome is not None:
        return None
    flags = [list(flag) for flag in table.flags_of(table.next_scoring)]
    return {"name": table.next_scoring, "flags": flags}


def _list_winners(table: CampanileTable) -> list[str] | None:
    if table.outcome is None:
        return None
    return [table.players[seat].name for seat in table.outcome.winners]
