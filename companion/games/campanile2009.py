"""Campanile (2009) as a conversation, told in the order of its rulebook.

Setup, turns of build, marker, take and turn up, the Intermezzo scoring, the Finito scoring.
"""

from collections.abc import Generator
from typing import Any

from companion.games.conversation import (
    CARDS_UNKNOWN,
    Answer,
    Conversation,
    Event,
    General,
    Objection,
    ObjectTo,
    Question,
    against,
    agree,
)
from companion.games.pile import OPEN, Pile
from companion.games.results import campanile_result
from companion.games.seating import Seating, choose_variants, lay_row, seat_players, styles_of
from companion.games.table2009 import FINITO, INTERMEZZO, MOVE_MARKERS, Table
from companion.games.towers import STYLES, Style

FLOORS = (1, 2, 3)
NO_MARKER = Answer("marker", "none")

VARIANTS = (Answer("variant", MOVE_MARKERS), Answer("variant", "light"))
OPEN_CARDS = tuple(Answer("open", style) for style in STYLES)
TOWERS = tuple(Answer("tower", style) for style in STYLES)
HEIGHTS = tuple(Answer("floors", floors) for floors in FLOORS)
MARKERS = (NO_MARKER, *(Answer("marker", style) for style in STYLES))
MOVES = tuple(Answer("move", style) for style in STYLES)
GOALS = tuple(Answer("to", style) for style in STYLES)
TAKES = tuple(Answer("take", style) for style in STYLES)
SHOWS = (*(Answer("show", s) for s in STYLES), Answer("show", INTERMEZZO), Answer("show", FINITO))


class Campanile2009:
    """A game of Campanile (2009) for two to five players."""

    name = "campanile-2009"

    def __init__(self) -> None:
        self.table = Table()

    @property
    def events(self) -> list[Event]:
        """What has happened and not been told yet."""
        return self.table.events

    def play(self) -> Conversation:
        """The whole game: setup, then turns until Finito."""
        table = self.table
        yield from seat_players(table)
        table.pile = Pile(len(table.players))
        yield from lay_row(table)
        yield from choose_variants(table, VARIANTS, self._object_to_variant)
        yield from self._open_cards()
        while table.outcome is None:
            yield from self._turn()

    def correct(self, answer: Answer) -> Objection | None:
        """Take `correct cards unknown`; the table's other corrections are not known yet."""
        if answer != CARDS_UNKNOWN:
            return against(General.UNKNOWN_CORRECTION, known=("cards unknown",))
        self.table.forget_cards()
        return None

    def result(self) -> dict[str, Any]:
        """The game's result, as `companion score --json` writes it."""
        table = self.table
        pile = table.pile.left if table.pile is not None and table.cards is not None else None
        notes = [note.reason.value for note in table.notes]
        display = [style.value for style in table.display]
        return campanile_result(self.name, table, display=display, pile=pile, notes=notes)

    # Preparation 5 -------------------------------------------------------------------------

    def _object_to_variant(self, answer: Answer) -> Objection | None:
        if answer.value != MOVE_MARKERS:
            return against(Seating.VARIANT_LATER, variant=answer.word)
        if len(self.table.players) != 2:
            return against(Seating.VARIANT_TWO_PLAYERS, variant=answer.word)
        return None

    def _open_cards(self) -> Conversation:
        question = Question("open", None, OPEN_CARDS, agree, items=OPEN)
        self.table.lay_out(styles_of((yield question)))

    # A turn: build, may place a marker, take a card, turn up the next ----------------------

    def _turn(self) -> Conversation:
        table = self.table
        table.play_card(Style((yield self._ask("tower", TOWERS, table.object_to_tower)).word))
        answer = yield self._ask("floors", HEIGHTS, agree)
        table.build(int(answer.word))
        if self._can_influence():
            yield from self._influence()
        table.take(Style((yield self._ask("take", TAKES, table.object_to_closed)).word))
        card = yield from self._turn_up()
        if card == INTERMEZZO:
            table.hold_scoring(INTERMEZZO)
            card = yield from self._turn_up()
        if card == FINITO:
            table.hold_scoring(FINITO)
            table.finish()
        else:
            table.end_turn()

    def _ask(self, key: str, options: tuple[Answer, ...], objection: ObjectTo) -> Question:
        return Question(key, self.table.seat, options, objection)

    def _can_influence(self) -> bool:
        """Whether a marker can be placed or moved; otherwise the question is not asked."""
        table = self.table
        if table.player.stock[table.floors_built]:
            return True
        return any(table.object_to_marker(move) is None for move in MOVES)

    def _influence(self) -> Conversation:
        """Action 2: a marker of the floors built, or in the variant a 2-marker moved, or none."""
        table = self.table
        options = MARKERS + MOVES if MOVE_MARKERS in table.variants else MARKERS
        answer = yield Question("marker", table.seat, options, table.object_to_marker, NO_MARKER)
        if answer.key == "move":
            table.moving = Style(answer.word)
            goal = yield self._ask("to", GOALS, table.object_to_goal)
            table.move_marker(Style(goal.word))
        elif answer != NO_MARKER:
            table.place_marker(Style(answer.word))

    def _turn_up(self) -> Generator[Question, Answer, str]:
        """Action 3's end: the next card of the pile lies open; returns it."""
        table = self.table
        answer = yield self._ask("show", SHOWS, table.object_to_show)
        table.turn_up(answer)
        return answer.word
