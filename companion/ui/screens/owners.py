"""Draws who has how much of something, side by side in a row or in several, the counts on bars."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from PIL import Image

from companion.ui.screens import drawing
from companion.ui.screens.drawing import draw_text
from companion.ui.screens.fonts import TEXT, Font, text_width

FIGURE_GAP, OWNER_GAP = 3, 6
"""Columns between a count and its owner, and between two owners."""
OWNER_PITCH = 10
"""Rows from one row of owners to the next."""


class Owner(NamedTuple):
    """A player, and how much is theirs."""

    amount: int
    name: str


class OwnerRows(NamedTuple):
    """Owners divided into rows of TEXT, and how many columns of their names are cut."""

    rows: Sequence[Sequence[Owner]]
    cut: int


def divide_owners(owners: Sequence[Owner], rooms: Sequence[int]) -> OwnerRows:
    """Divide owners into rows of so many columns, such that names are cut as little as possible.

    There are no more rows than owners; one where there are none.
    """
    every, rooms = [], rooms[: max(len(owners), 1)]
    for cuts in combinations(range(1, len(owners)), len(rooms) - 1):
        rows = [owners[start:end] for start, end in pairwise((0, *cuts, len(owners)))]
        widths = zip(rooms, rows, strict=True)
        every.append(OwnerRows(rows, sum(_cut_columns(row, room) for room, row in widths)))
    return min(every, key=lambda each: each.cut)


def _cut_columns(owners: Sequence[Owner], room: int) -> int:
    most = _name_room(owners, room, TEXT)
    return sum(max(text_width(owner.name, TEXT) - most, 0) for owner in owners)


def draw_owners(
    image: Image.Image, left: int, y: int, owners: Sequence[Owner], rooms: Sequence[int]
) -> None:
    """Draw owners in rows of TEXT, each in so many columns."""
    rows = divide_owners(owners, rooms).rows
    for row, room in zip(rows, rooms, strict=False):  # there may be fewer owners than rows
        draw_owners_row(image, left, y, row, TEXT, room)
        y += OWNER_PITCH


def draw_owners_row(
    image: Image.Image, left: int, y: int, owners: Sequence[Owner], font: Font, room: int
) -> None:
    """Draw counts and names side by side; the longest names are shortened."""
    most = _name_room(owners, room, font)
    for owner in owners:
        end = drawing.draw_count(image, left, y, str(owner.amount), font) + FIGURE_GAP
        left = draw_text(image, end, y, owner.name, font, most) + OWNER_GAP


def _name_room(owners: Sequence[Owner], room: int, font: Font) -> int:
    """The most columns of a name with which all owners fit in one row."""
    names = [text_width(owner.name, font) for owner in owners]
    left = room - owners_width(owners, font) + sum(names)
    limits = range(max(names, default=0), 0, -1)
    return next((each for each in limits if sum(min(each, name) for name in names) <= left), 0)


def owners_width(owners: Sequence[Owner], font: Font) -> int:
    """The columns that the owners take in one row with their names in full."""
    names = sum(text_width(owner.name, font) for owner in owners)
    counts = sum(drawing.count_width(str(owner.amount), font) for owner in owners)
    return names + counts + FIGURE_GAP * len(owners) + OWNER_GAP * (len(owners) - 1)
