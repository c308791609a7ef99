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


class WantedGames:
    """The numbers of the games that are wanted; a thread of its own reads them."""

    def __init__(self, lines: Iterable[str], end: Callable[[], None]) -> None:
        """``end`` is called after the last of the ``lines``."""
        self._numbers: list[int] = []
        """Each once, the one that was wanted last at the end."""
        self._is_new = False
        self._changed = Condition()
        self._lines, self._end = lines, end
        self.thread = Thread(target=self._read, name="wanted games", daemon=True)
        self.thread.start()

    def _read(self) -> None:
        for line in self._lines:
            with suppress(ValueError), self._changed:
                number = int(line)
                self._numbers = [*(each for each in self._numbers if each != number), number]
                self._is_new = True
                self._changed.notify()
        self._end()

    @property
    def is_new(self) -> bool:
        """Whether another number has come since the last was taken."""
        return self._is_new

    def take(self) -> int:
        """Wait for a number, and take the one that was wanted last."""
        with self._changed:
            self._changed.wait_for(lambda: self._numbers)
            self._is_new = False
            return self._numbers.pop()

    def put_back(self, number: int) -> None:
        """Have a game that was left for another one wait behind all others."""
        with self._changed:
            if number not in self._numbers:
                self._numbers.insert(0, number)


class EndsPlayer:
    """Plays out the ends of a journal's games, a turn at a time."""

    def __init__(self, folder: Path, clock: Callable[[], float] = process_time) -> None:
        """``clock`` gives the CPU time of this process."""
        self._journal = JournalReader(folder)
        self._ends = EndStore(find_estimates(folder))
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
        for _ in play_out_turns(play.game, play.turns, self._ends):
            self.is_slow = self.is_slow or self._clock() - begun > SLOW
            if is_disturbed() or (self.is_slow and play.outcome is None):
                return
            begun = self._clock()

    def _find(self, number: int) -> StoredGame | None:
        return next((each for each in self._journal.games() if each.number == number), None)


def main() -> None:
    """Play out ends of the games of the folder that is named, until stdin is closed."""
    os.nice(LOWEST)
    wanted = WantedGames(sys.stdin, lambda: os._exit(0))
    player = EndsPlayer(Path(sys.argv[1]))
    while True:
        number = wanted.take()
        with suppress(JournalUnreadable):  # it is tried again after the next turn
            player.play_out(number, lambda: wanted.is_new)
        if wanted.is_new:
            wanted.put_back(number)


if __name__ == "__main__":
    main()
