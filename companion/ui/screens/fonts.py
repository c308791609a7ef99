"""Draws text on a one-bit image in our own fonts: SMALL, TEXT, MEDIUM, FIGURES, THIN and LARGE.

The glyphs are drawn in `text.txt`, `small.txt`, `medium.txt` and `figures.txt` beside this file. An
accented letter is composed of its letter and its accent. LARGE is TEXT doubled and THIN is SMALL
doubled, with smoothed diagonals. Any text can be drawn: an unknown letter becomes its base letter,
or else a box.
"""

import itertools
import os.path
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import Literal, NamedTuple

from PIL import Image

from companion.ui.sheet import Rows, read_sheet

Anchor = Literal["l", "m", "r"]

ACCENT_ROOM = 2  # rows above a capital for its accent, and below the baseline for descenders
BOX = "\N{WHITE SQUARE}"
ELLIPSIS = "…"
NARROW = "\N{NARROW NO-BREAK SPACE}"
BREAKS = re.compile(f"[^\\S\N{NO-BREAK SPACE}{NARROW}]+")
NUMBERED = r"\S+ \d"
WITHOUT_DOT = {"i": "\N{LATIN SMALL LETTER DOTLESS I}", "j": "\N{LATIN SMALL LETTER DOTLESS J}"}
ABOVE = 230  # the Unicode combining class of accents that stand above their letter


class Glyph(NamedTuple):
    """One letter as a bitmap, which starts `Font.above` rows above the capitals."""

    width: int
    bitmap: Image.Image


class Font:
    """Glyphs of one size. All measures are in pixels."""

    def __init__(
        self,
        sheet: str,
        drawn_capital: int,
        space: int,
        *,
        drawn_gap: int = 1,
        scale: int = 1,
        stand_in: "Font | None" = None,
    ) -> None:
        """Name the file of drawn glyphs, with the height of its capitals and the width of a blank.

        Everything is enlarged `scale` times (1 or 2). Letters that are missing are taken from
        `stand_in`.
        """
        self.sheet = sheet
        self.drawn_capital = drawn_capital
        self.drawn_gap = drawn_gap
        self.space = space
        self.scale = scale
        self.stand_in = stand_in
        self._ready: dict[str, Glyph] = {}

    @property
    def capital(self) -> int:
        """Height of a capital or a figure: from the `y` of `draw_glyphs` to the baseline."""
        return self.drawn_capital * self.scale

    @property
    def above(self) -> int:
        """Rows above the capitals, for accents."""
        return ACCENT_ROOM * self.scale

    @property
    def below(self) -> int:
        """Rows below the baseline, for descenders as in g."""
        return ACCENT_ROOM * self.scale

    @property
    def height(self) -> int:
        """Rows from one line to the next, with room for accents and descenders."""
        return self.above + self.capital + self.below

    @property
    def gap(self) -> int:
        """Blank columns between two letters."""
        return self.drawn_gap * self.scale

    @cached_property
    def _drawn(self) -> dict[str, list[Rows]]:
        return _read_sheet(os.path.join(os.path.dirname(__file__), self.sheet))

    def glyph(self, letter: str) -> Glyph:
        """Return a letter (with any accents that follow it) as a bitmap, made on its first use."""
        if letter not in self._ready:
            rows = self._rows(letter)
            if self.scale == 2:
                rows = double_size(rows)
            self._ready[letter] = Glyph(len(rows[0]), make_bitmap(rows))
        return self._ready[letter]

    def _rows(self, letter: str) -> Rows:
        """Return all rows of a letter, from its accent to its descender."""
        if letter.isspace():
            blank = "." * (self.space - (letter == NARROW))
            return [blank] * (self.drawn_capital + 2 * ACCENT_ROOM)
        if letter in self._drawn:
            return self._padded(self._drawn[letter][0])
        base, *accents = list(unicodedata.normalize("NFKD", letter))
        if base not in self._drawn and not base.isspace():
            if self.stand_in:
                return self.stand_in._rows(letter)
            return self._padded(self._drawn[BOX][0])
        accents = [a for a in accents if a in self._drawn and unicodedata.combining(a)]
        if any(unicodedata.combining(accent) == ABOVE for accent in accents):
            base = WITHOUT_DOT.get(base, base)
        rows = self._rows(base)
        for accent in accents:
            rows = self._accented(rows, accent)
        return rows

    def _accented(self, letter: Rows, accent: str) -> Rows:
        """Put an accent above or below a letter, in the drawn width that suits the letter best."""
        width = len(letter[0])
        surplus = {len(mark[0]) - width: mark for mark in self._drawn[accent]}
        mark = surplus[min(surplus, key=lambda columns: (columns % 2, abs(columns)))]
        if unicodedata.combining(accent) != ABOVE:
            top = ACCENT_ROOM + self.drawn_capital
        elif "#" in letter[ACCENT_ROOM]:
            letter, top = _shorten_capital(letter), 0
        else:
            top = ACCENT_ROOM + 1 - len(mark)
        blank = ["." * len(mark[0])]
        mark = blank * top + mark + blank * (len(letter) - top - len(mark))
        return _overlay(letter, mark)

    def _padded(self, rows: Rows) -> Rows:
        blank = ["." * len(rows[0])]
        below = self.drawn_capital + ACCENT_ROOM - len(rows)
        return blank * ACCENT_ROOM + rows + blank * below


