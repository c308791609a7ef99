"""Chooses one number of many: up and down by one, sideways by ten; held to run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.conversation import Answer, Question
from companion.core.interfaces import Press
from companion.ui.input.entry import Entry, Exit, Step, attempt, place_of, sideways, upward
from companion.ui.input.menu import SIDE_BY_SIDE

TEN = 10


def step_number(press: Press, *, tens: bool) -> int:
    """What a press adds to a number: with ``tens`` a stick goes sideways by ten."""
    step = TEN if tens and press in (Press.LEFT, Press.RIGHT) else 1
    return upward(press) + step * sideways(press)


def are_many_numbers(answers: Sequence[Answer]) -> bool:
    """Whether the answers are numbers, and too many to stand side by side."""
    numbers = {each.value for each in answers if type(each.value) is int}
    return len(answers) > SIDE_BY_SIDE and len(numbers) == len(answers)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberPicker(Entry):
    """One of many numbers. With one axis first its tens are chosen, then its ones among them."""

    question: Question
    items: tuple[Answer, ...]
    """The numbers, the smallest first."""
    at: int = 0
    axes: int = 2
    tens_chosen: bool = False

    @property
    def number(self) -> int:
        """The number pointed at."""
        return int(self.items[self.at].word)

    def go_back(self) -> Step:
        return replace(self, tens_chosen=False) if self.tens_chosen else Exit.BACK

    def confirm(self) -> Step:
        if self.axes == 1 and not self.tens_chosen:
            return replace(self, tens_chosen=True)
        return attempt(self, self.question, self.items[self.at])

    def move(self, press: Press) -> Step:
        if self.tens_chosen:
            words = [each.word[:-1] for each in self.items]
            tens = [at for at, word in enumerate(words) if word == words[self.at]]
            at = tens[(tens.index(self.at) + sideways(press)) % len(tens)]
        else:
            at = self.find_place(TEN * sideways(press) or upward(press))
        return replace(self, at=at)

    def find_place(self, step: int) -> int:
        """The place of the number nearest to ``step`` away, on that side of this number."""
        numbers = [int(each.word) for each in self.items]
        beyond = [at for at, number in enumerate(numbers) if (number - self.number) * step > 0]
        goal = self.number + step
        return min(beyond, key=lambda at: abs(numbers[at] - goal), default=self.at)


def open_number(question: Question, axes: int, previous: Sequence[Answer] = ()) -> NumberPicker:
    """Start at the previous answer, at the default, or at the first number that is allowed."""
    items = tuple(sorted(question.options, key=lambda option: int(option.word)))
    default = (question.default,) if question.default in items else ()
    at = place_of(items, (*previous[:1], *default, *question.legal_options()[:1]))
    return NumberPicker(question=question, items=items, at=at, axes=axes)
