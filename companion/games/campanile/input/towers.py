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
from companion.ui.input.context import InputContext
from companion.ui.input.entry import (
    Answered,
    Doubt,
    Entry,
    Exit,
    PanelAnswers,
    Step,
    attempt,
    move_in_ring,
    place_of,
    upward,
)
from companion.ui.input.grid import ONE_AXIS
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
    """The answer of each key: towers from left to right, none, the scoring cards.

    The heights' keys take the open cards in the order in which these are drawn.
    """
    towers = table.row_from_left(context.mirrored) or STYLES
    keys: dict[str, Press] = {**dict(zip(towers, TOWER_KEYS, strict=True)), **SPECIAL_KEYS}
    options = [option for option in question.options if option.key in (question.key, "show")]
    answers = {keys[option.word]: option for option in options if option.word in keys}
    cards = list_open_cards(table) if question.key == "take" else ()
    return {**answers, **dict(zip(HEIGHT_KEYS, cards, strict=False))}


def list_open_cards(table: CampanileTable) -> tuple[Answer, ...]:
    """The open cards to be taken, as they are drawn; equal ones are offered once."""
    return tuple(dict.fromkeys(Answer("take", card) for card in table.open_cards))


MIDDLE_FLOORS = 2
"""Where the floors start: each other number is one press away."""
STRIDE = 2
"""With the five towers and none, UP and DOWN move two on: four of them are one press away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TowerPicker(ChoicePicker):
    """A tower and a number in one stroke: its floors. Sideways the tower, up and down the number.

    With one axis (previous, next) the first OK goes on to the number, and BACK returns to the
    tower. By keys it is a tower and a height, in either order; the second one completes the answer.
    """

    axes: int
    number_key: str = "floors"
    numbers: tuple[int, ...] = FLOORS
    """The numbers to choose from, the lowest first."""
    number: int = MIDDLE_FLOORS
    choosing_number: bool = False
    """The tower has been chosen, by its key or with one axis."""
    number_given: bool = False
    """The height's key came before the tower's."""
    object_to_number: ObjectTo = field(default=accept_any, hash=False, compare=False)
    """Why another number can't be chosen."""

    @property
    def towers(self) -> tuple[Style, ...]:
        """The towers as they are drawn."""
        return tuple(each.value for each in self.choices if isinstance(each.value, Style))

    @property
    def has_number(self) -> bool:
        """Whether a tower is pointed at: other choices have no number."""
        return isinstance(self.choice.value, Style)

    def go_back(self) -> Step:
        if self.choosing_number or self.number_given:
            return replace(self, choosing_number=False, number_given=False)
        return Exit.BACK

    def confirm(self) -> Step:
        is_open = self.choosing_number or self.number_given or not self.has_number
        if self.axes == 1 and not is_open:
            return replace(self, choosing_number=True)
        return self._answer()

    def move(self, press: Press) -> Step:
        at, last = self.numbers.index(self.number), len(self.numbers) - 1
        if self.choosing_number and press in ONE_AXIS:
            return replace(self, number=self.numbers[move_in_ring(at, press, last + 1)])
        if press in (Press.UP, Press.DOWN):
            return replace(self, number=self.numbers[min(max(at + upward(press), 0), last)])
        step = replace(self, at=move_in_ring(self.at, press, len(self.choices)))
        if step.has_number:
            return step
        return replace(step, choosing_number=False, number_given=False)

    def by_key(self, press: Press) -> Step:
        if press in HEIGHT_KEYS:
            return self._choose_number(HEIGHT_KEYS.index(press) + 1)
        if press not in TOWER_KEYS or self.keys is None:
            return Entry.by_key(self, press)
        answer, refused = self.keys.answers.get(press), self.keys.find_objection(press)
        at = self.choices.index(answer) if answer in self.choices else self.at
        entry = replace(self, at=at, refused=refused)
        if refused is not None:
            return entry
        return entry._answer() if self.number_given else replace(entry, choosing_number=True)

    def _choose_number(self, number: int) -> Step:
        objection = self.object_to_number(Answer(self.number_key, number))
        if objection is not None:
            return self.refuse(objection)
        entry = replace(self, number=number, number_given=True)
        return entry._answer() if self.choosing_number else entry

    def _answer(self) -> Step:
        also = [Answer(self.number_key, self.number)] if self.has_number else []
        return attempt(self, self.question, self.choice, also)


class BetPicker(TowerPicker):
    """A tower, and the value of the chip bet on it; `none` has no value."""

    __slots__ = ()


def ask_tower(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> TowerPicker:
    """Ask which tower is built, and by how many floors."""
    towers = table.row_from_left(context.mirrored)
    # Without hints the cursor must not show what is known of hands.
    chances = uniform(question) if context.hints is Hints.NONE else weigh_towers(question, table)
    given = {answer.key: answer.value for answer in previous}
    choices = tuple(Answer("tower", each) for each in towers)
    start = start_in_ring([chances[each] for each in choices], len(towers) // 2)
    return TowerPicker(
        question=question,
        choices=choices,
        axes=context.axes,
        at=towers.index(Style(str(given["tower"]))) if "tower" in given else start,
        number=start_floors(table, previous),
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
        given = [each.value for each in previous if each.value in values]
        return BetPicker(
            question=question,
            choices=choices,
            at=at,
            axes=context.axes,
            number_key="value",
            numbers=values,
            number=(*given, values[(len(values) - 1) // 2])[0],
            object_to_number=table.object_to_value,
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

    @property
    def cards(self) -> tuple[Answer, ...]:
        """The scoring cards that may have come, as they follow the last tower."""
        return self.choices[len(self.towers) :]

    @property
    def card(self) -> Answer | None:
        return None if self.has_number else self.choice

    def move(self, press: Press) -> Step:
        """Move along towers and cards; a card has no floors, UP and DOWN lead back to a tower."""
        if self.card is not None and press in (Press.UP, Press.DOWN):
            return replace(self, at=len(self.towers) // 2)
        return TowerPicker.move(self, press)

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
        return self._follow(self.choice, Answer("floors", self.number))

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
    choices = (*(Answer("tower", each) for each in towers), *cards)
    start = start_in_ring([chances[each] for each in choices], len(towers) // 2, len(towers))
    given = [choices.index(each) for each in previous if each in choices]
    return NextPicker(
        question=both,
        choices=choices,
        axes=context.axes,
        at=(*given, start)[0],
        number=start_floors(table, previous),
        card_question=card_question,
        keys=PanelAnswers(both, map_panel_keys(both, table, context)),
    )


def _is_forbidden(objection: Objection | None) -> bool:
    return objection is not None and objection.grade is Grade.RULE
