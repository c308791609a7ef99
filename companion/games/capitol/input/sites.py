"""Pointing at Capitol's prefectures: where a house or a building goes, and looking around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.core.conversation import Answer, Question
from companion.core.interfaces import Press
from companion.games.capitol.rules import refusals
from companion.games.capitol.rules.board import PREFECTURES, Prefecture
from companion.games.capitol.rules.table import CapitolTable
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry, Step, place_of
from companion.ui.input.grid import move_by_stride

COLUMNS = 3
SITE, PLACE = "site", "place"
"""The keys of a house's prefecture, and of a building's that was won."""


def ask_site(
    question: Question, table: CapitolTable, _context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask where a building goes, or a house: the cursor first where it helps most."""
    key = PLACE if question.key == PLACE else SITE
    judge = refusals.object_to_place if key == PLACE else refusals.object_to_site
    choices = tuple(Answer(key, each.name) for each in table.board)
    free = [at for at, choice in enumerate(choices) if judge(table, choice) is None]
    likely = max(free or (0,), key=partial(_rate, table, question.seat or 0))
    before = tuple(previous[1:]) if previous and previous[0].key == key else ()
    return ChoicePicker(
        question=question,
        choices=choices,
        at=place_of(choices, previous, likely),
        stride=COLUMNS,
        skips=True,
        object_to=partial(judge, table),
        follow=partial(_follow_site, table, before) if key == SITE else None,
    )


def _rate(table: CapitolTable, seat: int, at: int) -> tuple[int, int, int]:
    """What speaks for a prefecture: the player's points there, their blocks, its fountains."""
    there = table.board[at]
    places = table.majority(there.name).places
    points = next((place.points for place in places if place.seat == seat), 0)
    return points, there.blocks_of(seat), there.fountains


def _follow_site(
    table: CapitolTable, previous: Sequence[Answer], picker: ChoicePicker
) -> Step | None:
    there = table.prefecture(picker.choice.word)
    if len(table.fitting_houses(there)) <= 1:
        return None
    return picker.lead_to(_pick_house(picker.question, table, there, previous))


def ask_house(
    question: Question, table: CapitolTable, _context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask which house is built: the cursor on the previous answer, else on the highest house."""
    return _pick_house(question, table, table.prefecture(table.site), previous)


def _pick_house(
    question: Question, table: CapitolTable, there: Prefecture, previous: Sequence[Answer]
) -> ChoicePicker:
    houses = tuple(Answer("house", house.word) for house in table.fitting_houses(there))
    at = place_of(houses, previous, len(houses) - 1)
    return ChoicePicker(question=question, choices=houses, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardViewer(Entry):
    """The board to look at; OK opens the prefecture pointed at."""

    below: Entry
    at: int = 0
    open: bool = False

    def move(self, press: Press) -> Step:
        return replace(self, at=move_by_stride(self.at, press, PREFECTURES, COLUMNS))

    def confirm(self) -> Step:
        return replace(self, open=not self.open)

    def go_back(self) -> Step:
        return self.confirm() if self.open else self.below
