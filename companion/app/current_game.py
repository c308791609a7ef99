"""The game being played at the device: its answers are committed atomically, or rolled back.

Also its thinking time, and when BACK asks before it undoes a stroke.
Late: `play`, once thinking time is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import takewhile
from typing import TYPE_CHECKING

from companion.app.strokes import action_of_stroke, automatic_answer, is_at_stroke_start
from companion.core import guard
from companion.core.conversation import Answer, Refused, is_correction
from companion.core.freezing import freeze
from companion.core.guard import GameFault, WrongResultError
from companion.core.session import Session
from companion.games import BUILT_IN, check_replay, load_plugin, replay_session, start_session
from companion.store.journal import (
    AMENDED,
    AMENDMENT_UNDONE,
    Journal,
    JournalError,
    StoredGame,
    TimedAnswer,
    UndoState,
)
from companion.ui.input.amendment import (
    CHANGE_REDONE,
    CHANGE_UNDONE,
    REDONE,
    UNDONE,
    UndoNotice,
    action_of,
)
from companion.ui.input.commands import HostCommand
from companion.ui.input.entry import Entry
from companion.ui.input.menu import UndoConfirm

if TYPE_CHECKING:
    from companion.store.history.play import TurnLog


class CurrentGame:
    """Game ``number`` of the journal; ``seats`` is the number of players chosen for it."""

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
        self._settle(session)
        self.is_read = False
        """Whether the pages of the last answer were read to the end."""
        self._timed: Sequence[TimedAnswer] = ()
        self._turns: TurnLog | None = None
        """The turns as far as `_timed`."""

    @classmethod
    def begin(
        cls, journal: Journal, now: Callable[[], datetime], name: str, seats: int
    ) -> CurrentGame:
        """Begin a game; raises JournalError if it can't be kept, and GameFault."""
        session = start_session(name)
        return cls(journal, now, journal.begin(name, seats, now()), seats, session)

    @classmethod
    def resume(
        cls, journal: Journal, now: Callable[[], datetime], stored: StoredGame
    ) -> CurrentGame:
        """Go on with a stored game; raises JournalError, Refused and GameNotFoundError."""
        session = replay_session(stored.name, journal.answers(stored.number))
        seats = stored.seats or max(len(session.table.players), session.game.seats[0])
        game = cls(journal, now, stored.number, seats, session)
        game.is_read = stored.read
        game._check_replay()
        game.take(())  # an imported record may stop where nobody is asked at the device
        if stored.seats is None:
            with suppress(JournalError):  # then only it does not come first at the next start
                journal.set_seats(stored.number, seats, now())
        return game

    def take(self, answers: Sequence[Answer]) -> None:
        """Take answers and the automatic ones after them, all or none.

        Raises JournalError and Refused.
        """
        self._put_right()
        before = len(self.session.answers)
        try:
            for answer in answers:
                self.session.answer(answer)
            while (automatic := automatic_answer(self.session, self.seats)) is not None:
                self.session.answer(automatic)
        except Refused:
            self.session.undo(len(self.session.answers) - before)
            raise
        self._commit(before)

    def _settle(self, session: Session) -> None:
        """Let the game stand as in this session, whose rules alone have touched its table."""
        self.session = session
        self._table = _look_at_table(session)

    def _put_right(self) -> None:
        """Replay the answers, if a part of the game has changed the table that it describes."""
        session, now = self.session, _look_at_table(self.session)
        if now is None or self._table is None or now == self._table:
            return
        error = WrongResultError("it has changed without an answer, and was put back")
        if guard.strict:
            raise error
        guard.report(GameFault(session.name, "table", error))
        session.replay([*session.answers])

    def _check_replay(self) -> None:
        """Report a game that is over and comes out otherwise when it is read again."""
        if self.session.question is None:
            try:
                check_replay(self.session)
            except GameFault as fault:
                guard.report(fault)

    def _commit(self, before: int) -> None:
        fresh = [(answer.key, answer.word) for answer in self.session.answers[before:]]
        if not fresh:
            return
        try:
            self._journal.append(self.number, fresh, self._now())
        except JournalError:
            self.session.undo(len(fresh))
            raise
        self.is_read = False
        self._settle(self.session)
        self._check_replay()
        if any(key == "colour" for key, _ in fresh):
            self.update_names()

    @property
    def _undo_state(self) -> UndoState:
        """What can be undone and redone; nothing if the journal can't be read."""
        with suppress(JournalError):
            return self._journal.undo_state(self.number)
        return UndoState()

    @property
    def can_redo(self) -> bool:
        undo_state = self._undo_state
        return bool(undo_state.undone) or undo_state.after_amendment is not None

    @property
    def is_amended(self) -> bool:
        """Whether the last change was an amendment, which undo takes back as a whole."""
        return self._undo_state.before_amendment is not None

    def confirm_undo(self, below: Entry) -> UndoConfirm | None:
        """What asks, over an entry, before an undo; None where that is undone at once.

        Within a turn BACK undoes stroke by stroke. One press more would reach into the turn of the
        player before, who has ended it, so the table confirms that; and a whole amendment, too.
        BACK stops there: only OK goes on, and a direction returns to the question.
        """
        if self.is_amended:
            return UndoConfirm(key="undo-change", command=HostCommand.UNDO, below=below)
        seat = _seat_of_ended_turn(self.session)
        if seat is None:
            return None
        values = {"player": self.session.table.players[seat].name}
        return UndoConfirm(key="undo", command=HostCommand.UNDO, below=below, values=values)

    def redo(self) -> UndoNotice | None:
        """Redo what was undone last and tell it, None if nothing was; raises JournalError."""
        undo_state = self._undo_state
        if undo_state.after_amendment is not None:
            return self._switch_to(undo_state.after_amendment, CHANGE_REDONE)
        self._put_right()
        before = len(self.session.answers)
        for pair in undo_state.undone:
            try:
                self.session.answer_pair(*pair)
            except Refused:  # answered under the rules of another version
                self.session.undo(len(self.session.answers) - before)
                return None
            if is_at_stroke_start(self.session, self.seats):
                break
        if len(self.session.answers) == before:
            return None
        asked, answers = self.session.asked[before:], self.session.answers[before:]
        self._commit(before)
        return UndoNotice(REDONE, action_of(asked, answers, self.session.table.players))

    def find_undone(self) -> list[Answer]:
        """The answers that would redo the next stroke; none where that is a correction."""
        undone, strokes = self._undo_state.undone, load_plugin(self.session.name).input.strokes
        ahead = self.session.try_answers(()) if undone else None
        if ahead is None or is_correction(Answer(*undone[0])):
            return []
        with suppress(Refused):  # answered under the rules of another version
            for pair in (undone[0], *takewhile(lambda pair: pair[0] in strokes, undone[1:])):
                ahead.answer_pair(*pair)
        return ahead.answers[len(self.session.answers) :]

    def undo(self) -> tuple[list[Answer], UndoNotice | None]:
        """Undo the last amendment, or the last stroke with the automatic answers after it.

        Returns the answers of the stroke, and the notice of it; none in the setup, where the
        cursor shows it. A correction is a stroke by itself,
        except `cards unknown`, which belongs to the answer that it made possible. Raises
        JournalError if it can't be kept; then nothing is undone.
        """
        amended_from = self._undo_state.before_amendment
        notice = self._switch_to(amended_from, CHANGE_UNDONE) if amended_from is not None else None
        return ([], notice) if notice is not None else self._undo_stroke()

    def _undo_stroke(self) -> tuple[list[Answer], UndoNotice | None]:
        before = list(self.session.answers)
        asked = list(self.session.asked)
        self.session.undo()
        while self.session.answers and not is_at_stroke_start(self.session, self.seats):
            self.session.undo()
        at = len(self.session.answers)
        undone = before[at:]
        try:
            self._journal.undo(self.number, len(undone), self._now())
        except JournalError:
            self.session.replay(before)
            raise
        self.is_read = False
        self._settle(self.session)
        action = action_of(asked[at:], undone, self.session.table.players)
        return undone, UndoNotice(UNDONE, action) if self.session.table.started else None

    def amend(self, session: Session) -> None:
        """Take over the amended session's answers, all or none; raises JournalError."""
        untouched = session.try_answers(())  # its preview was drawn, by parts of the game
        self._replace_session(untouched or session, AMENDED)

    def _replace_session(self, session: Session, mark: str) -> None:
        old, new = self.session.answers, session.answers
        if new != old:
            same = min(_first_difference(old, new), len(old) - 1)
            fresh = [(answer.key, answer.word) for answer in new[same:]]
            self._journal.amend(self.number, len(old) - same, fresh, self._now(), mark)
            self.is_read = False
        self._settle(session)
        self.update_names()

    def mark_read(self) -> None:
        """Store that the pages of the last answer were read to the end.

        If the journal can't keep it, they are shown again at the next start, and no game is lost.
        """
        self.is_read = True
        with suppress(JournalError):
            over = self.session.question is None
            self._journal.mark_read(self.number, self._now(), over=over)

    def _switch_to(self, pairs: Sequence[tuple[str, str]], how: str) -> UndoNotice | None:
        """Undo or redo an amendment; None if these rules refuse another version's answers."""
        try:
            session = replay_session(self.session.name, pairs)
        except Refused:
            return None
        old = session if how == CHANGE_UNDONE else self.session
        at = _first_difference(self.session.answers, session.answers)
        self._replace_session(session, AMENDMENT_UNDONE if how == CHANGE_UNDONE else AMENDED)
        return UndoNotice(how, action_of_stroke(old, at))

    def reload(self) -> bool:
        """Go back to the last committed answer; whether the rules still lead there."""
        try:
            self._settle(replay_session(self.session.name, self._journal.answers(self.number)))
        except JournalError:
            return True
        except Refused:
            return False
        return True

    def update_names(self) -> bool:
        """Call the players as the journal shows them now; whether that is another way."""
        before = self.session
        with suppress(JournalError, Refused):
            pairs = self._journal.answers(self.number)
            if pairs != [(answer.key, answer.word) for answer in before.answers]:
                self._settle(replay_session(before.name, pairs))
        return self.session is not before

    def thinking_time(self) -> tuple[timedelta, ...]:
        """Thinking time by seat; empty before the first turn, or if the journal can't be read."""
        if not self.session.table.started:
            return ()
        with suppress(JournalError, Refused):
            turns, seats = self._up_to_date_turns(), range(len(self.session.table.players))
            return tuple(map(turns.thinking_time, seats))
        return ()

    def _up_to_date_turns(self) -> TurnLog:
        """The turns of all answers; only those that are new since the last call are added."""
        from companion.store.history.play import TurnLog

        turns = self._turns
        if turns is not None and turns.session.answers == self.session.answers:
            return turns
        timed, held = self._journal.timed_answers(self.number), len(self._timed)
        if turns is None or timed[:held] != self._timed:
            turns, held = TurnLog(self.session.name), 0
        for answer in timed[held:]:
            turns.add(answer)
        self._timed, self._turns = timed, turns
        return turns


def _look_at_table(session: Session) -> object:
    """All of an installed game's table, equal for equal ones; None where it is not looked at.

    The tests prove that nothing changes a built-in one's.
    """
    if session.name in BUILT_IN:
        return None
    return guard.attempt(session.name, "table", lambda _: None, freeze, session.table)


def _seat_of_ended_turn(session: Session) -> int | None:
    """The seat of the turn that has just ended; None within a turn, and before the first."""
    begins, question = session.game.turn_begins, session.question
    if question is None:
        return None
    has_ended = question.implicit and not session.asked[-1].implicit
    if question.key not in begins and not has_ended:
        return None
    return next((asked.seat for asked in session.asked[::-1] if asked.key in begins), None)


def _first_difference(old: Sequence[Answer], new: Sequence[Answer]) -> int:
    pairs = zip(old, new, strict=False)
    differ = (at for at, (was, now) in enumerate(pairs) if was != now)
    return next(differ, min(len(old), len(new)))
