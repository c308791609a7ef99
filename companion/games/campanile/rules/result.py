"""The result of a Campanile as plain data; other programs depend on its keys."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.game_table import build_result
from companion.games.campanile.rules.flags import Award, CampanileScoring
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import CampanilePlayer, CampanileTower


def campanile_result(
    name: str, table: CampanileTable, pile: int | list[int] | None
) -> dict[str, Any]:
    """Return the result, with the ``pile`` of the edition.

    Players stand in seating order, chips and markers high to low, towers in row order, rows
    nearest the base first, awards from the lowest flag up.
    """
    players = table.players
    display = [style.value if style is not None else None for style in table.display]
    return build_result(
        name,
        table,
        [{"chips": sorted(player.chips, reverse=True)} for player in players],
        towers=[_tower(table.towers[style], players) for style in table.row],
        display=None if table.light else display,
        pile=pile,
        scorings=[_scoring(scoring, players) for scoring in table.scorings],
    )


def _tower(tower: CampanileTower, players: Sequence[CampanilePlayer]) -> Mapping[str, object]:
    return {
        "style": tower.style.value,
        "floors": tower.floors,
        "influence": [
            {
                "player": players[row.seat].name,
                "value": row.influence,
                "markers": sorted(row.markers, reverse=True),
            }
            for row in tower.rows
        ],
    }


def _scoring(scoring: CampanileScoring, players: Sequence[CampanilePlayer]) -> Mapping[str, object]:
    return {"name": scoring.name, "awards": [_award(each, players) for each in scoring.awards]}


def _award(award: Award, players: Sequence[CampanilePlayer]) -> Mapping[str, object]:
    return {
        "tower": award.style.value,
        "flag": list(award.flag),
        "chips": [[players[seat].name, chip] for seat, chip in award.chips],
    }
