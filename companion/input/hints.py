"""Hints: how much of the forecast the table sees."""

from enum import StrEnum


class Hints(StrEnum):
    """How much of the forecast is shown."""

    ALL = "all"
    """Also who would win which award now."""
    DECK = "deck"
    """Only which cards are left."""
    NONE = "none"
