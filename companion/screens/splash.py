"""The first picture: the name over a row of bell towers."""

from PIL import Image, ImageDraw

from companion.ports import HEIGHT, WIDTH
from companion.screens import drawing
from companion.screens.drawing import LIT, write
from companion.screens.lettering import LARGE

TOWERS = (
    ("yellow", 12, 14),
    ("red", 32, 22),
    ("brown", 54, 28),
    ("blue", 76, 18),
    ("beige", 97, 24),
)
"""Style, left edge and height of each tower's shaft, in pixels."""
BROAD = 18


def splash() -> Image.Image:
    """The first picture, shown before anything else is loaded."""
    image = drawing.blank()
    write(image, WIDTH // 2, 1, "Campanile", LARGE, anchor="m")
    ground = HEIGHT - 2
    for style, left, high in TOWERS:
        box = (left, ground - high, left + BROAD, ground + 1)
        drawing.outline(image, box)
        drawing.fill(image, (left + 1, box[1] + 1, left + BROAD - 1, ground), style)
        _belfry(image, left, box[1])
    drawing.rule(image, ground, 4, WIDTH - 4)
    return image


def _belfry(image: Image.Image, left: int, top: int) -> None:
    """A pointed roof over two open arches."""
    pen = ImageDraw.Draw(image)
    middle = left + BROAD // 2
    pen.polygon(
        [(left - 1, top), (middle - 1, top - 9), (middle, top - 9), (left + BROAD, top)], fill=LIT
    )
