"""Tests of the history, and what they share: stored games and their plays."""

from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from companion.core.session import Session
from companion.games import replay_session
from companion.store.history.play import Play, replay
from companion.store.journal import TimedAnswer
from tests.shipped import read_file

BEGUN = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
STORED = sorted((Path(__file__).parents[2] / "playthroughs").glob("*.game"))


@cache
def stored(name: str) -> Session:
    """The stored game of this name; nobody changes the session."""
    return read_file(next(path for path in STORED if path.stem == name))


def timed_answers(
    session: Session, *, gap: int = 7, gaps: dict[int, int] | None = None
) -> list[TimedAnswer]:
    """The game's answers as a journal has them, ``gap`` seconds between two of them.

    ``gaps`` are other seconds before some answers, by their place from 0.
    """
    found, since = [], None
    at = BEGUN
    for place, answer in enumerate(session.answers):
        if place:
            at += timedelta(seconds=(gaps or {}).get(place, gap))
        found.append(TimedAnswer(answer.key, answer.word, at, since))
        since = at
    return found


def played(session: Session, *, number: int = 1, gap: int = 7) -> Play:
    """The game as the history replays it."""
    return replay(number, session.name, BEGUN, timed_answers(session, gap=gap))


def renamed(session: Session, *names: str) -> Session:
    """The same game with other players' names."""
    rest = iter(names)
    pairs = [
        (answer.key, next(rest) if answer.key == "player" and answer.word else answer.word)
        for answer in session.answers
    ]
    return replay_session(session.name, pairs)
