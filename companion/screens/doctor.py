"""The doctor's pictures: what was found so far and what is asked now, and a test of the panel."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from companion.ports import HEIGHT, WIDTH
from companion.screens import drawing
from companion.screens.drawing import HIGH, LIT, THIN, WIDE, write
from companion.screens.lettering import LARGE, SMALL, TEXT, wrap
from companion.text import Words

SIGNS = {
    "ok": ["......#", ".....#.", "#...#..", ".#.#...", "..#...."],
    "not-ok": ["#...#..", ".#.#...", "..#....", ".#.#...", "#...#.."],
    "not-tried": [".......", ".......", "#####..", ".......", "......."],
}
LINE = 10
"""Rows from one finding to the next."""
HEADER = 13
FACES = ((LARGE, LARGE.height), (THIN, THIN.height), (TEXT, TEXT.height), (SMALL, 9))
"""Faces for a request, and the rows from one line to the next."""
ROOM = HIGH - HEADER - LINE
"""Rows for a request: one finding stays in sight over it."""


def doctor_page(lines: Sequence[tuple[str, str]], request: str | None, words: Words) -> Image.Image:
    """The last findings that fit, each ``(state, text)``, and under them the request, large.

    States are "ok", "not-ok" and "not-tried"; any other has the sign of the last. A request that
    is too long for that has the screen for itself.
    """
    image = drawing.blank()
    bottom = HIGH if request is None else _request(image, request)
    if bottom < HEADER:
        return image
    title = words.say("doctor.title")
    write(image, 0, 2, title, drawing.largest(title, WIDE, TEXT, SMALL), WIDE)
    for place, (state, text) in enumerate(lines[-((bottom - HEADER) // LINE) :]):
        y = HEADER + LINE * place + 1
        drawing.sign(image, 0, y + 1, SIGNS.get(state, SIGNS["not-tried"]))
        write(image, 10, y, text, SMALL, WIDE - 10)
    return image


def _request(image: Image.Image, request: str) -> int:
    """What the person is to do, as large as there is room for; the row above it."""
    for face, pitch in FACES:
        lines = wrap(request, face, WIDE)
        if pitch * len(lines) < ROOM:
            break
    else:
        drawing.write_lines(image, 0, face.above, lines[: HIGH // pitch], face, pitch)
        return 0
    top = HIGH - pitch * len(lines)
    drawing.rule(image, top - 1)
    drawing.write_lines(image, 0, top + face.above, lines, face, pitch)
    return top - 1


def shift_test() -> Image.Image:
    """Two frames, the outer one at the very edge, wedges that touch it, and an arrow up.

    A controller taken for its near twin moves the picture by two columns: a side of the outer
    frame is lost, and with it a wedge's tip.
    """
    image = drawing.blank()
    pen = ImageDraw.Draw(image)
    right, bottom = WIDTH - 1, HEIGHT - 1
    drawing.outline(image, (0, 0, WIDTH, HEIGHT))
    drawing.outline(image, (4, 4, WIDTH - 4, HEIGHT - 4))
    middle = HEIGHT // 2
    for tip, back in ((0, 22), (right, right - 22)):
        pen.polygon(((tip, middle), (back, middle - 11), (back, middle + 11)), fill=LIT)
    centre = WIDTH // 2
    pen.polygon(((centre, 12), (centre - 14, 30), (centre + 14, 30)), fill=LIT)
    pen.rectangle((centre - 4, 30, centre + 4, bottom - 12), fill=LIT)
    return image
