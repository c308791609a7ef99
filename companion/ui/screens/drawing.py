"""Draws headers, fitted text, bars, outlines, discs and signs on a picture.

What a page has to leave free travels with the picture, in its ``info``: before the page is drawn
`set_mark` and `reserve_foot` put MARK and BOTTOM there, headers and pages ask `mark_width` and
`page_bottom`, and `draw_mark` draws the mark over all. Only these five touch it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import hypot

from PIL import Image

from companion.core.interfaces import HEIGHT, WIDTH
from companion.ui.screens import fonts
from companion.ui.screens.fonts import MEDIUM, SMALL, TEXT, Anchor, Font

SAFE_WIDTH, SAFE_HEIGHT = WIDTH - 1, HEIGHT - 1
"""Columns and rows to draw on. The last ones stay dark: burn-in protection shifts the picture by
one pixel to the right and down (`devices/picture.py`)."""
MIDDLE = SAFE_WIDTH // 2
"""The column in the middle."""
LEFT = 2
"""The column where text begins; a filled bar begins at column 0, so its text has an edge."""
TEXT_WIDTH = SAFE_WIDTH - LEFT
"""Columns for a line of text from `LEFT` to the right edge."""
HEADER_Y = 2
"""The row of the capitals in a screen's header."""
HEADER_GAP = 4
"""Columns between two texts in the header."""
COUNT_EDGE = 2
"""Columns between a number and the edge of its bar."""
SMALL_HEADER_Y = HEADER_Y + TEXT.capital - SMALL.capital
"""The row of capitals of SMALL in the header."""
BODY_TOP = 14
"""The first row under the header."""
LINE_PITCH = 15
"""Rows from one line of MEDIUM to the next."""
LIT = 255
"""The value of a lit pixel. Pillow stores the value it is given, and 1 inverted is not dark."""
Rect = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom lie just outside, as in Pillow's `paste`."""

ROUNDED = 0.2
"""How much less than its width a round spot measures across, in pixels."""
ROUND_FROM = 12
"""The smallest disc, in pixels across, that is drawn as a circle."""
LARGE_FROM = 16
"""The smallest disc with a number of 12 rows."""

ARROW_UP = ["...#...", "..###..", ".#####.", "#######"]
ARROW_DOWN = ARROW_UP[::-1]
ARROW_RIGHT = ["#...", "##..", "###.", "####", "###.", "##..", "#..."]
ARROW_LEFT = [row[::-1] for row in ARROW_RIGHT]


Wrap = Callable[[str, Font, int], list[str]]
PARAGRAPH_FONTS = ((MEDIUM, LINE_PITCH), (MEDIUM, LINE_PITCH - 1), (TEXT, 10), (SMALL, 9))
"""The fonts of a paragraph, largest first, and the rows from one line to the next."""


def blank_image() -> Image.Image:
    """Return a dark picture."""
    return Image.new("1", (WIDTH, HEIGHT))


def draw_text(
    image: Image.Image,
    x: int,
    y: int,
    text: str,
    font: Font,
    room: int = WIDTH,
    *,
    anchor: Anchor = "l",
    lit: bool = True,
) -> int:
    """Draw one line of text, shortened to ``room`` pixels; return the column just behind it."""
    text = fonts.shorten_text(text, font, room)
    return fonts.draw_glyphs(image, x, y, text, font, anchor=anchor, lit=lit)


