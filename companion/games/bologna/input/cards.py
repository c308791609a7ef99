"""The entry for Bologna's cards: a pad of all faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.conversation import Answer, Grade, Question
from companion.core.interfaces import Press
from companion.games.bologna.rules.cards import FIRE, FIRES, NUMBERS, PLAGUE, PLAGUES
from companion.ui.input.entry import Entry, Exit, Step, attempt, move_in_ring
from companion.ui.input.grid import STICK, Pad, move_on_pad

SPECIALS = {PLAGUE: PLAGUES, FIRE: FIRES}
MIDDLE = NUMBERS[len(NUMBERS) // 2]


def build_pad(seven: Sequence[str], more: Sequence[str | None] = ()) -> Pad:
    """Seven words about the middle one, and what else there is: three aside, one in a corner."""
    first, second, third, corner = (*more, None, None, None, None)[:4]
    a, b, c, d, e, f, g = seven
    return ((a, b, None, first), (c, d, e, second), (corner, f, g, third))


@dataclass(frozen=True, slots=True, kw_only=True)
class FacePicker(Entry):
    """Cards by their faces, one or several: a pad of numbers, and beside it what is special.

    Plague and fire are chosen first, then their number on the same pad.
    """

    question: Question
    at: str = MIDDLE
    """What is pointed at: a face, `plague` or `fire`, or what is no card to play with."""
    special: str | None = None
    """`plague` or `fire` once it is chosen."""
    chosen: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[str, ...]:
        """What may be turned up that is no card to play with."""
        options = (option.word for option in self.question.options)
        return tuple(each for each in options if each not in (*NUMBERS, *PLAGUES, *FIRES))

    @property
    def pad(self) -> Pad:
        """What can be pointed at, as it stands for a stick."""
        if self.special is not None:
            return build_pad(SPECIALS[self.special])
        scoring, nothing = (*self.ends, None, None)[:2]
        return build_pad(NUMBERS, (*SPECIALS, scoring, nothing))

    @property
    def ring(self) -> tuple[str, ...]:
        """What can be pointed at, in its order with one axis."""
        if self.special is not None:
            return SPECIALS[self.special]
        return (*NUMBERS, *self.ends, *SPECIALS)

    def move(self, press: Press) -> Step:
        if press in STICK:
            return replace(self, at=move_on_pad(self.pad, self.at, press))
        ring = self.ring
        return replace(self, at=ring[move_in_ring(ring.index(self.at), press, len(ring))])

    def go_back(self) -> Step:
        if self.special is not None:
            return replace(self, at=self.special, special=None)
        if not self.chosen:
            return Exit.BACK
        return replace(self, chosen=self.chosen[:-1], at=self.chosen[-1]).open_special()

    def confirm(self) -> Step:
        if self.at in SPECIALS:
            middle = SPECIALS[self.at][len(NUMBERS) // 2]
            return replace(self, special=self.at, at=middle)
        key, items = self.question.key, self.question.items
        if not items:
            return attempt(self, self.question, Answer(key, self.at))
        chosen = (*self.chosen, self.at)
        answer = Answer(key, chosen)
        if len(chosen) == items:
            return attempt(self, self.question, self.question.canonical(answer))
        objection = self.question.find_objection(answer)
        if objection is not None and objection.grade is Grade.RULE:
            return self.refuse(objection)
        at = MIDDLE if self.special is not None else self.at
        return replace(self, chosen=chosen, at=at, special=None)

    def open_special(self) -> FacePicker:
        """The picker with plague or fire chosen, if a special card is pointed at."""
        special = next((kind for kind, faces in SPECIALS.items() if self.at in faces), None)
        return replace(self, special=special)

    def measure_way(self, wanted: Sequence[Answer]) -> int | None:
        """So many cards that are wanted."""
        found = next((answer for answer in wanted if answer.key == self.question.key), None)
        words = found.words if found is not None else ()
        return len(self.chosen) if words[: len(self.chosen)] == self.chosen else None
