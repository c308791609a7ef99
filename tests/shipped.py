"""The records of whole games: those that come with the companion, and any other's file."""

from pathlib import Path

from companion.core.record import decode_record
from companion.core.session import Session
from companion.games import load_plugin, read_record


def shipped(game: str) -> Path:
    """The record of a whole game."""
    record = load_plugin(game).record
    assert record is not None, game
    return record


def read_file(path: Path) -> Session:
    """The game that a record's file tells."""
    return read_record(decode_record(path.read_bytes()))


def read_shipped(game: str) -> Session:
    return read_file(shipped(game))
