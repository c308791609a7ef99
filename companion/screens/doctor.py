"""The self-test's page on the screen: the latest findings, and under them the open request."""

from collections.abc import Sequence

from PIL import Image

from companion.screens import drawing
from companion.screens.drawing import HIGH, THIN, WIDE, write
from companion.screens.fonts import LARGE, SMALL, TEXT, wrap_text
from companion.text import Words

SIGNS = {
    "ok": ["......#", ".....#.", "#...#..", ".#.#...", "..#...."],
    "not-ok": ["#...#..", ".#.#...", "..#....", ".#.#...", "#...#.."],
    "not-tried": [".......", ".......", "#####..", ".......", "......."],
}
LINE = 10
"""Pixel rows from one finding to the next."""
HEADER = 13
FACES = ((LARGE, LARGE.height), (THIN, THIN.height), (TEXT, TEXT.height), (SMALL, 9))
"""Faces for a request, largest first, and the pixel rows from one line to the next."""
REQUEST_HEIGHT = HIGH - HEADER - LINE
"""Pixel rows for a request: one finding stays visible above it."""


def doctor_page(lines: Sequence[tuple[str, str]], request: str | None, words: Words) -> Image.Image:
    """Draw the last findings that fit, each ``(state, text)``, and under them the request, large.

    States are "ok", "not-ok" and "not-tried". A request that is too long fills the whole screen.
    """
    image = drawing.blank()
    bottom = HIGH if request is None else _draw_request(image, request)
    if bottom < HEADER:
        return image
    title = words.say("doctor.title")
    write(image, 0, 2, title, drawing.largest(title, WIDE, TEXT, SMALL), WIDE)
    for place, (state, text) in enumerate(lines[-((bottom - HEADER) // LINE) :]):
        y = HEADER + LINE * place + 1
        drawing.sign(image, 0, y + 1, SIGNS[state])
        write(image, 10, y, text, SMALL, WIDE - 10)
    return image


def _draw_request(image: Image.Image, request: str) -> int:
    """Draw the request in the largest face that fits, and return the row above it."""
    for face, pitch in FACES:
        lines = wrap_text(request, face, WIDE)
        if pitch * len(lines) < REQUEST_HEIGHT:
            break
    else:
        lines = drawing.at_most(HIGH // pitch, lines, face, WIDE)
        drawing.write_lines(image, 0, face.above, lines, face, pitch)
        return 0
    top = HIGH - pitch * (len(lines) - 1) - face.height
    drawing.rule(image, top - 1)
    drawing.write_lines(image, 0, top + face.above, lines, face, pitch)
    return top - 1
