"""Who sits where: a colour and a name in one stroke, and a grid of letters for a new name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.entry.step import Entry, Step, Way, along, attempt, sideways
from companion.games.conversation import Answer, General, Question
from companion.ports import Press

NEW_NAME = ""
"""The choice that leads to the letters."""


@dataclass(frozen=True, slots=True)
class SeatPicker(Entry):
    """A player's colour (sideways) and name (up and down) in one stroke.

    ``names`` gives the names to offer for each free colour: those used before, the last bearer
    of the colour first, then the colour's own name; NEW_NAME is offered behind them. With one
    axis the first OK goes on to the name.
    """

    question: Question
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

    def by_button(self, press: Press) -> Step:
        """Choose a colour, a name, say both."""
        if press is Press.BACK:
            if self.choosing_name:
                return replace(self, choosing_name=False, name_at=0, refused=None)
            return Way.LEAVE
        if press is Press.OK:
            return self._ok()
        if self.choosing_name or press in (Press.UP, Press.DOWN):
            name_at = (self.name_at + along(press)) % len(self.choices)
            return replace(self, name_at=name_at, refused=None)
        at = (self.at + sideways(press)) % len(self.colours)
        return replace(self, at=at, name_at=0, refused=None)

    def _ok(self) -> Step:
        if self.axes == 1 and not self.choosing_name:
            return replace(self, choosing_name=True, refused=None)
        if self.name == NEW_NAME:
            return NamePicker(None, self)
        return self.say(self, self.name)

    def say(self, entry: Entry, name: str) -> Step:
        """Say the name, and the colour with it, from whichever entry."""
        answer = Answer(self.question.key, name)
        return attempt(entry, self.question, answer, [Answer("colour", self.colour)])


LETTERS = (
    "ABCDEFGHIJKLM",
    "NOPQRSTUVWXYZ",
    "ÄÖÜÀÂÇÉÈÊÌÒÙÑ",
    "ß-'0123456789",
)
DELETE, SPACE, FINISH = "delete", "space", "finish"
KEYS = (*"".join(LETTERS), SPACE, DELETE, FINISH)
COLUMNS = 13


@dataclass(frozen=True, slots=True)
class NamePicker(Entry):
    """Letters in a grid of 13 columns; FINISH stands before A, going backward.

    A letter is small behind another letter, large at the beginning of a word.
    """

    seat: SeatPicker
    text: str = ""
    at: int = 0

    @property
    def key(self) -> str:
        """The letter or sign pointed at, as it would be added."""
        return self.as_added(KEYS[self.at])

    def as_added(self, key: str) -> str:
        """A grid's letter as it would be added now, large or small."""
        return key.lower() if self.text[-1:].isalpha() else key

    def by_button(self, press: Press) -> Step:
        """Move in the grid, add a letter, take the last one back, finish."""
        if press is Press.BACK:
            return self._delete() if self.text else self.seat
        if press is Press.OK:
            return self._ok()
        if press in (Press.UP, Press.DOWN):
            return replace(self, at=self._above_or_below(along(press)), refused=None)
        return replace(self, at=(self.at + sideways(press)) % len(KEYS), refused=None)

    def _above_or_below(self, step: int) -> int:
        rows = -(-len(KEYS) // COLUMNS)
        row, column = divmod(self.at, COLUMNS)
        return min((row + step) % rows * COLUMNS + column, len(KEYS) - 1)

    def _ok(self) -> Step:
        if self.key == FINISH:
            return self._finish(self.text.strip())
        if self.key == DELETE:
            return self._delete()
        text = self.text + (" " if self.key == SPACE else self.key)
        objection = self.seat.question.judge(Answer(self.seat.question.key, text))
        if objection is not None and objection.reason is General.NAME_LENGTH:
            return self._refuse(objection)
        return replace(self, text=text, refused=None)

    def _finish(self, name: str) -> Step:
        """Say the name; an empty one would be the silent answer `nobody else`."""
        question = self.seat.question
        objection = question.objection(Answer(question.key, name))
        return self._refuse(objection) if objection is not None else self.seat.say(self, name)

    def _delete(self) -> Entry:
        return replace(self, text=self.text[:-1], refused=None)
