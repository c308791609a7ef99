"""The colours of both Campaniles and the scale of their towers, for any output."""

from collections.abc import Mapping

from companion.core.palette import PALETTE, Colour, Pattern

CAMPANILE_PALETTE: Mapping[str, Colour] = {
    **PALETTE,
    "beige": Colour(Pattern.EMPTY, (255, 160, 80), (1.0, 0.6, 0.3), "#c9a66b"),
    "brown": Colour(Pattern.CHECKER, (120, 30, 0), (0.5, 0.1, 0.0), "#744210"),
}
"""The players' colours, and the styles; a style shares the pattern of its colour."""
SCALES = (9, 18, 27, 36, 54)


def fit_scale(floors: int) -> int:
    """How many floors fill a picture with so many; few steps, so that the scale seldom changes."""
    return next((each for each in SCALES if each >= floors), floors)
