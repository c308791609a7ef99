"""Entering Capitol's board: the known one as a whole, or prefecture by prefecture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.conversation import Answer, Objection, Question
from companion.core.events import count_same
from companion.core.game_base import NAME_LENGTH, object_to_name
from companion.core.interfaces import Press
from companion.games.capitol.rules.board import (
    MOST_SITES,
    OF_ONE_COLOUR,
    PREFECTURES,
    PrefectureColour,
)
from companion.games.capitol.rules.table import CapitolTable
from companion.ui.input.choice import AGAIN, ENTER, PRINTED, BoardSource
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry, Step, attempt, move_in_ring, sideways, upward
from companion.ui.input.people import NEW_NAME, NameEntry, NamePicker

FIELDS = ("name", "colour", "small", "large", "fountains")
NAME, COLOUR = 0, 1
USUAL = (6, 1, 0)
"""Small sites, large sites and fountains to begin with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefectureForm(NameEntry):
    """One prefecture: name, colour, small and large sites, fountains.

    Sideways to a field, up and down to change it, OK to answer. With one axis OK goes on from
    field to field.
    """

    axes: int
    taken: tuple[str, ...]
    """The names of the prefectures entered before."""
    names: tuple[str, ...]
    hues: tuple[PrefectureColour, ...]
    """The colours that may still come."""
    values: tuple[int, ...]
    """In the order of FIELDS: the places of name and colour in their choices, then the counts."""
    known: tuple[Answer, ...] = ()
    """Known prefectures: a name that is one of theirs brings its values along."""
    field: int = NAME

    @property
    def choices(self) -> tuple[str, ...]:
        return (*self.names, NEW_NAME)

    @property
    def name(self) -> str:
        return self.choices[self.values[NAME]]

    @property
    def suggestions(self) -> Mapping[str, str]:
        """The known prefectures that are left, or else the usual ones, in a colour that is left."""
        known = [answer.word for answer in self.known if answer.word.split(":")[0] in self.names]
        usual = ":".join((self.hues[0], *map(str, USUAL)))
        return dict.fromkeys(known or [f"{name}:{usual}" for name in self.names], "")

    @property
    def hue(self) -> PrefectureColour:
        return self.hues[self.values[COLOUR]]

    @property
    def answer(self) -> Answer:
        return Answer(self.question.key, ":".join((self.name, self.hue, *self._counts)))

    @property
    def _counts(self) -> tuple[str, ...]:
        return tuple(map(str, self.values[COLOUR + 1 :]))

    def go_back(self) -> Step:
        if self.axes == 1 and self.field > NAME:
            return replace(self, field=self.field - 1)
        return NameEntry.go_back(self)

    def move(self, press: Press) -> Step:
        if self.axes == 2 and press not in (Press.UP, Press.DOWN):
            return replace(self, field=(self.field + sideways(press)) % len(FIELDS))
        value = self.values[self.field]
        if self.field == NAME:
            return self._point_at_name(move_in_ring(value, press, len(self.choices)))
        if self.field == COLOUR:
            return self._set_value(COLOUR, move_in_ring(value, press, len(self.hues)))
        value = min(max(value + sideways(press) + upward(press), 0), MOST_SITES)
        return self._set_value(self.field, value)

    def _point_at_name(self, at: int) -> PrefectureForm:
        name = self.choices[at]
        for answer in self.known:
            its_name, hue, *counts = answer.word.split(":")
            if its_name == name and hue in self.hues:
                values = (at, self.hues.index(PrefectureColour(hue)), *map(int, counts))
                return replace(self, values=values)
        return self._set_value(NAME, at)

    def _set_value(self, field: int, value: int) -> PrefectureForm:
        values = (*self.values[:field], value, *self.values[field + 1 :])
        return replace(self, values=values)

    def confirm(self) -> Step:
        if self.name == NEW_NAME:
            return NamePicker(seat=self)
        if self.axes == 1 and self.field < len(FIELDS) - 1:
            return replace(self, field=self.field + 1)
        return attempt(self, self.question, self.answer)

    def object_to_name(self, name: str) -> Objection | None:
        """Why the prefecture can't have this name; the names before are taken."""
        return object_to_name(name, self.taken)

    def take_name(self, _letters: NamePicker, name: str) -> Step:
        """Offer the name from now on, and go on to its colour."""
        names = self.names if name in self.names else (name, *self.names)
        return replace(self, names=names, field=COLOUR)._point_at_name(names.index(name))

    def find_new_name(self, wanted: Sequence[Answer]) -> str | None:
        name = wanted[0].word.partition(":")[0]
        return None if name in self.names else name

    def measure_way(self, wanted: Sequence[Answer]) -> int | None:
        """So many values are right from the name on, which lies behind all its letters."""
        right = count_same(self.answer.word.split(":"), wanted[0].word.split(":"))
        return right * (NAME_LENGTH + 2)


def ask_prefecture(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """Ask for the next prefecture; for the first one offer the known board, if it is whole."""
    offered = context.offered("prefecture")
    form = _open_form(question, table, context, offered, previous)
    if table.board or len(offered) != PREFECTURES or (previous and previous[0] != offered[0]):
        return form
    before = tuple(answer for answer in context.board if answer.key == question.key)
    source = AGAIN if offered == before else PRINTED
    return BoardSource(question=question, choices=((source, offered), (ENTER, ())), editor=form)


def _open_form(
    question: Question,
    table: CapitolTable,
    context: InputContext,
    known: tuple[Answer, ...],
    previous: Sequence[Answer],
) -> PrefectureForm:
    """The form for the next prefecture; names of ``known`` ones come before the usual names."""
    taken = tuple(each.name for each in table.board)
    before = [answer.word.partition(":")[0] for answer in known]
    every = dict.fromkeys((*before, *context.place_names))
    names = tuple(each for each in every if each not in taken)
    laid = [each.hue for each in table.board]
    hues = tuple(hue for hue in PrefectureColour if laid.count(hue) < OF_ONE_COLOUR)
    form = PrefectureForm(
        question=question,
        axes=context.axes,
        taken=taken,
        names=names,
        hues=hues,
        values=(0, 0, *USUAL),
        known=known,
    )
    if previous:
        name, hue, *counts = previous[0].word.split(":")
        names = tuple(dict.fromkeys((name, *names)))
        values = (0, hues.index(PrefectureColour(hue)), *map(int, counts))
        return replace(form, names=names, values=values)
    if laid and laid[-1] in hues:  # prefectures of one colour are usually entered together
        form = form._set_value(COLOUR, hues.index(laid[-1]))
    return form._point_at_name(0)
