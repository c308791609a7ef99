"""What the saved games suggest: a game to resume, people and colours, the last setups."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.conversation import Answer, Refused
from companion.core.session import Session, is_correction
from companion.games import GameNotFoundError, load_plugin, replay_session, start_session
from companion.journal import JournalReader, StoredGame

REMEMBERED = 20
"""How many of the latest games are searched for players."""


class LatestGame(NamedTuple):
    """The game played last, replayed."""

    number: int
    seats: int
    session: Session


class LastSetup(NamedTuple):
    """The setup of a game, up to the open cards or the first turn."""

    game: str
    players: tuple[str, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class RecentGames:
    """The journal at one moment, as far as home needs it."""

    latest: LatestGame | None
    """None if no game is saved, or the last one can't be replayed under these rules."""
    last_setups: Mapping[str, LastSetup]
    """The last complete setup of each game, the game played last first."""
    unplayable: int | None
    """The number of the last game, if these rules can't replay it."""
    people: tuple[tuple[str, str], ...]
    """(name, colour) of everybody who played lately, the latest first."""
    boards: Mapping[str, tuple[Answer, ...]]
    """The last answers about what is printed on each game's board."""

    @property
    def kinds(self) -> frozenset[str]:
        """The names of the games that home may offer to resume or to repeat."""
        latest = [self.latest.session.name] if self.latest is not None else []
        return frozenset([*latest, *self.last_setups])

    @property
    def last_setup(self) -> LastSetup | None:
        """The last setup of any game."""
        return next(iter(self.last_setups.values()), None)

    def setup_answers(self, game: str) -> tuple[Answer, ...]:
        """The answers of this game's last setup; empty if there is none."""
        setup = self.last_setups.get(game)
        return setup.answers if setup is not None else ()

    @classmethod
    def look(cls, journal: JournalReader) -> "RecentGames":
        """Read the journal; a game that can't be replayed is left out."""
        every = journal.games()[::-1]
        games = every[:REMEMBERED]
        entries = [journal.answers(game.number) for game in games]
        people = [each for pairs in entries for each in _people(pairs)]
        setups = [_setup(g.name, pairs) for g, pairs in zip(games, entries, strict=True)]
        latest = _latest(games[0], entries[0]) if games else None
        return cls(
            latest=latest,
            unplayable=games[0].number if games and latest is None else None,
            last_setups=_first_of_each(setup for setup in setups if setup is not None),
            people=tuple(dict.fromkeys(people)),
            boards=_boards(journal, every),
        )


def _latest(game: StoredGame, pairs: list[tuple[str, str]]) -> LatestGame | None:
    try:
        session = replay_session(game.name, pairs)
    except (Refused, GameNotFoundError):
        return None
    return LatestGame(game.number, game.seats or len(session.table.players), session)


def _people(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    names = [word for key, word in pairs if key == "player" and word]
    colours = [word for key, word in pairs if key == "colour"]
    return list(zip(names, colours, strict=False))


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
    except GameNotFoundError:
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


def _boards(journal: JournalReader, games: Iterable[StoredGame]) -> dict[str, tuple[Answer, ...]]:
    """The newest complete board of each game that has a printed one."""
    found: dict[str, tuple[Answer, ...]] = {}
    for game in games:
        if game.name not in found and _has_printed_board(game.name):
            board = _board(_set_up(game.name, journal.answers(game.number)))
            found.update({game.name: board} if board else {})
    return found


def _has_printed_board(name: str) -> bool:
    try:
        return bool(load_plugin(name).rules.printed)
    except GameNotFoundError:
        return False


def _board(session: Session | None) -> tuple[Answer, ...]:
    if session is None or (session.question and session.question.key in session.game.printed):
        return ()
    return tuple(each for each in session.answers if each.key in session.game.printed and each.word)


def _first_of_each(setups: Iterable[LastSetup]) -> dict[str, LastSetup]:
    found: dict[str, LastSetup] = {}
    for setup in setups:
        found.setdefault(setup.game, setup)
    return found
