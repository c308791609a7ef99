"""Staging: a table of Bologna as a test wants it, by setup and corrections alone."""

from collections.abc import Mapping, Sequence

from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import start_session

PLAYERS = {"R": "Rosa", "B": "Jakob", "G": "Emma", "Y": "Tom"}
MAP = "/".join(["mchnfs."] * 3 + ["mch.fs."] + ["......."] * 3)
"""A map of kinds: the same in every row, none from row 6 down."""
COLOURS = ("red", "blue", "green", "yellow")


def seated(
    players: str = "RBG", variants: Sequence[str] = (), kinds: str = "", open_: str = "2,3,4,5"
) -> Session:
    """A game that has just been set up; players by their letters."""
    session = start_session("bologna-towers")
    for letter, colour in zip(players, COLOURS, strict=False):
        session.answer_pair("player", PLAYERS[letter])
        session.answer_pair("colour", colour)
    if len(players) < 4:
        session.answer(Answer("player", ""))
    for variant in (*variants, ""):
        session.answer_pair("variant", variant)
    session.answer_pair("kinds", kinds)
    if "light" not in variants:
        session.answer_pair("open", open_)
    return session


def standing(session: Session, stacks: Mapping[str, str], roofs: Mapping[str, str] = {}) -> Session:
    """Towers stand, written by letters from bottom to top, and roofs on some of them."""
    for field, letters in stacks.items():
        names = "+".join(PLAYERS[letter] for letter in letters) or "none"
        session.answer_pair("correct stack", f"{field}:{names}")
    for field, letter in roofs.items():
        session.answer_pair("correct roof", f"{field}:{PLAYERS[letter]}")
    return session


def light(
    stacks: Mapping[str, str], players: str = "RBG", roofs: Mapping[str, str] = {}
) -> Session:
    """A table where only the board is tracked, the first player to move."""
    return standing(seated(players, ("light",)), stacks, roofs)


def say(session: Session, text: str) -> None:
    """Say some pairs: `build 5-3 to 5-4`; `show .` is two ordinary cards."""
    words = text.split()
    for key, word in zip(words[::2], words[1::2], strict=True):
        session.answer_pair(key, "ordinary" if word == "." else word)


def legal(session: Session) -> set[str]:
    """The words that nothing stands against now."""
    assert session.question is not None
    return {option.word for option in session.question.legal_options()}


def tower(session: Session, field: str) -> str:
    """A tower's stones by letters, with its roof behind an apostrophe."""
    stack = session.table.board.stacks[field]
    letters = list(PLAYERS)
    stones = "".join(letters[seat] for seat in stack.stones)
    return stones if stack.roof is None else f"{stones}'{letters[stack.roof]}"


def points(session: Session) -> list[int]:
    return [player.points for player in session.table.players]
