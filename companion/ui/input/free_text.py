"""Free text for a question without options: earlier answers, or letter by letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.ui.input.entry import Entry, Exit, SearchStage, Step, along, attempt, says
from companion.ui.input.people import NameEntry, NamePicker, before_letters, only_moves, spelling

SPELL = Answer("text", "new")
"""The item that leads to the letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeText(NameEntry):
    """A plain list of earlier answers, and a way to the letters; drawn like any menu."""

    title: str
    """The line above the list is worded under `menu.` and this."""
    items: tuple[Answer, ...]
    """Answers, and SPELL behind them."""
    at: int = 0
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)

    @property
    def item(self) -> Answer:
        """The item pointed at."""
        return self.items[self.at]

    @property
    def suggestions(self) -> tuple[str, ...]:
        return tuple(item.word for item in self.items if item != SPELL and item.word)

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return Exit.BACK
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.items))
        if self.item == SPELL:
            return NamePicker(seat=self)
        return attempt(self, self.question, self.item)

    def take_name(self, letters: NamePicker, name: str) -> Step:
        return attempt(letters, self.question, Answer(self.question.key, name))

    def search_stages(self, wanted: Sequence[Answer]) -> Sequence[SearchStage]:
        if wanted[0] in self.items:
            return Entry.search_stages(self, wanted)
        to_the_letters = SearchStage(lambda step: isinstance(step, NamePicker), before_letters)
        ends = SearchStage(partial(says, wanted), only_moves)
        return (to_the_letters, *spelling(wanted[0].word), ends)
