"""Small pictures of Bologna: what a turn does, cards with their signs, kinds of fields."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.games.bologna.rules.cards import FIRE, NOT_REFILLED, PLAGUE, SCORING, Card
from companion.games.bologna.rules.collection import FieldKind
from companion.screens import drawing
from companion.screens.drawing import LIT
from companion.screens.fonts import FIGURES, SMALL, Font, draw_glyphs, text_width

ACTIONS: Mapping[str, Sequence[str]] = {
    "plague": [".#####.", "#######", "#..#..#", "#..#..#", "###.###", ".#####.", ".#.#.#."],
    "fire": ["...#...", "..##...", ".###.#.", ".######", "###.###", "##...##", ".#...#."],
    "pass": ["..#....", ".######", "..#....", ".......", "....#..", "######.", "....#.."],
}
SPECIALS: Mapping[str, Sequence[str]] = {
    PLAGUE: [".###.", "#####", "#.#.#", "#####", ".###.", ".#.#."],
    FIRE: ["..#..", ".##..", ".##.#", "####.", "#.###", ".#.##"],
}
"""The signs of cards."""
ENDS: Mapping[str, Sequence[str]] = {
    SCORING: ["...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", ".#...#."],
    NOT_REFILLED: ["#.....#", ".#...#.", "..#.#..", "...#...", "..#.#..", ".#...#.", "#.....#"],
}
KINDS: Mapping[str, Sequence[str]] = {
    kind: rows.split()
    for kind, rows in {
        FieldKind.MERCHANT: "..###.. ...#... ..###.. .#####. ####### ####### .#####.",
        FieldKind.CITIZEN: "..###.. ..###.. ...#... .#####. ..###.. ..#.#.. ..#.#..",
        FieldKind.CRAFTSMAN: ".####.. ######. .####.. ...##.. ...##.. ...##.. ...##..",
        FieldKind.NOBLE: "#..#..# ##.#.## ####### ####### ....... ####### .......",
        FieldKind.FARMER: "...#... .#.#.#. ..###.. .#.#.#. ..###.. ...#... ...#...",
        FieldKind.SHEPHERD: "..###.. .#...#. ......# .....#. ....#.. ....#.. ....#..",
    }.items()
}
NO_KIND = [".......", ".......", ".......", "...#...", ".......", ".......", "......."]


def double(rows: Sequence[str]) -> list[str]:
    """The picture twice as large."""
    wide = ["".join(pixel * 2 for pixel in row) for row in rows]
    return [row for row in wide for _ in range(2)]


def draw_card(
    image: Image.Image, box: drawing.Rect, face: str, *, lit: bool = False, large: bool = False
) -> None:
    """A card with its number, and with its sign where it is special; a ``lit`` one is chosen."""
    drawing.draw_outline(image, box)
    left, top, right, bottom = box
    for x, y in ((left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)):
        image.putpixel((x, y), 0)
    if lit:
        image.paste(LIT, (left + 1, top + 1, right - 1, bottom - 1))
    number, special = face[-1], Card(face).special
    figures: Font = FIGURES if large else SMALL
    rows = SPECIALS[special] if special is not None else []
    if large:
        rows = double(rows)
    gap = 0 if special is None else 2 if large else 1
    wide = (len(rows[0]) if rows else 0) + gap + text_width(number, figures)
    x = (left + right - wide + 1) // 2
    if rows:
        drawing.draw_sign(image, x, (top + bottom - len(rows)) // 2, rows, lit=not lit)
        x += len(rows[0]) + gap
    draw_glyphs(image, x, (top + bottom - figures.capital) // 2, number, figures, lit=not lit)
