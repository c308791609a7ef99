"""Campanile (2009) as a conversation, in the order of its rulebook.

Setup, turns of build, marker, take and turn up, the Intermezzo scoring, the Finito scoring.
"""

from collections.abc import Generator

from companion.core.conversation import (
    Answer,
    Conversation,
    Objection,
    Question,
    accept_any,
    ask_if_needed,
    build_objection,
)
from companion.core.fields import LIGHT
from companion.games.campanile.rules.cards import OPEN, CampanilePile
from companion.games.campanile.rules.edition import CampanileGame
from companion.games.campanile.rules.table import MARKERS, NO_MARKER, OPEN_CARDS
from companion.games.campanile.rules.table2009 import (
    FINITO,
    INTERMEZZO,
    MOVE_MARKERS,
    ORDINARY,
    SCORING_CARDS,
    Campanile2009Table,
)
from companion.games.campanile.rules.towers import STYLES, Style, style_of

MOVES = tuple(Answer("move", style) for style in STYLES)
GOALS = tuple(Answer("to", style) for style in STYLES)
TAKES = tuple(Answer("take", style) for style in STYLES)
SHOWS = (*(Answer("show", s) for s in STYLES), *SCORING_CARDS)
AN_ORDINARY_CARD = Answer("show", ORDINARY)
LIGHT_SHOWS = (AN_ORDINARY_CARD, *SCORING_CARDS)


class Campanile2009(CampanileGame[Campanile2009Table]):
    """A game of Campanile (2009) for two to five players."""

    name = "campanile-2009"
    variants = (MOVE_MARKERS, LIGHT)
    table_class = Campanile2009Table

    def set_up(self) -> Conversation:
        """Ask for the row, the variants and the open cards."""
        self.table.pile = CampanilePile(len(self.table.players))
        yield from self._ask_row()
        yield from super().set_up()
        yield from self._lay_open_cards()

    # Preparation 5 -------------------------------------------------------------------------

    def object_to_variant(self, answer: Answer) -> Objection | None:
        """Object to the variant for two where more play."""
        if answer.value == MOVE_MARKERS and len(self.table.players) != 2:
            return build_objection("variant-two-players", variant=answer.word)
        return None

    def _lay_open_cards(self) -> Conversation:
        if self.table.light:
            self.table.open_display(())
            return
        question = Question("open", None, OPEN_CARDS, accept_any, items=OPEN)
        self.table.open_display(tuple(map(Style, (yield question).words)))

    # A turn: build, may place a marker, take a card, turn up the next ----------------------

    def play_turn(self) -> Conversation:
        """Play a turn, with the scorings that it brings."""
        table = self.table
        yield from self._build()
        yield from self._play_influence()
        yield from self._take_card()
        card = yield from self._turn_up_card()
        if card == INTERMEZZO:
            table.award_flags(INTERMEZZO)
            card = yield from self._turn_up_card()
        if card == FINITO:
            table.award_flags(FINITO)
            table.finish()
        elif table.played is not None:
            table.end_turn()

    def _play_influence(self) -> Conversation:
        """Action 2: place a marker of the floors built, or by variant move a 2-marker."""
        table = self.table
        while (
            answer := (yield from ask_if_needed(self._marker_question))
        ) is not None and answer != NO_MARKER:
            style = style_of(answer)
            if answer.key == "marker":
                table.place_marker(style, table.floors_built)
                return
            table.moving = style
            goal = yield from ask_if_needed(self._goal_question)
            if goal is not None:
                table.move_marker(style_of(goal))
                return
            table.moving = None

    def _marker_question(self) -> Question | None:
        table = self.table
        moves = MOVES if MOVE_MARKERS in table.variants else ()
        missing = table.object_to_missing_marker(table.floors_built)
        if missing and not any(table.object_to_marker(move) is None for move in moves):
            return None
        return Question("marker", table.seat, MARKERS + moves, table.object_to_marker, NO_MARKER)

    def _goal_question(self) -> Question | None:
        """Ask where the marker moves, unless a correction has made that impossible."""
        table = self.table
        if table.moving is None or table.object_to_marker(Answer("move", table.moving)):
            return None
        return Question("to", table.seat, GOALS, table.object_to_goal)

    def _take_card(self) -> Conversation:
        answer = yield from ask_if_needed(self._take_question)
        if answer is not None:
            self.table.take_card(style_of(answer))

    def _take_question(self) -> Question | None:
        table = self.table
        if table.light:
            return None
        return Question("take", table.seat, TAKES, table.object_to_hidden_style)

    def _turn_up_card(self) -> Generator[Question, Answer, str]:
        table = self.table
        answer = None if table.unnamed else (yield from ask_if_needed(self._next_card_question))
        if answer is None:
            if not table.unnamed:
                table.end_light_turn()
            answer = yield from ask_if_needed(self._unnamed_card_question)
        if answer is None:
            return ORDINARY
        table.turn_up(answer)
        return answer.word

    def _next_card_question(self) -> Question | None:
        table = self.table
        if table.light:
            return None
        return Question("show", table.seat, SHOWS, table.object_to_show)

    def _unnamed_card_question(self) -> Question | None:
        """Ask in light play for a scoring card; the next turn implies that none came.

        Not asked where a correction has named the open cards.
        """
        table = self.table
        if not table.unnamed:
            return None
        return Question(
            "show",
            table.seat,
            LIGHT_SHOWS,
            table.object_to_show,
            AN_ORDINARY_CARD,
            omits_default=True,
        )
