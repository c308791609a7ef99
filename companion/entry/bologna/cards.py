"""Entries for Bologna's cards and its few choices: a grid of all faces, and a ring of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.entry.step import Entry, Leg, Step, Way, along, attempt, says
from companion.games.bologna.cards import FIRE, FIRES, NUMBERS, PLAGUE, PLAGUES
from companion.games.conversation import Answer, Grade, Question
from companion.ports import Press

SPECIALS = {PLAGUE: PLAGUES, FIRE: FIRES}
MIDDLE = NUMBERS[len(NUMBERS) // 2]
Grid = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Choice(Entry):
    """One of a few answers, the likely one first."""

    question: Question
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
            return Way.LEAVE
        if press is Press.OK:
            return attempt(self, self.question, self.choice)
        step = along(press) * (self.stride if press in (Press.UP, Press.DOWN) else 1)
        return replace(self, at=(self.at + step) % len(self.choices), refused=None)


@dataclass(frozen=True, slots=True)
class FaceGrid(Entry):
    """Cards by their faces, one or several: numbers in a row, plague and fire below.

    With one axis plague and fire are a choice each behind the numbers, and then a number.
    """

    question: Question
    axes: int
    at: str = MIDDLE
    """The face pointed at, or what else may come; with one axis also `plague` or `fire`."""
    special: str | None = None
    """The row of special cards that was entered, with one axis."""
    chosen: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[str, ...]:
        """What may be turned up that is no card to play with."""
        options = (option.word for option in self.question.options)
        return tuple(each for each in options if each not in (*NUMBERS, *PLAGUES, *FIRES))

    @property
    def grid(self) -> Grid:
        """All there is to point at, in rows."""
        ends = self.ends
        return ((*NUMBERS, *ends[:1]), (*PLAGUES, *ends[1:2]), (*FIRES, *ends[2:3]))

    @property
    def ring(self) -> tuple[str, ...]:
        """What follows one another with one axis."""
        if self.special is not None:
            return SPECIALS[self.special]
        return (*NUMBERS, *self.ends, *SPECIALS)

    def by_button(self, press: Press) -> Step:
        """Move among the faces, take one, give the last one back."""
        if press is Press.BACK:
            return self._back()
        if press is Press.OK:
            return self._ok()
        if self.axes == 1:
            ring = self.ring
            at = ring[(ring.index(self.at) + along(press)) % len(ring)]
        else:
            at = self._in_grid(press)
        return replace(self, at=at, refused=None)

    def _in_grid(self, press: Press) -> str:
        grid = self.grid
        row = next(row for row, faces in enumerate(grid) if self.at in faces)
        column = grid[row].index(self.at)
        if press in (Press.LEFT, Press.RIGHT):
            return grid[row][(column + along(press)) % len(grid[row])]
        above = [faces for faces in grid if column < len(faces)]
        return above[(above.index(grid[row]) + along(press)) % len(above)][column]

    def _back(self) -> Step:
        if self.special is not None:
            return replace(self, at=self.special, special=None, refused=None)
        if not self.chosen:
            return Way.LEAVE
        return replace(self, chosen=self.chosen[:-1], at=self.chosen[-1], refused=None).entered()

    def _ok(self) -> Step:
        if self.at in SPECIALS:
            middle = SPECIALS[self.at][len(NUMBERS) // 2]
            return replace(self, special=self.at, at=middle, refused=None)
        key, items = self.question.key, self.question.items
        if items == 1:
            return attempt(self, self.question, Answer(key, self.at))
        chosen = (*self.chosen, self.at)
        answer = Answer(key, chosen)
        if len(chosen) == items:
            return attempt(self, self.question, self.question.meant(answer))
        objection = self.question.objection(answer)
        if objection is not None and objection.grade is Grade.RULE:
            return self._refuse(objection)
        at = MIDDLE if self.special is not None else self.at
        return replace(self, chosen=chosen, at=at, special=None, refused=None)

    def entered(self) -> FaceGrid:
        """With one axis a special card is pointed at within its row."""
        special = next((kind for kind, faces in SPECIALS.items() if self.at in faces), None)
        return replace(self, special=special if self.axes == 1 else None)

    def legs(self, wanted: Sequence[Answer]) -> Sequence[Leg]:
        """Card by card, where there are several."""
        said = next((answer for answer in wanted if answer.key == self.question.key), None)
        words = said.value if said is not None and isinstance(said.value, tuple) else ()
        picks = [Leg(partial(_has, words[:end]), _picks_none) for end in range(1, len(words))]
        return (*picks, Leg(partial(says, wanted), _picks_none))


def _has(chosen: tuple[str, ...], step: Step) -> bool:
    return isinstance(step, FaceGrid) and step.chosen == chosen


def _picks_none(before: Entry, after: Entry) -> bool:
    """Leave out cards that are not wanted, or a search would try them all."""
    if isinstance(before, FaceGrid) and isinstance(after, FaceGrid):
        return after.chosen == before.chosen
    return True
