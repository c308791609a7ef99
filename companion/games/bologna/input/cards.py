"""Entries for Bologna's cards and its few choices: a pad of all faces, and a ring of answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.core.conversation import Answer, Grade, Question
from companion.games.bologna.rules.cards import FIRE, FIRES, NUMBERS, PLAGUE, PLAGUES
from companion.input.entry import Entry, Exit, SearchStage, Step, along, attempt, says
from companion.interfaces import Press

PUSHED = (Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT)
SPECIALS = {PLAGUE: PLAGUES, FIRE: FIRES}
MIDDLE = NUMBERS[len(NUMBERS) // 2]
Pad = tuple[tuple[str | None, ...], ...]
"""Words in rows, the middle one of seven in the middle; None where nothing is."""


def pad_of(seven: Sequence[str], more: Sequence[str | None] = ()) -> Pad:
    """Seven words about the middle one, and what else there is: three aside, one in a corner."""
    first, second, third, corner = (*more, None, None, None, None)[:4]
    a, b, c, d, e, f, g = seven
    return ((a, b, None, first), (c, d, e, second), (corner, f, g, third))


def moved(pad: Pad, at: str, press: Press) -> str:
    """The word that a push leads to, past what is empty and round the edge."""
    row = next(row for row, words in enumerate(pad) if at in words)
    column = pad[row].index(at)
    if press in (Press.LEFT, Press.RIGHT):
        words, here = pad[row], column
    else:
        words, here = tuple(words[column] for words in pad), row
    ahead = [words[(here + along(press) * step) % len(words)] for step in range(1, len(words))]
    return next((word for word in ahead if word is not None), at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Entry):
    """One of a few answers, the likely one first; with a stick they may stand in a pad."""

    question: Question
    choices: tuple[Answer, ...]
    at: int = 0
    stride: int = 1
    """How many choices UP and DOWN go at once."""
    pad: Pad | None = None
    """How the choices' words stand to one another for a stick."""

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
        if self.pad is not None and press in PUSHED:
            word = moved(self.pad, self.choice.word, press)
            at = next(at for at, each in enumerate(self.choices) if each.word == word)
            return replace(self, at=at)
        step = along(press) * (self.stride if press in (Press.UP, Press.DOWN) else 1)
        return replace(self, at=(self.at + step) % len(self.choices))


@dataclass(frozen=True, slots=True, kw_only=True)
class FacePad(Entry):
    """Cards by their faces, one or several: a pad of numbers, and beside it what is special.

    Plague and fire are said first, then their number on the same pad.
    """

    question: Question
    at: str = MIDDLE
    """What is pointed at: a face, `plague` or `fire`, or what is no card to play with."""
    special: str | None = None
    """`plague` or `fire` once it is said."""
    chosen: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[str, ...]:
        """What may be turned up that is no card to play with."""
        options = (option.word for option in self.question.options)
        return tuple(each for each in options if each not in (*NUMBERS, *PLAGUES, *FIRES))

    @property
    def pad(self) -> Pad:
        """What there is to point at, as it stands to one another."""
        if self.special is not None:
            return pad_of(SPECIALS[self.special])
        scoring, nothing = (*self.ends, None, None)[:2]
        return pad_of(NUMBERS, (*SPECIALS, scoring, nothing))

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
        if press in PUSHED:
            return replace(self, at=moved(self.pad, self.at, press))
        ring = self.ring
        at = ring[(ring.index(self.at) + along(press)) % len(ring)]
        return replace(self, at=at)

    def _back(self) -> Step:
        if self.special is not None:
            return replace(self, at=self.special, special=None)
        if not self.chosen:
            return Exit.BACK
        return replace(self, chosen=self.chosen[:-1], at=self.chosen[-1]).entered()

    def _ok(self) -> Step:
        if self.at in SPECIALS:
            middle = SPECIALS[self.at][len(NUMBERS) // 2]
            return replace(self, special=self.at, at=middle)
        key, items = self.question.key, self.question.items
        if items == 1:
            return attempt(self, self.question, Answer(key, self.at))
        chosen = (*self.chosen, self.at)
        answer = Answer(key, chosen)
        if len(chosen) == items:
            return attempt(self, self.question, self.question.canonical(answer))
        objection = self.question.objection(answer)
        if objection is not None and objection.grade is Grade.RULE:
            return self._refuse(objection)
        at = MIDDLE if self.special is not None else self.at
        return replace(self, chosen=chosen, at=at, special=None)

    def entered(self) -> FacePad:
        """The pad with plague or fire said, where a special card is pointed at."""
        special = next((kind for kind, faces in SPECIALS.items() if self.at in faces), None)
        return replace(self, special=special)

    def search_stages(self, wanted: Sequence[Answer]) -> Sequence[SearchStage]:
        """Card by card, where there are several."""
        said = next((answer for answer in wanted if answer.key == self.question.key), None)
        words = said.value if said is not None and isinstance(said.value, tuple) else ()
        picks = [
            SearchStage(partial(_has, words[:end]), _picks_none) for end in range(1, len(words))
        ]
        return (*picks, SearchStage(partial(says, wanted), _picks_none))


def _has(chosen: tuple[str, ...], step: Step) -> bool:
    return isinstance(step, FacePad) and step.chosen == chosen


def _picks_none(before: Entry, after: Entry) -> bool:
    """Leave out cards that are not wanted, or a search would try them all."""
    if isinstance(before, FacePad) and isinstance(after, FacePad):
        return after.chosen == before.chosen
    return True
