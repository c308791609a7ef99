"""Thinking time in the game being played, from the times of its answers.

Late: `play`, which home does not wait for.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from companion.store.journal import JournalError, JournalReader, TimedAnswer

if TYPE_CHECKING:
    from companion.app.current_game import CurrentGame
    from companion.store.history.play import TurnLog

UNKNOWN: tuple[timedelta, ...] = ()


class ThinkingTime:
    """The thinking time of a game; counts only the answers that are new since the last call."""

    def __init__(self, journal: JournalReader) -> None:
        self._journal = journal
        self._number: int | None = None
        self._answers: Sequence[TimedAnswer] = ()
        self._log: TurnLog | None = None

    def by_seat(self, game: CurrentGame | None) -> tuple[timedelta, ...]:
        """Thinking time by seat; empty before the first turn, or if the journal can't be read."""
        if game is None or not game.session.table.started:
            return UNKNOWN
        with suppress(JournalError):
            log = self._up_to_date(game)
            return tuple(log.thinking_time(seat) for seat in range(len(game.session.table.players)))
        return UNKNOWN

    def _up_to_date(self, game: CurrentGame) -> TurnLog:
        from companion.store.history.play import TurnLog

        log = self._log
        same = log is not None and self._number == game.number
        if log is not None and same and log.session.answers == game.session.answers:
            return log
        answers = self._journal.timed_answers(game.number)
        held = len(self._answers)
        if log is None or not same or answers[:held] != self._answers:
            log, held = TurnLog(game.session.name), 0
        for answer in answers[held:]:
            log.add(answer)
        self._number, self._answers, self._log = game.number, answers, log
        return log
