"""Who sits where: a colour and a name in one stroke; the grid of letters, also for any text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from companion.core.conversation import Answer, CommonReason, Objection, Question
from companion.core.interfaces import Press
from companion.ui.input.entry import Entry, Exit, Step, StrokeEntry, along, attempt, sideways

NEW_NAME = ""
"""The choice that leads to the letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameEntry(StrokeEntry):
    """An entry that takes a name spelt letter by letter."""

    def object_to_name(self, name: str) -> Objection | None:
        """The objection to the name; an empty one would be the answer `nobody else`."""
        return self.question.find_objection(Answer(self.question.key, name))

    def reworded(self, names: Mapping[str, str]) -> NameEntry:  # noqa: ARG002  for entries that hold names
        return self

    def take_name(self, letters: NamePicker, name: str) -> Step:
        """The step after the name has been spelt with these letters."""
        raise NotImplementedError(letters, name)

    def find_new_name(self, wanted: Sequence[Answer]) -> str | None:
        """The name that must be spelt for these answers; None where they need no letters."""
        raise NotImplementedError(wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPicker(NameEntry):
    """A player's colour (sideways) and name (up and down) in one stroke.

    ``names`` gives the names to offer for each free colour: those used before, the last bearer
    of the colour first, then what the seat is called; NEW_NAME is offered behind them. With one
    axis the first OK goes on to the name.
    """

    colours: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]] = field(hash=False)
    axes: int
    at: int = 0
    name_at: int = 0
    choosing_name: bool = False

    @property
    def colour(self) -> str:
        """The colour pointed at."""
        return self.colours[self.at]

    @property
    def choices(self) -> tuple[str, ...]:
        """The names offered for the colour, NEW_NAME last."""
        return (*self.names[self.colour], NEW_NAME)

    @property
    def name(self) -> str:
        """The name pointed at."""
        return self.choices[self.name_at]

    @property
    def suggestions(self) -> Mapping[str, str]:
        """Everybody who may sit here, and what the seat is called behind them."""
        offered = self.names.values()
        known = (names[:-1] for names in offered)
        return dict.fromkeys(chain(*known, *(names[-1:] for names in offered)), "")

    @property
    def takes_letters(self) -> bool:
        return True

    @property
    def keyboard_help(self) -> str:
        return "cli.keys.seat"

    def type_letter(self, letter: str) -> Entry:
        """Begin a new name with the letter, if a name may begin so."""
        step = NamePicker(seat=self).type_letter(letter)
        return self.refuse(step.refused) if step.refused is not None else step

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            if self.choosing_name:
                return replace(self, choosing_name=False, name_at=0)
            return Exit.BACK
        if press is Press.OK:
            return self._ok()
        if self.choosing_name or press in (Press.UP, Press.DOWN):
            name_at = (self.name_at + along(press)) % len(self.choices)
            return replace(self, name_at=name_at)
        at = (self.at + sideways(press)) % len(self.colours)
        return replace(self, at=at, name_at=0)

    def _ok(self) -> Step:
        if self.axes == 1 and not self.choosing_name:
            return replace(self, choosing_name=True)
        if self.name == NEW_NAME:
            return NamePicker(seat=self)
        return self._answer(self, self.name)

    def reworded(self, names: Mapping[str, str]) -> SeatPicker:
        offered = self.names.items()
        renamed = {colour: tuple(names.get(each, each) for each in its) for colour, its in offered}
        return replace(self, names=renamed)

    def begun_in(self, anew: Entry) -> Entry:
        if not isinstance(anew, SeatPicker) or anew.colours != self.colours:
            return anew
        return replace(anew, at=self.at, name_at=0, choosing_name=self.choosing_name)

    def take_name(self, letters: NamePicker, name: str) -> Step:
        return self._answer(letters, name)

    def _answer(self, entry: Entry, name: str) -> Step:
        answer = Answer(self.question.key, name)
        return attempt(entry, self.question, answer, [Answer("colour", self.colour)])

    def find_new_name(self, wanted: Sequence[Answer]) -> str | None:
        """A name that is not offered for any colour; spelt where its colour is pointed at."""
        name = wanted[0].word
        is_offered = any(name in names for names in self.names.values())
        has_colour = len(wanted) > 1 and wanted[1].value == self.colour
        return name if has_colour and not is_offered else None


