"""A toy game of odd questions: a list of numbers, free text, and colours that nobody knows."""

from typing import Any

from companion.core.conversation import (
    CARDS_UNKNOWN,
    Answer,
    CommonReason,
    Conversation,
    Objection,
    Question,
    accept_any,
    ask,
    build_objection,
)
from companion.core.game_table import decide_by_points
from companion.core.seating import ask_players, object_to_name
from companion.text.words import GameWords
from tests.fakes.nim.nim_game import rules as nim

COLOURS = tuple(Answer("colour", colour) for colour in ("violet", "orange", "red"))
FIGURES = tuple(Answer("dice", figure) for figure in range(1, 7))
DICE = 3


class OddsTable(nim.NimTable):
    """Who has thrown what; the table of nim, with dice instead of stones."""

    def object_to_dice(self, answer: Answer) -> Objection | None:
        """They are told from the lowest up."""
        *_, last = figures = answer.value if isinstance(answer.value, tuple) else ()
        return (
            build_objection(CommonReason.NOT_ASKED, asked="dice") if last < max(figures) else None
        )


class Odds:
    """Each tells three dice and a word; the second word ends it."""

    name = "odds"
    seats = range(2, 3)
    colours: tuple[str, ...] = tuple(answer.word for answer in COLOURS)
    turn_begins = frozenset({"dice"})
    setup_ends: frozenset[str] = frozenset()
    printed: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.table = OddsTable()
        self.events = self.table.events

    def play(self) -> Conversation:
        """Setup, then a turn each."""
        table = self.table
        yield from ask_players(table.players, nim.NimPlayer, COLOURS, 2, 2)
        yield Question("motto", None, (), accept_any, Answer("motto", ""), omits_default=True)
        table.started = True
        for seat, player in enumerate(table.players):
            table.seat = seat
            thrown = yield from ask(
                lambda: Question("dice", table.seat, FIGURES, table.object_to_dice, items=DICE)
            )
            player.points = sum(map(int, thrown.value if isinstance(thrown.value, tuple) else ()))
            yield Question("word", seat, (), lambda answer: object_to_name(answer.word, ()))
        table.outcome = decide_by_points(table.players)
        table.events.append(table.outcome)

    def correct(self, answer: Answer) -> Objection | None:
        """Nothing can be corrected."""
        return (
            None
            if answer == CARDS_UNKNOWN
            else build_objection(CommonReason.UNKNOWN_CORRECTION, known=())
        )

    def result(self) -> dict[str, Any]:
        """The points."""
        players = [vars(player).copy() for player in self.table.players]
        return {"game": self.name, "players": players, "notes": []}


WORDS = GameWords(sentences={"menu.dice": "Dice", "menu.word": "Which word?"})
RECORD = """
game odds
player Maximilianea  colour violet
player Blue  colour orange
dice 1,2,2  word Yes
dice 3,6,6  word "No No"
"""
