"""Thinking time in the game under way, from the presses; what counts, the history says."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from companion.app.current_game import CurrentGame
from companion.history.play import Teller
from companion.journal import JournalError, Reader, Told

UNKNOWN: tuple[timedelta, ...] = ()


class ThinkingTime:
    """Goes along with a game: what is new since the last look is counted, no more."""

    def __init__(self, journal: Reader) -> None:
        self._journal = journal
        self._number: int | None = None
        self._told: Sequence[Told] = ()
        self._teller: Teller | None = None

    def of(self, game: CurrentGame | None) -> tuple[timedelta, ...]:
        """Thinking time by seat; none before the first turn, or where the journal can't be read."""
        if game is None or not game.session.table.started:
            return UNKNOWN
        with suppress(JournalError):
            teller = self._up_to_date(game)
            return tuple(teller.thought(seat) for seat in range(len(game.session.table.players)))
        return UNKNOWN

    def _up_to_date(self, game: CurrentGame) -> Teller:
        teller = self._teller
        same = teller is not None and self._number == game.number
        if teller is not None and same and teller.session.answers == game.session.answers:
            return teller
        told = self._journal.told(game.number)
        held = len(self._told)
        if teller is None or not same or told[:held] != self._told:
            teller, held = Teller(game.session.name), 0
        for entry in told[held:]:
            teller.say(entry)
        self._number, self._told, self._teller = game.number, told, teller
        return teller
