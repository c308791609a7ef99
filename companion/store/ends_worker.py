"""A process of low priority that plays out ends; each line on its stdin is a game's number.

It reads the journal, and writes nothing but the estimates. It ends when its stdin is closed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from time import process_time

from companion.store.journal import JournalReader, JournalUnreadable, StoredGame
from companion.store.saved_games import try_replay
from companion.store.story.estimates import EndStore, find_estimates, play_out_turns

LOWEST = 19
"""The priority behind all others."""
SLOW = 5.0
"""Seconds of CPU for one turn after which a game under way is left until its end."""


class WantedGame:
    """The number of the game that was wanted last; a thread of its own reads it."""

    def __init__(self, lines: Iterable[str], end: Callable[[], None]) -> None:
        """``end`` is called after the last of the ``lines``."""
        self._number: int | None = None
        self._changed = Condition()
        self._lines, self._end = lines, end
        self.thread = Thread(target=self._read, name="wanted game", daemon=True)
        self.thread.start()

    def _read(self) -> None:
        for line in self._lines:
            with suppress(ValueError), self._changed:
                self._number = int(line)
                self._changed.notify()
        self._end()

    @property
    def is_new(self) -> bool:
        """Whether another number has come since the last was taken."""
        return self._number is not None

    def take(self) -> int:
        """Wait for a number, and take it."""
        with self._changed:
            self._changed.wait_for(lambda: self._number is not None)
            number, self._number = self._number, None
        assert number is not None, "it was waited for"
        return number


class EndsPlayer:
    """Plays out the ends of a journal's games, a turn at a time."""

    def __init__(self, folder: Path, clock: Callable[[], float] = process_time) -> None:
        """``clock`` gives the CPU time of this process."""
        self._journal = JournalReader(folder)
        self._estimates = EndStore(find_estimates(folder))
        self._clock = clock
        self.is_slow = False
        """Whether a turn took so long that games under way wait for their end."""

    def play_out(self, number: int, is_disturbed: Callable[[], bool]) -> None:
        """Play out what is missing of a game, until it is all there or something else is wanted."""
        stored = self._find(number)
        play = try_replay(self._journal, stored) if stored is not None else None
        if play is None or (self.is_slow and play.outcome is None):
            return
        begun = self._clock()
        for _ in play_out_turns(play.game, play.turns, self._estimates):
            self.is_slow = self.is_slow or self._clock() - begun > SLOW
            if is_disturbed() or (self.is_slow and play.outcome is None):
                return
            begun = self._clock()

    def _find(self, number: int) -> StoredGame | None:
        return next((each for each in self._journal.games() if each.number == number), None)


def main() -> None:
    """Play out ends of the games of the folder that is named, until stdin is closed."""
    os.nice(LOWEST)
    wanted = WantedGame(sys.stdin, lambda: os._exit(0))
    player = EndsPlayer(Path(sys.argv[1]))
    while True:
        number = wanted.take()
        with suppress(JournalUnreadable):  # it is tried again after the next turn
            player.play_out(number, lambda: wanted.is_new)


if __name__ == "__main__":
    main()
