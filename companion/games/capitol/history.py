"""What the history charts of Capitol: each player's blocks, and the points of each round."""

from companion.core.game_history import Gain, GameHistory, Heights
from companion.games.capitol.rules.majority import CapitolScoring
from companion.games.capitol.rules.table import CapitolTable


def _count_blocks(table: CapitolTable) -> Heights:
    return {
        player.name: sum(there.blocks_of(seat) for there in table.board)
        for seat, player in enumerate(table.players)
    }


def _read_gain(scoring: CapitolScoring, table: CapitolTable) -> Gain:
    points = tuple(map(scoring.points_of, range(len(table.players))))
    return Gain("round", scoring.round, points)


HISTORY = GameHistory(grows="blocks", measure=_count_blocks, gain=_read_gain)
