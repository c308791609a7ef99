"""Frames drawn with characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.devices.terminal import BRAILLE, HALF_BLOCKS, PixelGlyphs, draw_lines
from companion.core.interfaces import HEIGHT, WIDTH, Frame

FRAMES = st.binary(min_size=1024, max_size=1024)
SIZES = pytest.mark.parametrize(
    ("glyphs", "columns", "lines"),
    [(BRAILLE, 64, 16), (HALF_BLOCKS, 128, 32)],
    ids=["braille", "half"],
)


def lit(*pixels: tuple[int, int]) -> Frame:
    """A frame with these (x, y) lit."""
    frame = bytearray(1024)
    for x, y in pixels:
        frame[y * 16 + x // 8] |= 0x80 >> x % 8
    return bytes(frame)


@SIZES
def test_a_dark_frame_is_blank_and_a_lit_one_solid(
    glyphs: PixelGlyphs, columns: int, lines: int
) -> None:
    assert draw_lines(bytes(1024), glyphs) == [" " * columns] * lines
    assert draw_lines(b"\xff" * 1024, glyphs) == [glyphs.glyphs[-1] * columns] * lines


def test_the_solid_characters_are_those_meant() -> None:
    assert (BRAILLE.glyphs[-1], HALF_BLOCKS.glyphs[-1]) == ("⣿", "█")


@given(FRAMES)
def test_braille_dots_are_the_pixels(frame: Frame) -> None:
    """Read back dot by dot, numbered as Unicode numbers them: 1-3 and 7 left, 4-6 and 8 right."""
    dots = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    pixels = [
        (2 * column + dx, 4 * line + dy)
        for line, characters in enumerate(draw_lines(frame, BRAILLE))
        for column, character in enumerate(characters)
        for number, (dx, dy) in enumerate(dots)
        if character != " " and (ord(character) - 0x2800) >> number & 1
    ]
    assert lit(*pixels) == frame


@given(FRAMES)
def test_half_blocks_are_the_pixels(frame: Frame) -> None:
    pixels = [
        (x, 2 * line + dy)
        for line, characters in enumerate(draw_lines(frame, HALF_BLOCKS))
        for x, character in enumerate(characters)
        for dy, shown in enumerate(("▀█", "▄█"))
        if character in shown
    ]
    assert lit(*pixels) == frame


def test_a_frame_is_as_many_pixels_as_the_interface_says() -> None:
    assert (BRAILLE.columns * 2, BRAILLE.lines * 4) == (WIDTH, HEIGHT)
