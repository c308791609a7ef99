"""A game under way at the device: what its session took is in the journal, or has not happened.

It also knows which questions this table need not be asked, and how far one BACK goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from companion.entry.history import Deed, deed_of
from companion.entry.opening import asking
from companion.games.conversation import CARDS_UNKNOWN, Answer, Refused
from companion.journal import Journal, JournalError
from companion.session.session import Session


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
        self._commit(before)

    def _commit(self, before: int) -> None:
        """Keep what the session took beyond the first ``before`` answers, or take it back."""
        fresh = [(answer.key, answer.word) for answer in self.session.answers[before:]]
        try:
            self._journal.append(self.number, fresh, self._now())
        except JournalError:
            self.session.undo(len(fresh))
            raise

    def _deed_from(self, at: int) -> Deed:
        session = self.session
        return deed_of(session.asked[at:], session.answers[at:], session.table.players)

    @property
    def undone(self) -> list[tuple[str, str]]:
        """What can be done again, in order; nothing where the journal can't be read."""
        with suppress(JournalError):
            return self._journal.undone(self.number)
        return []

    def redo(self) -> Deed | None:
        """Do the stroke again that was taken back last, and tell it; None where there is none.

        Raises JournalError where it can't be kept; then nothing is done.
        """
        before = len(self.session.answers)
        for pair in self.undone:
            try:
                self.session.say(*pair)
            except Refused:  # said under the rules of another version
                self.session.undo(len(self.session.answers) - before)
                return None
            if self._stands_at_a_stroke():
                break
        if len(self.session.answers) == before:
            return None
        deed = self._deed_from(before)
        self._commit(before)
        return deed

    def undo(self) -> tuple[list[Answer], Deed]:
        """Take back the last stroke, with what went without asking.

        Returns what had been said in it, and as a deed. A correction is a stroke by itself, but for
        `cards unknown`, which goes with what it made room for. Raises JournalError where that
        can't be kept; then nothing is taken back.
        """
        before = list(self.session.answers)
        asked = list(self.session.asked)
        self.session.undo()
        while self.session.answers and not self._stands_at_a_stroke():
            self.session.undo()
        at = len(self.session.answers)
        taken_back = before[at:]
        try:
            self._journal.undo(self.number, len(taken_back), self._now())
        except JournalError:
            self.session.replay(before)
            raise
        return taken_back, deed_of(asked[at:], taken_back, self.session.table.players)

    def amend(self, session: Session) -> None:
        """Keep the game as it is told now: what differs is taken back and said again, in one.

        Raises JournalError where that can't be kept; then the game stays as it was.
        """
        old, new = self.session.answers, session.answers
        pairs = zip(old, new, strict=False)
        same = next((at for at, (was, now) in enumerate(pairs) if was != now), len(new))
        same = min(same, len(old))
        fresh = [(answer.key, answer.word) for answer in new[same:]]
        if same < len(old):
            self._journal.amend(self.number, len(old) - same, fresh, self._now())
        elif fresh:
            self._journal.append(self.number, fresh, self._now())
        self.session = session

    def reload(self) -> None:
        """Stand at the last committed answer, as far as the journal can be read."""
        with suppress(JournalError):
            self.session = Session.of(self.session.name, self._journal.entries(self.number))

    def automatic(self) -> Answer | None:
        """The answer to a question that this table need not be asked."""
        return automatic(self.session, self.seats)

    def _stands_at_a_stroke(self) -> bool:
        return stands_at_a_stroke(self.session, self.seats)


def automatic(session: Session, seats: int) -> Answer | None:
    """The answer that a table of so many need not be asked for: nobody else, no variant.

    Free text is asked for: nothing tells beforehand that there is none to be given.
    """
    question = session.question
    if question is None or not question.silent:
        return None
    if question.key == "player":
        return question.default if question.seat == seats else None
    return None if question.legal() or not question.options else question.default


def stands_at_a_stroke(session: Session, seats: int) -> bool:
    """Whether the table itself would have been asked here, at a stroke's beginning."""
    if not session.answers:
        return True
    question, last = session.question, session.answers[-1]
    stroke = question is not None and question.key not in asking(session.name).strokes
    went_by = session.asked[-1].goes_by and last == session.asked[-1].default
    begun = went_by or last == CARDS_UNKNOWN
    return stroke and automatic(session, seats) is None and not begun


def whose_turn_ended(session: Session) -> int | None:
    """The seat of the turn just ended, where a turn begins and it is not the first."""
    begins, question = session.game.turn_begins, session.question
    if question is None:
        return None
    has_ended = question.goes_by and not session.asked[-1].goes_by
    if question.key not in begins and not has_ended:
        return None
    turns = [asked for asked in session.asked if asked.key in begins]
    return turns[-1].seat if turns else None
