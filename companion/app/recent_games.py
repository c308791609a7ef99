"""What the saved games suggest: games to resume, the last result, people, the last setups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from companion.core import guard
from companion.core.conversation import Answer, Refused
from companion.core.session import Session, is_correction
from companion.games import (
    GameNotFoundError,
    find_rules,
    load_plugin,
    replay_session,
    start_session,
)
from companion.games.unnamed import is_unnamed
from companion.store.journal import JournalReader, StoredGame
from companion.ui.input.menu import ReplayRefusal

REMEMBERED = 20
"""How many of the latest games are searched for players and unfinished games."""
RESUMABLE = 3
"""How many unfinished games home offers; the history has all."""


class UnfinishedGame(NamedTuple):
    """A game that can be resumed."""

    number: int
    game: str
    players: tuple[str, ...]
    progress: tuple[str, int] | None
    """As the game's table has it; None in the setup."""


class LastSetup(NamedTuple):
    """The setup of a game, up to the open cards or the first turn."""

    game: str
    players: tuple[str, ...]
    answers: tuple[Answer, ...]


class RecentGames(NamedTuple):
    """The journal at one moment, as far as the home screen needs it.

    The rules of the games that it shows are enough to look; no other part of a game is loaded.
    """

    latest: int | None
    """The number of the game played last."""
    unfinished: tuple[UnfinishedGame, ...]
    """The latest `RESUMABLE`, the one played last first; of games in their setup only the last."""
    result: StoredGame | None
    """The game finished last, until a game begun after it has come to its first turn."""
    unread: int | None
    """The number of the game played last, if the pages of its last answer were not read."""
    last_setup: LastSetup | None
    """The last complete setup of any game."""
    unplayable: tuple[int, ReplayRefusal] | None
    """The number of the last game, and why, if these rules can't replay it."""

    @classmethod
    def look(cls, journal: JournalReader) -> RecentGames:
        """Read the journal; a game that can't be replayed is left out. Raises JournalError."""
        games = _played_last_first(journal.games())[:REMEMBERED]
        answers = cache(lambda at: journal.answers(games[at].number))
        replay = cache(lambda at: _replay(games[at], answers(at)))
        latest, unplayable = replay(0) if games else (None, None)
        unfinished, result = _look_back(games, replay)
        setups = (_setup(game.name, answers(at)) for at, game in enumerate(games))
        return cls(
            latest=games[0].number if games else None,
            unfinished=unfinished,
            result=result,
            unread=games[0].number if latest is not None and _is_unread(games[0], latest) else None,
            last_setup=next(filter(None, setups), None),
            unplayable=(games[0].number, unplayable) if unplayable is not None else None,
        )


class Suggestions(NamedTuple):
    """What the saved games suggest for a game that is begun or resumed."""

    last_setup: LastSetup | None
    """The game's last complete setup."""
    people: tuple[tuple[str, str], ...]
    """(name, colour) of everybody who played any game lately, the latest first."""
    board: tuple[Answer, ...]
    """The last answers about what is printed on the game's board."""

    @classmethod
    def look(cls, journal: JournalReader, game: str) -> Suggestions:
        """Read the journal; a game that can't be replayed is left out. Raises JournalError."""
        every = _played_last_first(journal.games())
        games = [(each.name, journal.answers(each.number)) for each in every[:REMEMBERED]]
        people = [each for name, pairs in games for each in _people(name, pairs)]
        setups = (_setup(name, pairs) for name, pairs in games if name == game)
        return cls(
            last_setup=next(filter(None, setups), None),
            people=tuple(dict.fromkeys(people)),
            board=_last_board(journal, [each for each in every if each.name == game]),
        )


def _played_last_first(games: Sequence[StoredGame]) -> list[StoredGame]:
    """The games, the latest first; before all the one played last at the device, if any was."""
    latest_first = list(games[::-1])
    last = next((game for game in latest_first if game.seats is not None), None)
    return sorted(latest_first, key=lambda game: game is not last)


