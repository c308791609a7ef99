"""The rules of Nim: each player in turn takes one, two or three of ten stones."""

from dataclasses import dataclass

from companion.core.conversation import (
    Answer,
    Conversation,
    Event,
    Objection,
    Question,
    ask,
    build_objection,
)
from companion.core.fields import PLAYERS, number_field, seat_field
from companion.core.game_base import BasicGame, BasicPlayer, BasicTable

STONES = 10
TAKES = tuple(Answer("stones", count) for count in (1, 2, 3))


@dataclass(frozen=True, slots=True)
class LastStoneTaken(Event):
    """Somebody took the last stone."""

    seat: int


@dataclass
class NimPlayer(BasicPlayer):
    """A player, with the stones taken so far."""

    taken: int = 0


@dataclass(eq=False)
class NimTable(BasicTable[NimPlayer]):
    """The state of the game: the stones that are left."""

    left: int = STONES

    def object_to_stones(self, answer: Answer) -> Objection | None:
        """Refuse to take more stones than are left."""
        if int(answer.word) > self.left:
            return build_objection("too-few-stones", left=self.left)
        return None

    def take_stones(self, count: int) -> None:
        """Take stones; the last one ends the game, else it is the next player's turn."""
        self.left -= count
        self.player.taken += count
        if self.left:
            self.end_turn()
            return
        self.player.points = 1
        self.events.append(LastStoneTaken(self.seat))
        self.finish()


class Nim(BasicGame[NimTable]):
    """The game, for two or three players."""

    name = "nim"
    seats = range(2, 4)
    colours = ("red", "blue", "green")
    turn_begins = frozenset({"stones"})
    corrections = (
        number_field("left", range(1, STONES + 1)),
        seat_field("player"),
        number_field("taken", range(STONES + 1), PLAYERS),
    )
    player_class = NimPlayer
    table_class = NimTable

    def play_turn(self) -> Conversation:
        """Ask how many stones are taken."""
        table = self.table
        answer = yield from ask(
            lambda: Question("stones", table.seat, TAKES, table.object_to_stones)
        )
        table.take_stones(int(answer.word))
