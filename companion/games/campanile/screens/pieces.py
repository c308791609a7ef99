"""The pieces of Campanile: towers and cards, each style in its pattern, and their names."""

from collections.abc import Mapping

from PIL import Image

from companion.core.palette import PALETTE, Colour, Pattern
from companion.games.campanile.screens.card_signs import SCORING_CARD_SIGNS
from companion.screens import drawing
from companion.screens.drawing import Rect
from companion.text import Words

CAMPANILE_PALETTE: Mapping[str, Colour] = {
    **PALETTE,
    "beige": Colour(Pattern.EMPTY, (255, 160, 80), (1.0, 0.6, 0.3), "#c9a66b"),
    "brown": Colour(Pattern.CHECKER, (120, 30, 0), (0.5, 0.1, 0.0), "#744210"),
}
"""The players' colours, and the styles; a style shares the pattern of its colour."""
UNKNOWN_SIGN = [".....", ".....", "#.#.#"]


def draw_tower(image: Image.Image, box: Rect, style: str, *, faint: bool = False) -> None:
    """A tower in its style's pattern; a faint one is only a dotted outline."""
    drawing.draw_tower(image, box, CAMPANILE_PALETTE[style].pattern, faint=faint)


def draw_card(
    image: Image.Image, box: Rect, name: str, *, hollow: bool = False, dotted: bool = False
) -> None:
    """A card with its style's pattern, or with its sign.

    ``hollow`` is an empty place for a card; a ``dotted`` one is not on the table yet.
    """
    left, top, right, bottom = box
    drawing.draw_card(image, box, dotted=hollow or dotted)
    if hollow:
        return
    if name in CAMPANILE_PALETTE:
        margin = 2 if right - left > 11 else 1
        inner = (left + margin, top + margin, right - margin, bottom - margin)
        drawing.fill_pattern(image, inner, CAMPANILE_PALETTE[name].pattern)
        return
    rows = SCORING_CARD_SIGNS.get(name, UNKNOWN_SIGN)
    drawing.draw_sign(
        image, (left + right - len(rows[0])) // 2, (top + bottom - len(rows)) // 2, rows
    )


def card_title(words: Words, name: str) -> str:
    """The name of a style or a scoring card, with a capital."""
    kind = "title" if words.has(f"title.{name}") else "card"
    return words.say(f"{kind}.{name}")
