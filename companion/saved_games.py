"""Replays the journal's games, and filters them by name, player, state and date."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from companion.core.conversation import Refused
from companion.core.record import write_pairs, write_record
from companion.games import GameNotFoundError
from companion.history.play import Play, replay
from companion.journal import JournalReader, StoredGame


class CommandError(Exception):
    """A command can't do what it was asked: the key of its message, and the message's values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


class SavedGameState(StrEnum):
    """How far a saved game has come."""

    SETUP = "setup"
    PLAYING = "playing"
    FINISHED = "finished"
    UNREADABLE = "unreadable"
    """This version's rules can't replay it."""


class ReplayedGame(NamedTuple):
    """A saved game with its play; None if this version's rules can't replay it."""

    stored: StoredGame
    play: Play | None

    @property
    def state(self) -> SavedGameState:
        """How far it has come."""
        if self.play is None:
            return SavedGameState.UNREADABLE
        if self.play.outcome is not None:
            return SavedGameState.FINISHED
        return SavedGameState.PLAYING if self.play.table.started else SavedGameState.SETUP


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which saved games are wanted; what is None or empty matches all."""

    game: str | None = None
    player: str = ""
    """A player's name in any case."""
    state: SavedGameState | None = None
    since: date | None = None
    """The first day, in this machine's time zone, on which the game was begun."""
    until: date | None = None
    """The last such day."""

    def matches(self, game: ReplayedGame) -> bool:
        """Whether this game is wanted."""
        day = game.stored.begun.astimezone().date()
        return (
            self.game in (None, game.stored.name)
            and (not self.player or _has_player(self.player, game.play))
            and self.state in (None, game.state)
            and (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
        )


ALL_GAMES = GameFilter()


def _has_player(name: str, play: Play | None) -> bool:
    return play is not None and name.casefold() in map(str.casefold, play.players)


def replay_games(journal: JournalReader, wanted: GameFilter = ALL_GAMES) -> Iterator[ReplayedGame]:
    """The wanted games in the journal's order; raises JournalUnreadable."""
    for stored in journal.games():
        game = ReplayedGame(stored, try_replay(journal, stored))
        if wanted.matches(game):
            yield game


def export_game(journal: JournalReader, number: int) -> str:
    """The record of the game of that number; raises CommandError if there is none.

    The answers of a game that this version refuses, as an older one may not have, stand one a line.
    """
    stored = _find_stored(journal, number)
    play = try_replay(journal, stored)
    if play is not None:
        return write_record(play.session)
    return write_pairs(stored.name, journal.answers(number))


def _find_stored(journal: JournalReader, number: int) -> StoredGame:
    stored = next((each for each in journal.games() if each.number == number), None)
    if stored is None:
        raise CommandError("cli.no-such-game", number=number)
    return stored


def replay_game(journal: JournalReader, number: int) -> Play:
    """The game of that number; raises CommandError if there is none or it can't be replayed."""
    play = try_replay(journal, _find_stored(journal, number))
    if play is None:
        raise CommandError("cli.unreadable-game", number=number)
    return play


def try_replay(journal: JournalReader, stored: StoredGame) -> Play | None:
    """The game turn by turn; None if this version's rules can't replay it."""
    try:
        answers = journal.timed_answers(stored.number)
        return replay(stored.number, stored.name, stored.begun, answers)
    except (Refused, GameNotFoundError):
        return None
