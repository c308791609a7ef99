"""Where a press leads among places in rows: on a pad, in a ring of rows, with a `GridCursor`."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.interfaces import Press
from companion.ui.input.entry import along, sideways

ONE_AXIS = (Press.PREVIOUS, Press.NEXT)
STICK = (Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT)
Pad = tuple[tuple[str | None, ...], ...]
"""Words in rows of the same length, None where nothing is; one in several cells is an area."""


def move_on_pad(pad: Pad, at: str, press: Press) -> str:
    """The word that a direction of a stick leads to, past empty cells and round the edge."""
    row = next(words for words in pad if at in words)
    column = row.index(at)
    if press in (Press.LEFT, Press.RIGHT):
        line, here = row, column
    else:
        line, here = tuple(words[column] for words in pad), pad.index(row)
    ahead = [line[(here + along(press) * step) % len(line)] for step in range(1, len(line))]
    return next((word for word in ahead if word not in (None, at)), None) or at


def move_by_stride(at: int, press: Press, places: int, stride: int) -> int:
    """The place that a press leads to in a ring, in which UP and DOWN go ``stride`` places on."""
    return (at + along(press) * (stride if press in (Press.UP, Press.DOWN) else 1)) % places


class GridCursor(NamedTuple):
    """The place pointed at, row by row from 0; None for no place, past the board's edges.

    A stick goes from place to place. With one axis a row is chosen first, then its place.
    """

    place: int | None = None
    in_row: bool = False
    """Whether a single place is pointed at, not a whole row."""

    def move(self, press: Press, places: int, columns: int) -> GridCursor:
        """The cursor after a direction, on a board of so many places in so many columns."""
        if press in ONE_AXIS:
            return self._move_on_one_axis(along(press), places, columns)
        if self.place is None:
            return GridCursor(places // 2, in_row=True)
        row, column = divmod(self.place, columns)
        if press in (Press.UP, Press.DOWN):
            row = (row + along(press)) % _count_rows(places, columns)
            return GridCursor(min(row * columns + column, places - 1), in_row=True)
        column += sideways(press)
        place = row * columns + column
        inside = 0 <= column < columns and place < places
        return GridCursor(place, in_row=True) if inside else NO_PLACE

    def _move_on_one_axis(self, way: int, places: int, columns: int) -> GridCursor:
        rows = _count_rows(places, columns)
        if self.place is None:
            return _point_at_row(0 if way > 0 else rows - 1, places, columns)
        row, column = divmod(self.place, columns)
        if self.in_row:
            within = min(columns, places - row * columns)
            return GridCursor(row * columns + (column + way) % within, in_row=True)
        row += way
        return _point_at_row(row, places, columns) if 0 <= row < rows else NO_PLACE

    def enter_row(self) -> GridCursor:
        """The cursor on a single place of its row."""
        return self._replace(in_row=True)

    def back(self, axes: int) -> GridCursor:
        """The cursor one step back: from the place to its row, from there to no place."""
        return self._replace(in_row=False) if self.in_row and axes == 1 else NO_PLACE

    def area(self, columns: int) -> range:
        """The places pointed at."""
        if self.place is None:
            return range(0)
        if self.in_row:
            return range(self.place, self.place + 1)
        first = self.place - self.place % columns
        return range(first, first + columns)


NO_PLACE = GridCursor()


def _count_rows(places: int, columns: int) -> int:
    """The rows of a board, whose last one may be short."""
    return -(-places // columns)


def _point_at_row(row: int, places: int, columns: int) -> GridCursor:
    return GridCursor(min(row * columns + columns // 2, places - 1))
