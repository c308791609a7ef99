"""Small pictures of Bologna: what a turn does, cards with their signs, a pad to choose from."""

from collections.abc import Collection, Mapping, Sequence

from PIL import Image

from companion.games.bologna.rules.cards import FIRE, NOT_REFILLED, PLAGUE, SCORING, Card
from companion.games.bologna.sign_rows import SIGNS
from companion.ui.input.grid import Pad
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.drawing import BODY_TOP
from companion.ui.screens.fonts import FIGURES, Font, double_size, text_width

SPECIALS = {PLAGUE: SIGNS["plague-card"], FIRE: SIGNS["fire-card"]}
"""The signs of cards."""
ENDS = {end: SIGNS[end] for end in (SCORING, NOT_REFILLED)}
SIGN_GAP = 2
"""Columns between a card's sign and its number."""


def draw_card(
    image: Image.Image,
    box: drawing.Rect,
    face: str,
    font: Font = FIGURES,
    *,
    chosen: bool = False,
) -> None:
    """Draw a card with its number, and with its sign where it is special; a chosen one is full."""
    table_pieces.draw_card(image, box)
    left, top, right, bottom = box
    if chosen:
        drawing.draw_bar(image, box)
    number, special = face[-1], Card(face).special
    rows = double_size(SPECIALS[special]) if special is not None else []
    wide = text_width(number, font) + (len(rows[0]) + SIGN_GAP if rows else 0)
    x = (left + right - wide + 1) // 2
    if rows:
        drawing.draw_sign(image, x, (top + bottom - len(rows)) // 2, rows, lit=not chosen)
        x += len(rows[0]) + SIGN_GAP
    y = (top + bottom - font.capital) // 2
    drawing.draw_text(image, x, y, number, font, lit=not chosen)


CELL_WIDTH, CELL_HEIGHT = 15, 16
WIDE_CELL = 18
"""Columns of a cell of a pad with three columns."""


def draw_pad(
    image: Image.Image,
    left: int,
    pad: Pad,
    chosen: str,
    sign_of: Mapping[str, Sequence[str]],
    barred: Collection[str] = (),
) -> int:
    """Draw the words of a pad as their signs, or as numbers; return the column behind it.

    Those that are barred stand over a dotted line.
    """
    width = CELL_WIDTH if any(words[-1] for words in pad) else WIDE_CELL
    right = left
    for row, words in enumerate(pad):
        for column, word in enumerate(words):
            if word is None:
                continue
            x, y = left + column * width, BODY_TOP + row * CELL_HEIGHT
            right = max(right, x + width)
            box = (x, y, x + width, y + CELL_HEIGHT)
            is_chosen = word == chosen
            if is_chosen:
                drawing.draw_bar(image, box)
            rows = sign_of.get(word)
            if rows is not None:
                large = double_size(rows)
                left_of_sign = x + (width - len(large[0]) + 1) // 2
                drawing.draw_sign(image, left_of_sign, y + 1, large, lit=not is_chosen)
            else:
                drawing.draw_boxed_text(image, box, word[-1], FIGURES, chosen=is_chosen)
            if word in barred and not is_chosen:
                line = (x + 2, y + CELL_HEIGHT - 1, x + width - 1, y + CELL_HEIGHT)
                drawing.draw_outline(image, line, dotted=True)
    return right
