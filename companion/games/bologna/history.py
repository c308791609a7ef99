"""What the history knows of Bologna: the points of towers, and those of each scoring."""

from companion.core.game_history import Gain, GameHistory, Heights
from companion.games.bologna.rules.scoring import BolognaScoring
from companion.games.bologna.rules.table import BolognaTable


def _towers(table: BolognaTable) -> Heights:
    return {
        player.name: sum(height for _, height in table.board.towers_of(seat))
        for seat, player in enumerate(table.players)
    }


def _gain(scoring: BolognaScoring, _table: BolognaTable) -> Gain:
    return Gain(scoring.name, None, tuple(tally.points for tally in scoring.tallies))


HISTORY = GameHistory(grows="towers", measure=_towers, gain=_gain)