def limit_lines(most: int, lines: Sequence[str], font: Font, room: int) -> list[str]:
    """Return at most ``most`` lines; the last one ends with an ellipsis if any are left out."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most - 1], fonts.shorten_text(" ".join(lines[most - 1 :]), font, room)]


def balance_lines(text: str, font: Font, room: int) -> list[str]:
    """Wrap a text to as few lines as possible, all of about the same length."""
    lines = fonts.wrap_text(text, font, room)
    longest = max((fonts.text_width(word, font) for word in fonts.split_words(text)), default=0)
    for narrower in range(room - 6, longest - 1, -6):
        fewer = fonts.wrap_text(text, font, narrower)
        if len(fewer) > len(lines):
            break
        lines = fewer
    return lines


def wrap_evenly(text: str, font: Font, room: int) -> list[str]:
    """Wrap a text; two lines are about as long as each other, so that no word stands alone."""
    lines = fonts.wrap_text(text, font, room)
    return balance_lines(text, font, room) if len(lines) == 2 else lines


def draw_lines(
    image: Image.Image,
    x: int,
    y: int,
    lines: Sequence[str],
    font: Font,
    pitch: int,
    *,
    anchor: Anchor = "l",
    lit: bool = True,
) -> int:
    """Draw lines of text, ``pitch`` rows apart; return the row of the line after them."""
    for line in lines:
        draw_text(image, x, y, line, font, anchor=anchor, lit=lit)
        y += pitch
    return y


def fit_paragraph(
    text: str, room: int, width: int = TEXT_WIDTH, wrap: Wrap = wrap_evenly
) -> tuple[list[str], Font, int]:
    """Wrap a text in the largest font in which it fits into ``room`` rows; else it is cut.

    Return its lines, the font, and the rows from one line to the next.
    """
    for font, pitch in PARAGRAPH_FONTS:
        lines = wrap(text, font, width)
        if (len(lines) - 1) * pitch + font.capital + font.below <= room:
            break
    most = max((room - font.capital - font.below) // pitch + 1, 1)
    return limit_lines(most, lines, font, width), font, pitch


def draw_paragraph(image: Image.Image, y: int, text: str, room: int) -> None:
    """Draw wrapped text from row ``y``, as large as it fits in ``room`` rows; the rest is cut."""
    draw_lines(image, LEFT, y, *fit_paragraph(text, room))


def draw_header(
    image: Image.Image,
    title: str,
    *,
    verb: str = "",
    left: int = LEFT,
    room: int = TEXT_WIDTH,
    end: str = "",
) -> None:
    """Draw a screen's first line in ``room`` columns: a title, or a player's name and a verb.

    The verb is drawn in full, small where the name has no room beside it; then the name is
    shortened. A title alone is drawn smaller. With an ``end``, which stands at the right, they
    have the columns before it.
    """
    marked = mark_width(image)
    room = draw_header_end(image, end) if end else min(room, TEXT_WIDTH - marked)
    if not verb:
        draw_on_line(image, left, HEADER_Y, title, room, TEXT, SMALL)
        return
    beside = room - HEADER_GAP
    font = largest_font(verb, beside - fonts.text_width(title, TEXT), TEXT, SMALL)
    name_room = beside - fonts.text_width(verb, font)
    verb_left = draw_text(image, left, HEADER_Y, title, TEXT, name_room) + HEADER_GAP
    draw_text(image, verb_left, HEADER_Y + TEXT.capital - font.capital, verb, font)


def draw_header_end(image: Image.Image, text: str, font: Font = TEXT) -> int:
    """Draw a short text at the header's right; return the columns that it leaves for the rest."""
    y = max(HEADER_Y + TEXT.capital - font.capital, 0)
    room = TEXT_WIDTH - mark_width(image)
    draw_text(image, LEFT + room, y, text, font, anchor="r")
    return room - (fonts.text_width(text, font) + HEADER_GAP if text else 0)


MARK = "mark"
"""Under this name the ``info`` of a picture holds its mark: a sign and a word."""
MARK_HEIGHT = 11
"""Rows of the bar behind a mark, which stands at the right of the header."""


def set_mark(image: Image.Image, sign: Sequence[str], word: str) -> None:
    """Give a picture a mark, for which a header leaves room; `draw_mark` draws it at last."""
    image.info[MARK] = tuple(sign), word


def mark_width(image: Image.Image) -> int:
    """Return the columns that a picture's mark takes, with the gap before it; 0 without one."""
    if MARK not in image.info:
        return 0
    sign, word = image.info[MARK]
    return 2 * LEFT + len(sign[0]) + LEFT + fonts.text_width(word, TEXT) + HEADER_GAP


