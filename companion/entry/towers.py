"""Entries that point at the picture of the five towers: what was built, where a marker goes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.entry.step import Entry, Step, Way, along, attempt, sideways
from companion.games.conversation import Answer, Question
from companion.games.towers import Style
from companion.ports import HEIGHTS, TOWERS, Press

HIGHEST = 3


@dataclass(frozen=True, slots=True)
class TowerPicker(Entry):
    """One stroke for tower and floors: sideways the tower, up and down the floors, OK.

    ``towers`` is the row as it is drawn. With one axis (previous, next) the first OK goes on to
    the floors (``choosing_floors``), BACK returns to the tower. By keys it is a tower and a
    height, in either order: only both together say it.
    """

    question: Question
    towers: tuple[Style, ...]
    axes: int
    at: int = 0
    floors: int = 2
    choosing_floors: bool = False
    """The tower has been said, by its key or with one axis."""
    floors_said: bool = False
    """The height's key came before the tower's."""

    @property
    def style(self) -> Style:
        """The tower pointed at."""
        return self.towers[self.at]

    def by_button(self, press: Press) -> Step:
        """Move to a tower, choose its floors, say both."""
        if press is Press.BACK:
            if self.choosing_floors or self.floors_said:
                return replace(self, choosing_floors=False, floors_said=False, refused=None)
            return Way.LEAVE
        if press is Press.OK:
            return self._ok()
        if self.choosing_floors and press in (Press.PREVIOUS, Press.NEXT):
            floors = (self.floors - 1 + sideways(press)) % HIGHEST + 1
            return replace(self, floors=floors, refused=None)
        floors = self.floors + (press is Press.UP) - (press is Press.DOWN)
        return replace(
            self,
            at=(self.at + sideways(press)) % len(self.towers),
            floors=min(max(floors, 1), HIGHEST),
            refused=None,
        )

    def by_key(self, press: Press) -> Step:
        """A tower and a height; a tower that is forbidden is refused at once."""
        if press in HEIGHTS:
            floors = HEIGHTS.index(press) + 1
            entry = replace(self, floors=floors, floors_said=True, refused=None)
            return entry._say() if self.choosing_floors else entry
        if press not in TOWERS or self.keys is None:
            return Entry.by_key(self, press)
        entry = replace(self, at=TOWERS.index(press), refused=self.keys.objection(press))
        if entry.refused is not None:
            return entry
        return entry._say() if self.floors_said else replace(entry, choosing_floors=True)

    def _ok(self) -> Step:
        if self.axes == 1 and not (self.choosing_floors or self.floors_said):
            return replace(self, choosing_floors=True, refused=None)
        return self._say()

    def _say(self) -> Step:
        answer = Answer(self.question.key, self.style)
        return attempt(self, self.question, answer, [Answer("floors", self.floors)])


@dataclass(frozen=True, slots=True)
class TowerChoice(Entry):
    """One of a few choices at the towers: none, a marker here or there, a marker to be moved.

    Only what is legal can be reached: the first of ``choices``, `none` where it is one, costs
    the fewest presses.
    """

    question: Question
    towers: tuple[Style, ...]
    choices: tuple[Answer, ...]
    at: int = 0

    @property
    def choice(self) -> Answer:
        """The answer pointed at."""
        return self.choices[self.at]

    def by_button(self, press: Press) -> Step:
        """Move along the choices, say the one pointed at."""
        if press is Press.BACK:
            return Way.LEAVE
        if press is Press.OK:
            return attempt(self, self.question, self.choice)
        return replace(self, at=(self.at + along(press)) % len(self.choices), refused=None)
