"""Replays the journal's games, and filters them by name, player, state and date."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from companion.core import guard
from companion.core.conversation import Refused
from companion.core.names import fold_name
from companion.core.record import write_pairs, write_record
from companion.games import GameNotFoundError, check_replay
from companion.games.unnamed import is_unnamed
from companion.store.history.play import Play, replay
from companion.store.history.statistics import PlayerGame, player_games
from companion.store.journal import JournalReader, StoredGame


class CommandError(Exception):
    """A command can't do what it was asked: the key of its message, and the message's values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


class UnreadableGameError(CommandError):
    """A saved ``game`` can't be replayed; ``refused`` is why."""

    def __init__(self, number: int, game: str, refused: Refused) -> None:
        super().__init__("cli.unreadable-game", number=number)
        self.game = game
        self.refused = refused


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
    refused: Refused | None = None
    """Why there is no play; None where there is."""

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
    """A player's name, however it is spelled."""
    state: SavedGameState | None = None
    since: date | None = None
    """The first day, in this machine's time zone, on which the game was begun."""
    until: date | None = None
    """The last such day."""

    def matches(self, game: ReplayedGame) -> bool:
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
    return play is not None and fold_name(name) in map(fold_name, play.players)


def replay_games(journal: JournalReader, wanted: GameFilter = ALL_GAMES) -> Iterator[ReplayedGame]:
    """The wanted games in the journal's order; raises JournalUnreadable."""
    for stored in journal.games():
        game = replay_stored(journal, stored)
        if wanted.matches(game):
            yield game


def export_game(journal: JournalReader, number: int) -> str:
    """The record of the game of that number; raises CommandError if there is none.

    The answers of a game that this version refuses, as an older one may not have, stand one a line.
    """
    stored = find_stored(journal, number)
    play = try_replay(journal, stored)
    if play is not None:
        return write_record(play.session)
    return write_pairs(stored.name, journal.answers(number))


def find_stored(journal: JournalReader, number: int) -> StoredGame:
    """The game of that number, not replayed yet; raises CommandError if there is none."""
    stored = next((each for each in journal.games() if each.number == number), None)
    if stored is None:
        raise CommandError("cli.no-such-game", number=number)
    return stored


def replay_game(journal: JournalReader, number: int) -> Play:
    """The game of that number; raises CommandError if there is none or it can't be replayed."""
    return replay_readable(journal, find_stored(journal, number))


def replay_readable(journal: JournalReader, game: StoredGame) -> Play:
    """The game turn by turn; raises CommandError if it can't be replayed."""
    stored, play, refused = replay_stored(journal, game)
    if refused is not None:
        raise UnreadableGameError(stored.number, stored.name, refused)
    assert play is not None, "nothing refuses it"
    return play


def try_replay(journal: JournalReader, stored: StoredGame) -> Play | None:
    """The game turn by turn; None if this version's rules can't replay it."""
    return replay_stored(journal, stored).play


def replay_stored(journal: JournalReader, stored: StoredGame) -> ReplayedGame:
    """The game turn by turn, or why there is none."""
    answers = journal.timed_answers(stored.number)
    known = stored.number, stored.name, stored.begun, answers
    try:
        play = _replay_soundly(*known)
    except GameNotFoundError as error:
        return ReplayedGame(stored, None, error.refused)
    except Refused as refused:
        return ReplayedGame(stored, None, refused)
    return ReplayedGame(stored, play)


def _replay_soundly(number: int, game: str, *known: Any) -> Play:
    """Replay a game, and an installed one once more: rules by chance would tell any winner.

    Where something else of the game has changed the table, the rules alone tell it.
    """

    def run(*, plainly: bool) -> Play:
        play = partial(replay, number, game, *known, plainly=plainly)
        limit, passes = guard.REPLAY_LIMIT, (Refused, GameNotFoundError)
        return guard.run(game, guard.RULES, play, limit=limit, passes=passes)

    play = run(plainly=False)
    try:
        check_replay(play.session)
    except guard.GameFault:
        play = run(plainly=True)
        check_replay(play.session)
        guard.report(guard.GameFault(game, "table", "it has changed without an answer"))
    return play


# Counting ---------------------------------------------------------------------------------------


class ListedPlayer(NamedTuple):
    """A player of a saved game."""

    name: str
    """"" for a player who gave none."""
    colour: str


class GameSummary(NamedTuple):
    """What a list tells of a saved game, in no language."""

    state: SavedGameState
    players: tuple[ListedPlayer, ...] = ()
    seat: int = 0
    """Whose turn it is."""
    progress: tuple[str, int] = ("turn", 1)
    winners: tuple[int, ...] = ()
    figures: tuple[PlayerGame, ...] = ()
    """What it adds to its players' figures; empty before its end."""


class GameSummaries:
    """The summaries of a journal's games, each replayed once and again after it has changed."""

    def __init__(self, journal: JournalReader) -> None:
        self._journal = journal
        self._known: dict[StoredGame, GameSummary] = {}

    def games(self) -> list[StoredGame]:
        """All games in the journal's order; others are forgotten. Raises JournalUnreadable."""
        games = self._journal.games()
        self._known = {game: self._known[game] for game in games if game in self._known}
        return games

    def has(self, game: StoredGame) -> bool:
        """Whether this game was replayed before."""
        return game in self._known

    def of(self, game: StoredGame) -> GameSummary:
        """The summary of this game, which is replayed if need be; raises JournalUnreadable."""
        if game not in self._known:
            play = try_replay(self._journal.with_names(None), game)
            self._known[game] = _summarise(ReplayedGame(game, play))
        return self._known[game]


def _summarise(game: ReplayedGame) -> GameSummary:
    play = game.play
    if play is None:
        return GameSummary(game.state)
    table = play.table
    players = tuple(
        ListedPlayer("" if is_unnamed(each.name, play.game) else each.name, each.colour or "")
        for each in table.players
    )
    if game.state is SavedGameState.SETUP:
        return GameSummary(game.state, players)
    winners = play.outcome.winners if play.outcome is not None else ()
    figures = tuple(player_games(play))
    return GameSummary(game.state, players, table.seat, table.progress, winners, figures)
