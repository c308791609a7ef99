"""Entries that point at cards: the one taken, the one turned up, the first three, the row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.core.conversation import Answer, Grade, Question
from companion.core.interfaces import Press
from companion.games.campanile.input.likely import ends_or_scores, weigh_cards_shown
from companion.games.campanile.input.towers import ask_next, list_open_cards
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.table2009 import Campanile2009Table
from companion.ui.input.choice import ChoicePicker, ListPicker
from companion.ui.input.commands import SwapSides
from companion.ui.input.context import InputContext, previous_list
from companion.ui.input.entry import Entry, Step, place_of
from companion.ui.input.hints import Hints
from companion.ui.input.likely import start_in_ring, uniform

SWAP = "swap"
"""The choice that draws the open cards at the other end."""
OTHER = "other"
"""The choice that leads to the unlikely cards, and from them back to the others."""
SWAP_AFTER = 2
"""Among so many choices SWAP makes no way longer: in a ring of three each is one press away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPicker(ChoicePicker):
    """One card of a few; the choice OTHER leads to ``others``.

    There the cursor starts on OTHER again: no scoring starts by itself.
    """

    others: tuple[Answer, ...] = ()

    def confirm(self) -> Step:
        if self.choice.word != OTHER:
            return ChoicePicker.confirm(self)
        choices = (self.choice, *self.others)
        return self.below or replace(self, choices=choices, at=0, others=(), below=self)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPicker(ListPicker):
    """The row of towers; the last pick may also say that the open cards lie at the other end."""

    def begin(self, chosen: tuple[str, ...] = ()) -> Self:
        row = ListPicker.begin(self, chosen)
        swap = (Answer(SWAP, SWAP),) if len(row.items) == SWAP_AFTER else ()
        return replace(row, items=(*row.items, *swap))

    def by_button(self, press: Press) -> Step:
        if press is Press.OK and self.item.word == SWAP:
            return SwapSides(replace(self, at=0))
        return ListPicker.by_button(self, press)


def ask_take(
    question: Question, table: CampanileTable, _context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask which open card is taken."""
    cards = list_open_cards(table)
    chances = uniform(question)
    start = start_in_ring(chances[card] for card in cards)
    return ChoicePicker(question=question, choices=cards, at=place_of(cards, previous, start))


def ask_show(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """Ask which card is turned up; a scoring card that is unlikely by now is behind OTHER.

    In light play it is asked together with the next tower.
    """
    if question.implicit and isinstance(table, Campanile2009Table):
        return ask_next(question, table, context, previous)
    towers = tuple(Answer("show", each) for each in table.row_from_left(context.mirrored))
    grades = {each: _grade(question, each) for each in question.options if each not in towers}
    cards = (*towers, *(card for card, grade in grades.items() if grade is None))
    others = tuple(card for card, grade in grades.items() if grade is Grade.UNLIKELY)
    hidden = context.hints is Hints.NONE
    chances = uniform(question) if hidden else weigh_cards_shown(question, table)
    by_place = [chances[card] for card in cards] + [0.0] * bool(others)
    starts = sum(not ends_or_scores(table, [card]) for card in cards)
    at = place_of(cards, previous, start_in_ring(by_place, starts=starts))
    choices = (*cards, Answer("show", OTHER)) if others else cards
    return CardPicker(question=question, choices=choices, at=at, others=others)


def _grade(question: Question, option: Answer) -> Grade | None:
    objection = question.judge(option)
    return objection.grade if objection is not None else None


def ask_open(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> ListPicker:
    """Ask for the first open cards."""
    order = tuple(Answer("open", each) for each in table.row_from_left(context.mirrored))
    return ListPicker(question=question, order=order).begin_again(previous_list(previous))


def ask_row(
    question: Question, _table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> ListPicker:
    """Ask for the row of towers; the cursor follows the row of the last game."""
    picker = RowPicker(question=question, last_time=context.last_list("row"))
    return picker.begin_again(previous_list(previous))
