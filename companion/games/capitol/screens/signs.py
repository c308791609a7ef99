"""Capitol's small pictures: houses with their roofs, cards, buildings, colours of prefectures."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image

from companion.games.capitol.rules.board import Building, Prefecture, PrefectureColour, Shape
from companion.games.capitol.rules.houses import CardType
from companion.interfaces import HEIGHT, WIDTH
from companion.screens import drawing
from companion.screens.drawing import LIT

DOME = ["..###..", ".#####.", "#######"]
FLAT = ["#######", "#######"]
ROOFS: Mapping[Shape, Sequence[str]] = {Shape.ROUND: DOME, Shape.SQUARE: FLAT}
SMALL_DOME = [".###.", "#####"]
SMALL_FLAT = ["#####", "#####"]
SMALL_ROOFS: Mapping[Shape, Sequence[str]] = {Shape.ROUND: SMALL_DOME, Shape.SQUARE: SMALL_FLAT}
BLOCK = ["######", "#....#", "#....#", "######"]
SITE = ["####", "#..#", "#..#", "####"]
LARGE_SITE = ["#######", "#.....#", "#.....#", "#.....#", "#.....#", "#######"]
FOUNTAIN = [
    ".#.#.#.#.",
    "#...#...#",
    "....#....",
    "....#....",
    "#########",
    ".#######.",
    "...###...",
    ".#######.",
]
TEMPLE = [
    "....#....",
    "..#####..",
    "#########",
    ".#.#.#.#.",
    ".#.#.#.#.",
    ".#.#.#.#.",
    ".#.#.#.#.",
    "#########",
]
AMPHITHEATRE = [
    "..#####..",
    ".#.....#.",
    "#..###..#",
    "#.#...#.#",
    "#.#...#.#",
    "#..###..#",
    ".#.....#.",
    "..#####..",
]
BUILDINGS: Mapping[Building, Sequence[str]] = {
    Building.FOUNTAIN: FOUNTAIN,
    Building.TEMPLE: TEMPLE,
    Building.AMPHITHEATRE: AMPHITHEATRE,
}
TINY_TEMPLE = ["..#..", "#####", "#.#.#", "#.#.#", "#####"]
TINY_AMPHITHEATRE = [".###.", "#...#", "#.#.#", "#...#", ".###."]
FLOOR_CARD = [
    "#########",
    "#...#...#",
    "#...#...#",
    "#########",
    "#.#...#.#",
    "#.#...#.#",
    "#########",
    "#...#...#",
    "#########",
]
ROOF_CARD = [
    ".........",
    "...###...",
    "..#####..",
    ".#######.",
    "#########",
    ".........",
    ".#######.",
    ".#######.",
    ".#######.",
]
PERMIT_CARD = [
    "#######..",
    "#.....##.",
    "#..#..###",
    "#.###...#",
    "##...#..#",
    "#.#.#...#",
    "#.###...#",
    "#.......#",
    "#########",
]
CARDS: Mapping[str, Sequence[str]] = {
    CardType.FLOOR: FLOOR_CARD,
    CardType.ROOF: ROOF_CARD,
    CardType.PERMIT: PERMIT_CARD,
}
PASS = [
    ".........",
    "#......#.",
    ".#....#..",
    "..#..#...",
    "...##....",
    "...##....",
    "..#..#...",
    ".#....#..",
    "#......#.",
]
BLANK = [
    "#.#.#.#.#",
    ".........",
    "#.......#",
    ".........",
    "#.......#",
    ".........",
    "#.......#",
    ".........",
    "#.#.#.#.#",
]
EYE = [
    ".........",
    "..#####..",
    ".#.....#.",
    "#...#...#",
    "#..###..#",
    "#...#...#",
    ".#.....#.",
    "..#####..",
    ".........",
]
OTHER: Mapping[str, Sequence[str]] = {"pass": PASS, "blank": BLANK, "look": EYE}


@lru_cache(maxsize=2)
def _dot_sheet(step: int) -> Image.Image:
    sheet = drawing.blank_image()
    sheet.putdata([LIT * ((x + y) % step == 0) for y in range(HEIGHT) for x in range(WIDTH)])
    return sheet


def fill_colour(image: Image.Image, box: drawing.Rect, colour: PrefectureColour) -> None:
    """A box in a prefecture's colour: nothing lit, every second point, or all."""
    drawing.draw_outline(image, box)
    inner = (box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1)
    if colour is PrefectureColour.PURPLE:
        image.paste(LIT, inner)
    elif colour is PrefectureColour.PINK:
        image.paste(LIT, inner, _dot_sheet(2).crop(inner))


def fade(image: Image.Image, box: drawing.Rect, step: int = 2) -> None:
    """Clear every ``step``-th point of a box: what can't be chosen is fainter."""
    image.paste(0, box, _dot_sheet(step).crop(box))


def draw_house(
    image: Image.Image, box: drawing.Rect, height: int, shape: Shape | None = None
) -> None:
    """A house of ``height`` blocks that fills a box; its roof stands above it, a column wider."""
    left, top, right, bottom = box
    drawing.draw_outline(image, box)
    pitch = (bottom - 1 - top) / max(height, 1)
    for block in range(1, height):
        drawing.draw_rule(image, bottom - 1 - round(pitch * block), left, right)
    if shape is not None:
        draw_roof(image, left - 1, top, right - left + 2, shape)


def draw_roof(image: Image.Image, left: int, ground: int, width: int, shape: Shape) -> None:
    """A roof of any width that ends just above ``ground``: a dome, or a slab with its edges up."""
    if shape is Shape.ROUND:
        for step, inset in enumerate((0, 1, 3)):
            if width > 2 * inset:
                image.paste(
                    LIT, (left + inset, ground - 1 - step, left + width - inset, ground - step)
                )
        return
    image.paste(LIT, (left, ground - 2, left + width, ground))
    for x in (left, left + width - 1):
        image.putpixel((x, ground - 3), LIT)


def draw_fountains(image: Image.Image, x: int, y: int, fountains: int, most: int = 3) -> None:
    """A small drop for each fountain, one under the other."""
    for drop in range(min(fountains, most)):
        drawing.draw_sign(image, x, y + 3 * drop, ["##", "##"])


def list_large_signs(there: Prefecture) -> list[Sequence[str]]:
    """The small signs of a prefecture's large buildings."""
    return [
        *[TINY_TEMPLE for _ in range(there.temples)],
        *[TINY_AMPHITHEATRE for _ in range(there.amphitheatres)],
    ]
