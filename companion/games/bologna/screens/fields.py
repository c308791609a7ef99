"""The picture of Bologna's board: 49 fields with the shapes of their towers' owners.

Each player has a shape: the lightest colour the full one, the darkest an empty frame. A tower with
a roof is pointed. Heights stand beside the board, for the fields that are pointed at.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
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
from companion.games.bologna.sign_rows import ACTIONS, CATHEDRAL
from companion.ui.screens import drawing
from companion.ui.screens.drawing import LIT, SAFE_HEIGHT

LEFT = 2
"""The column where the board begins; the cursor reaches two columns further."""
PITCH = 9
SIZE = 8
"""Columns and rows of a field; a dark one lies between two fields."""
LIGHT_FIRST = ("white", "yellow", "green", "red", "blue", "black")
"""The colours of stones from the lightest to the darkest."""


class OwnerShape(Enum):
    """The shape of a player's towers, from the lightest to the darkest."""

    FULL = "full"
    GATE = "gate"
    """Two pillars with a beam between them."""
    COLUMN = "column"
    """One thick pillar with its foot and head."""
    FRAME = "frame"


SHAPES = {3: (OwnerShape.FULL, OwnerShape.COLUMN, OwnerShape.FRAME), 4: tuple(OwnerShape)}
"""The shapes of three and of four players."""


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


def assign_shapes(players: Sequence[BolognaPlayer]) -> dict[int, OwnerShape]:
    """Return the shape of each seat, from the lightest stones to the darkest."""

    def darkness(seat: int) -> int:
        colour = players[seat].colour
        return LIGHT_FIRST.index(colour) if colour in LIGHT_FIRST else len(LIGHT_FIRST)

    shapes = SHAPES[4 if len(players) > 3 else 3]
    return dict(zip(sorted(range(len(players)), key=darkness), shapes, strict=False))


def locate_field(at: BoardField) -> tuple[int, int]:
    """The column and row where a field begins."""
    return LEFT + (at.column - FIRST) * PITCH, (at.row - FIRST) * PITCH


def draw_board(
    image: Image.Image,
    table: BolognaTable,
    area: Sequence[BoardField] = (),
    other: DrawnTowers | None = None,
    plague: BoardBlock | None = None,
) -> None:
    """Draw all fields, those in ``other`` with these towers, and the cursor around ``area``.

    The skull lies on ``plague``, or where it is if that is None.
    """
    shape_of, towers = assign_shapes(table.players), other or {}
    for at in FIELDS:
        x, y = locate_field(at)
        tower = towers[at] if at in towers else tower_of(table.board.stacks[at])
        if at == BASILICA:
            drawing.draw_sign(image, x, y, CATHEDRAL)
        elif tower is not None:
            draw_shape(image, x, y, SIZE, shape_of[tower.owner], roofed=tower.roofed)
        else:
            image.paste(LIT, (x + 3, y + 3, x + 5, y + 5))
    _draw_plague(image, table.board.plague if plague is None else plague)
    if area:
        draw_frame(image, area)


def draw_shape(
    image: Image.Image, x: int, y: int, size: int, shape: OwnerShape, *, roofed: bool = False
) -> None:
    """Draw the shape of a tower's owner, ``size`` pixels wide and high, under a roof if it has one.

    A roof takes three eighths of the height. ``size`` is a multiple of four.
    """
    pen = ImageDraw.Draw(image)
    right, bottom, thick = x + size - 1, y + size - 1, size // 4
    top = y + size * 3 // 8 if roofed else y
    if shape is OwnerShape.FULL:
        pen.rectangle((x, top, right, bottom), fill=LIT)
    elif shape is OwnerShape.FRAME:
        pen.rectangle((x, top, right, bottom), outline=LIT, width=max(size // 8, 1))
    elif shape is OwnerShape.GATE:
        pen.rectangle((x, top, x + thick - 1, bottom), fill=LIT)
        pen.rectangle((right - thick + 1, top, right, bottom), fill=LIT)
        if not roofed:
            beam = y + (size - thick) // 2
            pen.rectangle((x, beam, right, beam + thick - 1), fill=LIT)
    else:
        pen.rectangle((x + thick, top, right - thick, bottom), fill=LIT)
        pen.rectangle((x, bottom - thick + 1, right, bottom), fill=LIT)
        if not roofed:
            pen.rectangle((x, top, right, top + thick - 1), fill=LIT)
    for row in range(top - y):
        inset = round((top - y - row) * (size // 2 - 1) / (top - y))
        pen.line((x + inset, y + row, right - inset, y + row), fill=LIT)


def _draw_plague(image: Image.Image, zone: BoardBlock) -> None:
    """Draw a skull with a dark edge between the four fields of the plague."""
    if not zone:
        return
    rows = ACTIONS["plague"]
    left, top = locate_field(zone[0])
    x, y = left + SIZE - len(rows[0]) // 2, top + SIZE - len(rows) // 2
    for across, down in product((-1, 0, 1), repeat=2):
        drawing.draw_sign(image, x + across, y + down, rows, lit=False)
    drawing.draw_sign(image, x, y, rows)


def draw_frame(image: Image.Image, area: Sequence[BoardField]) -> None:
    """Draw the cursor: a frame around the area between two dark ones, over its neighbours' edges.

    At the top and at the bottom, where there is no room beyond the fields, it lies on their edge.
    """
    xs, ys = zip(*map(locate_field, area), strict=True)
    left, top = min(xs) - 2, max(min(ys) - 2, 0)
    right, bottom = max(xs) + SIZE + 1, min(max(ys) + SIZE + 1, SAFE_HEIGHT - 1)
    pen = ImageDraw.Draw(image)
    for wider, colour in ((1, 0), (-1, 0), (0, LIT)):
        box = (left - wider, top - wider, right + wider, bottom + wider)
        pen.rectangle(box, outline=colour)
