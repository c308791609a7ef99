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
GOES_ON = "goes on"
"""The state of a finding's second row."""
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

    Those that did not pass have half of the room, however long ago they were found.
    States are "ok", "not-ok" and "not-tried". A request that is too long fills the whole screen.
    """
    image = drawing.blank_image()
    bottom = SAFE_HEIGHT if request is None else _draw_request(image, request)
    if bottom < HEADER_HEIGHT:
        return image
    title = words.say("doctor.title")
    draw_header(image, title)
    shown = _choose([_break(*each) for each in lines], (bottom - HEADER_HEIGHT) // FINDING_PITCH)
    for place, (state, text) in enumerate(row for rows in shown for row in rows):
        y = HEADER_HEIGHT + FINDING_PITCH * place + 1
        if state in SIGNS:
            drawing.draw_sign(image, LEFT, y + 1, SIGNS[state])
        font = drawing.largest_font(text, SAFE_WIDTH - TEXT_X, TEXT, SMALL)
        draw_text(image, TEXT_X, y, text, font, SAFE_WIDTH - TEXT_X)
    return image


FindingRows = Sequence[tuple[str, str]]
"""Of a finding: (state, text), and GOES_ON where it has another row."""


def _break(state: str, text: str) -> FindingRows:
    """A finding that did not pass, in two rows where it is too long for one; any other in one."""
    first, *more = wrap_text(text, SMALL, SAFE_WIDTH - TEXT_X) if state == "not-ok" else (text,)
    return [(state, first), (GOES_ON, " ".join(more))] if more else [(state, text)]


def _choose(findings: Sequence[FindingRows], room: int) -> Sequence[FindingRows]:
    """The last findings; half of the room is for the last that did not pass."""
    chosen: set[int] = set()
    failed = [at for at, rows in enumerate(findings) if rows[0][0] == "not-ok"]
    for places, within in ((failed, room // 2), (range(len(findings)), room)):
        for at in reversed(places):
            if sum(len(findings[each]) for each in chosen | {at}) > within:
                break
            chosen.add(at)
    return [findings[at] for at in sorted(chosen)]


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
