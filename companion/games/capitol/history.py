"""What the history charts of Capitol: each player's blocks."""

from companion.core.game_history import GameHistory, Heights
from companion.games.capitol.rules.table import CapitolTable


def _count_blocks(table: CapitolTable) -> Heights:
    return {
        player.name: sum(there.blocks_of(seat) for there in table.board)
        for seat, player in enumerate(table.players)
    }


HISTORY = GameHistory(grows="blocks", measure=_count_blocks)
