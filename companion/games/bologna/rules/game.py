"""Die Türme von Bologna as a conversation, in the order of its rulebook.

Setup, turns of an action, securing, taking and turning up, three scorings and two ways to end.
Late: `snapshot`, which no replay needs.
"""

from typing import Any

from companion.core.conversation import (
    Answer,
    Conversation,
    Objection,
    ObjectTo,
    Question,
    accept_any,
    ask,
    ask_if_needed,
)
from companion.core.fields import LIGHT
from companion.core.game_base import BasicGame
from companion.games.bologna.rules.board import (
    BASILICA,
    FIELDS,
    NO_KIND,
    BoardField,
    FieldKind,
    list_block_corners,
    list_line_ends,
    object_to_map,
    parse_map,
)
from companion.games.bologna.rules.cards import (
    DRAWN,
    FACES,
    FIRE,
    NOT_REFILLED,
    OPEN,
    ORDINARY,
    PLAGUE,
    SCORING,
    Card,
    CardPair,
)
from companion.games.bologna.rules.corrections import CORRECTIONS
from companion.games.bologna.rules.scoring import BolognaPlayer
from companion.games.bologna.rules.table import (
    BUILD,
    END_AT_EMPTY_PILE,
    HEAL,
    PASS,
    PRINTED_CARDS,
    SECURE_BUILT,
    SPECIALS_BUILD,
    BolognaTable,
)

NONE = "none"
NO_MAP = Answer("kinds", "")
OPEN_CARDS = tuple(Answer("open", card) for card in FACES)
ACTIONS = (
    *(Answer(action, at) for action in (BUILD, PLAGUE, FIRE) for at in FIELDS),
    Answer(HEAL, BASILICA),
    Answer(PASS, "yes"),
)
DISCARDS = tuple(Answer("discard", card) for card in FACES)
FIELD_KINDS = tuple(Answer("kind", kind) for kind in (*FieldKind, NO_KIND))
NOT_SECURED = Answer("secure", NONE)
SECURES = (NOT_SECURED, *(Answer("secure", at) for at in FIELDS))
ORIGINS = tuple(Answer("from", at) for at in FIELDS)
TAKES = tuple(Answer("take", card) for card in FACES)
ENDS = (Answer("show", SCORING), Answer("show", NOT_REFILLED))
SHOWS = (*(Answer("show", card) for card in FACES), *ENDS)
TWO_ORDINARY = Answer("show", ORDINARY)
LIGHT_SHOWS = (TWO_ORDINARY, *ENDS)
EMPTY = Answer("pile", "empty")
PILES = (EMPTY, Answer("pile", "left"))


