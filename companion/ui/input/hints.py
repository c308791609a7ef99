"""Hints: how much of the forecast the table sees."""

from enum import StrEnum
from typing import NamedTuple


class Hints(StrEnum):
    """How much of the forecast is shown."""

    ALL = "all"
    """Also who would win which award now."""
    DECK = "deck"
    """Only which cards are left."""
    NONE = "none"


class ViewSettings(NamedTuple):
    """How the box is set to show the table."""

    hints: Hints = Hints.ALL
    """Without hints a pile's cards are not counted."""
    mirrored: bool = False
    """Whether the open cards lie at the right end of the row."""
