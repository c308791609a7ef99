"""Pointing at Capitol's prefectures: where a house or a building goes, and looking around.

And what the entries of a stroke share: each answers a part, BACK returns to the part before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from companion.core.conversation import Answer, Objection, Question
from companion.core.interfaces import Press
from companion.games.capitol.rules import refusals
from companion.games.capitol.rules.board import PREFECTURES, House, Prefecture
from companion.games.capitol.rules.table import CapitolTable
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry, Exit, Step, along, attempt, move_in_ring, sideways


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeEntry(Entry):
    """One part of a stroke."""

    question: Question
    given: tuple[Answer, ...] = ()
    """The answers of the parts before."""
    below: Entry | None = None
    """The entry of the part before; None for the first."""

    def go_back(self) -> Step:
        return self.below or Exit.BACK

    def finish(self, answer: Answer) -> Step:
        """Give all answers of the stroke; a doubt is about its first."""
        first, *rest = (*self.given, answer)
        return attempt(self, self.question, first, rest)


COLUMNS = 3
SITE, PLACE = "site", "place"


def move_in_grid(at: int, press: Press, places: int) -> int:
    """The place in a grid of three columns that a press leads to."""
    if press in (Press.UP, Press.DOWN):
        return (at + along(press) * COLUMNS) % places
    return (at + sideways(press)) % places


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePicker(StrokeEntry):
    """A prefecture in the grid of nine; with one axis the cursor goes to those that are free."""

    table: CapitolTable = field(compare=False)
    context: InputContext = field(compare=False, repr=False)
    key: str
    """SITE for a house, PLACE for a building won."""
    at: int = 0
    previous: tuple[Answer, ...] = ()
    """What was answered here before it was undone."""

    @property
    def there(self) -> Prefecture:
        return self.table.board[self.at]

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(at for at in range(len(self.table.board)) if self.find_objection(at) is None)

    def find_objection(self, at: int) -> Objection | None:
        """Why the prefecture at this place can't be chosen."""
        object_to: Callable[[CapitolTable, Answer], Objection | None] = (
            refusals.object_to_site if self.key == SITE else refusals.object_to_place
        )
        return object_to(self.table, Answer(self.key, self.table.board[at].name))

    def start(self) -> SitePicker:
        """The picker with its cursor on the previous answer, else where it helps most."""
        names = [each.name for each in self.table.board]
        if self.previous and self.previous[0].word in names:
            return replace(self, at=names.index(self.previous[0].word))
        return replace(self, at=max(self.free or (0,), key=self._rate))

    def _rate(self, at: int) -> tuple[int, int, int]:
        """What speaks for a prefecture: the player's points there, their blocks, its fountains."""
        there, seat = self.table.board[at], self.question.seat or 0
        places = self.table.majority(there.name).places
        points = next((place.points for place in places if place.seat == seat), 0)
        return points, there.blocks_of(seat), there.fountains

    def move(self, press: Press) -> Step:
        places = len(self.table.board)
        if self.context.axes == 2:
            return replace(self, at=move_in_grid(self.at, press, places))
        ahead = [(self.at + along(press) * step) % places for step in range(1, places + 1)]
        free = self.free
        return replace(self, at=next((at for at in ahead if at in free), self.at))

    def confirm(self) -> Step:
        objection = self.find_objection(self.at)
        if objection is not None:
            return self.refuse(objection)
        answer = Answer(self.key, self.there.name)
        if self.key == PLACE or len(self.table.fitting_houses(self.there)) <= 1:
            return self.finish(answer)
        picker = _pick_house(self.question, self.table, self.there, self.previous[1:])
        return replace(picker, given=(*self.given, answer), below=self)


def ask_site(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> SitePicker:
    """Ask where a building goes, or a house."""
    key = PLACE if question.key == PLACE else SITE
    return SitePicker(
        question=question,
        table=table,
        context=context,
        key=key,
        previous=tuple(previous) if previous and previous[0].key == key else (),
    ).start()


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePicker(StrokeEntry):
    """Which of the houses that fit is built in the chosen prefecture."""

    site: str
    houses: tuple[House, ...]
    at: int = 0

    @property
    def house(self) -> House:
        return self.houses[self.at]

    def move(self, press: Press) -> Step:
        return replace(self, at=move_in_ring(self.at, press, len(self.houses)))

    def confirm(self) -> Step:
        return self.finish(Answer("house", self.house.word))


def ask_house(
    question: Question, table: CapitolTable, _context: InputContext, previous: Sequence[Answer]
) -> HousePicker:
    """Ask which house is built: the cursor on the previous answer, else on the highest house."""
    return _pick_house(question, table, table.prefecture(table.site), previous)


def _pick_house(
    question: Question, table: CapitolTable, there: Prefecture, previous: Sequence[Answer]
) -> HousePicker:
    houses = tuple(table.fitting_houses(there))
    words = [house.word for house in houses]
    at = len(houses) - 1
    if previous and previous[0].key == "house" and previous[0].word in words:
        at = words.index(previous[0].word)
    return HousePicker(question=question, site=there.name, houses=houses, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardViewer(Entry):
    """The board to look at; OK opens the prefecture pointed at."""

    below: Entry
    at: int = 0
    open: bool = False

    def move(self, press: Press) -> Step:
        return replace(self, at=move_in_grid(self.at, press, PREFECTURES))

    def confirm(self) -> Step:
        return replace(self, open=not self.open)

    def go_back(self) -> Step:
        return self.confirm() if self.open else self.below
