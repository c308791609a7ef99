"""Entries that point at the five towers: what is built, where a marker goes; the panel's keys.

Light play has one picture for what comes next: a tower and its floors, or a scoring card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.core.conversation import Answer, Grade, Objection, ObjectTo, Question, accept_any
from companion.core.interfaces import HEIGHT_KEYS, TOWER_KEYS, Press
from companion.games.campanile.input.likely import ends_or_scores, weigh_next, weigh_towers
from companion.games.campanile.rules.table import FLOORS, TOWERS, CampanileTable
from companion.games.campanile.rules.table1996 import Campanile1996Table
from companion.games.campanile.rules.table2009 import FINITO, INTERMEZZO, Campanile2009Table
from companion.games.campanile.rules.towers import STYLES, Style
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.context import InputContext, place_of
from companion.ui.input.entry import (
    Answered,
    Doubt,
    Entry,
    Exit,
    PanelAnswers,
    Step,
    attempt,
    sideways,
)
from companion.ui.input.hints import Hints
from companion.ui.input.likely import start_in_ring, uniform

SPECIAL_KEYS: Mapping[str, Press] = {
    "none": Press.NONE,
    INTERMEZZO: Press.CARD_1,
    FINITO: Press.CARD_2,
}
"""The keys of answers that are no towers."""


def map_panel_keys(
    question: Question, table: CampanileTable, context: InputContext
) -> Mapping[Press, Answer]:
    """The answer of each key: towers from left to right, none, the scoring cards."""
    towers = table.row_from_left(context.mirrored) or STYLES
    keys: dict[str, Press] = {**dict(zip(towers, TOWER_KEYS, strict=True)), **SPECIAL_KEYS}
    options = [option for option in question.options if option.key in (question.key, "show")]
    return {keys[option.word]: option for option in options if option.word in keys}


MAX_FLOORS = max(FLOORS)
MIDDLE_FLOORS = 2
"""Where the floors start: each other number is one press away."""
STRIDE = 2
"""With the five towers and none, UP and DOWN move two on: four of them are one press away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TowerPicker(Entry):
    """A tower and its floors in one stroke: sideways the tower, up and down the floors, OK.

    ``towers`` is the row as it is drawn. With one axis (previous, next) the first OK goes on to
    the floors, and BACK returns to the tower. By keys it is a tower and a height, in either order;
    the second one completes the answer.
    """

    question: Question
    towers: tuple[Style, ...]
    axes: int
    at: int = 0
    floors: int = MIDDLE_FLOORS
    choosing_floors: bool = False
    """The tower has been chosen, by its key or with one axis."""
    floors_given: bool = False
    """The height's key came before the tower's."""

    @property
    def style(self) -> Style:
        return self.towers[self.at]

    @property
    def place_count(self) -> int:
        return len(self.towers)

    def go_back(self) -> Step:
        if self.choosing_floors or self.floors_given:
            return replace(self, choosing_floors=False, floors_given=False)
        return Exit.BACK

    def confirm(self) -> Step:
        if self.axes == 1 and not (self.choosing_floors or self.floors_given):
            return replace(self, choosing_floors=True)
        return self._answer()

    def move(self, press: Press) -> Step:
        if self.choosing_floors and press in (Press.PREVIOUS, Press.NEXT):
            floors = (self.floors - 1 + sideways(press)) % MAX_FLOORS + 1
            return replace(self, floors=floors)
        floors = self.floors + (press is Press.UP) - (press is Press.DOWN)
        return replace(
            self,
            at=(self.at + sideways(press)) % self.place_count,
            floors=min(max(floors, 1), MAX_FLOORS),
        )

    def by_key(self, press: Press) -> Step:
        if press in HEIGHT_KEYS:
            floors = HEIGHT_KEYS.index(press) + 1
            entry = replace(self, floors=floors, floors_given=True)
            return entry._answer() if self.choosing_floors else entry
        if press not in TOWER_KEYS or self.keys is None:
            return Entry.by_key(self, press)
        entry = replace(self, at=TOWER_KEYS.index(press), refused=self.keys.find_objection(press))
        if entry.refused is not None:
            return entry
        return entry._answer() if self.floors_given else replace(entry, choosing_floors=True)

    def _answer(self) -> Step:
        answer = Answer(self.question.key, self.style)
        return attempt(self, self.question, answer, [Answer("floors", self.floors)])


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPicker(ChoicePicker):
    """A tower and the value of the chip bet on it in one stroke; `none` has no value.

    Sideways the tower, up and down the value, OK. With one axis (previous, next) the first OK
    goes on to the value, and BACK returns to the tower. By keys it is a tower and the height's
    key for the value, in either order.
    """

    values: tuple[int, ...] = ()
    """The values that may be bet, the lowest first; two or more."""
    axes: int = 2
    value_at: int = 0
    choosing_value: bool = False
    """The tower has been chosen, by its key or with one axis."""
    value_given: bool = False
    """The value's key came before the tower's."""
    object_to_value: ObjectTo = field(default=accept_any, hash=False, compare=False)
    """Why another value can't be bet."""

    @property
    def value(self) -> int:
        return self.values[self.value_at]

    def go_back(self) -> Step:
        if self.choosing_value:
            return replace(self, choosing_value=False, value_given=False)
        return Exit.BACK

    def confirm(self) -> Step:
        if self.axes == 1 and self._has_value and not (self.choosing_value or self.value_given):
            return replace(self, choosing_value=True)
        return self._answer()

    def move(self, press: Press) -> Step:
        if self.choosing_value and press in (Press.PREVIOUS, Press.NEXT):
            at = (self.value_at + sideways(press)) % len(self.values)
            return replace(self, value_at=at)
        if press in (Press.UP, Press.DOWN):
            at = self.value_at + (1 if press is Press.UP else -1)
            return replace(self, value_at=min(max(at, 0), len(self.values) - 1))
        step = ChoicePicker.move(self, press)
        return replace(step, choosing_value=False) if isinstance(step, BetPicker) else step

    def by_key(self, press: Press) -> Step:
        if press in HEIGHT_KEYS:
            return self._choose_value(HEIGHT_KEYS.index(press) + 1)
        if self.keys is None or press not in self.keys.answers:
            return Entry.by_key(self, press)
        refused, answer = self.keys.find_objection(press), self.keys.answers[press]
        if refused is not None or answer not in self.choices:
            return replace(self, refused=refused)
        entry = replace(self, at=self.choices.index(answer))
        if self.value_given or press not in TOWER_KEYS:
            return entry._answer()
        return replace(entry, choosing_value=True)

    def _choose_value(self, value: int) -> Step:
        objection = self.object_to_value(Answer("value", value))
        if objection is not None:
            return self.refuse(objection)
        at = self.values.index(value)
        entry = replace(self, value_at=at, value_given=True)
        return entry._answer() if self.choosing_value else entry

    @property
    def _has_value(self) -> bool:
        return self.choice.value != "none"

    def _answer(self) -> Step:
        also = [Answer("value", self.value)] if self._has_value else []
        return attempt(self, self.question, self.choice, also)


