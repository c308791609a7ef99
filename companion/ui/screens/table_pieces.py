"""Draws what lies on a table: towers filled with patterns, and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product

from PIL import Image

from companion.core.interfaces import HEIGHT, WIDTH
from companion.core.palette import Pattern
from companion.ui.screens.drawing import LIT, Rect, blank_image, clear_corners, draw_outline

PATTERNS: Mapping[Pattern, Callable[[int, int], bool]] = {
    Pattern.EMPTY: lambda _x, _y: False,
    Pattern.FULL: lambda _x, _y: True,
    Pattern.DIAGONAL: lambda x, y: (x + y) % 4 == 0,
    Pattern.ANTIDIAGONAL: lambda x, y: (x - y) % 4 == 0,
    Pattern.CHECKER: lambda x, y: (x + y) % 2 == 0,
    Pattern.DOTS: lambda x, y: y % 2 == 1 and (x + y) % 4 == 2,
    Pattern.BRICKS: lambda x, y: y % 4 == 3 or (y % 4 < 3 and (x + 4 * (y // 4 % 2)) % 8 == 3),
    Pattern.UPRIGHT: lambda x, _y: x % 4 == 0,
}
"""Whether the pixel `x` from the left and `y` from the ground is lit."""
PATTERN_PERIOD = 8
"""Pixels after which every pattern repeats, across and upward."""
PILE_SIGN = [
    "..########",
    "..#......#",
    "#########.",
    "#.......#.",
    "#.......##",
    "#.......#.",
    "#.......#.",
    "#.......#.",
    "#########.",
]


@lru_cache(maxsize=16)  # all patterns: a picture fills many places with a few
def _pattern_sheet(pattern: Pattern) -> Image.Image:
    """Return a picture filled with the pattern, which starts at the bottom left."""
    lit = PATTERNS[pattern]
    tile = Image.new("1", (PATTERN_PERIOD, PATTERN_PERIOD))
    rows = reversed(range(PATTERN_PERIOD))
    tile.putdata([LIT * lit(x, y) for y in rows for x in range(PATTERN_PERIOD)])
    sheet = blank_image()
    for x, y in product(range(0, WIDTH, PATTERN_PERIOD), range(0, HEIGHT, PATTERN_PERIOD)):
        sheet.paste(tile, (x, y))
    return sheet


def fill_pattern(image: Image.Image, box: Rect, pattern: Pattern) -> None:
    """Fill a rectangle with a pattern, which starts at its bottom left."""
    width, height = box[2] - box[0], box[3] - box[1]
    if width > 0 and height > 0:
        image.paste(_pattern_sheet(pattern).crop((0, HEIGHT - height, width, HEIGHT)), box)


def draw_tower(image: Image.Image, box: Rect, pattern: Pattern, *, faint: bool = False) -> None:
    """Draw a tower filled with a pattern; a faint one is an empty dotted outline."""
    draw_outline(image, box, dotted=faint)
    if not faint:
        fill_pattern(image, (box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1), pattern)


def draw_card(image: Image.Image, box: Rect, *, dotted: bool = False) -> None:
    """Draw the edge of a card, with round corners; ``dotted`` where no card lies yet."""
    draw_outline(image, box, dotted=dotted)
    clear_corners(image, box)


def draw_card_back(image: Image.Image, box: Rect) -> None:
    """Draw a card that lies face down."""
    draw_card(image, box)
    left, top, right, bottom = box
    for margin in range(3, min(right - left, bottom - top, 17) // 2, 2):
        draw_outline(image, (left + margin, top + margin, right - margin, bottom - margin))


def draw_swatch(image: Image.Image, box: Rect, pattern: Pattern, *, lit: bool = True) -> None:
    """Draw a sample of a colour: an edge, and in it nothing, every second point, or all.

    Unless ``lit`` it is dark, for a lit background.
    """
    left, top, right, bottom = box
    inner = (left + 1, top + 1, right - 1, bottom - 1)
    image.paste(LIT * lit, box)
    image.paste(LIT * (not lit), inner)
    if pattern is Pattern.FULL:
        image.paste(LIT * lit, inner)
    elif pattern is Pattern.CHECKER:
        image.paste(LIT * lit, inner, _every_second_point(inner))


def fade(image: Image.Image, box: Rect) -> None:
    """Clear every second point of a box: what can't be chosen is fainter."""
    image.paste(0, box, _every_second_point(box))


def _every_second_point(box: Rect) -> Image.Image:
    """The points of a box of which column and row together are even."""
    left, top, right, bottom = box
    return _pattern_sheet(Pattern.CHECKER).crop((left + 1, top, right + 1, bottom))