class Bologna(BasicGame[BolognaTable]):
    """A game of Die Türme von Bologna for three or four players."""

    name = "bologna-towers"
    seats = range(3, 5)
    colours = ("blue", "green", "red", "yellow", "black", "white")
    """The colours that stones may have; the rulebook does not name its four."""
    variants = (LIGHT, PRINTED_CARDS, END_AT_EMPTY_PILE, SECURE_BUILT, SPECIALS_BUILD)
    turn_begins = frozenset({BUILD})
    setup_ends = frozenset({"open"})
    printed = frozenset({"kinds"})
    corrections = CORRECTIONS
    player_class = BolognaPlayer
    table_class = BolognaTable

    def result(self) -> dict[str, Any]:
        """Return the result, as `companion score --json` writes it."""
        from companion.games.bologna.rules.snapshot import build_bologna_result

        return build_bologna_result(self.name, self.table)

    def set_up(self) -> Conversation:
        """Ask for the variants, the map of the kinds and the open cards."""
        table = self.table
        yield from super().set_up()
        yield from self._ask_map()
        table.prepare_pile()
        if not table.light:
            answer = yield Question("open", None, OPEN_CARDS, accept_any, items=OPEN)
            table.open_display(_parse_cards(answer))

    def _ask_map(self) -> Conversation:
        def find_objection(answer: Answer) -> Objection | None:
            return object_to_map(answer.word)

        answer = yield Question("kinds", None, (), find_objection, NO_MAP, omits_default=True)
        if answer != NO_MAP:
            self.table.kinds = parse_map(answer.word)

    # A turn: an action, securing, taking two cards, turning up two -------------------------

    def play_turn(self) -> Conversation:
        """Play a turn, with the scorings that it brings."""
        table = self.table
        yield from self._play_action()
        if table.is_overbuilt:
            table.finish()
            return
        yield from self._secure_towers()
        answer = yield from ask_if_needed(self._take_question)
        if answer is not None:
            table.take_cards(_parse_cards(answer))
        yield from self._refill_display()
        if table.outcome is None:
            table.end_turn()

    def _play_action(self) -> Conversation:
        """Ask for action, end and cards, again where a correction made it impossible."""
        table = self.table
        while table.action is None:
            table.begin_action((yield from ask(self._action_question)))
            end = yield from ask_if_needed(self._end_question)
            if end is not None:
                table.set_action_end(BoardField(end.word))
            pair = yield from ask_if_needed(self._pair_question)
            if not table.action_stands:
                table.action = None
            elif pair is not None:
                table.play_cards(CardPair(pair.word).cards)
            else:
                for only in self._possible_pairs():
                    table.play_cards(only.cards)
        if table.action.kind == PASS:
            yield from self._replace_cards()
            return
        table.carry_out_action()
        if table.action.kind == BUILD:
            yield from self._collect_kind()

    def _action_question(self) -> Question:
        return Question(BUILD, self.table.seat, ACTIONS, self.table.object_to_action)

    def _end_question(self) -> Question | None:
        table, action = self.table, self.table.action
        assert action is not None
        if action.kind in (HEAL, PASS) or not table.action_stands:
            return None
        is_line = action.kind == BUILD
        ends = (list_line_ends if is_line else list_block_corners)(action.at)
        find_objection: ObjectTo = table.object_to_end if is_line else accept_any
        return Question("to", table.seat, tuple(Answer("to", at) for at in ends), find_objection)

    def _possible_pairs(self) -> tuple[CardPair, ...]:
        action = self.table.action
        assert action is not None
        return () if action.kind == PASS else self.table.pairs(action.kind, action.at)

    def _pair_question(self) -> Question | None:
        """Ask for the pair of cards, unless only one fits or cards are not tracked."""
        table, pairs = self.table, self._possible_pairs()
        if len(pairs) < 2 or not table.action_stands:
            return None

        def find_objection(answer: Answer) -> Objection | None:
            return table.object_to_pair(CardPair(answer.word))

        likely = table.likely_pair(pairs)
        default = None if likely is None else Answer("with", likely)
        options = tuple(Answer("with", pair) for pair in pairs)
        return Question("with", table.seat, options, find_objection, default)

    def _replace_cards(self) -> Conversation:
        answer = yield from ask_if_needed(self._discard_question)
        if answer is not None:
            self.table.play_cards(_parse_cards(answer))

    def _discard_question(self) -> Question | None:
        table = self.table
        if table.cards is None:
            return None
        find_objection = table.object_to_discard
        return Question(
            "discard", table.seat, DISCARDS, find_objection, items=DRAWN, any_order=True
        )

    def _collect_kind(self) -> Conversation:
        table = self.table
        answer = yield from ask_if_needed(self._kind_question)
        if answer is not None:
            table.set_field_kind(answer.word)
        table.collect_kind()

    def _kind_question(self) -> Question | None:
        """Ask for the kind of a field at the first line from it, unless the map has it."""
        if not self.table.wants_kind:
            return None
        return Question("kind", self.table.seat, FIELD_KINDS, accept_any, FIELD_KINDS[-1])

    def _secure_towers(self) -> Conversation:
        table = self.table
        while (
            answer := (yield from ask_if_needed(self._tower_question))
        ) is not None and answer != NOT_SECURED:
            if table.player.roofs:
                table.secure_tower(BoardField(answer.word))
                continue
            table.securing = BoardField(answer.word)
            origin = yield from ask_if_needed(self._origin_question)
            if origin is not None:
                table.move_roof(BoardField(origin.word))
            table.securing = None

    def _tower_question(self) -> Question | None:
        table = self.table
        if not table.can_secure:
            return None
        return Question("secure", table.seat, SECURES, table.object_to_secure, NOT_SECURED)

    def _origin_question(self) -> Question | None:
        table = self.table
        if not table.securing_stands:
            return None
        return Question("from", table.seat, ORIGINS, table.object_to_origin)

    def _take_question(self) -> Question | None:
        table = self.table
        if table.cards is None:
            return None
        find_objection = table.object_to_take
        return Question("take", table.seat, TAKES, find_objection, items=DRAWN, any_order=True)

    def _refill_display(self) -> Conversation:
        """Turn up two cards; after a scoring card score and turn up another."""
        table = self.table
        while (answer := (yield from ask_if_needed(self._show_question))) is not None:
            table.turn_up(answer)
        answer = yield from ask_if_needed(self._pile_question)
        if answer == EMPTY:
            table.finish()

    def _show_question(self) -> Question | None:
        table = self.table
        if table.refilled:
            return None
        if table.cards is None:
            likely = TWO_ORDINARY if table.object_to_show(TWO_ORDINARY) is None else None
            return Question("show", table.seat, LIGHT_SHOWS, table.object_to_show, likely)
        if len(table.display) >= OPEN:
            return None
        return Question("show", table.seat, SHOWS, table.object_to_show)

    def _pile_question(self) -> Question | None:
        if not self.table.pile_may_be_empty:
            return None
        return Question("pile", self.table.seat, PILES, accept_any, EMPTY)


def _parse_cards(answer: Answer) -> tuple[Card, ...]:
    return tuple(map(Card, answer.words))
