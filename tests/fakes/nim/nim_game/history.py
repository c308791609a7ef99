"""What charts show of Nim: the stones that each player has taken."""

from companion.core.game_history import GameHistory, Heights

from .rules import NimTable


def _measure_taken(table: NimTable) -> Heights:
    return {player.name: player.taken for player in table.players}


HISTORY = GameHistory(grows="taken", measure=_measure_taken)
