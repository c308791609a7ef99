"""What the entries of a stroke share: each answers a part, BACK returns to the part before."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.conversation import Answer, Question
from companion.ui.input.entry import Entry, Exit, Step, attempt


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeEntry(Entry):
    """One part of a stroke."""

    question: Question
    given: tuple[Answer, ...] = ()
    """The answers of the parts before."""
    below: Entry | None = None
    """The entry of the part before; None for the first."""

    def go_back(self) -> Step:
        return self.below or Exit.BACK

    def finish(self, answer: Answer) -> Step:
        """Give all answers of the stroke; a doubt is about its first."""
        first, *rest = (*self.given, answer)
        return attempt(self, self.question, first, rest)
