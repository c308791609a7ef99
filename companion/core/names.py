"""Names: of people, as they are compared; of games, as a record has them."""

import re
from unicodedata import normalize

GAME_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_TITLE = 18
"""Letters of what people call a game, which is its name where it has no title."""


def fold_name(name: str) -> str:
    """Return what all spellings of a name have in common.

    Small letters or large do not count, nor whether an accent is part of its letter or follows it.
    """
    return normalize("NFC", normalize("NFD", name).casefold())


def is_game_name(name: str) -> bool:
    """Whether a game can have that name in a record."""
    return GAME_NAME.fullmatch(name) is not None and len(name) <= LONGEST_TITLE
