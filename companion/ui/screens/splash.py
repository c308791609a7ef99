"""Draws the picture at the start: the name over a row of bell towers."""

from PIL import Image, ImageDraw

from companion.core.interfaces import HEIGHT, WIDTH
from companion.core.palette import Pattern
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.drawing import LIT, draw_text
from companion.ui.screens.fonts import LARGE

TOWERS = (
    (Pattern.DOTS, 13, 35),
    (Pattern.BRICKS, 36, 43),
    (Pattern.CHECKER, 58, 32),
    (Pattern.DIAGONAL, 80, 39),
    (Pattern.EMPTY, 102, 34),
)
"""Pattern, left edge and top row of each tower's shaft, in pixels."""
TOWER_WIDTH = 13
GROUND = HEIGHT - 2
BELFRY = 9
"""Rows of the open arches at a tower's top."""


def draw_splash() -> Image.Image:
    """Return the first picture, shown before anything else is loaded."""
    image = drawing.blank_image()
    for pattern, left, top in TOWERS:
        table_pieces.draw_tower(image, (left, top, left + TOWER_WIDTH, GROUND + 1), pattern)
        _draw_belfry(image, left, top)
    drawing.draw_rule(image, GROUND, 4, WIDTH - 4)
    draw_text(image, WIDTH // 2, 0, "Campanile", LARGE, anchor="m")
    return image


def _draw_belfry(image: Image.Image, left: int, top: int) -> None:
    middle, right = left + TOWER_WIDTH // 2, left + TOWER_WIDTH
    roof = [(left, top - 3), (middle, top - 11), (right - 1, top - 3)]
    ImageDraw.Draw(image).polygon(roof, fill=LIT)
    image.paste(LIT, (left - 1, top - 1, right + 1, top + 1))
    image.paste(LIT, (left, top, right, top + BELFRY + 1))
    for arch in (left + 2, left + 7):
        image.paste(0, (arch, top + 3, arch + 4, top + BELFRY))
        image.paste(0, (arch + 1, top + 2, arch + 3, top + 3))