Replayed = tuple[Session, None] | tuple[None, ReplayRefusal]
"""A game, or why there is none; a fault of its own has been reported."""


def _replay(game: StoredGame, pairs: list[tuple[str, str]]) -> Replayed:
    try:
        return replay_session(game.name, pairs), None
    except (Refused, GameNotFoundError) as error:
        refused = error.refused if isinstance(error, GameNotFoundError) else error
        if isinstance(refused, guard.GameFault):
            guard.report(refused)
        return None, ReplayRefusal(game.name, refused)


def _look_back(
    games: Sequence[StoredGame], replay: Callable[[int], Replayed]
) -> tuple[tuple[UnfinishedGame, ...], StoredGame | None]:
    """The latest unfinished games, and the last result; replays no more games than need be."""
    unfinished: list[UnfinishedGame] = []
    last_finished: StoredGame | None = None
    newest_played = 0
    """The highest number of a game that has come to its first turn, of those played later."""
    for at, game in enumerate(games):
        if len(unfinished) == RESUMABLE and last_finished is not None:
            break
        session = replay(at)[0] if last_finished is None or not game.over else None
        if session is not None and session.question is not None:
            if session.table.started or at == 0:
                unfinished.append(_unfinished_game(game, session))
            if last_finished is None and _has_turns(session):
                newest_played = max(newest_played, game.number)
        elif session is not None:
            last_finished = last_finished or game
    is_latest = last_finished is not None and last_finished.number >= newest_played
    return tuple(unfinished[:RESUMABLE]), last_finished if is_latest else None


def _unfinished_game(game: StoredGame, session: Session) -> UnfinishedGame:
    table = session.table
    players = tuple(player.name for player in table.players)
    progress = table.progress if table.started else None
    return UnfinishedGame(game.number, game.name, players, progress)


def _has_turns(session: Session) -> bool:
    return any(asked.key in session.game.turn_begins for asked in session.asked)


def _is_unread(game: StoredGame, session: Session) -> bool:
    """Whether a game played at the device has pages to show that were not read to the end."""
    if game.seats is None or game.read or not session.events:
        return False
    return bool(load_plugin(game.name).list_pages(session))


def _people(game: str, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    names = [word for key, word in pairs if key == "player" and word]
    colours = [word for key, word in pairs if key == "colour"]
    people = zip(names, colours, strict=False)
    return [(name, colour) for name, colour in people if not is_unnamed(name, game)]


def _setup(name: str, pairs: list[tuple[str, str]]) -> LastSetup | None:
    session = _set_up(name, pairs)
    if session is None or len(session.answers) == len(pairs) or not _is_set_up(session):
        return None
    players = tuple(player.name for player in session.table.players)
    return LastSetup(name, players, tuple(session.answers))


def _set_up(name: str, pairs: Iterable[tuple[str, str]]) -> Session | None:
    """The game up to the end of its setup; None if these rules can't replay it."""
    try:
        session = start_session(name)
    except (guard.GameFault, GameNotFoundError):  # told where the game is replayed
        return None
    for key, word in pairs:
        if _is_set_up(session) or is_correction(Answer(key, word)):
            break
        try:
            session.answer_pair(key, word)
        except Refused:
            return None
    return session


def _is_set_up(session: Session) -> bool:
    """Whether the next question is the first turn's, or one whose answer is new in each game."""
    game, question = session.game, session.question
    return question is None or question.key in game.setup_ends | game.turn_begins


def _last_board(journal: JournalReader, games: Sequence[StoredGame]) -> tuple[Answer, ...]:
    """The newest complete board among the saved games of one name; empty if there is none."""
    if not games or not find_rules(games[0].name).printed:
        return ()
    boards = (_board(_set_up(game.name, journal.answers(game.number))) for game in games)
    return next(filter(None, boards), ())


def _board(session: Session | None) -> tuple[Answer, ...]:
    if session is None or (session.question and session.question.key in session.game.printed):
        return ()
    return tuple(each for each in session.answers if each.key in session.game.printed and each.word)
