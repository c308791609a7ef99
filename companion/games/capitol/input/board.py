"""Entering Capitol's board: all of it as it was before, or one prefecture after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.core.conversation import Answer, Objection, Question
from companion.core.seating import object_to_name
from companion.games.capitol.rules.board import MOST_SITES, OF_ONE_COLOUR, PrefectureColour
from companion.games.capitol.rules.table import CapitolTable
from companion.input.entry import (
    Answered,
    Entry,
    Exit,
    SearchStage,
    Step,
    along,
    attempt,
    says,
    sideways,
)
from companion.input.people import (
    NEW_NAME,
    Nameable,
    NamePicker,
    before_letters,
    only_moves,
    spelling,
)
from companion.interfaces import Press

USUAL_NAMES = (
    "Aventin",
    "Caelius",
    "Capitol",
    "Esquilin",
    "Palatin",
    "Quirinal",
    "Viminal",
    "Marsfeld",
    "Tiberinsel",
)
"""Names to begin with; a board that calls them otherwise spells its own."""
FIELDS = ("name", "colour", "small", "large", "fountains")
NAME, COLOUR = 0, 1
USUAL = (6, 1, 0)
"""Small sites, large sites and fountains to begin with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardOffer(Entry):
    """The board that is known, all nine prefectures in one press, or another one."""

    question: Question
    answers: tuple[Answer, ...]
    form: PrefectureForm
    """Where another board is entered."""
    played: bool = False
    """Whether it was played on the last time; else a file alone tells it."""
    another: bool = False

    def by_button(self, press: Press) -> Step:
        """Choose between the two, say the whole board or begin another."""
        if press is Press.BACK:
            return Exit.BACK
        if press is not Press.OK:
            return replace(self, another=self.another != bool(along(press)))
        return replace(self.form, below=self) if self.another else Answered(self.answers)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefectureForm(Nameable):
    """One prefecture: name, colour, small and large sites, fountains.

    Sideways to a field, up and down to change it, OK says them all. With one axis OK goes on from
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
    """Prefectures as they were told before; with its name one comes as a whole."""
    field: int = NAME
    below: Entry | None = None

    @property
    def choices(self) -> tuple[str, ...]:
        """The names offered, NEW_NAME last."""
        return (*self.names, NEW_NAME)

    @property
    def name(self) -> str:
        """The name pointed at."""
        return self.choices[self.values[NAME]]

    @property
    def hue(self) -> PrefectureColour:
        """The colour pointed at."""
        return self.hues[self.values[COLOUR]]

    @property
    def answer(self) -> Answer:
        """The prefecture as it stands here."""
        return Answer(self.question.key, ":".join((self.name, self.hue, *self._counts)))

    @property
    def _counts(self) -> tuple[str, ...]:
        return tuple(map(str, self.values[COLOUR + 1 :]))

    def by_button(self, press: Press) -> Step:
        """Move along the fields, change one, say them all."""
        if press is Press.BACK:
            return self._back()
        if press is Press.OK:
            return self._ok()
        if self.axes == 1 or press in (Press.UP, Press.DOWN):
            return self._change(press)
        return replace(self, field=(self.field + sideways(press)) % len(FIELDS))

    def _back(self) -> Step:
        if self.axes == 1 and self.field > NAME:
            return replace(self, field=self.field - 1)
        return self.below or Exit.BACK

    def _change(self, press: Press) -> Entry:
        value, field = self.values[self.field], self.field
        if field <= COLOUR:
            most = len(self.choices if field == NAME else self.hues)
            value = (value + along(press)) % most
        else:
            step = sideways(press) + (press is Press.UP) - (press is Press.DOWN)
            value = min(max(value + step, 0), MOST_SITES)
        changed = self._pointing_at(value) if field == NAME else self._with(field, value)
        return changed

    def _pointing_at(self, at: int) -> PrefectureForm:
        """The name at that place, with what is known of that prefecture."""
        name = self.choices[at]
        for answer in self.known:
            its_name, hue, *counts = answer.word.split(":")
            if its_name == name and hue in self.hues:
                values = (at, self.hues.index(PrefectureColour(hue)), *map(int, counts))
                return replace(self, values=values)
        return self._with(NAME, at)

    def _with(self, field: int, value: int) -> PrefectureForm:
        values = (*self.values[:field], value, *self.values[field + 1 :])
        return replace(self, values=values)

    def _ok(self) -> Step:
        if self.name == NEW_NAME:
            return NamePicker(seat=self)
        if self.axes == 1 and self.field < len(FIELDS) - 1:
            return replace(self, field=self.field + 1)
        return attempt(self, self.question, self.answer)

    def object_to_name(self, name: str) -> Objection | None:
        """What stands against the name, the names of the others among it."""
        return object_to_name(name, self.taken)

    def take_name(self, _letters: NamePicker, name: str) -> Step:
        """The name is offered from now on; its colour comes next."""
        names = self.names if name in self.names else (name, *self.names)
        return replace(self, names=names, field=COLOUR)._pointing_at(names.index(name))

    def search_stages(self, wanted: Sequence[Answer]) -> Sequence[SearchStage]:
        """Field by field, a new name letter by letter."""
        if wanted[0].key != self.question.key:
            return Entry.search_stages(self, wanted)
        name, hue, *counts = wanted[0].word.split(":")
        if hue not in self.hues:
            return Entry.search_stages(self, wanted)
        places = (self.hues.index(PrefectureColour(hue)), *map(int, counts))
        rest = [_field_leg(field, value) for field, value in enumerate(places, COLOUR)]
        ends = SearchStage(partial(says, wanted))
        if name in self.names:
            return (_field_leg(NAME, self.names.index(name)), *rest, ends)
        letters = SearchStage(lambda step: isinstance(step, NamePicker), _keeps_to(NAME))
        named = SearchStage(lambda step: isinstance(step, PrefectureForm), only_moves)
        return (letters, *spelling(name), named, *rest, ends)


def _field_leg(field: int, value: int) -> SearchStage:
    """To a field that says what is wanted."""

    def found(step: Step) -> bool:
        if not isinstance(step, PrefectureForm):
            return False
        return step.field == field and step.values[field] == value

    return SearchStage(found, _keeps_to(field))


def _keeps_to(field: int) -> partial[bool]:
    return partial(_changes_only, field)


def _changes_only(field: int, before: Entry, after: Entry) -> bool:
    """Leave out changes in other fields, or a search would try all prefectures there are."""
    if not (isinstance(before, PrefectureForm) and isinstance(after, PrefectureForm)):
        return before_letters(before, after) and not isinstance(after, NamePicker)
    return before.field == field or before.values == after.values


def form_for(
    question: Question,
    table: CapitolTable,
    axes: int,
    known: tuple[Answer, ...],
    previous: Sequence[Answer],
) -> PrefectureForm:
    """The form for the next prefecture; ``known`` are offered before the usual names."""
    taken = tuple(each.name for each in table.board)
    before = [answer.word.partition(":")[0] for answer in known]
    names = tuple(each for each in dict.fromkeys((*before, *USUAL_NAMES)) if each not in taken)
    laid = [each.hue for each in table.board]
    hues = tuple(hue for hue in PrefectureColour if laid.count(hue) < OF_ONE_COLOUR)
    form = PrefectureForm(
        question=question,
        axes=axes,
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
    if laid and laid[-1] in hues:  # prefectures of a colour are told one after the other
        form = form._with(COLOUR, hues.index(laid[-1]))
    return form._pointing_at(0)
