"""A game under way at the device: what its session took is in the journal, or has not happened.

It also knows which questions this table need not be asked, and how far one BACK goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import pairwise

from companion.core.conversation import CARDS_UNKNOWN, Answer, Refused
from companion.core.session import Session
from companion.games import load_plugin, replay_session, start_session
from companion.input.amendment import (
    CHANGE_REDONE,
    CHANGE_UNDONE,
    REDONE,
    UNDONE,
    Action,
    UndoNotice,
    action_of,
)
from companion.journal import AMENDED, AMENDMENT_UNDONE, Journal, JournalError, UndoState


class CurrentGame:
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
    ) -> CurrentGame:
        """Begin a game; raises JournalError where it can't be kept."""
        return cls(journal, now, journal.begin(name, seats, now()), seats, start_session(name))

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

    def _action_from(self, at: int) -> Action:
        session = self.session
        return action_of(session.asked[at:], session.answers[at:], session.table.players)

    @property
    def _undo_state(self) -> UndoState:
        """What can be undone and done again; nothing where the journal can't be read."""
        with suppress(JournalError):
            return self._journal.undo_state(self.number)
        return UndoState()

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be done again."""
        undo_state = self._undo_state
        return bool(undo_state.undone) or undo_state.after_amendment is not None

    @property
    def is_amended(self) -> bool:
        """Whether the last that was done is an amendment: undo takes it back."""
        return self._undo_state.before_amendment is not None

    def redo(self) -> UndoNotice | None:
        """Do again what was taken back last, and tell it; None where there is nothing.

        Raises JournalError where it can't be kept; then nothing is done.
        """
        undo_state = self._undo_state
        if undo_state.after_amendment is not None:
            return self._tell_over(undo_state.after_amendment, CHANGE_REDONE)
        before = len(self.session.answers)
        for pair in undo_state.undone:
            try:
                self.session.answer_pair(*pair)
            except Refused:  # said under the rules of another version
                self.session.undo(len(self.session.answers) - before)
                return None
            if self._stands_at_a_stroke():
                break
        if len(self.session.answers) == before:
            return None
        action = self._action_from(before)
        self._commit(before)
        return UndoNotice(REDONE, action)

    def undo(self) -> tuple[list[Answer], UndoNotice]:
        """Take back what was done last: an amendment, or a stroke with what went without asking.

        Returns what had been said in the stroke, and what is told. A correction is a stroke by
        itself, but for `cards unknown`, which goes with what it made room for. Raises JournalError
        where that can't be kept; then nothing is taken back.
        """
        amended_from = self._undo_state.before_amendment
        told = self._tell_over(amended_from, CHANGE_UNDONE) if amended_from is not None else None
        return ([], told) if told is not None else self._undo_stroke()

    def _undo_stroke(self) -> tuple[list[Answer], UndoNotice]:
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
        action = action_of(asked[at:], taken_back, self.session.table.players)
        return taken_back, UndoNotice(UNDONE, action)

    def amend(self, session: Session) -> None:
        """Keep the game as it is told now: what differs is taken back and said again, in one.

        Raises JournalError where that can't be kept; then the game stays as it was.
        """
        self._keep(session, AMENDED)

    def _keep(self, session: Session, mark: str) -> None:
        old, new = self.session.answers, session.answers
        if new != old:
            same = min(_first_difference(old, new), len(old) - 1)
            fresh = [(answer.key, answer.word) for answer in new[same:]]
            self._journal.amend(self.number, len(old) - same, fresh, self._now(), mark)
        self.session = session

    def _tell_over(self, pairs: Sequence[tuple[str, str]], how: str) -> UndoNotice | None:
        """Undo an amendment or do it again; None where another version's rules refuse it."""
        try:
            session = replay_session(self.session.name, pairs)
        except Refused:
            return None
        old = session if how == CHANGE_UNDONE else self.session
        at = _first_difference(self.session.answers, session.answers)
        self._keep(session, AMENDMENT_UNDONE if how == CHANGE_UNDONE else AMENDED)
        return UndoNotice(how, action_of_stroke(old, at, self.seats))

    def reload(self) -> None:
        """Stand at the last committed answer, as far as the journal can be read."""
        with suppress(JournalError):
            self.session = replay_session(self.session.name, self._journal.answers(self.number))

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
    if question is None or not question.omits_default:
        return None
    if question.key == "player":
        return question.default if question.seat == seats else None
    return None if question.legal_options() or not question.options else question.default


def stands_at_a_stroke(session: Session, seats: int) -> bool:
    """Whether the table itself would have been asked here, at a stroke's beginning."""
    if not session.answers:
        return True
    question, last = session.question, session.answers[-1]
    stroke = question is not None and question.key not in load_plugin(session.name).input.strokes
    went_by = session.asked[-1].implicit and last == session.asked[-1].default
    begun = went_by or last == CARDS_UNKNOWN
    return stroke and automatic(session, seats) is None and not begun


def strokes(session: Session, seats: int) -> list[int]:
    """The places of all answers with which a stroke began, and the end of the last one."""
    again = start_session(session.name)
    found = []
    for at, answer in enumerate(session.answers):
        if stands_at_a_stroke(again, seats):
            found.append(at)
        again.answer(answer)
    return [*found, len(session.answers)]


def action_of_stroke(session: Session, place: int, seats: int) -> Action:
    """The action of the stroke that the answer at ``place`` belongs to, or the last one before."""
    bounds = pairwise(strokes(session, seats))
    at, end = [(at, end) for at, end in bounds if at <= place][-1]
    return action_of(session.asked[at:end], session.answers[at:end], session.table.players)


def _first_difference(old: Sequence[Answer], new: Sequence[Answer]) -> int:
    pairs = zip(old, new, strict=False)
    differ = (at for at, (was, now) in enumerate(pairs) if was != now)
    return next(differ, min(len(old), len(new)))


def whose_turn_ended(session: Session) -> int | None:
    """The seat of the turn just ended, where a turn begins and it is not the first."""
    begins, question = session.game.turn_begins, session.question
    if question is None:
        return None
    has_ended = question.implicit and not session.asked[-1].implicit
    if question.key not in begins and not has_ended:
        return None
    turns = [asked for asked in session.asked if asked.key in begins]
    return turns[-1].seat if turns else None
