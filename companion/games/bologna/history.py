"""What the history charts of Bologna: the floors of each player's towers."""

from companion.core.game_history import GameHistory, Heights
from companion.games.bologna.rules.table import BolognaTable


def _measure_towers(table: BolognaTable) -> Heights:
    return {
        player.name: sum(height for _, height in table.board.towers_of(seat))
        for seat, player in enumerate(table.players)
    }


HISTORY = GameHistory(grows="towers", measure=_measure_towers)
