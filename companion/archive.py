"""The archive: the journal's kept games told to the history, chosen by number, people and dates.

What a command can't do with them is told as `Declined`, in data that `text/` words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from companion.core.conversation import Refused
from companion.games import GameNotFoundError
from companion.history.play import Play, replay
from companion.journal import KeptGame, Reader


class Declined(Exception):
    """A command can't do what it was asked: the key of the words for it, and their values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


class State(StrEnum):
    """How far a kept game has come."""

    SETUP = "setup"
    PLAYING = "playing"
    FINISHED = "finished"
    UNREADABLE = "unreadable"
    """This version's rules can't play it again."""


class Shelved(NamedTuple):
    """A kept game, and its play; None where these rules can't play it again."""

    kept: KeptGame
    play: Play | None

    @property
    def state(self) -> State:
        """How far it has come."""
        if self.play is None:
            return State.UNREADABLE
        if self.play.outcome is not None:
            return State.FINISHED
        return State.PLAYING if self.play.table.started else State.SETUP


@dataclass(frozen=True, slots=True)
class Choice:
    """Which kept games are wanted; what is None or empty does not matter."""

    game: str | None = None
    player: str = ""
    """A player's name, whatever its case."""
    state: State | None = None
    since: date | None = None
    """The first day, by this machine's clock and zone, on which the game was begun."""
    until: date | None = None
    """The last such day."""

    def takes(self, shelved: Shelved) -> bool:
        """Whether this game is wanted."""
        kept = shelved.kept
        day = kept.begun.astimezone().date()
        return (
            self.game in (None, kept.name)
            and (not self.player or _sits_there(self.player, shelved.play))
            and self.state in (None, shelved.state)
            and (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
        )


EVERYTHING = Choice()


def _sits_there(name: str, play: Play | None) -> bool:
    return play is not None and name.casefold() in map(str.casefold, play.players)


def shelved(journal: Reader, choice: Choice = EVERYTHING) -> Iterator[Shelved]:
    """The wanted games in the journal's order; raises JournalUnreadable."""
    for kept in journal.games():
        found = Shelved(kept, told_again(journal, kept))
        if choice.takes(found):
            yield found


def play_of(journal: Reader, number: int) -> Play:
    """The kept game of that number; raises `Declined` where there is none to be told."""
    kept = next((each for each in journal.games() if each.number == number), None)
    if kept is None:
        raise Declined("cli.no-such-game", number=number)
    play = told_again(journal, kept)
    if play is None:
        raise Declined("cli.unreadable-game", number=number)
    return play


def told_again(journal: Reader, kept: KeptGame) -> Play | None:
    """The kept game turn by turn; None where these rules can't play it again."""
    try:
        return replay(kept.number, kept.name, kept.begun, journal.told(kept.number))
    except (Refused, GameNotFoundError):
        return None
