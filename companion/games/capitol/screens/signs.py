"""Capitol's small pictures: houses with their roofs, cards, buildings, colours of prefectures."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from companion.core.interfaces import HEIGHT, WIDTH
from companion.games.capitol.rules.board import Prefecture, PrefectureColour
from companion.games.capitol.sign_rows import SIGNS
from companion.ui.screens import drawing
from companion.ui.screens.drawing import LIT


@lru_cache(maxsize=1)
def _dot_sheet() -> Image.Image:
    sheet = drawing.blank_image()
    sheet.putdata([LIT * ((x + y) % 2 == 0) for y in range(HEIGHT) for x in range(WIDTH)])
    return sheet


def fill_colour(
    image: Image.Image, box: drawing.Rect, colour: PrefectureColour, *, lit: bool = True
) -> None:
    """Fill a box in a prefecture's colour: nothing lit, every second point, or all.

    Unless ``lit`` it is dark, for a lit background.
    """
    if not lit:
        image.paste(LIT, box)
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    pen.rectangle((left, top, right - 1, bottom - 1), outline=LIT * lit)
    inner = (left + 1, top + 1, right - 1, bottom - 1)
    if colour is PrefectureColour.PURPLE:
        image.paste(LIT * lit, inner)
    elif colour is PrefectureColour.PINK:
        image.paste(LIT * lit, inner, _dot_sheet().crop(inner))


def fade(image: Image.Image, box: drawing.Rect) -> None:
    """Clear every second point of a box: what can't be chosen is fainter."""
    image.paste(0, box, _dot_sheet().crop(box))


def list_large_signs(there: Prefecture) -> list[Sequence[str]]:
    """Return the signs of a prefecture's large buildings."""
    return [
        *[SIGNS["temple"] for _ in range(there.temples)],
        *[SIGNS["amphitheatre"] for _ in range(there.amphitheatres)],
    ]