def ask_tower(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> TowerPicker:
    """Ask which tower is built, and by how many floors."""
    towers = table.row_from_left(context.mirrored)
    # Without hints the cursor must not show what is known of hands.
    chances = uniform(question) if context.hints is Hints.NONE else weigh_towers(question, table)
    given = {answer.key: answer.value for answer in previous}
    start = start_in_ring([chances[Answer("tower", each)] for each in towers], len(towers) // 2)
    return TowerPicker(
        question=question,
        towers=towers,
        axes=context.axes,
        at=towers.index(Style(str(given["tower"]))) if "tower" in given else start,
        floors=start_floors(table, previous),
    )


def start_floors(table: CampanileTable, previous: Sequence[Answer]) -> int:
    """The floors answered before; else the number in the middle, or one that ends no game."""
    given = [int(each.word) for each in previous if each.key == "floors"]
    starts = (*given, MIDDLE_FLOORS, *FLOORS)
    goes_on = (each for each in starts if not ends_or_scores(table, [Answer("floors", each)]))
    return given[0] if given else next(goes_on, MIDDLE_FLOORS)


def ask_marker(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask where a marker is placed, from where it is moved or to where; the first choice is none.

    Where a bet of 1996 may have several values, the entry asks for the value, too.
    """
    towers = table.row_from_left(context.mirrored)

    def order(answer: Answer) -> tuple[bool, int]:
        return answer.key == "move", towers.index(answer.value) if answer.value in towers else -1

    choices = tuple(sorted(question.legal_options(), key=order))
    at = place_of(choices, previous)
    if isinstance(table, Campanile1996Table) and len(table.values) > 1:
        values = tuple(table.values)
        given = [values.index(each.value) for each in previous if each.value in values]
        return BetPicker(
            question=question,
            choices=choices,
            at=at,
            values=values,
            axes=context.axes,
            value_at=given[0] if given else (len(values) - 1) // 2,
            object_to_value=table.object_to_value,
        )
    stride = STRIDE if table.light and len(choices) > STRIDE else 1
    return ChoicePicker(question=question, choices=choices, at=at, stride=stride)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPicker(TowerPicker):
    """The next tower and its floors in one stroke, or the scoring card that has come instead.

    The scoring cards follow the towers in the ring, beside the pile. ``question`` has the options
    of both; a tower also answers ``card_question``, with its default: an ordinary card.
    """

    card_question: Question
    cards: tuple[Answer, ...] = ()
    """The scoring cards that may have come, as they follow the last tower."""

    @property
    def card(self) -> Answer | None:
        at = self.at - len(self.towers)
        return self.cards[at] if at >= 0 else None

    @property
    def place_count(self) -> int:
        return len(self.towers) + len(self.cards)

    def by_button(self, press: Press) -> Step:
        """Move along towers and cards; a card has no floors, UP and DOWN lead back to a tower."""
        if self.card is not None and press in (Press.UP, Press.DOWN):
            return replace(self, at=len(self.towers) // 2)
        step = TowerPicker.by_button(self, press)
        if isinstance(step, NextPicker) and step.card is not None:
            return replace(step, choosing_floors=False, floors_given=False)
        return step

    def confirm(self) -> Step:
        if self.card is not None:
            return attempt(self, self.card_question, self.card)
        return TowerPicker.confirm(self)

    def take_answer(self, question: Question, answer: Answer) -> Step:
        """A card, or a tower, whose floors are asked for after it."""
        if answer.key == self.card_question.key:
            return attempt(self, self.card_question, answer)
        objection = question.judge(answer)
        return self.refuse(objection) if objection is not None else self._follow(answer)

    def _answer(self) -> Step:
        return self._follow(Answer("tower", self.style), Answer("floors", self.floors))

    def _follow(self, *answers: Answer) -> Step:
        """Answer that the card was an ordinary one, and then these."""
        ordinary = self.card_question.default
        assert ordinary is not None, "the record omits an ordinary card"
        doubt = self.card_question.find_objection(ordinary)
        if doubt is not None:
            return Doubt(answers=(ordinary, *answers), objection=doubt, below=self)
        return Answered((ordinary, *answers))


def ask_next(
    card_question: Question,
    table: Campanile2009Table,
    context: InputContext,
    previous: Sequence[Answer],
) -> NextPicker:
    """Ask for the next tower, or for the scoring card that the last turn has turned up.

    The cards are drawn beside the pile, Intermezzo nearer the towers.
    """
    towers = table.row_from_left(context.mirrored)
    cards = tuple(
        option
        for option in card_question.options
        if option != card_question.default and not _is_forbidden(card_question.judge(option))
    )
    cards = cards if context.mirrored else cards[::-1]

    def object_to(answer: Answer) -> Objection | None:
        if answer.key == card_question.key:
            return card_question.judge(answer)
        return table.object_to_tower(answer)

    both = Question("tower", card_question.seat, (*TOWERS, *cards), object_to)
    chances = uniform(both) if context.hints is Hints.NONE else weigh_next(both, table)
    by_word = {answer.word: chance for answer, chance in chances.items()}
    places = (*towers, *(card.word for card in cards))
    start = start_in_ring([by_word[place] for place in places], len(towers) // 2, len(towers))
    by_key = {answer.key: answer.word for answer in previous}
    given = by_key.get("tower", by_key.get("show"))
    return NextPicker(
        question=both,
        towers=towers,
        axes=context.axes,
        at=places.index(given) if given in places else start,
        floors=start_floors(table, previous),
        card_question=card_question,
        cards=cards,
        keys=PanelAnswers(both, map_panel_keys(both, table, context)),
    )


def _is_forbidden(objection: Objection | None) -> bool:
    return objection is not None and objection.grade is Grade.RULE
