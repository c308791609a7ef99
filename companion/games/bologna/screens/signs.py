"""Small pictures of Bologna: what a turn does, cards with their signs, kinds of fields."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.games.bologna.rules.cards import FIRE, NOT_REFILLED, PLAGUE, SCORING, Card
from companion.games.bologna.sign_rows import ACTIONS as ACTIONS
from companion.games.bologna.sign_rows import KINDS as KINDS
from companion.ui.screens import drawing
from companion.ui.screens.fonts import FIGURES, Font, double_size, text_width

SPECIALS: Mapping[str, Sequence[str]] = {
    PLAGUE: [".###.", "#####", "#.#.#", "#####", ".###.", ".#.#."],
    FIRE: ["..#..", "..##.", ".###.", "#####", "##.##", ".#.#."],
}
"""The signs of cards."""
ENDS: Mapping[str, Sequence[str]] = {
    SCORING: ["...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", ".#...#."],
    NOT_REFILLED: ["#.....#", ".#...#.", "..#.#..", "...#...", "..#.#..", ".#...#.", "#.....#"],
}
ROOF = ["...##...", "..####..", ".######."]
SIGN_GAP = 2
"""Columns between a card's sign and its number."""
NO_KIND = [".......", ".......", ".......", "...#...", ".......", ".......", "......."]


def draw_card(
    image: Image.Image,
    box: drawing.Rect,
    face: str,
    font: Font = FIGURES,
    *,
    chosen: bool = False,
) -> None:
    """Draw a card with its number, and with its sign where it is special; a chosen one is full."""
    drawing.draw_card(image, box)
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
