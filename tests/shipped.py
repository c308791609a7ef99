"""The records of whole games that come with the companion."""

from pathlib import Path

from companion.games import load_plugin


def shipped(game: str) -> Path:
    """The record of a whole game."""
    record = load_plugin(game).record
    assert record is not None, game
    return record