TEXT = Font("text.txt", drawn_capital=8, space=3)
SMALL = Font("small.txt", drawn_capital=7, space=3)
MEDIUM = Font("medium.txt", drawn_capital=12, space=4)
FIGURES = Font("figures.txt", drawn_capital=12, space=3, drawn_gap=2, stand_in=MEDIUM)
LARGE = Font("text.txt", drawn_capital=8, space=3, scale=2)
THIN = Font("small.txt", drawn_capital=7, space=3, scale=2)  # for words too wide for LARGE


@lru_cache(maxsize=256)  # screens measure and draw the same few lines again and again
def text_width(text: str, font: Font) -> int:
    """Return the width of a line in pixels, from its first letter's to its last letter's edge."""
    letters = _split_letters(text)
    return sum(font.glyph(letter).width + font.gap for letter in letters) - font.gap * bool(letters)


@lru_cache(maxsize=128)  # as above: most lines of a picture were in the last one, too
def _line_bitmap(text: str, font: Font) -> Image.Image:
    """Return a line of text as a bitmap, which starts `Font.above` rows above the capitals."""
    bitmap = Image.new("1", (text_width(text, font), font.height))
    x = 0
    for letter in _split_letters(text):
        glyph = font.glyph(letter)
        bitmap.paste(glyph.bitmap, (x, 0))
        x += glyph.width + font.gap
    return bitmap


def draw_glyphs(
    image: Image.Image,
    x: int,
    y: int,
    text: str,
    font: Font,
    *,
    lit: bool = True,
    anchor: Anchor = "l",
) -> int:
    """Draw one line of text and return the `x` just after its last pixel.

    `y` is the top row of the capitals; accents reach `font.above` rows above it and descenders
    `font.below` rows below the baseline. With `anchor` "l" the line starts at `x`, with "m" it is
    centred on it, with "r" it ends just before it. `lit` False clears the pixels, for text on a lit
    background. `image` is of mode "1"; what falls outside it is left out.
    """
    line = _line_bitmap(text, font)
    width, height = line.size
    if anchor != "l":
        x -= width // (2 if anchor == "m" else 1)
    top = y - font.above
    if -width < x < image.width and -height < top < image.height:
        image.paste(255 if lit else 0, (x, top), line)
    return x + width


def accent_height(text: str, font: Font) -> int:
    """Return how many rows the accents of a text reach above its capitals; 0 without accents."""
    if text.isascii():
        return 0
    boxes = (font.glyph(letter).bitmap.getbbox() for letter in _split_letters(text))
    return max((font.above - box[1] for box in boxes if box), default=0)


def tail_height(text: str, font: Font) -> int:
    """Return how many rows the tails of a text reach below its capitals; 0 without tails."""
    baseline = font.above + font.capital
    boxes = (font.glyph(letter).bitmap.getbbox() for letter in _split_letters(text))
    return max((box[3] - baseline for box in boxes if box and box[3] > baseline), default=0)


def shorten_text(text: str, font: Font, room: int) -> str:
    """Return the text in `room` pixels, with an ellipsis if cut; empty if not even that fits."""
    return cut_text(text, font, room, ELLIPSIS)


def cut_text(text: str, font: Font, room: int, mark: str = "") -> str:
    """Return as much of a text as fits, with a ``mark`` if cut; empty if not even that fits.

    The number of "Player 2" stays: without it nobody could be told from the others.
    """
    if text_width(text, font) <= room:
        return text
    head, number = (text[:-2], text[-2:]) if re.fullmatch(NUMBERED, text) else (text, "")
    letters = list(_split_letters(head))
    while letters:
        letters.pop()
        short = ("".join(letters).rstrip() + mark + number).lstrip()
        if text_width(short, font) <= room:
            return short
    return ""


