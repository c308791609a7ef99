"""The picture of Bologna's board: 49 fields with their towers' owners, heights and roofs.

A field's ground shows whose tower it is: the lightest colour is lit, the darkest dark.
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
GROUNDS: Mapping[str, Sequence[str]] = {
    "lit": ["########"] * 8,
    "pillars": ["#......#"] * 8,
    "base": ["........"] * 7 + ["########"],
    "dark": ["........"] * 8,
}
ROOFED: Mapping[str, Sequence[str]] = {
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


class DrawnTower(NamedTuple):
    """A tower as it is drawn: its owner's seat, its height, whether it has a roof."""

    owner: int
    height: int
    roofed: bool


DrawnTowers = Mapping[BoardField, DrawnTower | None]
"""The towers of fields that are not drawn as they stand; None if nothing is left."""


def tower_of(stack: Stack) -> DrawnTower | None:
    """The tower of a stack; None if it has no stones."""
    if stack.owner is None:
        return None
    return DrawnTower(stack.owner, stack.height, stack.roof is not None)


def assign_grounds(players: Sequence[BolognaPlayer]) -> dict[int, str]:
    """The ground of each seat, from the lightest stones to the darkest."""

    def darkness(seat: int) -> int:
        colour = players[seat].colour
        return LIGHT_FIRST.index(colour) if colour in LIGHT_FIRST else len(LIGHT_FIRST)

    names = BY_NUMBER[4 if len(players) > 3 else 3]
    return dict(zip(sorted(range(len(players)), key=darkness), names, strict=False))


def locate_field(at: BoardField) -> tuple[int, int]:
    """The column and row where a field begins."""
    return LEFT + (at.column - FIRST) * PITCH, (at.row - FIRST) * PITCH


def draw_board(
    image: Image.Image,
    table: BolognaTable,
    area: Sequence[BoardField] = (),
    other: DrawnTowers | None = None,
) -> None:
    """All fields, those in ``other`` with these towers, and the cursor around ``area``."""
    ground_of, towers = assign_grounds(table.players), other or {}
    for at in FIELDS:
        x, y = locate_field(at)
        tower = towers[at] if at in towers else tower_of(table.board.stacks[at])
        if at == BASILICA:
            drawing.draw_sign(image, x, y, CATHEDRAL)
        elif tower is not None:
            draw_tower(image, x, y, ground_of[tower.owner], tower.height, roofed=tower.roofed)
        else:
            size = 2 if table.kinds.get(at) is not None else 1
            image.paste(LIT, (x + 3, y + 3, x + 3 + size, y + 3 + size))
    draw_plague(image, table.board.plague)
    if area:
        draw_frame(image, area)


def draw_tower(
    image: Image.Image, x: int, y: int, ground: str, height: int = 0, *, roofed: bool = False
) -> None:
    """A tower from above: its owner's ground and its height; 0 for the ground alone."""
    drawing.draw_sign(image, x, y, (ROOFED if roofed else GROUNDS)[ground])
    if not height:
        return
    lit = ground != "lit"
    if roofed:
        drawing.draw_sign(image, x + 2, y + 2 + lit, LOW_FIGURES[height], lit=lit)
    else:
        drawing.draw_sign(image, x + 2, y + (ground != "base"), FIGURES[height], lit=lit)


def draw_plague(image: Image.Image, zone: BoardBlock) -> None:
    """A skull with a dark edge between the four fields of the plague."""
    if not zone:
        return
    left, top = locate_field(zone[0])
    x, y = left + SIZE - 2, top + SIZE - 2
    for across, down in product((-1, 0, 1), repeat=2):
        drawing.draw_sign(image, x + across, y + down, SKULL, lit=False)
    drawing.draw_sign(image, x, y, SKULL)


def draw_frame(image: Image.Image, area: Sequence[BoardField]) -> None:
    """The cursor: a frame around the area, over the edges of its neighbours.

    At the top and at the bottom, where there is no room beyond the fields, it lies on their edge.
    """
    xs, ys = zip(*map(locate_field, area), strict=True)
    left, top = min(xs) - 2, max(min(ys) - 2, 0)
    right, bottom = max(xs) + SIZE + 1, min(max(ys) + SIZE + 1, SAFE_HEIGHT - 1)
    ImageDraw.Draw(image).rectangle((left, top, right, bottom), outline=LIT)
