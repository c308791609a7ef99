"""Entries that point at cards: the one taken, the one turned up, the first three, the row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.conversation import Answer, Grade, Question
from companion.core.interfaces import Press
from companion.games.campanile.input.likely import ends_or_scores, weigh_cards_shown
from companion.games.campanile.input.towers import ask_next
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.table2009 import Campanile2009Table
from companion.games.campanile.rules.towers import STYLES
from companion.ui.input.commands import SwapSides
from companion.ui.input.context import InputContext, previous_list
from companion.ui.input.entry import Entry, Exit, Step, attempt, move_in_ring
from companion.ui.input.hints import Hints
from companion.ui.input.likely import start_in_ring, uniform

SWAP = "swap"
"""The choice that draws the open cards at the other end."""
OTHER = "other"
"""The choice that leads to the unlikely cards, and from them back to the others."""
SWAP_AFTER = 2
"""Among so many choices SWAP makes no way longer: in a ring of three each is one press away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPicker(Entry):
    """One card of a few; the choice OTHER leads to ``others``.

    There the cursor starts on OTHER again: no scoring starts by itself.
    """

    question: Question
    cards: tuple[str, ...]
    at: int = 0
    others: tuple[str, ...] = ()
    below: CardPicker | None = None
    """The picker whose choice OTHER led here."""

    @property
    def choices(self) -> tuple[str, ...]:
        if self.below is not None:
            return (OTHER, *self.cards)
        return (*self.cards, OTHER) if self.others else self.cards

    @property
    def card(self) -> str:
        return self.choices[self.at]

    def go_back(self) -> Step:
        return self.below or Exit.BACK

    def move(self, press: Press) -> Step:
        return replace(self, at=move_in_ring(self.at, press, len(self.choices)))

    def confirm(self) -> Step:
        if self.card == OTHER and self.below is not None:
            return self.below
        if self.card == OTHER:
            return CardPicker(question=self.question, cards=self.others, below=self, keys=self.keys)
        answer = next(o for o in self.question.options if o.value == self.card)
        return attempt(self, self.question, answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPicker(Entry):
    """A list, item by item: the row of towers, the first open cards.

    The last item is added without asking where only one is left.
    """

    question: Question
    items: tuple[str, ...]
    chosen: tuple[str, ...] = ()
    at: int = 0
    swap: bool = False
    """Whether the last pick may also say that the open cards lie at the other end."""
    last_time: tuple[str, ...] = ()
    """The list answered the last time, where the cursor starts at each item."""

    @property
    def choices(self) -> tuple[str, ...]:
        free = tuple(
            item
            for item in self.items
            if self.question.find_objection(Answer(self.question.key, (*self.chosen, item))) is None
        )
        return (*free, SWAP) if self.swap and len(free) == SWAP_AFTER else free

    @property
    def item(self) -> str:
        return self.choices[self.at]

    def go_back(self) -> Step:
        if not self.chosen:
            return Exit.BACK
        picker = replace(self, chosen=self.chosen[:-1])
        return replace(picker, at=picker.choices.index(self.chosen[-1]))

    def move(self, press: Press) -> Step:
        return replace(self, at=move_in_ring(self.at, press, len(self.choices)))

    def confirm(self) -> Step:
        if self.item == SWAP:
            return SwapSides(replace(self, at=0))
        return self._add(self.item)

    def by_key(self, press: Press) -> Step:
        if self.keys is None or press not in self.keys.answers:
            return Entry.by_key(self, press)
        item = self.keys.answers[press].word
        objection = self.question.find_objection(Answer(self.question.key, (*self.chosen, item)))
        return self.refuse(objection) if objection is not None else self._add(item)

    def start(self) -> ListPicker:
        """The cursor on the first item of the last time."""
        return replace(self, at=self._next_place(self.choices[0]))

    def _add(self, item: str) -> Step:
        chosen = (*self.chosen, item)
        if len(chosen) == self.question.items:
            return attempt(self, self.question, Answer(self.question.key, chosen))
        picker = replace(self, chosen=chosen, at=0)
        if len(picker.choices) == 1:
            return picker._add(picker.choices[0])
        return replace(picker, at=picker._next_place(item))

    def _next_place(self, item: str) -> int:
        """Where the cursor goes next: to the item of the last time, else to the same item again."""
        at = len(self.chosen)
        wanted = self.last_time[at] if at < len(self.last_time) else item
        return self.choices.index(wanted) if wanted in self.choices else 0


def ask_take(
    question: Question, table: CampanileTable, _context: InputContext, previous: Sequence[Answer]
) -> CardPicker:
    """Ask which open card is taken; equal ones are offered once."""
    cards = tuple(dict.fromkeys(table.open_cards))
    chances = uniform(question)
    start = start_in_ring(chances[Answer("take", card)] for card in cards)
    at = cards.index(previous[0].value) if previous else start
    return CardPicker(question=question, cards=cards, at=at)


def ask_show(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """Ask which card is turned up; a scoring card that is unlikely by now is behind OTHER.

    In light play it is asked together with the next tower.
    """
    if question.implicit and isinstance(table, Campanile2009Table):
        return ask_next(question, table, context, previous)
    towers = table.row_from_left(context.mirrored)
    grades = {
        option.word: _grade(question, option)
        for option in question.options
        if option.value not in towers
    }
    cards = (*towers, *(card for card, grade in grades.items() if grade is None))
    others = tuple(card for card, grade in grades.items() if grade is Grade.UNLIKELY)
    hidden = context.hints is Hints.NONE
    chances = uniform(question) if hidden else weigh_cards_shown(question, table)
    by_place = [chances[Answer("show", card)] for card in cards] + [0.0] * bool(others)
    starts = sum(not ends_or_scores(table, [Answer("show", card)]) for card in cards)
    given = previous[0].word if previous else cards[start_in_ring(by_place, starts=starts)]
    return CardPicker(question=question, cards=cards, at=cards.index(given), others=others)


def _grade(question: Question, option: Answer) -> Grade | None:
    objection = question.judge(option)
    return objection.grade if objection is not None else None


def ask_open(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> ListPicker:
    """Ask for the first open cards."""
    row = table.row_from_left(context.mirrored)
    return ListPicker(question=question, items=row, last_time=previous_list(previous)).start()


def ask_row(
    question: Question, _table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> ListPicker:
    """Ask for the row of towers; the cursor follows the row of the last game."""
    last = previous_list(previous) or context.last_list("row")
    return ListPicker(question=question, items=STYLES, swap=True, last_time=last).start()
