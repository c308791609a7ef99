"""A game under way at the device: what its session took is in the journal, or has not happened.

It also knows which questions this table need not be asked, and how far one BACK goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from companion.entry.opening import asking
from companion.games.conversation import Answer
from companion.journal import Journal, JournalError
from companion.session.session import Session, is_correction


class UnderWay:
    """Game ``number`` of the journal, for ``seats`` players as they were planned at the device."""

    def __init__(
        self,
        journal: Journal,
        now: Callable[[], datetime],
        number: int,
        seats: int,
        session: Session,
    ) -> None:
        self._journal = journal
        self._now = now
        self.number = number
        self.seats = seats
        self.session = session

    @classmethod
    def begin(
        cls, journal: Journal, now: Callable[[], datetime], name: str, seats: int
    ) -> UnderWay:
        """Begin a game; raises JournalError where it can't be kept."""
        return cls(journal, now, journal.begin(name, seats, now()), seats, Session(name))

    def take(self, answers: Sequence[Answer]) -> None:
        """Take answers and those that need no asking, and commit them all together.

        Raises JournalError where they can't be kept; then nothing has been taken.
        """
        before = len(self.session.answers)
        for answer in answers:
            self.session.answer(answer)
        while (automatic := self.automatic()) is not None:
            self.session.answer(automatic)
        fresh = [(answer.key, answer.word) for answer in self.session.answers[before:]]
        try:
            self._journal.append(self.number, fresh, self._now())
        except JournalError:
            self.session.undo(len(fresh))
            raise

    def undo(self) -> list[Answer]:
        """Take back the last stroke, with what went without asking and the corrections for it.

        Returns what had been said in it. Raises JournalError where that can't be kept; then
        nothing is taken back.
        """
        before = list(self.session.answers)
        self.session.undo()
        while self.session.answers and not self._stands_at_a_stroke():
            self.session.undo()
        taken_back = before[len(self.session.answers) :]
        try:
            self._journal.undo(self.number, len(taken_back), self._now())
        except JournalError:
            self.session.replay(before)
            raise
        return taken_back

    def reload(self) -> None:
        """Stand at the last committed answer, as far as the journal can be read."""
        with suppress(JournalError):
            self.session = Session.of(self.session.name, self._journal.entries(self.number))

    def automatic(self) -> Answer | None:
        """The answer to a question that this table need not be asked: nobody else, no variant.

        Free text is asked for: nothing tells beforehand that there is none to be given.
        """
        question = self.session.question
        if question is None or not question.silent:
            return None
        if question.key == "player":
            return question.default if question.seat == self.seats else None
        return None if question.legal() or not question.options else question.default

    def _stands_at_a_stroke(self) -> bool:
        """Whether the table itself would have been asked here, at a stroke's beginning."""
        question = self.session.question
        stroke = question is not None and question.key not in asking(self.session.name).strokes
        went_by = self.session.asked[-1].goes_by and self._last_is_default()
        begun = went_by or is_correction(self.session.answers[-1])
        return stroke and self.automatic() is None and not begun

    def _last_is_default(self) -> bool:
        return self.session.answers[-1] == self.session.asked[-1].default
