"""Draws a sentence over the lower part of a picture: a refusal, or what was undone."""

from __future__ import annotations

from PIL import Image

from companion.core.interfaces import HEIGHT, WIDTH
from companion.ui.screens import drawing
from companion.ui.screens.drawing import (
    BODY_TOP,
    LEFT,
    LINE_PITCH,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
)
from companion.ui.screens.fonts import MEDIUM, SMALL, wrap_text

MARK_WIDTH = 6
"""Columns of the filled bar at the left of a refusal, with its exclamation mark."""
PANEL_LINES = 3
"""Lines of a notice about what was undone; a longer one names fewer answers."""


def fits_panel(words: str) -> bool:
    """Whether a notice leaves the header of the picture in sight."""
    return len(wrap_text(words, MEDIUM, TEXT_WIDTH)) <= PANEL_LINES


def draw_panel(image: Image.Image, words: str, *, refused: bool = False, indent: int = 0) -> int:
    """Draw a sentence over the lower part of the picture; a refusal behind an exclamation mark.

    Return the panel's first row.
    """
    left = MARK_WIDTH + 3 if refused else LEFT + indent
    pitch = LINE_PITCH - bool(indent)  # what is explained must not be cut through
    room = SAFE_WIDTH - left
    lines = drawing.limit_lines(4, drawing.wrap_evenly(words, MEDIUM, room), MEDIUM, room)
    top = max(SAFE_HEIGHT - len(lines) * pitch - 2, 0)
    blank_from(image, top)
    if refused:
        bar = (0, top, MARK_WIDTH, SAFE_HEIGHT)
        drawing.draw_boxed_text(image, bar, "!", MEDIUM, chosen=True)
    elif top > 0:
        drawing.draw_rule(image, top)
    drawing.draw_lines(image, left, top + 3 - bool(indent), lines, MEDIUM, pitch)
    return top


TAIL_ROWS = 3
"""Rows that the tails of LARGE letters reach below their baseline, at most."""
PART_GAP = 3
"""Dark columns that divide two parts of a picture: more than between two letters of a word."""


def blank_from(image: Image.Image, top: int) -> None:
    """Blank everything from row ``top`` downward, and what would be cut through there.

    So the picture ends at the last dark row above ``top``. Where that would take the header too,
    each part of the picture that stands apart from its neighbours ends at a dark row of its own.
    What ends within `TAIL_ROWS` below ``top`` stays: a word loses the tails of its letters only.
    """
    below = [image.crop((0, row, WIDTH, row + 1)) for row in range(top, top + TAIL_ROWS + 1)]
    is_cut = all(row.getbbox() for row in below)
    image.paste(0, (0, top, WIDTH, HEIGHT))
    if not is_cut:
        return
    end = _find_dark_row(image, 0, WIDTH, top)
    if end >= BODY_TOP - 2:
        image.paste(0, (0, end, WIDTH, HEIGHT))
        return
    for left, right in _divide_columns(image, top):
        end = _find_dark_row(image, left, right, top)
        rest = image.crop((left, 0, right, end)).getbbox()
        if rest is not None and rest[3] - rest[1] < SMALL.capital:
            end = 0  # a sign that says nothing alone
        image.paste(0, (left, end, right, HEIGHT))


def _find_dark_row(image: Image.Image, left: int, right: int, top: int) -> int:
    """Return the row below which nothing reaches over ``top``, between two columns."""
    while top > 0 and image.crop((left, top - 1, right, top)).getbbox():
        top -= 1
    return top


def _divide_columns(image: Image.Image, bottom: int) -> list[tuple[int, int]]:
    """Return where the parts of a picture begin and end that ``PART_GAP`` dark columns divide."""
    parts: list[tuple[int, int]] = []
    for x in range(WIDTH):
        if not image.crop((x, 0, x + 1, bottom)).getbbox():
            continue
        if parts and x - parts[-1][1] < PART_GAP:
            parts[-1] = (parts[-1][0], x + 1)
        else:
            parts.append((x, x + 1))
    return parts
