"""The entry in which a player chooses how many stones to take."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.conversation import Answer, Question
from companion.core.interfaces import Press
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry, Step, along, attempt

from .rules import TAKES, NimTable


@dataclass(frozen=True, slots=True, kw_only=True)
class StonePicker(Entry):
    """How many stones are taken."""

    question: Question
    left: int
    count: int = 1

    def confirm(self) -> Step:
        """Take the stones."""
        return attempt(self, self.question, Answer("stones", self.count))

    def move(self, press: Press) -> Step:
        """Change the number."""
        return replace(self, count=min(max(self.count + along(press), 1), len(TAKES)))


def open_stones(
    question: Question, table: NimTable, _context: InputContext, _previous: Sequence[Answer]
) -> Entry:
    """Open the entry for the question `stones`."""
    return StonePicker(question=question, left=table.left)
