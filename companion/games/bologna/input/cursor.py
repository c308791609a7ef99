"""A cursor on Bologna's board: field by field, or with one axis first the row, then the column."""

from enum import Enum

from companion.core.interfaces import Press
from companion.games.bologna.rules.board import BY_PLACE, FIELDS, FIRST, BoardField
from companion.games.bologna.rules.collection import SIDE
from companion.ui.input.entry import move_in_ring


class CursorMode(Enum):
    """What the buttons move over."""

    FIELD = "field"
    ROW = "row"
    """With one axis the row comes first."""
    COLUMN = "column"
    END = "end"
    """The field is chosen; now how far a line reaches, or which block it is."""
    KIND = "kind"
    """The field is chosen; now what it shows."""


def first_mode(axes: int) -> CursorMode:
    """What the buttons move over to begin with."""
    return CursorMode.FIELD if axes == 2 else CursorMode.ROW


def fields_in_row(at: BoardField) -> tuple[BoardField, ...]:
    """The fields in the row of a field."""
    return tuple(field for field in FIELDS if field.row == at.row)


def move_cursor(
    at: BoardField, mode: CursorMode, press: Press, beyond: int | None, places: int
) -> tuple[BoardField, int | None]:
    """Move over the board; past its edge, between last and first, lie ``places`` more.

    ``beyond`` is the one of them that is pointed at, None on the board. Returns the field and the
    place beyond after the press.
    """
    row, column = at.row - FIRST, at.column - FIRST
    if mode is CursorMode.COLUMN:
        return _field_at(row, move_in_ring(column, press, SIDE)), None
    if mode is CursorMode.FIELD and press in (Press.UP, Press.DOWN):
        if beyond is not None:
            return at, beyond
        return _field_at(move_in_ring(row, press, SIDE), column), None
    place = row if mode is CursorMode.ROW else column
    place = move_in_ring(place if beyond is None else SIDE + beyond, press, SIDE + places)
    if place >= SIDE:
        return at, place - SIDE
    field = _field_at(place, column) if mode is CursorMode.ROW else _field_at(row, place)
    return field, None


def _field_at(row: int, column: int) -> BoardField:
    return BY_PLACE[row + FIRST, column + FIRST]
