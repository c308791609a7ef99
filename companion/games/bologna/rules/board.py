"""The board of Bologna: 48 fields around the Basilica, the stacks on them, the plague zone.

Lines in which stones are laid, blocks of two by two where fire or plague break out, and the kinds
of the fields, each collected once by building from a field of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from itertools import product
from typing import NamedTuple

from companion.core.conversation import Objection, build_objection

FIRST, LAST = 2, 8
"""The numbers of the first and the last row and column (Bologna rulebook, position cards)."""
HIGHEST = 6
"""Stones of a full tower (Bologna rulebook, aim of the game)."""
LONGEST_LINE = 4
"""The most stones that a turn may lay (Bologna rulebook, laying stones)."""
SECURABLE = 4
"""From this height a tower can be secured before it is full (Bologna rulebook, securing)."""


class BoardField(str):
    """A field of the board, written `row-column`; row 2 is drawn on top, column 2 at the left."""

    __slots__ = ()

    @property
    def row(self) -> int:
        """The row, 2 to 8."""
        return int(self[0])

    @property
    def column(self) -> int:
        """The column, 2 to 8."""
        return int(self[2])

    def neighbour(self, rows: int, columns: int) -> "BoardField | None":
        """Return the field so many rows below and columns to the right, None off the board."""
        return BY_PLACE.get((self.row + rows, self.column + columns))


BY_PLACE = {
    (row, column): BoardField(f"{row}-{column}")
    for row, column in product(range(FIRST, LAST + 1), repeat=2)
}
FIELDS = tuple(BY_PLACE.values())
"""All fields row by row, the Basilica among them."""
BASILICA = BY_PLACE[5, 5]


class Direction(Enum):
    """The four directions of a line: rows down and columns to the right for each step."""

    UP = (-1, 0)
    DOWN = (1, 0)
    LEFT = (0, -1)
    RIGHT = (0, 1)


class StoneLine(NamedTuple):
    """The stones a turn could lay from a field in one direction.

    ``fields`` begins with the action field and is as long as the line can be; ``stop`` is what
    ends it there, None where it is the four stones that a turn may lay.
    """

    fields: tuple[BoardField, ...]
    stop: Objection | None


def find_direction(start: BoardField, end: BoardField) -> Direction:
    """Return the direction from a field to another in its row or column; any for the same field."""
    if start.row == end.row:
        return Direction.RIGHT if end.column > start.column else Direction.LEFT
    return Direction.DOWN if end.row > start.row else Direction.UP


def list_line_ends(start: BoardField) -> tuple[BoardField, ...]:
    """List the fields where a line from here could end on an empty board, itself first."""
    steps = (
        start.neighbour(rows * n, columns * n)
        for rows, columns in (direction.value for direction in Direction)
        for n in range(1, LONGEST_LINE)
    )
    return (start, *(step for step in steps if step is not None))


BoardBlock = tuple[BoardField, ...]
"""Two by two fields, in board order."""


def list_block_corners(start: BoardField) -> tuple[BoardField, ...]:
    """List the far corners of the one, two or four blocks that have the field as a corner."""
    found = (start.neighbour(rows, columns) for rows, columns in product((-1, 1), repeat=2))
    return tuple(corner for corner in found if corner is not None)


def list_block_fields(start: BoardField, corner: BoardField) -> BoardBlock:
    """List the two by two fields between a field and the one diagonally beside it."""
    rows = sorted((start.row, corner.row))
    columns = sorted((start.column, corner.column))
    return tuple(BY_PLACE[place] for place in product(rows, columns))


@dataclass(slots=True)
class Stack:
    """The stones on a field, as seats from bottom to top, and the seat of the roof's owner."""

    stones: list[int] = field(default_factory=list)
    roof: int | None = None

    @property
    def height(self) -> int:
        """The number of stones."""
        return len(self.stones)

    @property
    def owner(self) -> int | None:
        """The seat of the top stone."""
        return self.stones[-1] if self.stones else None


