"""Campanile (2009) as a conversation, told in the order of its rulebook.

Setup, turns of build, marker, take and turn up, the Intermezzo scoring, the Finito scoring.
"""

from collections.abc import Generator
from typing import Any

from companion.games.campanile import HEIGHTS, MARKERS, NO_MARKER, OPEN_CARDS, TOWERS
from companion.games.conversation import (
    Answer,
    Conversation,
    Event,
    Objection,
    ObjectTo,
    Question,
    against,
    agree,
    ask,
    ask_if,
)
from companion.games.corrections import correct
from companion.games.pile import OPEN, Pile
from companion.games.results import campanile_result
from companion.games.seating import (
    FEWEST,
    MOST,
    Colour,
    Seating,
    choose_variants,
    lay_row,
    seat_players,
    styles_of,
)
from companion.games.table2009 import FINITO, INTERMEZZO, MOVE_MARKERS, Table
from companion.games.towers import STYLES, Style

VARIANTS = (Answer("variant", MOVE_MARKERS), Answer("variant", "light"))
MOVES = tuple(Answer("move", style) for style in STYLES)
GOALS = tuple(Answer("to", style) for style in STYLES)
TAKES = tuple(Answer("take", style) for style in STYLES)
SHOWS = (*(Answer("show", s) for s in STYLES), Answer("show", INTERMEZZO), Answer("show", FINITO))


class Campanile2009:
    """A game of Campanile (2009) for two to five players."""

    name = "campanile-2009"
    seats = range(FEWEST, MOST + 1)
    colours: tuple[str, ...] = tuple(Colour)
    turn_begins = frozenset({"tower"})
    setup_ends = frozenset({"open"})
    printed: frozenset[str] = frozenset()

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
        """Take a correction; what follows from it is asked anew."""
        return correct(self.table, answer)

    def result(self) -> dict[str, Any]:
        """The game's result, as `companion score --json` writes it."""
        table = self.table
        pile = table.pile.left if table.pile is not None and table.cards is not None else None
        display = [style.value for style in table.display]
        return campanile_result(self.name, table, display=display, pile=pile)

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
        answer = yield from self._ask("tower", TOWERS, table.object_to_tower)
        table.play_card(Style(answer.word))
        answer = yield from self._ask("floors", HEIGHTS, agree)
        table.build(int(answer.word))
        yield from self._influence()
        answer = yield from self._ask("take", TAKES, table.object_to_closed)
        table.take(Style(answer.word))
        card = yield from self._turn_up()
        if card == INTERMEZZO:
            table.hold_scoring(INTERMEZZO)
            card = yield from self._turn_up()
        if card == FINITO:
            table.hold_scoring(FINITO)
            table.finish()
        else:
            table.end_turn()

    def _ask(
        self, key: str, options: tuple[Answer, ...], objection: ObjectTo
    ) -> Generator[Question, Answer, Answer]:
        return ask(lambda: Question(key, self.table.seat, options, objection))

    def _influence(self) -> Conversation:
        """Action 2: a marker of the floors built, or in the variant a 2-marker moved, or none."""
        table = self.table
        while (answer := (yield from ask_if(self._marker))) is not None and answer != NO_MARKER:
            style = Style(answer.word)
            if answer.key == "marker":
                table.place_marker(style, table.floors_built)
                return
            table.moving = style
            goal = yield from ask_if(self._goal)
            if goal is not None:
                table.move_marker(Style(goal.word))
                return
            table.moving = None

    def _marker(self) -> Question | None:
        """Not asked where no marker can be placed or moved."""
        table = self.table
        moves = any(table.object_to_marker(move) is None for move in MOVES)
        if table.object_to_spent(table.floors_built) and not moves:
            return None
        options = MARKERS + MOVES if MOVE_MARKERS in table.variants else MARKERS
        return Question("marker", table.seat, options, table.object_to_marker, NO_MARKER)

    def _goal(self) -> Question | None:
        """Not asked any more where the table has said that this marker can't move."""
        table = self.table
        if table.moving is None or table.object_to_marker(Answer("move", table.moving)):
            return None
        return Question("to", table.seat, GOALS, table.object_to_goal)

    def _turn_up(self) -> Generator[Question, Answer, str]:
        """Action 3's end: the next card of the pile lies open; returns it."""
        answer = yield from self._ask("show", SHOWS, self.table.object_to_show)
        self.table.turn_up(answer)
        return answer.word
