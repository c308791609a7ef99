"""A toy game of odd questions: a list of numbers, free text, and colours that nobody knows."""

from companion.core.conversation import (
    Answer,
    CommonReason,
    Conversation,
    Objection,
    Question,
    accept_any,
    ask,
    build_objection,
)
from companion.core.game_base import BasicGame, BasicPlayer, BasicTable, object_to_name
from companion.text.words import GameWords

FIGURES = tuple(Answer("dice", figure) for figure in range(1, 7))
DICE = 3


class OddsTable(BasicTable[BasicPlayer]):
    """Who has thrown what."""

    def object_to_dice(self, answer: Answer) -> Objection | None:
        """They are told from the lowest up."""
        *_, last = figures = answer.value if isinstance(answer.value, tuple) else ()
        return (
            build_objection(CommonReason.NOT_ASKED, asked="dice") if last < max(figures) else None
        )


class Odds(BasicGame[OddsTable]):
    """Each tells three dice and a word; the second word ends it."""

    name = "odds"
    seats = range(2, 3)
    colours = ("violet", "orange", "red")
    turn_begins = frozenset({"dice"})
    table_class = OddsTable

    def set_up(self) -> Conversation:
        """A motto, or none."""
        yield Question("motto", None, (), accept_any, Answer("motto", ""), omits_default=True)

    def play_turn(self) -> Conversation:
        """A turn each."""
        table = self.table
        thrown = yield from ask(
            lambda: Question("dice", table.seat, FIGURES, table.object_to_dice, items=DICE)
        )
        table.player.points = sum(map(int, thrown.words))
        yield Question("word", table.seat, (), lambda answer: object_to_name(answer.word, ()))
        table.end_turn()
        if table.turn > len(table.players):
            table.finish()


WORDS = GameWords(sentences={"menu.dice": "Dice", "menu.word": "Which word?"})
RECORD = """
game odds
player Maximilianea  colour violet
player "Player 2"  colour orange
dice 1,2,2  word Yes
dice 3,6,6  word "No No"
"""
