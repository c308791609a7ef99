"""The board of Bologna as 49 small fields: whose tower, how high, its roof, the plague.

Whose stones they are is told by a field's ground: the lightest colour is lit, the darkest dark.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from PIL import Image, ImageDraw

from companion.games.bologna.rules.board import (
    BASILICA,
    FIELDS,
    FIRST,
    BoardBlock,
    BoardField,
    Stack,
)
from companion.games.bologna.rules.scoring import BolognaPlayer
from companion.games.bologna.rules.table import BolognaTable
from companion.screens import drawing
from companion.screens.drawing import LIT, SAFE_HEIGHT

LEFT = 2
"""The column where the board begins; the cursor reaches two columns further."""
PITCH = 9
SIZE = 8
"""Columns and rows of a field; a dark one lies between two fields."""
LIGHT_FIRST = ("white", "yellow", "green", "red", "blue", "black")
"""The colours of stones from the lightest to the darkest."""
Ground = Sequence[str]
GROUNDS: Mapping[str, Ground] = {
    "lit": ["########"] * 8,
    "pillars": ["#......#"] * 8,
    "base": ["........"] * 7 + ["########"],
    "dark": ["........"] * 8,
}
ROOFED: Mapping[str, Ground] = {
    "lit": ["...##...", "..####..", ".######.", *["########"] * 5],
    "pillars": ["...##...", ".######.", *["#......#"] * 6],
    "base": ["...##...", ".######.", *["........"] * 4, *["#......#"] * 2],
    "dark": ["...##...", ".######.", *["........"] * 6],
}
BY_NUMBER = {3: ("lit", "pillars", "dark"), 4: ("lit", "base", "pillars", "dark")}
"""The grounds of three and of four players."""
CATHEDRAL = [
    "...##...",
    "...##...",
    "..####..",
    ".##..##.",
    "########",
    "##.##.##",
    "##.##.##",
    "##.##.##",
]
SKULL = [".###.", "#####", "#.#.#", "#####", ".#.#."]
FIGURES: Mapping[int, Sequence[str]] = {
    1: [".#..", "##..", ".#..", ".#..", ".#..", "###."],
    2: ["###.", "...#", "...#", ".##.", "#...", "####"],
    3: ["###.", "...#", ".##.", "...#", "...#", "###."],
    4: ["..#.", ".##.", "#.#.", "####", "..#.", "..#."],
    5: ["####", "#...", "###.", "...#", "...#", "###."],
    6: [".##.", "#...", "###.", "#..#", "#..#", ".##."],
}
LOW_FIGURES: Mapping[int, Sequence[str]] = {
    1: [".#..", "##..", ".#..", ".#..", "###."],
    2: ["###.", "...#", ".##.", "#...", "####"],
    3: ["###.", "...#", ".##.", "...#", "###."],
    4: ["#.#.", "#.#.", "####", "..#.", "..#."],
    5: ["####", "#...", "###.", "...#", "###."],
    6: [".##.", "#...", "###.", "#..#", ".##."],
}
"""Figures that leave room for a roof."""


class Tower(NamedTuple):
    """A tower as it is drawn: whose, how high, whether roofed."""

    owner: int
    height: int
    roofed: bool


Towers = Mapping[BoardField, Tower | None]
"""Fields that are drawn otherwise than they stand; None where nothing is left."""


def as_it_stands(stack: Stack) -> Tower | None:
    """The tower of a stack; None where there is none."""
    if stack.owner is None:
        return None
    return Tower(stack.owner, stack.height, stack.roof is not None)


def grounds(players: Sequence[BolognaPlayer]) -> dict[int, str]:
    """By seat, how a player's towers are told: from the lightest stones to the darkest."""

    def darkness(seat: int) -> int:
        colour = players[seat].colour
        return LIGHT_FIRST.index(colour) if colour in LIGHT_FIRST else len(LIGHT_FIRST)

    names = BY_NUMBER[4 if len(players) > 3 else 3]
    return dict(zip(sorted(range(len(players)), key=darkness), names, strict=False))


def place(at: BoardField) -> tuple[int, int]:
    """The column and row where a field begins."""
    return LEFT + (at.column - FIRST) * PITCH, (at.row - FIRST) * PITCH


def draw_board(
    image: Image.Image,
    table: BolognaTable,
    area: Sequence[BoardField] = (),
    other: Towers | None = None,
) -> None:
    """All fields, some drawn ``other`` than they stand, the cursor around the ``area``."""
    told, towers = grounds(table.players), other or {}
    for at in FIELDS:
        x, y = place(at)
        tower = towers[at] if at in towers else as_it_stands(table.board.stacks[at])
        if at == BASILICA:
            drawing.draw_sign(image, x, y, CATHEDRAL)
        elif tower is not None:
            draw_tower(image, x, y, told[tower.owner], tower.height, roofed=tower.roofed)
        else:
            size = 2 if table.kinds.get(at) is not None else 1
            image.paste(LIT, (x + 3, y + 3, x + 3 + size, y + 3 + size))
    draw_plague(image, table.board.plague)
    if area:
        draw_frame(image, area)


def draw_tower(
    image: Image.Image, x: int, y: int, ground: str, height: int = 0, *, roofed: bool = False
) -> None:
    """A tower from above: the ground of whose it is, and its height; 0 for the ground alone."""
    drawing.draw_sign(image, x, y, (ROOFED if roofed else GROUNDS)[ground])
    if not height:
        return
    lit = ground != "lit"
    if roofed:
        drawing.draw_sign(image, x + 2, y + 2 + lit, LOW_FIGURES[height], lit=lit)
    else:
        drawing.draw_sign(image, x + 2, y + (ground != "base"), FIGURES[height], lit=lit)


def draw_plague(image: Image.Image, zone: BoardBlock) -> None:
    """The plague: a skull between its four fields, set off by a dark edge."""
    if not zone:
        return
    left, top = place(zone[0])
    x, y = left + SIZE - 2, top + SIZE - 2
    for across, down in product((-1, 0, 1), repeat=2):
        drawing.draw_sign(image, x + across, y + down, SKULL, lit=False)
    drawing.draw_sign(image, x, y, SKULL)


def draw_frame(image: Image.Image, area: Sequence[BoardField]) -> None:
    """The cursor: a frame around the area, over the edges of its neighbours.

    At the top and at the bottom, where there is no room beyond the fields, it lies on their edge.
    """
    xs, ys = zip(*map(place, area), strict=True)
    left, top = min(xs) - 2, max(min(ys) - 2, 0)
    right, bottom = max(xs) + SIZE + 1, min(max(ys) + SIZE + 1, SAFE_HEIGHT - 1)
    ImageDraw.Draw(image).rectangle((left, top, right, bottom), outline=LIT)