def split_words(text: str) -> list[str]:
    """Split a text at spaces, but not at no-break spaces, nor before the number of "Player 2"."""
    words: list[str] = []
    for word in BREAKS.split(text):
        if words and words[-1].istitle() and re.fullmatch(r"[1-9]\W*", word):
            words[-1] += f" {word}"
        elif word:
            words.append(word)
    return words


def wrap_text(text: str, font: Font, room: int) -> list[str]:
    """Return the text in lines of `room` pixels, broken at spaces, or within a longer word."""
    lines: list[str] = []
    line = ""
    for word in _words_for(text, font, room):
        longer = f"{line} {word}" if line else word
        if text_width(longer, font) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _break_word(word, font, room)
        lines += full
    return [*lines, line] if line else lines


def _words_for(text: str, font: Font, room: int) -> Iterator[str]:
    """The words of a text; a name too wide for its room breaks before its number, too."""
    for word in split_words(text):
        yield from [word] if text_width(word, font) <= room else word.split(" ")


def _break_word(word: str, font: Font, room: int) -> list[str]:
    pieces = [""]
    for letter in _split_letters(word):
        if pieces[-1] and text_width(pieces[-1] + letter, font) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _split_letters(text: str) -> tuple[str, ...]:
    """Split a text into letters, each with the accents that follow it."""
    if text.isascii():
        return tuple(text)
    letters: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if kind.startswith("M") and letters:
            letters[-1] += character
        elif kind != "Cf":  # direction marks, joiners and the like are invisible
            letters.append(character)
    return tuple(letters)


@cache  # two fonts of twice the size have the same sheets
def _read_sheet(path: str) -> dict[str, list[Rows]]:
    """Read a sheet of glyphs.

    Characters written together share one glyph. An accent (written after ◌) may be drawn more than
    once, in several widths.
    """
    drawn: dict[str, list[Rows]] = {}
    for name, glyph in read_sheet(path):
        for character in name.removeprefix("◌"):
            drawn.setdefault(character, []).append(glyph)
    return drawn


def make_bitmap(rows: Sequence[str]) -> Image.Image:
    """Return rows of ``#`` and dots as a picture."""
    bitmap = Image.new("1", (len(rows[0]), len(rows)))
    bitmap.putdata([255 * (pixel == "#") for row in rows for pixel in row])
    return bitmap


def _shorten_capital(rows: Rows) -> Rows:
    """Return a capital one row shorter, without the first row that equals the one below it."""
    pairs = enumerate(itertools.pairwise(rows))
    alike = (i for i, (row, under) in pairs if row == under and "#" in row)
    spare = next(alike, ACCENT_ROOM + 2)
    return ["." * len(rows[0]), *rows[:spare], *rows[spare + 1 :]]


def _overlay(*layers: Rows) -> Rows:
    wide = max(len(layer[0]) for layer in layers)
    centred = [[row.center(wide, ".") for row in layer] for layer in layers]
    return [
        "".join("#" if "#" in pixel else "." for pixel in zip(*rows, strict=True))
        for rows in zip(*centred, strict=True)
    ]


def double_size(rows: Sequence[str]) -> Rows:
    """Return a picture twice as large, its steps smoothed."""
    wide = len(rows[0]) * 2
    framed = ["." * (len(rows[0]) + 2), *(f".{row}." for row in rows), "." * (len(rows[0]) + 2)]
    return [
        "".join(_doubled_pixel(framed, x, y) for x in range(wide)) for y in range(len(rows) * 2)
    ]


def _doubled_pixel(framed: Rows, x: int, y: int) -> str:
    """Return the pixel at (x, y) of a doubled glyph: the original one, or on a step its neighbours.

    This is the rule of Scale2x, except that the ends of strokes stay square and that corners where
    two strokes meet are not filled.
    """
    column, row = x // 2 + 1, y // 2 + 1
    aside, ahead = 2 * (x % 2) - 1, 2 * (y % 2) - 1
    here = framed[row][column]
    near_x, near_y = framed[row][column + aside], framed[row + ahead][column]
    far_x, far_y = framed[row][column - aside], framed[row - ahead][column]
    along = (framed[row - ahead][column + aside], framed[row + ahead][column - aside])
    on_stair = "#" in along if here == "#" else "#" not in along
    return near_x if near_x == near_y != here and far_x == far_y == here and on_stair else here
