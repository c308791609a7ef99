"""Where the cursor of a board gets, whatever the board's size, and however short its last row."""

from collections.abc import Callable

import pytest

from companion.core.interfaces import Press
from companion.ui.input.grid import NO_PLACE, ONE_AXIS, STICK, GridCursor

SIZES = [(places, columns) for columns in range(1, 6) for places in range(columns, 13)]


def reach(leads_on: Callable[[GridCursor], list[GridCursor]]) -> set[GridCursor]:
    """All cursors that presses lead to from no place."""
    found, ahead = {NO_PLACE}, [NO_PLACE]
    while ahead:
        new = set(leads_on(ahead.pop())) - found
        found |= new
        ahead += new
    return found


@pytest.mark.parametrize("presses", [STICK, ONE_AXIS])
def test_every_place_is_reached_and_none_beyond(presses: tuple[Press, ...]) -> None:
    for places, columns in SIZES:

        def press_each(
            cursor: GridCursor, at: tuple[int, int] = (places, columns)
        ) -> list[GridCursor]:
            moved = [cursor.move(press, *at) for press in presses]
            return moved if cursor.place is None else [*moved, cursor.enter_row()]

        found = reach(press_each)
        reached = {cursor.place for cursor in found if cursor.in_row}
        assert reached == set(range(places)), (places, columns)
        assert all(cursor.place is None or 0 <= cursor.place < places for cursor in found)