class BolognaBoard:
    """All stacks, and the plague zone."""

    def __init__(self) -> None:
        self.stacks = {each: Stack() for each in FIELDS}
        self.plague: BoardBlock = ()
        """The fields of the plague zone, none where there is no plague."""

    def object_to_stone(self, at: BoardField) -> Objection | None:
        """Object to laying a stone on the field."""
        stack = self.stacks[at]
        if at == BASILICA:
            return build_objection("basilica", field=at)
        if at in self.plague:
            return build_objection("plagued", field=at)
        if stack.roof is not None:
            return build_objection("roofed", field=at)
        if stack.height >= HIGHEST:
            return build_objection("tower-full", field=at, most=HIGHEST)
        return None

    def is_full(self, at: BoardField) -> bool:
        """Whether six stones stand here."""
        return self.stacks[at].height >= HIGHEST

    def longest_line(self, start: BoardField, direction: Direction) -> StoneLine:
        """Find the longest line from ``start``; the first blocked field ends it."""
        fields = [start]
        while len(fields) < LONGEST_LINE:
            step = fields[-1].neighbour(*direction.value)
            if step is None:
                return StoneLine(tuple(fields), build_objection("board-edge", field=fields[-1]))
            stop = self.object_to_stone(step)
            if stop is not None:
                return StoneLine(tuple(fields), stop)
            fields.append(step)
        return StoneLine(tuple(fields), None)

    def burn(self, fire: BoardBlock) -> list[tuple[BoardField, int]]:
        """Remove the top stone of every stack without a roof; return fields and seats."""
        burnt = []
        for at in fire:
            stack = self.stacks[at]
            if stack.roof is None and stack.stones:
                burnt.append((at, stack.stones.pop()))
        return burnt

    def full_towers(self) -> list[BoardField]:
        """List the towers of six outside the plague zone."""
        return [at for at in self.stacks if self.is_full(at) and at not in self.plague]

    def towers_of(self, seat: int) -> list[tuple[BoardField, int]]:
        """List the player's towers that score, with heights: two stones or more, no plague."""
        return [
            (at, stack.height)
            for at, stack in self.stacks.items()
            if stack.owner == seat and stack.height > 1 and at not in self.plague
        ]

    def is_securable(self, at: BoardField, seat: int) -> bool:
        """Whether the player may put a roof here.

        The tower is the player's and has none, and is full, or at least four high with the
        player's stones on top of it twice (Bologna rulebook, securing).
        """
        stack = self.stacks[at]
        if stack.roof is not None or stack.owner != seat:
            return False
        return stack.height >= HIGHEST or (stack.height >= SECURABLE and stack.stones[-2] == seat)

    def count_stones(self, seat: int) -> int:
        """Count the player's stones in all towers."""
        return sum(stack.stones.count(seat) for stack in self.stacks.values())

    def count_roofs(self, seat: int) -> int:
        """Count the player's roofs on towers."""
        return len(self.roofs_of(seat))

    def roofs_of(self, seat: int) -> list[BoardField]:
        """List the fields where a roof of the player's stands."""
        return [at for at, stack in self.stacks.items() if stack.roof == seat]


# The kinds of the fields ----------------------------------------------------------------------


class FieldKind(StrEnum):
    """What a field may show, in the order in which a set grows."""

    MERCHANT = "merchant"
    CITIZEN = "citizen"
    CRAFTSMAN = "craftsman"
    NOBLE = "noble"
    FARMER = "farmer"
    SHEPHERD = "shepherd"


NO_KIND = "none"
"""A field that shows nothing."""
LETTERS: Mapping[str, FieldKind | None] = {
    "m": FieldKind.MERCHANT,
    "c": FieldKind.CITIZEN,
    "h": FieldKind.CRAFTSMAN,
    "n": FieldKind.NOBLE,
    "f": FieldKind.FARMER,
    "s": FieldKind.SHEPHERD,
    ".": None,
}
"""The letters of a written map; h is for handicraft, the point for no kind."""
SIDE = LAST - FIRST + 1

KindMap = dict[BoardField, FieldKind | None]
"""The kind of every field that is known; None is known to show nothing."""


def object_to_map(text: str) -> Objection | None:
    """Object to a written map that is not seven rows of seven letters, joined by slashes."""
    rows = text.split("/")
    if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        return build_objection("map-shape", rows=SIDE)
    for at, letter in zip(FIELDS, "".join(rows), strict=True):
        if letter not in LETTERS:
            return build_objection("map-letter", field=at, letter=letter, choices=tuple(LETTERS))
        if at == BASILICA and LETTERS[letter] is not None:
            return build_objection("map-basilica", field=at)
    return None


def parse_map(text: str) -> KindMap:
    """Parse a map that `object_to_map` does not object to; row 2 stands first."""
    letters = text.replace("/", "")
    return {at: LETTERS[letter] for at, letter in zip(FIELDS, letters, strict=True)}
