"""Draws the self-test: the latest findings, and under them the open request."""

from collections.abc import Sequence

from PIL import Image

from companion.text import Words
from companion.ui.screens import drawing
from companion.ui.screens.drawing import (
    LEFT,
    LINE_PITCH,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_header,
    draw_text,
)
from companion.ui.screens.fonts import LARGE, MEDIUM, SMALL, TEXT, THIN, wrap_text

SIGNS = {
    "ok": ["......#", ".....#.", "#...#..", ".#.#...", "..#...."],
    "not-ok": ["#...#..", ".#.#...", "..#....", ".#.#...", "#...#.."],
    "not-tried": [".......", ".......", "#####..", ".......", "......."],
}
FINDING_PITCH = 10
"""Pixel rows from one finding to the next."""
TEXT_X = LEFT + 10
"""The column of a finding's text, behind its sign."""
HEADER_HEIGHT = 13
FONTS = (
    (LARGE, LARGE.height),
    (THIN, THIN.height),
    (MEDIUM, LINE_PITCH),
    (TEXT, TEXT.height),
    (SMALL, 9),
)
"""Fonts for a request, largest first, and the pixel rows from one line to the next."""
REQUEST_HEIGHT = SAFE_HEIGHT - HEADER_HEIGHT - FINDING_PITCH
"""Pixel rows for a request: one finding stays visible above it."""


def draw_doctor_page(
    lines: Sequence[tuple[str, str]], request: str | None, words: Words
) -> Image.Image:
    """Draw the last findings that fit, each ``(state, text)``, and under them the request, large.

    States are "ok", "not-ok" and "not-tried". A request that is too long fills the whole screen.
    """
    image = drawing.blank_image()
    bottom = SAFE_HEIGHT if request is None else _draw_request(image, request)
    if bottom < HEADER_HEIGHT:
        return image
    title = words.say("doctor.title")
    draw_header(image, title)
    for place, (state, text) in enumerate(lines[-((bottom - HEADER_HEIGHT) // FINDING_PITCH) :]):
        y = HEADER_HEIGHT + FINDING_PITCH * place + 1
        drawing.draw_sign(image, LEFT, y + 1, SIGNS[state])
        font = drawing.largest_font(text, SAFE_WIDTH - TEXT_X, TEXT, SMALL)
        draw_text(image, TEXT_X, y, text, font, SAFE_WIDTH - TEXT_X)
    return image


def _draw_request(image: Image.Image, request: str) -> int:
    for font, pitch in FONTS:
        lines = wrap_text(request, font, TEXT_WIDTH)
        if pitch * len(lines) < REQUEST_HEIGHT:
            break
    else:
        lines = drawing.limit_lines(SAFE_HEIGHT // pitch, lines, font, TEXT_WIDTH)
        drawing.draw_lines(image, LEFT, font.above, lines, font, pitch)
        return 0
    top = SAFE_HEIGHT - pitch * (len(lines) - 1) - font.height
    drawing.draw_rule(image, top - 1)
    drawing.draw_lines(image, LEFT, top + font.above, lines, font, pitch)
    return top - 1