def draw_mark(image: Image.Image) -> None:
    """Draw the mark of a picture, if it has one, over whatever stands there."""
    width = mark_width(image)
    if not width:
        return
    sign, word = image.info[MARK]
    left = SAFE_WIDTH - width
    image.paste(0, (left, 0, SAFE_WIDTH, MARK_HEIGHT + 1))
    draw_bar(image, (left + HEADER_GAP, 0, SAFE_WIDTH, MARK_HEIGHT))
    draw_sign(image, left + HEADER_GAP + LEFT, HEADER_Y, sign, lit=False)
    draw_text(image, SAFE_WIDTH - LEFT, HEADER_Y, word, TEXT, anchor="r", lit=False)


BOTTOM = "bottom"
"""Under this name the ``info`` of a picture holds the row where a foot begins."""


def reserve_foot(image: Image.Image, rows: int) -> None:
    """Keep the last rows of a picture free for what OK and BACK do."""
    image.info[BOTTOM] = SAFE_HEIGHT - rows


def page_bottom(image: Image.Image, least: int = 0) -> int:
    """Return the first row below what a page may draw on: it has all rows if it needs ``least``."""
    bottom = int(image.info.get(BOTTOM, SAFE_HEIGHT))
    return bottom if bottom >= least else SAFE_HEIGHT


def largest_font(text: str, room: int, *choices: Font) -> Font:
    """Return the first of the fonts, largest first, in which the text fits; else the last."""
    return next((font for font in choices if fonts.text_width(text, font) <= room), choices[-1])


def draw_in_middle(
    image: Image.Image,
    x: int,
    y: int,
    text: str,
    room: int,
    *choices: Font,
    anchor: Anchor = "l",
    lit: bool = True,
) -> int:
    """Draw a text in the largest font that fits; return the column behind it.

    It stands in the middle of the rows that capitals of the first font take from ``y`` on.
    """
    font = largest_font(text, room, *choices)
    y += (choices[0].capital - font.capital) // 2
    return draw_text(image, x, y, text, font, room, anchor=anchor, lit=lit)


def draw_on_line(
    image: Image.Image, x: int, y: int, text: str, room: int, *choices: Font, lit: bool = True
) -> int:
    """Draw a text in the largest font that fits; return the column behind it.

    It stands on the same line as capitals of the first font whose row is ``y``.
    """
    font = largest_font(text, room, *choices)
    return draw_text(image, x, y + choices[0].capital - font.capital, text, font, room, lit=lit)


def draw_sign(image: Image.Image, x: int, y: int, rows: Sequence[str], *, lit: bool = True) -> None:
    """Draw a sign given as rows of ``#`` and dots, its top left corner at (x, y)."""
    image.paste(LIT if lit else 0, (x, y), _sign_mask(tuple(rows)))


_sign_mask = lru_cache(maxsize=64)(fonts.make_bitmap)  # few signs, drawn again and again


def draw_outline(image: Image.Image, box: Rect, *, dotted: bool = False) -> None:
    """Draw the edge of a rectangle, one pixel wide."""
    left, top, right, bottom = box
    image.paste(LIT, box, _outline_mask(right - left, bottom - top, 2 if dotted else 1))


@lru_cache(maxsize=128)  # the same few sizes, many times in a picture
def _outline_mask(width: int, height: int, every: int) -> Image.Image:
    """Return the edge of a rectangle, of which each of so many pixels is lit."""
    mask = Image.new("1", (width, height))
    for x, y in product(range(width), (0, height - 1)):
        mask.putpixel((x, y), LIT * (x % every == 0))
    for x, y in product((0, width - 1), range(0, height, every)):
        mask.putpixel((x, y), LIT)
    return mask


def draw_rule(image: Image.Image, y: int, left: int = 0, right: int = SAFE_WIDTH) -> None:
    """Draw a horizontal line."""
    image.paste(LIT, (left, y, right, y + 1))


def draw_bar(image: Image.Image, box: Rect) -> None:
    """Fill the bar behind what is chosen, its corners round; its text is drawn dark."""
    image.paste(LIT, box)
    clear_corners(image, box)


