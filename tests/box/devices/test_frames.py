"""Frames in the controllers' byte order, their changed columns, rotation and shift."""

from hypothesis import given
from hypothesis import strategies as st

from companion.box.devices.frames import changed_columns, rotate_frame, shift_frame, to_pages
from companion.core.interfaces import HEIGHT, WIDTH, Frame

FRAMES = st.binary(min_size=1024, max_size=1024)


def pixels(frame: Frame) -> list[list[int]]:
    """The picture row by row, as `Frame` is defined."""
    return [
        [frame[y * 16 + x // 8] >> (7 - x % 8) & 1 for x in range(WIDTH)] for y in range(HEIGHT)
    ]


@given(FRAMES)
def test_a_byte_of_a_page_is_eight_pixels_of_a_column_the_topmost_lowest(frame: Frame) -> None:
    rows = pixels(frame)
    assert to_pages(frame) == bytes(
        sum(rows[page * 8 + bit][x] << bit for bit in range(8))
        for page in range(8)
        for x in range(WIDTH)
    )


@given(FRAMES)
def test_a_rotated_picture_has_its_last_pixel_first(frame: Frame) -> None:
    assert pixels(rotate_frame(frame)) == [row[::-1] for row in pixels(frame)[::-1]]


@given(st.integers(0, 1), st.integers(0, 1), FRAMES)
def test_a_shifted_picture_loses_what_leaves_the_frame(right: int, down: int, frame: Frame) -> None:
    rows = [[0] * right + row[: WIDTH - right] for row in pixels(frame)]
    assert pixels(shift_frame(frame, right, down)) == [[0] * WIDTH] * down + rows[: HEIGHT - down]


@given(FRAMES, st.lists(st.tuples(st.integers(0, 1023), st.integers(1, 255)), max_size=20))
def test_changed_columns_are_one_run_a_page_from_the_first_change_to_the_last(
    before: bytes, changes: list[tuple[int, int]]
) -> None:
    after = bytearray(before)
    for place, flipped in changes:
        after[place] ^= flipped
    changed: dict[int, list[int]] = {}
    for place in range(1024):
        if after[place] != before[place]:
            changed.setdefault(place // 128, []).append(place % 128)
    runs = [(page, columns[0], columns[-1] + 1) for page, columns in changed.items()]
    assert list(changed_columns(before, bytes(after))) == runs
