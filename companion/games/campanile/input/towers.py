"""Entries that point at the picture of the five towers: what was built, where a marker goes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.core.conversation import Answer, ObjectTo, Question, accept_any
from companion.games.campanile.rules.towers import Style
from companion.input.entry import Entry, Exit, Step, along, attempt, sideways
from companion.interfaces import HEIGHT_KEYS, TOWER_KEYS, Press

HIGHEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
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

    @property
    def places(self) -> int:
        """How many things there are to point at."""
        return len(self.towers)

    def by_button(self, press: Press) -> Step:
        """Move to a tower, choose its floors, say both."""
        if press is Press.BACK:
            if self.choosing_floors or self.floors_said:
                return replace(self, choosing_floors=False, floors_said=False)
            return Exit.BACK
        if press is Press.OK:
            return self._ok()
        if self.choosing_floors and press in (Press.PREVIOUS, Press.NEXT):
            floors = (self.floors - 1 + sideways(press)) % HIGHEST + 1
            return replace(self, floors=floors)
        floors = self.floors + (press is Press.UP) - (press is Press.DOWN)
        return replace(
            self,
            at=(self.at + sideways(press)) % self.places,
            floors=min(max(floors, 1), HIGHEST),
        )

    def by_key(self, press: Press) -> Step:
        """A tower and a height; a tower that is forbidden is refused at once."""
        if press in HEIGHT_KEYS:
            floors = HEIGHT_KEYS.index(press) + 1
            entry = replace(self, floors=floors, floors_said=True)
            return entry._say() if self.choosing_floors else entry
        if press not in TOWER_KEYS or self.keys is None:
            return Entry.by_key(self, press)
        entry = replace(self, at=TOWER_KEYS.index(press), refused=self.keys.objection(press))
        if entry.refused is not None:
            return entry
        return entry._say() if self.floors_said else replace(entry, choosing_floors=True)

    def _ok(self) -> Step:
        if self.axes == 1 and not (self.choosing_floors or self.floors_said):
            return replace(self, choosing_floors=True)
        return self._say()

    def _say(self) -> Step:
        answer = Answer(self.question.key, self.style)
        return attempt(self, self.question, answer, [Answer("floors", self.floors)])


@dataclass(frozen=True, slots=True, kw_only=True)
class TowerChoice(Entry):
    """One of a few choices at the towers: none, a marker here or there, a marker to be moved.

    Only what is legal can be reached: the first of ``choices``, `none` where it is one, costs
    the fewest presses.
    """

    question: Question
    towers: tuple[Style, ...]
    choices: tuple[Answer, ...]
    at: int = 0
    stride: int = 1
    """How many choices UP and DOWN go at once."""

    @property
    def choice(self) -> Answer:
        """The answer pointed at."""
        return self.choices[self.at]

    def by_button(self, press: Press) -> Step:
        """Move along the choices, say the one pointed at."""
        if press is Press.BACK:
            return Exit.BACK
        if press is Press.OK:
            return attempt(self, self.question, self.choice)
        step = along(press) * (self.stride if press in (Press.UP, Press.DOWN) else 1)
        return replace(self, at=(self.at + step) % len(self.choices))


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPicker(TowerChoice):
    """One stroke for a tower and the value of the chip bet on it; `none` has no value.

    Sideways the tower, up and down the value, OK. With one axis (previous, next) the first OK
    goes on to the value (``choosing_value``), BACK returns to the tower. By keys it is a tower and
    the height's key for the value, in either order.
    """

    values: tuple[int, ...] = ()
    """What may be bet here, the lowest first; two values or more."""
    axes: int = 2
    value_at: int = 0
    choosing_value: bool = False
    """The tower has been said, by its key or with one axis."""
    value_said: bool = False
    """The value's key came before the tower's."""
    object_to_value: ObjectTo = field(default=accept_any, hash=False, compare=False)
    """Why another value can't be bet."""

    @property
    def value(self) -> int:
        """The value of the chip that would be bet."""
        return self.values[self.value_at]

    def by_button(self, press: Press) -> Step:
        """Move to a tower, choose the value, say both."""
        if self.choosing_value and press is Press.BACK:
            return replace(self, choosing_value=False, value_said=False)
        if press is Press.OK:
            return self._ok()
        if self.choosing_value and press in (Press.PREVIOUS, Press.NEXT):
            at = (self.value_at + sideways(press)) % len(self.values)
            return replace(self, value_at=at)
        if press in (Press.UP, Press.DOWN):
            at = self.value_at + (1 if press is Press.UP else -1)
            return replace(self, value_at=min(max(at, 0), len(self.values) - 1))
        step = TowerChoice.by_button(self, press)
        return replace(step, choosing_value=False) if isinstance(step, BetPicker) else step

    def by_key(self, press: Press) -> Step:
        """A tower and a value, or none; what is forbidden is refused at once."""
        if press in HEIGHT_KEYS:
            return self._value_by_key(HEIGHT_KEYS.index(press) + 1)
        if self.keys is None or press not in self.keys.answers:
            return Entry.by_key(self, press)
        refused, answer = self.keys.objection(press), self.keys.answers[press]
        if refused is not None or answer not in self.choices:
            return replace(self, refused=refused)
        entry = replace(self, at=self.choices.index(answer))
        if self.value_said or press not in TOWER_KEYS:
            return entry._say()
        return replace(entry, choosing_value=True)

    def _value_by_key(self, value: int) -> Step:
        objection = self.object_to_value(Answer("value", value))
        if objection is not None:
            return self._refuse(objection)
        at = self.values.index(value)
        entry = replace(self, value_at=at, value_said=True)
        return entry._say() if self.choosing_value else entry

    def _ok(self) -> Step:
        if self.axes == 1 and self._has_value and not (self.choosing_value or self.value_said):
            return replace(self, choosing_value=True)
        return self._say()

    @property
    def _has_value(self) -> bool:
        return self.choice.value in self.towers

    def _say(self) -> Step:
        also = [Answer("value", self.value)] if self._has_value else []
        return attempt(self, self.question, self.choice, also)
