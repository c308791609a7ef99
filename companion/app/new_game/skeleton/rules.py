"""The rules of Skeleton: each player in turn throws a die and gets its points."""

from companion.core.conversation import Answer, Conversation, Question, accept_any, ask
from companion.core.game_base import BasicGame, BasicPlayer, BasicTable

GOAL = 20
THROWS = tuple(Answer("throw", pips) for pips in range(1, 7))


class Skeleton(BasicGame[BasicTable[BasicPlayer]]):
    """The game, for two to four players."""

    name = "skeleton"
    seats = range(2, 5)
    turn_begins = frozenset({"throw"})

    def play_turn(self) -> Conversation:
        """Ask for one throw; whoever reaches the goal ends the game."""
        table = self.table
        answer = yield from ask(lambda: Question("throw", table.seat, THROWS, accept_any))
        table.player.points += int(answer.word)
        if table.player.points >= GOAL:
            table.finish()
        else:
            table.end_turn()
