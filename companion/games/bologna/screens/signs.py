"""Small pictures of Bologna: what a turn does, cards with their signs, a pad to choose from."""

from PIL import Image

from companion.games.bologna.rules.cards import FIRE, NOT_REFILLED, PLAGUE, SCORING, Card
from companion.games.bologna.sign_rows import SIGNS
from companion.ui.screens import drawing, table_pieces
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
