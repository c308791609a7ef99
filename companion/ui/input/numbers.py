"""Chooses one number of many, by ones and by tens; held to run. Or how many of each kind."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPicker(Entry):
    """How many of each of some kinds: sideways the kind, up and down how many.

    The items of the list that answers are these numbers. With one axis OK goes on from kind to
    kind. With a ``total`` the last number makes it up until that number is changed itself.
    """

    question: Question
    axes: int
    counts: tuple[int, ...]
    at: int = 0
    total: int | None = None
    fixed: bool = False
    """Whether only the total is allowed, so that the last number need not be asked."""
    own_last: bool = False
    """Whether the last number was changed itself."""

    @property
    def sum(self) -> int:
        return sum(self.counts)

    def go_back(self) -> Step:
        return replace(self, at=self.at - 1) if self.axes == 1 and self.at else Exit.BACK

    def confirm(self) -> Step:
        asked = self.question.items - (self.fixed and not self.own_last)
        if self.axes == 1 and self.at + 1 < asked:
            return replace(self, at=self.at + 1)
        answer = Answer(self.question.key, tuple(map(str, self.counts)))
        return attempt(self, self.question, answer)

    def move(self, press: Press) -> Step:
        if self.axes == 2 and press not in (Press.UP, Press.DOWN):
            return replace(self, at=(self.at + sideways(press)) % self.question.items)
        counts, last = list(self.counts), self.question.items - 1
        count = counts[self.at] + step_number(press, tens=False)
        counts[self.at] = min(max(count, 0), max(int(each.word) for each in self.question.options))
        own_last = self.own_last or self.at == last
        if self.total is not None and not own_last:
            counts[last] = max(0, self.total - sum(counts[:last]))
        return replace(self, counts=tuple(counts), own_last=own_last)
