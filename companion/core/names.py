"""Names of people, as they are compared."""

from unicodedata import normalize


def fold_name(name: str) -> str:
    """Return what all spellings of a name have in common.

    Small letters or large do not count, nor whether an accent is part of its letter or follows it.
    """
    return normalize("NFC", normalize("NFD", name).casefold())
