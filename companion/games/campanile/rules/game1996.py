"""Campanile (1996) as a conversation, in the order of its rulebook.

Setup, turns of building, betting and the forced draw, and one scoring when a pile has run out.
"""

from companion.core.conversation import (
    Answer,
    Conversation,
    Objection,
    Question,
    accept_any,
    ask_if_needed,
)
from companion.games.campanile.rules.edition import CampanileGame
from companion.games.campanile.rules.table import MARKERS, NO_MARKER, OPEN_CARDS
from companion.games.campanile.rules.table1996 import (
    EXTENDED_ONLY,
    EXTENDED_TOWER,
    HIGHER_CHIPS,
    PILES,
    Campanile1996Table,
)
from companion.games.campanile.rules.towers import STYLES, Style, style_of

VALUES = tuple(Answer("value", value) for value in (1, 2, 3))
SHOWS = tuple(Answer("show", style) for style in STYLES)


class Campanile1996(CampanileGame[Campanile1996Table]):
    """A game of Campanile (1996) for two to five players."""

    name = "campanile-1996"
    variants = (HIGHER_CHIPS, EXTENDED_TOWER, EXTENDED_ONLY)
    table_class = Campanile1996Table

    def set_up(self) -> Conversation:
        """Ask for the row, the variants and the open cards."""
        yield from self._ask_row()
        yield from super().set_up()
        question = Question("open", None, OPEN_CARDS, accept_any, items=PILES)
        self.table.open_display(tuple(map(Style, (yield question).words)))

    def object_to_variant(self, answer: Answer) -> Objection | None:
        """Object where both readings of the official variant are chosen."""
        return self.table.object_to_variant(answer)

    # A turn: build, may bet, draw from the pile of the floors built ------------------------

    def play_turn(self) -> Conversation:
        """Play a turn; a pile that has run out ends the game."""
        table = self.table
        yield from self._build()
        yield from self._play_bet()
        table.draw_card()
        card = yield from ask_if_needed(self._next_card_question)
        if table.pile_ran_out:
            table.finish()
            return
        if card is not None:
            table.turn_up(style_of(card))
        table.end_turn()

    def _play_bet(self) -> Conversation:
        """Action 2: ask for a chip under a tower, or none."""
        table = self.table
        while (
            answer := (yield from ask_if_needed(self._marker_question))
        ) is not None and answer != NO_MARKER:
            table.betting = style_of(answer)
            value = yield from ask_if_needed(self._value_question)
            if table.bet_stands:
                table.place_bet(int(value.word) if value is not None else table.values[0])
                return
            table.betting = None

    def _marker_question(self) -> Question | None:
        table = self.table
        if not table.values:
            return None
        return Question("marker", table.seat, MARKERS, table.object_to_marker, NO_MARKER)

    def _value_question(self) -> Question | None:
        table = self.table
        if not table.bet_stands or len(table.values) == 1:
            return None
        return Question("value", table.seat, VALUES, table.object_to_value)

    def _next_card_question(self) -> Question | None:
        table = self.table
        if table.pile_ran_out or table.light:
            return None
        return Question("show", table.seat, SHOWS, table.object_to_show)
