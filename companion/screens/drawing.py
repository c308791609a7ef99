"""What every screen is drawn with: text that stays in its room, patterns, towers, cards, signs."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product

from PIL import Image, ImageDraw

from companion.core.palette import Pattern
from companion.interfaces import HEIGHT, WIDTH
from companion.screens import fonts as lettering
from companion.screens.fonts import SMALL, TEXT, Anchor, Font

SAFE_WIDTH, SAFE_HEIGHT = WIDTH - 1, HEIGHT - 1
"""Columns and rows to draw on: the last ones stay dark, for the panel moves the picture by a pixel
right and down now and then, lest it burn in."""
MIDDLE = SAFE_WIDTH // 2
"""The column in the middle."""
LIT = 255
"""A lit pixel; Pillow keeps what it is given, and 1 would not turn dark when inverted."""
Rect = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are just outside, as Pillow pastes."""

THIN = Font("small.txt", drawn_capital=7, space=3, scale=2)
"""SMALL doubled: nearly as high as LARGE, for words too wide for it."""

PATTERNS: Mapping[Pattern, Callable[[int, int], bool]] = {
    Pattern.EMPTY: lambda _x, _y: False,
    Pattern.FULL: lambda _x, _y: True,
    Pattern.DIAGONAL: lambda x, y: (x + y) % 4 == 0,
    Pattern.ANTIDIAGONAL: lambda x, y: (x - y) % 4 == 0,
    Pattern.CHECKER: lambda x, y: (x + y) % 2 == 0,
    Pattern.DOTS: lambda x, y: y % 2 == 1 and (x + y) % 4 == 2,
    Pattern.BRICKS: lambda x, y: y % 4 == 3 or (y % 4 < 3 and (x + 4 * (y // 4 % 2)) % 8 == 3),
    Pattern.UPRIGHT: lambda x, _y: x % 4 == 0,
}
"""Whether the point `x` from the left and `y` from the ground is lit."""
PATTERN_PERIOD = 8
"""Pixels after which every pattern begins anew, across and upward."""
ROUND_FROM = 12
"""Pixels across from which a disc with a figure is round."""

ARROW_UP = ["...#...", "..###..", ".#####.", "#######"]
ARROW_DOWN = ARROW_UP[::-1]
ARROW_RIGHT = ["#...", "##..", "###.", "####", "###.", "##..", "#..."]
ARROW_LEFT = [row[::-1] for row in ARROW_RIGHT]
PILE_SIGN = [
    "..########",
    "..#......#",
    "#########.",
    "#.......#.",
    "#.......##",
    "#.......#.",
    "#.......#.",
    "#.......#.",
    "#########.",
]


def blank_image() -> Image.Image:
    """A dark picture."""
    return Image.new("1", (WIDTH, HEIGHT))


def draw_text(
    image: Image.Image,
    x: int,
    y: int,
    text: str,
    face: Font,
    room: int = WIDTH,
    *,
    anchor: Anchor = "l",
    lit: bool = True,
) -> int:
    """One line of text, cut to ``room`` pixels; returns the column just behind it."""
    text = lettering.shorten_text(text, face, room)
    return lettering.draw_glyphs(image, x, y, text, face, anchor=anchor, lit=lit)


def draw_first_line(
    image: Image.Image, x: int, text: str, face: Font, room: int = WIDTH, *, top: int = 0
) -> int:
    """Words at the top, cut to ``room`` pixels, on one baseline in whichever face.

    They stand in the panel's first page, from row ``top``, and lower only as far as an accent needs
    room above. Returns the column just behind them.
    """
    lower = lettering.TEXT.capital - face.capital
    y = max(top + lower, lettering.accent_height(text, face))
    return draw_text(image, x, y, text, face, room)


def cut_text(text: str, face: Font, room: int) -> str:
    """The beginning of a text that fits, with no sign of what is missing: names in a table."""
    while lettering.text_width(text, face) > room:
        text = text[:-1]
    return text.rstrip()


def limit_lines(most: int, lines: Sequence[str], face: Font, room: int) -> list[str]:
    """The lines; where there are more than ``most``, the last one says so by an ellipsis."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most - 1], lettering.shorten_text(" ".join(lines[most - 1 :]), face, room)]


def balance_lines(text: str, face: Font, room: int) -> list[str]:
    """The text in as few lines as fit, none much longer than the others."""
    lines = lettering.wrap_text(text, face, room)
    longest = max(
        (lettering.text_width(word, face) for word in lettering.split_words(text)), default=0
    )
    for narrower in range(room - 6, longest - 1, -6):
        fewer = lettering.wrap_text(text, face, narrower)
        if len(fewer) > len(lines):
            break
        lines = fewer
    return lines


def draw_lines(
    image: Image.Image,
    x: int,
    y: int,
    lines: Sequence[str],
    face: Font,
    pitch: int,
    *,
    anchor: Anchor = "l",
) -> int:
    """Lines of text, ``pitch`` rows from one to the next; returns the row for one more."""
    for line in lines:
        draw_text(image, x, y, line, face, anchor=anchor)
        y += pitch
    return y


def draw_paragraph(image: Image.Image, y: int, text: str, room: int) -> None:
    """A text in lines from row ``y`` on, as large as it fits in ``room`` rows; the rest is cut."""
    lines = lettering.wrap_text(text, TEXT, SAFE_WIDTH)
    face, pitch = (TEXT, 11) if len(lines) * 11 <= room else (SMALL, 9)
    lines = limit_lines(
        room // pitch, lettering.wrap_text(text, face, SAFE_WIDTH), face, SAFE_WIDTH
    )
    draw_lines(image, 0, y, lines, face, pitch)


def largest_font(text: str, room: int, *faces: Font) -> Font:
    """The first of the faces in which the text fits, else the last."""
    return next((face for face in faces if lettering.text_width(text, face) <= room), faces[-1])


def draw_sign(image: Image.Image, x: int, y: int, rows: Sequence[str], *, lit: bool = True) -> None:
    """A small sign drawn as rows of ``#`` and dots, its left top at (x, y)."""
    image.paste(LIT if lit else 0, (x, y), _sign_mask(tuple(rows)))


@lru_cache(maxsize=64)
def _sign_mask(rows: tuple[str, ...]) -> Image.Image:
    mask = Image.new("1", (len(rows[0]), len(rows)))
    mask.putdata([LIT * (pixel == "#") for row in rows for pixel in row])
    return mask


@lru_cache(maxsize=16)
def _pattern_sheet(pattern: Pattern) -> Image.Image:
    """A sheet of the pattern as large as the screen, its origin at the bottom left."""
    lit = PATTERNS[pattern]
    tile = Image.new("1", (PATTERN_PERIOD, PATTERN_PERIOD))
    tile.putdata(
        [
            LIT * lit(x, PATTERN_PERIOD - 1 - y)
            for y in range(PATTERN_PERIOD)
            for x in range(PATTERN_PERIOD)
        ]
    )
    sheet = blank_image()
    for x, y in product(range(0, WIDTH, PATTERN_PERIOD), range(0, HEIGHT, PATTERN_PERIOD)):
        sheet.paste(tile, (x, y))
    return sheet


def fill_pattern(image: Image.Image, box: Rect, pattern: Pattern) -> None:
    """Fill a box with a pattern."""
    width, height = box[2] - box[0], box[3] - box[1]
    if width > 0 and height > 0:
        image.paste(_pattern_sheet(pattern).crop((0, HEIGHT - height, width, HEIGHT)), box)


def draw_tower(image: Image.Image, box: Rect, pattern: Pattern, *, faint: bool = False) -> None:
    """A tower filled with a pattern; a faint one is but dotted around."""
    draw_outline(image, box, dotted=faint)
    if not faint:
        fill_pattern(image, (box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1), pattern)


def draw_outline(image: Image.Image, box: Rect, *, dotted: bool = False) -> None:
    """The edge of a box, one pixel wide."""
    left, top, right, bottom = box[0], box[1], box[2] - 1, box[3] - 1
    pen = ImageDraw.Draw(image)
    if not dotted:
        pen.rectangle((left, top, right, bottom), outline=LIT)
        return
    across = [(x, y) for x in range(left, right + 1, 2) for y in (top, bottom)]
    down = [(x, y) for y in range(top, bottom + 1, 2) for x in (left, right)]
    pen.point(across + down, fill=LIT)


def draw_rule(image: Image.Image, y: int, left: int = 0, right: int = SAFE_WIDTH) -> None:
    """A line across."""
    image.paste(LIT, (left, y, right, y + 1))


def draw_card(image: Image.Image, box: Rect, *, dotted: bool = False) -> None:
    """The edge of a card, its corners round; ``dotted`` where no card lies yet."""
    left, top, right, bottom = box
    draw_outline(image, box, dotted=dotted)
    for x, y in ((left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)):
        image.putpixel((x, y), 0)


def draw_card_back(image: Image.Image, box: Rect) -> None:
    """A card face down."""
    draw_card(image, box)
    for margin in (3, 5, 7):
        left, top, right, bottom = box
        draw_outline(image, (left + margin, top + margin, right - margin, bottom - margin))


def draw_disc(
    image: Image.Image, x: int, y: int, size: int, text: str, *, full: bool = True
) -> None:
    """A round marker or chip with a figure in it; ``full`` is lit, else only its edge is.

    A small one is nearly square, to leave room for the figure.
    """
    pen = ImageDraw.Draw(image)
    box = (x, y, x + size - 1, y + size - 1)
    if size >= ROUND_FROM:
        pen.ellipse(box, fill=LIT * full, outline=LIT)
    else:
        pen.rounded_rectangle(box, 2, fill=LIT * full, outline=LIT)
    face = TEXT if size >= ROUND_FROM else SMALL
    top = y + (size - face.capital) // 2
    left = x + (size - lettering.text_width(text, face) + 1) // 2
    lettering.draw_glyphs(image, left, top, text, face, lit=not full)
