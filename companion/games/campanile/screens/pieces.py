"""The pieces of Campanile: towers, cards, chips and labels, each style in its pattern."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.games.campanile.input.cards import OTHER
from companion.games.campanile.palette import CAMPANILE_PALETTE
from companion.games.campanile.screens.card_signs import SCORING_CARD_SIGNS
from companion.text import Words
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.choice import MAIN_Y
from companion.ui.screens.drawing import SAFE_WIDTH, Rect, draw_text
from companion.ui.screens.fonts import LARGE, TEXT, text_width

LABEL_TOP = 53
"""The first row of the towers' names, which end at the last row."""
ARROWS_WIDTH = 10
"""Columns at the right of a value for the signs of its presses."""
CARDS_END_WIDTH, CARDS_END_PITCH = 12, 8
"""Columns of the open cards at the end of the row, and rows from one to the next."""
NO_MARKER_SIGN = [
    "...###..#",
    "..#...##.",
    ".#...#.#.",
    ".#..#..#.",
    ".#.#...#.",
    ".##...#..",
    "#..###...",
]
"""The sign of *None* on the tower panel, too."""
UNKNOWN_SIGN = [".....", ".....", "#.#.#"]
CARD_SIGNS: Mapping[str, Sequence[str]] = {**SCORING_CARD_SIGNS, OTHER: ["##.##.##"] * 2}
"""The signs of cards that have no pattern, and of further cards to choose from."""


def draw_tower(image: Image.Image, box: Rect, style: str, *, faint: bool = False) -> None:
    """A tower in its style's pattern; a faint one is only a dotted outline."""
    table_pieces.draw_tower(image, box, CAMPANILE_PALETTE[style].pattern, faint=faint)


def draw_card(
    image: Image.Image, box: Rect, name: str, *, hollow: bool = False, dotted: bool = False
) -> None:
    """A card with its style's pattern, or with its sign.

    ``hollow`` is an empty place for a card; a ``dotted`` one is not on the table yet.
    """
    left, top, right, bottom = box
    table_pieces.draw_card(image, box, dotted=hollow or dotted)
    if hollow:
        return
    if name in CAMPANILE_PALETTE:
        margin = 2 if right - left > 11 else 1
        inner = (left + margin, top + margin, right - margin, bottom - margin)
        table_pieces.fill_pattern(image, inner, CAMPANILE_PALETTE[name].pattern)
        return
    drawing.draw_boxed_sign(image, box, SCORING_CARD_SIGNS.get(name, UNKNOWN_SIGN))


def card_title(words: Words, name: str) -> str:
    """The name of a style or a scoring card, with a capital."""
    kind = "title" if words.has(f"title.{name}") else "card"
    return words.say(f"{kind}.{name}")


def draw_value_arrows(image: Image.Image, left: int, *, axes: int, is_asked: bool) -> int:
    """Draw the signs of the presses that change the value in the main line; return their column.

    The value begins at ``left`` and ends `ARROWS_WIDTH` columns before the right edge. With one
    axis the presses change it only while it alone ``is_asked``.
    """
    if axes == 2:
        drawing.draw_sign(image, SAFE_WIDTH - 7, MAIN_Y + 3, drawing.ARROW_UP)
        drawing.draw_sign(image, SAFE_WIDTH - 7, MAIN_Y + 10, drawing.ARROW_DOWN)
        return left
    if not is_asked:
        return left
    drawing.draw_sign(image, SAFE_WIDTH - 4, MAIN_Y + 5, drawing.ARROW_RIGHT)
    drawing.draw_sign(image, left - 7, MAIN_Y + 5, drawing.ARROW_LEFT)
    return left - 7


def draw_cards_end(
    image: Image.Image, bottom: int, *, mirrored: bool, cards: int = 3, dotted: bool = False
) -> int:
    """Draw the open cards at their end of the row, down to a row; return their width."""
    x = SAFE_WIDTH - CARDS_END_WIDTH if mirrored else 0
    for place in range(1, cards + 1):
        y = bottom - place * CARDS_END_PITCH
        box = (x, y, x + CARDS_END_WIDTH, y + CARDS_END_PITCH + 1)
        table_pieces.draw_card(image, box, dotted=dotted)
    return CARDS_END_WIDTH


def draw_pile_count(image: Image.Image, count: int) -> int:
    """Draw the pile and its number of cards right of the large word; return their first column."""
    left = SAFE_WIDTH - text_width(str(count), TEXT)
    y = MAIN_Y + (LARGE.capital - TEXT.capital) // 2
    draw_text(image, left, y, str(count), TEXT)
    left -= len(table_pieces.PILE_SIGN[0]) + 3
    drawing.draw_sign(image, left, y - 1, table_pieces.PILE_SIGN)
    return left
