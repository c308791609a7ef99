"""A frame's pages, and what of them is sent after a change."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.frames import WHOLE, Box, joined, pages, runs, shifted, turned
from companion.interfaces import HEIGHT, WIDTH, Frame

frames = st.binary(min_size=1024, max_size=1024)
BLANK = bytes(1024)


def pixels(frame: Frame) -> list[list[int]]:
    """The picture row by row, as ports.py tells what a frame is."""
    return [
        [frame[y * 16 + x // 8] >> (7 - x % 8) & 1 for x in range(WIDTH)] for y in range(HEIGHT)
    ]


def cost(boxes: Iterable[Box], opening: int) -> int:
    return sum(opening + box.size for box in boxes)


@given(frames)
def test_a_pages_byte_is_eight_pixels_of_a_column_the_topmost_lowest(frame: Frame) -> None:
    rows = pixels(frame)
    assert pages(frame) == bytes(
        sum(rows[page * 8 + bit][x] << bit for bit in range(8))
        for page in range(8)
        for x in range(WIDTH)
    )


@given(frames)
def test_a_turned_picture_has_its_last_pixel_first(frame: Frame) -> None:
    assert pixels(turned(frame)) == [row[::-1] for row in pixels(frame)[::-1]]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("right", "down"), [(0, 0), (1, 0), (0, 1), (1, 1)])
@given(frames)
def test_a_shifted_picture_stands_a_pixel_farther_and_nothing_comes_round(
    right: int, down: int, frame: Frame
) -> None:
    rows = [[0] * right + row[: WIDTH - right] for row in pixels(frame)]
    assert pixels(shifted(frame, right, down)) == [[0] * WIDTH] * down + rows[: HEIGHT - down]


@given(frames, frames, st.lists(st.integers(0, 1023)), st.integers(1, 40))
def test_the_boxes_together_make_one_memory_of_the_other(
    held: bytes, other: bytes, places: list[int], opening: int
) -> None:
    wanted = bytearray(held)
    for place in places:
        wanted[place] = other[place]
    apart = list(runs(held, bytes(wanted), opening))
    together = joined(apart, opening)
    for boxes in (apart, together):
        assert painted(held, bytes(wanted), boxes) == wanted
    assert cost(together, opening) <= cost(apart, opening)
    assert all(box.top + 1 == box.bottom for box in apart)


def painted(held: bytes, wanted: bytes, boxes: Iterable[Box]) -> bytes:
    memory = bytearray(held)
    for box in boxes:
        sent = iter(box.cut(wanted))
        for page in range(box.top, box.bottom):
            for column in range(box.left, box.right):
                memory[page * WIDTH + column] = next(sent)
        assert next(sent, None) is None
    return bytes(memory)


@pytest.mark.parametrize(("gap", "told"), [(9, 1), (10, 1), (11, 2)])
def test_runs_no_farther_apart_than_an_opening_costs_are_one(gap: int, told: int) -> None:
    wanted = bytearray(1024)
    wanted[300] = wanted[301 + gap] = 1
    assert len(list(runs(BLANK, bytes(wanted), 10))) == told


def test_a_run_ends_with_its_page() -> None:
    wanted = bytearray(1024)
    wanted[127] = wanted[128] = 1
    assert list(runs(BLANK, bytes(wanted), 10)) == [Box(127, 128, 0, 1), Box(0, 1, 1, 2)]


def test_a_figure_across_two_pages_is_one_box() -> None:
    halves = [Box(20, 25, 2, 3), Box(21, 27, 3, 4)]
    assert joined(halves, 10) == [Box(20, 27, 2, 4)]


def test_a_slanting_line_is_not_one_box() -> None:
    line = [Box(page * 16, page * 16 + 16, page, page + 1) for page in range(8)]
    assert joined(line, 10) == line


def test_what_is_everywhere_is_the_whole() -> None:
    rows = [Box(0, WIDTH, page, page + 1) for page in range(8)]
    assert joined(rows, 10) == [WHOLE]
