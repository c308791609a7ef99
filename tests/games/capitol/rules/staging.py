"""Staging: a game of Capitol set up, and prefectures that stand as an example wants them."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import start_session
from tests.games.questions import asked

COLOURS = ("red", "green", "yellow", "blue")
BOARD = (
    "Aventinus:pink:6:1:0",
    "Caelius:pink:6:1:0",
    "Capitolinus:pink:5:1:2",
    "Esquilinus:purple:7:1:1",
    "Palatinus:purple:6:1:0",
    "Quirinalis:purple:6:1:0",
    "Viminalis:light-blue:6:1:0",
    "Marsfeld:light-blue:7:1:1",
    "Tiber Island:light-blue:5:1:0",
)
HERE = "Aventinus"
"""Where examples stand that need only one prefecture."""
Houses = Mapping[str, Sequence[int]]
"""By player: the heights of the houses in one prefecture."""


def seated(*players: str) -> Session:
    """A game of which only the players are known."""
    session = start_session("capitol")
    for name, colour in zip(players, COLOURS, strict=False):
        session.answer_pair("player", name)
        session.answer_pair("colour", colour)
    if len(players) < len(COLOURS):
        session.answer(Answer("player", ""))
    return session


def begun(*players: str, board: Sequence[str] = BOARD) -> Session:
    """A game that has just been set up."""
    session = seated(*players)
    for prefecture in board:
        session.answer_pair("prefecture", prefecture)
    return session


def say(session: Session, text: str) -> None:
    """Say some pairs: `play roof roof round:2`; `correct` is followed by two words."""
    words = iter(shlex.split(text))
    for word in words:
        key = f"{word} {next(words)}" if word == "correct" else word
        session.answer_pair(key, next(words))


def asked_of(session: Session) -> str:
    """The name of the player who is asked now."""
    assert session.question is not None
    assert session.question.seat is not None
    name: str = session.table.players[session.question.seat].name
    return name


def houses(session: Session, stand: Houses, *, where: str = HERE, shape: str = "round") -> None:
    """These houses stand in the prefecture."""
    told = ",".join(f"{name}:{'+'.join(map(str, own))}" for name, own in stand.items())
    session.answer_pair("correct houses", f"{where}:{shape}:{told}" if told else f"{where}:none")


def all_pass(session: Session) -> None:
    """Nobody builds any more in this round."""
    while asked(session) == "play":
        session.answer_pair("play", "pass")


def no_bids(session: Session, auctions: int = 3) -> None:
    """Nobody bids in these auctions."""
    for _ in range(auctions):
        for _ in session.table.players:
            session.answer_pair("bid", "0")


def to_scoring(session: Session) -> dict[str, Any]:
    """Go on to the scoring of the round and return it."""
    all_pass(session)
    no_bids(session)
    scoring: dict[str, Any] = session.result["scorings"][-1]
    return scoring


def points(scoring: Mapping[str, Any], where: str = HERE) -> dict[str, int]:
    """What a scoring gave in one prefecture."""
    (found,) = (each for each in scoring["prefectures"] if each["prefecture"] == where)
    return dict(found["points"])


def player(session: Session, name: str) -> Mapping[str, Any]:
    """The player as the result tells them."""
    (found,) = (each for each in session.result["players"] if each["name"] == name)
    return dict(found)
