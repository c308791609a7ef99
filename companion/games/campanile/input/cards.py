"""Entries that point at cards: the one taken, the one turned up, the first three, the row."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.conversation import Answer, Question
from companion.input.commands import SwapSides
from companion.input.entry import Entry, Exit, Step, along, attempt
from companion.interfaces import Press

SWAP = "swap"
"""The choice that draws the open cards at the other end."""
OTHER = "other"
"""The choice that opens what can hardly come now."""
NO_LONGER = 2
"""Behind two choices a third takes nobody longer: each of three is one press away at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPicker(Entry):
    """One card of a few; ``others`` are one step away, behind the choice OTHER."""

    question: Question
    cards: tuple[str, ...]
    at: int = 0
    others: tuple[str, ...] = ()
    above: CardPicker | None = None
    """The picker from which OTHER led here."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The cards to choose from, and OTHER where there are others."""
        return (*self.cards, OTHER) if self.others else self.cards

    @property
    def card(self) -> str:
        """The choice pointed at."""
        return self.choices[self.at]

    def by_button(self, press: Press) -> Step:
        """Move along the cards, say the one pointed at."""
        if press is Press.BACK:
            return self.above or Exit.BACK
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.choices))
        if self.card == OTHER:
            return CardPicker(question=self.question, cards=self.others, above=self, keys=self.keys)
        answer = next(o for o in self.question.options if o.value == self.card)
        return attempt(self, self.question, answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPicker(Entry):
    """A list one item after the other: the row of towers, the first open cards.

    ``last_time`` are the items as they were then: where the cursor begins at each pick. The last
    item is taken without asking where only one is left.
    """

    question: Question
    items: tuple[str, ...]
    chosen: tuple[str, ...] = ()
    at: int = 0
    swap: bool = False
    """Whether the last pick may also say that the open cards lie at the other end."""
    last_time: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """What may come next in the list."""
        free = tuple(
            item
            for item in self.items
            if self.question.objection(Answer(self.question.key, (*self.chosen, item))) is None
        )
        return (*free, SWAP) if self.swap and len(free) == NO_LONGER else free

    @property
    def item(self) -> str:
        """The choice pointed at."""
        return self.choices[self.at]

    def by_button(self, press: Press) -> Step:
        """Move along the choices, take one, give the last one back."""
        if press is Press.BACK:
            return self._give_back()
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.choices))
        if self.item == SWAP:
            return SwapSides(replace(self, at=0))
        return self._take(self.item)

    def by_key(self, press: Press) -> Step:
        """Take the item of that key."""
        if self.keys is None or press not in self.keys.answers:
            return Entry.by_key(self, press)
        item = self.keys.answers[press].word
        objection = self.question.objection(Answer(self.question.key, (*self.chosen, item)))
        return self._refuse(objection) if objection is not None else self._take(item)

    def _take(self, item: str) -> Step:
        chosen = (*self.chosen, item)
        if len(chosen) == self.question.items:
            return attempt(self, self.question, Answer(self.question.key, chosen))
        picker = replace(self, chosen=chosen, at=0)
        if len(picker.choices) == 1:
            return picker._take(picker.choices[0])
        return replace(picker, at=picker._place_of(item))

    def _place_of(self, item: str) -> int:
        """Where the cursor stands next: as last time, else on the same card again."""
        at = len(self.chosen)
        wanted = self.last_time[at] if at < len(self.last_time) else item
        return self.choices.index(wanted) if wanted in self.choices else 0

    def _give_back(self) -> Step:
        if not self.chosen:
            return Exit.BACK
        back = replace(self, chosen=self.chosen[:-1])
        return replace(back, at=back.choices.index(self.chosen[-1]))


def begin_list(picker: ListPicker) -> ListPicker:
    """The picker with its cursor on the first item of last time."""
    return replace(picker, at=picker._place_of(picker.choices[0]))