LETTERS = (
    "ABCDEFGHIJKLM",
    "NOPQRSTUVWXYZ",
    "ÄÖÜÀÂÇÉÈÊÌÒÙÑ",
    "ß-'0123456789",
)
DELETE, SPACE, FINISH = "delete", "space", "finish"
UNFIT = (CommonReason.NAME_LENGTH, CommonReason.NAME_SIGNS)
"""Why a name can't go on with a letter; what else is wrong, more letters may put right."""
KEYS = (*"".join(LETTERS), ".", SPACE, DELETE, FINISH)
COLUMNS = 13
LETTER_ROWS = -(-len(KEYS) // COLUMNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePicker(Entry):
    """Letters in a grid of 13 columns; FINISH stands before A, going backward.

    A letter is small behind another letter, large at the beginning of a word.
    """

    seat: NameEntry
    text: str = ""
    at: int = 0

    @property
    def question(self) -> Question:
        """The question that is answered by the name."""
        return self.seat.question

    @property
    def suggestions(self) -> Mapping[str, str]:
        return self.seat.suggestions

    @property
    def key(self) -> str:
        """The letter or sign pointed at, as it would be added."""
        return self.as_added(KEYS[self.at])

    def as_added(self, key: str) -> str:
        """A grid's letter as it would be added now, large or small."""
        return key.lower() if self.text[-1:].isalpha() else key

    @property
    def takes_letters(self) -> bool:
        return True

    @property
    def keyboard_help(self) -> str:
        return "cli.keys.spelling"

    def type_letter(self, letter: str) -> Entry:
        """Add the letter as it was typed; OK finishes the name then."""
        step = self._add(letter)
        return replace(step, at=KEYS.index(FINISH)) if step.refused is None else step

    def continues(self, before: Entry) -> bool:
        return isinstance(before, NamePicker)

    def reworded(self, names: Mapping[str, str]) -> NamePicker:
        return replace(self, seat=self.seat.reworded(names))

    def begun_in(self, anew: Entry) -> Entry:
        seat = self.seat.begun_in(anew)
        if not isinstance(seat, NameEntry) or seat.question.key != self.question.key:
            return anew
        return replace(self, seat=seat)

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self._delete() if self.text else self.seat
        if press is Press.OK:
            return self._ok()
        if press in (Press.UP, Press.DOWN):
            return replace(self, at=self._above_or_below(along(press)))
        return replace(self, at=(self.at + sideways(press)) % len(KEYS))

    def _above_or_below(self, step: int) -> int:
        row, column = divmod(self.at, COLUMNS)
        return min((row + step) % LETTER_ROWS * COLUMNS + column, len(KEYS) - 1)

    def _ok(self) -> Step:
        if self.key == FINISH:
            name = self.text.strip()
            objection = self.seat.object_to_name(name)
            return self.refuse(objection) if objection else self.seat.take_name(self, name)
        if self.key == DELETE:
            return self._delete()
        return self._add(" " if self.key == SPACE else self.key)

    def _add(self, letter: str) -> NamePicker:
        text = self.text + letter
        objection = self.seat.object_to_name(text)
        if objection is not None and objection.reason in UNFIT:
            return self.refuse(objection)
        return replace(self, text=text, refused=None)

    def _delete(self) -> Entry:
        return replace(self, text=self.text[:-1])

    def measure_way(self, wanted: Sequence[Answer]) -> int | None:
        """So many letters of the name that must be spelt."""
        name = self.seat.find_new_name(wanted)
        return 1 + len(self.text) if name is not None and name.startswith(self.text) else None


SPELL = Answer("text", "new")
"""The item that leads to the letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeText(NameEntry):
    """A plain list of earlier answers, and a way to the letters; drawn like any menu."""

    title: str
    """The line above the list is worded under `menu.` and this."""
    items: tuple[Answer, ...]
    """Answers, and SPELL behind them."""
    at: int = 0
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)

    @property
    def item(self) -> Answer:
        """The item pointed at."""
        return self.items[self.at]

    @property
    def suggestions(self) -> Mapping[str, str]:
        names = (item.word for item in self.items if item != SPELL and item.word)
        return dict.fromkeys(names, "")

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return Exit.BACK
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.items))
        if self.item == SPELL:
            return NamePicker(seat=self)
        return attempt(self, self.question, self.item)

    def take_name(self, letters: NamePicker, name: str) -> Step:
        return attempt(letters, self.question, Answer(self.question.key, name))

    def find_new_name(self, wanted: Sequence[Answer]) -> str | None:
        return None if wanted[0] in self.items else wanted[0].word