def draw_count(image: Image.Image, x: int, y: int, count: str, font: Font) -> int:
    """Draw a number dark on a bar, apart from the name beside it; return the column behind it."""
    end = x + count_width(count, font)
    draw_bar(image, (x, y - 1, end, y + font.capital + 1))
    fonts.draw_glyphs(image, x + COUNT_EDGE, y, count, font, lit=False)
    return end


def count_width(count: str, font: Font) -> int:
    """The columns of a number on its bar."""
    return fonts.text_width(count, font) + 2 * COUNT_EDGE


def draw_boxed_text(
    image: Image.Image, box: Rect, text: str, font: Font, *, chosen: bool = False
) -> None:
    """Draw a short text in the middle of a box; the chosen one is dark on a filled bar."""
    left, top, right, bottom = box
    if chosen:
        draw_bar(image, box)
    y = top + (bottom - top - font.capital) // 2
    fonts.draw_glyphs(image, (left + right) // 2, y, text, font, anchor="m", lit=not chosen)


def draw_boxed_sign(
    image: Image.Image, box: Rect, rows: Sequence[str], *, chosen: bool = False
) -> None:
    """Draw a sign in the middle of a box; the chosen one is dark on a filled bar."""
    left, top, right, bottom = box
    if chosen:
        draw_bar(image, box)
    x, y = (left + right - len(rows[0])) // 2, (top + bottom - len(rows)) // 2
    draw_sign(image, x, y, rows, lit=not chosen)


def draw_scrollbar(image: Image.Image, box: Rect, first: int, shown: int, length: int) -> None:
    """Draw where ``shown`` rows of a list of ``length`` rows lie, from row ``first``."""
    left, top, right, bottom = box
    for y in range(top, bottom, 2):
        image.putpixel(((left + right) // 2, y), LIT)
    height = bottom - top
    start, end = first * height // length, -(-(first + shown) * height // length)
    image.paste(LIT, (left, top + start, right, top + end))


def clear_corners(image: Image.Image, box: Rect) -> None:
    """Make the corners of a rectangle dark, so that they look round."""
    left, top, right, bottom = box
    image.paste(0, box, _corner_mask(right - left, bottom - top))


@lru_cache(maxsize=128)  # as above
def _corner_mask(width: int, height: int) -> Image.Image:
    mask = Image.new("1", (width, height))
    for x, y in product((0, width - 1), (0, height - 1)):
        mask.putpixel((x, y), LIT)
    return mask


def draw_circle(image: Image.Image, x: int, y: int, size: int, *, full: bool) -> None:
    """Draw a round spot of ``size`` pixels across; unless ``full``, only its edge is lit."""
    image.paste(LIT * full, (x, y), round_mask(size))
    image.paste(LIT, (x, y), round_mask(size, edge=True))


@lru_cache(maxsize=32)  # few sizes, some many times in a picture
def round_mask(size: int, *, edge: bool = False) -> Image.Image:
    """Return a round spot of ``size`` pixels across, or only its edge, as a bitmap."""

    def is_inside(x: int, y: int) -> bool:
        return hypot(2 * x + 1 - size, 2 * y + 1 - size) <= size - ROUNDED

    def is_lit(x: int, y: int) -> bool:
        beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return is_inside(x, y) and not (edge and all(is_inside(*each) for each in beside))

    rows = ["".join(".#"[is_lit(x, y)] for x in range(size)) for y in range(size)]
    return fonts.make_bitmap(rows)


def draw_disc(
    image: Image.Image, x: int, y: int, size: int, text: str, *, full: bool = True
) -> None:
    """Draw a round marker or chip with a number in it; unless ``full``, only its edge is lit.

    One smaller than ``ROUND_FROM`` is nearly square, to leave room for the number.
    """
    if size >= ROUND_FROM:
        draw_circle(image, x, y, size, full=full)
    else:
        box = (x, y, x + size, y + size)
        image.paste(LIT * full, box)
        draw_outline(image, box)
        clear_corners(image, box)
    font = MEDIUM if size >= LARGE_FROM else TEXT if size >= ROUND_FROM else SMALL
    top = y + (size - font.capital) // 2
    left = x + (size - fonts.text_width(text, font) + 1) // 2
    fonts.draw_glyphs(image, left, top, text, font, lit=not full)
