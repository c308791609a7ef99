"""How Nim is asked: an entry that shows the stones, and the pages at the end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.core.conversation import Answer, Event, Question
from companion.core.outcome import Outcome
from companion.input.context import GameInput, InputContext
from companion.input.entry import Entry, Exit, Step, along, attempt
from companion.input.guide import Page, winner_page
from companion.interfaces import Press

from .rules import TAKES, LastStoneTaken, NimTable


@dataclass(frozen=True, slots=True, kw_only=True)
class StonePicker(Entry):
    """How many stones are taken."""

    question: Question
    left: int
    count: int = 1

    def by_button(self, press: Press) -> Step:
        """A direction changes the number, OK takes the stones, BACK goes back."""
        if press is Press.BACK:
            return Exit.BACK
        if press is Press.OK:
            return attempt(self, self.question, Answer("stones", self.count))
        return replace(self, count=min(max(self.count + along(press), 1), len(TAKES)))


class LastStonePage(NamedTuple):
    """Who took the last stone."""

    seat: int


def _open_stones(
    question: Question, table: NimTable, _context: InputContext, _previous: Sequence[Answer]
) -> Entry:
    return StonePicker(question=question, left=table.left)


def _make_pages(events: Sequence[Event], table: NimTable) -> list[Page]:
    pages: list[Page] = []
    for event in events:
        if isinstance(event, LastStoneTaken):
            pages.append(LastStonePage(event.seat))
        elif isinstance(event, Outcome):
            pages.append(winner_page(event, table))
    return pages


INPUT = GameInput(entries={"stones": _open_stones}, pages=_make_pages)
