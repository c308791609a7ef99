"""Pointing at Capitol's prefectures: where a house or a building goes, and looking around."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from companion.core.conversation import Answer, Objection, Question
from companion.games.capitol.rules import refusals
from companion.games.capitol.rules.board import PREFECTURES, House, Prefecture
from companion.games.capitol.rules.table import CapitolTable
from companion.input.entry import Entry, Exit, Step, along, attempt, sideways
from companion.interfaces import Press

COLUMNS = 3
SITE, PLACE = "site", "place"


def say_all(entry: Entry, question: Question, answers: tuple[Answer, ...]) -> Step:
    """Say a stroke; what is doubted is doubted about its first answer."""
    return attempt(entry, question, answers[0], answers[1:])


def moved(at: int, press: Press, places: int) -> int:
    """The place in a grid of three columns that a press leads to."""
    if press in (Press.UP, Press.DOWN):
        return (at + along(press) * COLUMNS) % places
    return (at + sideways(press)) % places


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePicker(Entry):
    """A prefecture in the grid of nine; with one axis the cursor goes to those that are free."""

    question: Question
    table: CapitolTable = field(compare=False)
    key: str
    """SITE for a house, PLACE for a building won."""
    axes: int
    at: int
    said: tuple[Answer, ...] = ()
    """What this stroke has said before."""
    again: tuple[Answer, ...] = ()
    below: Entry | None = None

    @classmethod
    def of(
        cls,
        question: Question,
        table: CapitolTable,
        key: str,
        axes: int,
        previous: Sequence[Answer],
        said: tuple[Answer, ...] = (),
        below: Entry | None = None,
    ) -> Self:
        """The cursor on what was said, else where it helps the most."""
        names = [each.name for each in table.board]
        again = tuple(previous) if previous and previous[0].key == key else ()
        picker = cls(
            question=question,
            table=table,
            key=key,
            axes=axes,
            at=0,
            said=said,
            again=again,
            below=below,
        )
        if again and again[0].word in names:
            return replace(picker, at=names.index(again[0].word))
        return replace(picker, at=max(picker.free or (0,), key=picker._help))

    @property
    def there(self) -> Prefecture:
        """The prefecture pointed at."""
        return self.table.board[self.at]

    @property
    def free(self) -> tuple[int, ...]:
        """The places in the grid that nothing stands against."""
        return tuple(at for at in range(len(self.table.board)) if self.objection(at) is None)

    def objection(self, at: int) -> Objection | None:
        """Why that prefecture can't be meant."""
        object_to: Callable[[CapitolTable, Answer], Objection | None] = (
            refusals.object_to_site if self.key == SITE else refusals.object_to_place
        )
        return object_to(self.table, Answer(self.key, self.table.board[at].name))

    def _help(self, at: int) -> tuple[int, int, int]:
        """What speaks for a prefecture: one's place there, one's blocks, its fountains."""
        there, seat = self.table.board[at], self.question.seat or 0
        places = self.table.majority(there.name).places
        points = next((place.points for place in places if place.seat == seat), 0)
        return points, there.blocks_of(seat), there.fountains

    def by_button(self, press: Press) -> Step:
        """Move over the board, say the prefecture and go on to the house."""
        if press is Press.BACK:
            return self.below or Exit.BACK
        if press is Press.OK:
            return self._ok()
        return replace(self, at=self._moved(press))

    def _moved(self, press: Press) -> int:
        places = len(self.table.board)
        if self.axes == 2:
            return moved(self.at, press, places)
        way = [(self.at + along(press) * step) % places for step in range(1, places + 1)]
        free = self.free
        return next((at for at in way if at in free), self.at)

    def _ok(self) -> Step:
        objection = self.objection(self.at)
        if objection is not None:
            return self._refuse(objection)
        said = (*self.said, Answer(self.key, self.there.name))
        if self.key == SITE and len(self.table.fitting_houses(self.there)) > 1:
            here = self
            return houses_for(self.question, self.table, self.there, self.again[1:], said, here)
        return say_all(self, self.question, said)


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePicker(Entry):
    """Which of the houses that fit is built in the prefecture named."""

    question: Question
    site: str
    houses: tuple[House, ...]
    at: int = 0
    said: tuple[Answer, ...] = ()
    below: Entry | None = None

    @property
    def house(self) -> House:
        """The house pointed at."""
        return self.houses[self.at]

    def by_button(self, press: Press) -> Step:
        """Move along the houses, say one."""
        if press is Press.BACK:
            return self.below or Exit.BACK
        if press is Press.OK:
            return say_all(self, self.question, (*self.said, Answer("house", self.house.word)))
        return replace(self, at=(self.at + along(press)) % len(self.houses))


def houses_for(
    question: Question,
    table: CapitolTable,
    there: Prefecture,
    previous: Sequence[Answer],
    said: tuple[Answer, ...] = (),
    below: Entry | None = None,
) -> HousePicker:
    """The entry for the house that is built there: the highest that fits is likely."""
    houses = tuple(table.fitting_houses(there))
    words = [house.word for house in houses]
    at = len(houses) - 1
    if previous and previous[0].key == "house" and previous[0].word in words:
        at = words.index(previous[0].word)
    return HousePicker(
        question=question, site=there.name, houses=houses, at=at, said=said, below=below
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Entry):
    """The board to look at; OK opens the prefecture pointed at."""

    below: Entry
    at: int = 0
    open: bool = False

    def by_button(self, press: Press) -> Step:
        """Move over the board, open a prefecture, close it, return."""
        if press is Press.BACK and not self.open:
            return self.below
        if press in (Press.OK, Press.BACK):
            return replace(self, open=not self.open)
        return replace(self, at=moved(self.at, press, PREFECTURES))
