"""What the history charts of Bologna: the floors of each player's towers, and each scoring."""

from companion.core.game_history import Gain, GameHistory, Heights
from companion.games.bologna.rules.scoring import BolognaScoring
from companion.games.bologna.rules.table import BolognaTable


def _measure_towers(table: BolognaTable) -> Heights:
    return {
        player.name: sum(height for _, height in table.board.towers_of(seat))
        for seat, player in enumerate(table.players)
    }


def _read_gain(scoring: BolognaScoring, _table: BolognaTable) -> Gain:
    return Gain(scoring.name, None, tuple(tally.points for tally in scoring.tallies))


HISTORY = GameHistory(grows="towers", measure=_measure_towers, gain=_read_gain)
