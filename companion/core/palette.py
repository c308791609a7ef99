"""How each output shows a colour of a player or a piece: as a pattern, a lamp, a light, a line."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Pattern(Enum):
    """How a colour is filled on a one-bit screen; ``screens/drawing.py`` has the pixels."""

    EMPTY = "empty"
    FULL = "full"
    DIAGONAL = "diagonal"
    ANTIDIAGONAL = "antidiagonal"
    CHECKER = "checker"
    DOTS = "dots"
    BRICKS = "bricks"
    UPRIGHT = "upright"
    """The pattern of `UNKNOWN`."""


class Colour(NamedTuple):
    """One colour of a player or of a piece."""

    pattern: Pattern
    lamp: tuple[int, int, int]
    """A lamp of the tower panel: red, green and blue, each from 0 to 255."""
    light: tuple[float, float, float]
    """The box's light: red, green and blue, each from 0 to 1; never all 0."""
    paint: str
    """A line on a white background, as a CSS colour."""


PALETTE: Mapping[str, Colour] = {
    "blue": Colour(Pattern.DIAGONAL, (0, 0, 255), (0.0, 0.0, 1.0), "#2b6cb0"),
    # a green LED looks brighter than a red one
    "yellow": Colour(Pattern.DOTS, (255, 130, 0), (1.0, 0.5, 0.0), "#d69e2e"),
    "red": Colour(Pattern.BRICKS, (255, 0, 0), (1.0, 0.0, 0.0), "#c53030"),
    "green": Colour(Pattern.ANTIDIAGONAL, (0, 255, 0), (0.0, 0.6, 0.0), "#2f855a"),
    # there is no black light; this one is dim and unlike any other
    "black": Colour(Pattern.EMPTY, (60, 0, 90), (0.25, 0.0, 0.35), "#1a202c"),
    "white": Colour(Pattern.FULL, (255, 255, 255), (1.0, 1.0, 1.0), "#a0aec0"),
}
"""The colours of players in most games."""
UNKNOWN = Colour(Pattern.UPRIGHT, (255, 255, 255), (1.0, 1.0, 1.0), "#4a5568")
"""Stands for a colour that the game's palette lacks."""
