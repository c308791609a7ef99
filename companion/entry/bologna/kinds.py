"""The map of Bologna's kinds of fields: taken from where it is known, or entered field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.entry.step import Entry, Leg, Step, Way, along, attempt, says
from companion.games.bologna.board import BASILICA, FIELDS, Field
from companion.games.bologna.collection import LETTERS, SIDE
from companion.games.conversation import Answer, Question
from companion.ports import Press

PRINTED, AGAIN, WITHOUT, ENTER = "printed", "again", "without", "enter"
NONE = "."
BRUSHES = (NONE, *(letter for letter in LETTERS if letter != NONE))
"""The letters of the kinds in the order in which they follow one another, no kind first."""


@dataclass(frozen=True, slots=True)
class MapChoice(Entry):
    """Where the map comes from: a file, an earlier game, this device's buttons, or nowhere."""

    question: Question
    choices: tuple[tuple[str, str], ...]
    """What is offered, and the map that it gives; empty where it gives none."""
    at: int = 0

    @property
    def map(self) -> str:
        """The map of the choice pointed at, as the record writes it."""
        return self.choices[self.at][1]

    def by_button(self, press: Press) -> Step:
        """Move along the choices, take the one pointed at."""
        if press is Press.BACK:
            return Way.LEAVE
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.choices), refused=None)
        if self.choices[self.at][0] == ENTER:
            return MapPainter(None, self.question, self)
        return attempt(self, self.question, Answer(self.question.key, self.map))

    def legs(self, wanted: Sequence[Answer]) -> Sequence[Leg]:
        """A map that is not offered is entered field by field."""
        text = wanted[0].word
        ends = Leg(partial(says, wanted), _paints_nothing)
        if not text or text in (known for _, known in self.choices):
            return (ends,)
        letters = text.replace("/", "")
        steps = [Leg(partial(_reads, letters[:end]), _paints_nothing) for end in _stops()]
        return (*steps, ends)


@dataclass(frozen=True, slots=True)
class MapPainter(Entry):
    """The map field by field, row by row as it is read off the board; the Basilica is left out."""

    question: Question
    above: MapChoice
    letters: str = ""
    """The letters so far."""
    brush: int = 0

    @property
    def at(self) -> Field:
        """The field asked about."""
        return FIELDS[len(self.letters)]

    @property
    def letter(self) -> str:
        """The letter of the kind pointed at."""
        return BRUSHES[self.brush]

    def by_button(self, press: Press) -> Step:
        """Choose a kind, take it for the field, give the last field back."""
        if press is Press.BACK:
            return self._back()
        if press is not Press.OK:
            return replace(self, brush=(self.brush + along(press)) % len(BRUSHES), refused=None)
        letters = self.letters + self.letter
        if len(letters) < len(FIELDS):
            if FIELDS[len(letters)] == BASILICA:
                letters += NONE
            return replace(self, letters=letters, brush=0, refused=None)
        return attempt(self, self.question, Answer(self.question.key, written(letters)))

    def _back(self) -> Step:
        if not self.letters:
            return self.above
        end = len(self.letters) - 1
        end -= FIELDS[end] == BASILICA
        brush = BRUSHES.index(self.letters[end])
        return replace(self, letters=self.letters[:end], brush=brush, refused=None)


def written(letters: str) -> str:
    """The letters of a whole map in rows, as the record writes them."""
    return "/".join(letters[at : at + SIDE] for at in range(0, len(letters), SIDE))


def painted(choice: MapChoice, text: str) -> MapPainter:
    """The painter with the whole map but its last field, whose kind is pointed at."""
    letters = text.replace("/", "")
    return MapPainter(None, choice.question, choice, letters[:-1], BRUSHES.index(letters[-1]))


def _stops() -> list[int]:
    """How many letters there are each time that a field is asked about."""
    return [place for place, at in enumerate(FIELDS) if at != BASILICA]


def _reads(letters: str, step: Step) -> bool:
    return isinstance(step, MapPainter) and step.letters == letters


def _paints_nothing(before: Entry, after: Entry) -> bool:
    """Leave out kinds that are not wanted, or a search would try all maps there are."""
    if isinstance(before, MapPainter) and isinstance(after, MapPainter):
        return after.letters == before.letters
    return isinstance(after, MapPainter | MapChoice)
