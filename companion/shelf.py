"""The shelf: what the journal's kept games mean to the table that sits down now.

Which game can be resumed, who played before and in which colour, how the last table was set up.
"""

from dataclasses import dataclass
from typing import NamedTuple

from companion.games.conversation import Answer, Refused
from companion.journal import KeptGame, Reader
from companion.session.session import Session

SETUP_ENDS = "open"
"""The first question whose answer differs each time: where `as last time` stops."""
REMEMBERED = 20
"""How many of the latest games are searched for people."""


class LatestGame(NamedTuple):
    """The game played last, ready to go on."""

    number: int
    seats: int
    session: Session


class LastSetup(NamedTuple):
    """How the last table was set up, up to the open cards."""

    game: str
    players: tuple[str, ...]
    row: tuple[str, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A look at the journal at one moment."""

    latest: LatestGame | None
    """None where no game is kept, or the last one can't be replayed under these rules."""
    last_setup: LastSetup | None
    unplayable: int | None
    """The number of the last game, where these rules can't replay it."""
    people: tuple[tuple[str, str], ...]
    """(name, colour) of everybody seen lately, the latest first."""

    @classmethod
    def look(cls, journal: Reader) -> "Shelf":
        """Read the journal; a game that no longer replays is passed over."""
        games = journal.games()[-REMEMBERED:][::-1]
        entries = [journal.entries(game.number) for game in games]
        people = [each for pairs in entries for each in _people(pairs)]
        setups = (_setup(g.name, pairs) for g, pairs in zip(games, entries, strict=True))
        latest = _latest(games[0], entries[0]) if games else None
        return cls(
            latest=latest,
            unplayable=games[0].number if games and latest is None else None,
            last_setup=next((setup for setup in setups if setup is not None), None),
            people=tuple(dict.fromkeys(people)),
        )


def session_of(journal: Reader, game: KeptGame) -> Session:
    """The game as it was kept; raises `Refused` or KeyError where these rules can't replay it."""
    return Session.of(game.name, journal.entries(game.number))


def _latest(game: KeptGame, pairs: list[tuple[str, str]]) -> LatestGame | None:
    try:
        session = Session.of(game.name, pairs)
    except (Refused, KeyError):
        return None
    return LatestGame(game.number, game.seats or len(session.table.players), session)


def _people(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    names = [word for key, word in pairs if key == "player" and word]
    colours = [word for key, word in pairs if key == "colour"]
    return list(zip(names, colours, strict=False))


def _setup(name: str, pairs: list[tuple[str, str]]) -> LastSetup | None:
    keys = [key for key, _ in pairs]
    if SETUP_ENDS not in keys:
        return None
    try:
        session = Session.of(name, pairs[: keys.index(SETUP_ENDS)])
    except (Refused, KeyError):
        return None
    players = tuple(player.name for player in session.table.players)
    return LastSetup(name, players, session.table.row, tuple(session.answers))
