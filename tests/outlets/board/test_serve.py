"""The look at the tables that the board takes every second."""

from __future__ import annotations

import asyncio

import pytest

from companion.outlets.board.hall import SILENCE
from companion.outlets.board.serve import CHECK_TIME, keep_checking
from tests.outlets.board.halls import HallRig


def test_silent_tables_are_marked_while_nothing_comes(hall: HallRig) -> None:
    hall.add(1)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        hall.clock.now += seconds
        slept.append(seconds)
        if len(slept) > SILENCE + 1:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(keep_checking(hall.hall, sleep))
    assert [table.gone for table in hall.hall.tables] == [True]
    assert set(slept) == {CHECK_TIME}
