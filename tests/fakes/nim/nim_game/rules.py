"""The rules of Nim: each player in turn takes one, two or three of ten stones."""

from dataclasses import dataclass
from typing import Any

from companion.core import corrections
from companion.core.conversation import (
    CARDS_UNKNOWN,
    Answer,
    Conversation,
    Event,
    Objection,
    Question,
    Reason,
    ask,
    build_objection,
)
from companion.core.game_table import Outcome, build_result, decide_by_points
from companion.core.seating import ask_players

COLOURS = tuple(Answer("colour", colour) for colour in ("red", "blue", "green"))
STONES = 10
TAKES = tuple(Answer("stones", count) for count in (1, 2, 3))


class NimReason(Reason):
    """Why an answer is refused."""

    TOO_FEW_STONES = "too-few-stones"


@dataclass(frozen=True, slots=True)
class LastStoneTaken(Event):
    """Somebody took the last stone."""

    seat: int


@dataclass
class NimPlayer:
    """A player."""

    name: str
    colour: str | None = None
    taken: int = 0
    points: int = 0


class NimTable:
    """The state of the game."""

    def __init__(self) -> None:
        self.players: list[NimPlayer] = []
        self.seat = 0
        self.turn = 1
        self.left = STONES
        self.started = False
        self.outcome: Outcome | None = None
        self.notes: list[Objection] = []
        self.events: list[Event] = []

    @property
    def player(self) -> NimPlayer:
        """Whose turn it is."""
        return self.players[self.seat]

    @property
    def progress(self) -> tuple[str, int]:
        """The number of the turn, from 1."""
        return "turn", self.turn

    def object_to_stones(self, answer: Answer) -> Objection | None:
        """Refuse to take more stones than are left."""
        if int(answer.word) > self.left:
            return build_objection(NimReason.TOO_FEW_STONES, left=self.left)
        return None

    def take_stones(self, count: int) -> None:
        """Take stones; the last one ends the game, else it is the next player's turn."""
        self.left -= count
        self.player.taken += count
        if self.left:
            self.seat = (self.seat + 1) % len(self.players)
            self.turn += 1
            return
        self.player.points = 1
        self.outcome = decide_by_points(self.players)
        self.events += [LastStoneTaken(self.seat), self.outcome]


def _correct_left(table: NimTable, word: str) -> None:
    corrections.require_choice(word, [str(count) for count in range(1, STONES + 1)])
    table.left = int(word)


class Nim:
    """The game, for two or three players."""

    name = "nim"
    seats = range(2, 4)
    colours: tuple[str, ...] = tuple(colour.word for colour in COLOURS)
    turn_begins = frozenset({"stones"})
    setup_ends: frozenset[str] = frozenset()
    printed: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.table = NimTable()

    @property
    def events(self) -> list[Event]:
        """What the last answer has caused."""
        return self.table.events

    def play(self) -> Conversation:
        """Ask for the players, then for stones until none is left."""
        table = self.table
        yield from ask_players(table.players, NimPlayer, COLOURS, 2, 3)
        table.started = True
        while table.outcome is None:
            answer = yield from ask(
                lambda: Question("stones", table.seat, TAKES, table.object_to_stones)
            )
            table.take_stones(int(answer.word))

    def correct(self, answer: Answer) -> Objection | None:
        """Correct how many stones are left."""
        if answer == CARDS_UNKNOWN:
            return None
        return corrections.apply_correction(
            self.table, {"left": _correct_left}, answer, started=self.table.started
        )

    def result(self) -> dict[str, Any]:
        """The result, for `companion score --json`."""
        table = self.table
        taken = [{"taken": player.taken} for player in table.players]
        return build_result(self.name, table, taken, left=table.left)
