"""Looks on while pictures are drawn: what was said, what is read in full, and what came to harm.

Text is cut in one place, `fonts.shorten_text`; everything is drawn by `fonts.draw_glyphs`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops

from companion.box.devices.boards import BOARDS
from companion.box.devices.keyboard import KEY_NAMES
from companion.core.interfaces import HEIGHT, WIDTH
from companion.core.languages import SOURCE
from companion.games import find_words, title_of
from companion.text import Words
from companion.text.words import NAMED_BUTTONS
from companion.ui.input.amendment import StrokePicker, TurnPicker
from companion.ui.input.history import GamePicker, PersonPicker
from companion.ui.input.menu import Menu
from companion.ui.input.people import FreeText
from companion.ui.input.table_check import TableCheck
from companion.ui.screens import View, fonts, render
from companion.ui.screens.drawing import SAFE_HEIGHT, SAFE_WIDTH
from companion.ui.screens.fonts import Anchor, Font
from tests.text.every import name_of
from tests.ui.screens.cast import NAMES

TAILS = 5
"""So many pixels of a line's letters may reach into the line below."""
OF_A_NAME = 3
"""So many letters of a usual name must be left."""
TITLES = ("menu.", "table_check.page", "amend.turn", "history.games", "history.players")
"""Keys of what stands over a list."""


def widest_buttons(language: str) -> Mapping[str, str]:
    """The names of the buttons on the board that has the widest ones."""
    boards = [{}, KEY_NAMES, *(board.button_names for board in BOARDS.values())]
    return max(boards, key=lambda names: _width_of_buttons(Words(language, buttons=names)))


def _width_of_buttons(words: Words) -> int:
    return sum(fonts.text_width(words.named("button", each), fonts.SMALL) for each in NAMED_BUTTONS)


class Overheard(Words):
    """Words that remember what they have said, each text with the name of its sentence."""

    def __init__(self, language: str = SOURCE) -> None:
        self.said: list[tuple[str, str]] = []
        self._game = ""
        super().__init__(language, find_words, title_of, widest_buttons(language))

    def of(self, game: str) -> "Overheard":
        own = super().of(game)
        assert isinstance(own, Overheard)
        own._game = game or self._game
        return own

    def say(self, key: str, **values: object) -> str:
        return self._note(key, super().say(key, **values))

    def named(self, kind: str, value: str) -> str:
        return self._note(f"{kind}.{value}", super().named(kind, value))

    def _word_of(self, name: str, value: object) -> str:
        word = super()._word_of(name, value)
        key = f"{self.kinds.get(name)}.{value}"
        return word if isinstance(value, tuple) else self._note(key, word)

    def _note(self, key: str, text: str) -> str:
        own = f"{key}.{self._game}"
        if self.has(key):
            self.said.append((name_of(self._game, own if self.has(own) else key), text))
        return text


@cache
def overheard(language: str) -> Overheard:
    """The words of a language, whose memory is cleared for each picture."""
    return Overheard(language)


class Picture(NamedTuple):
    """Something to look at in any language."""

    draw: Callable[[Words], Image.Image]
    is_covered: bool = False
    """Whether a band lies over a part of it."""
    is_list: bool = False
    """Whether lines that are not pointed at may be cut."""


LISTS = (Menu, FreeText, TableCheck, TurnPicker, StrokePicker, GamePicker, PersonPicker)
"""Entries whose items are told in full only where they are pointed at."""
Pictures = Iterator[tuple[str, Picture]]
"""Pictures by name."""


def of_view(view: View, game: str = "") -> Picture:
    """The picture of a view, whatever the language, in the words of a game."""
    over = (view.entry.refused, view.undo_notice, view.new_sign)
    covered = any(each is not None for each in over)
    listed = isinstance(view.entry, LISTS)
    return Picture(lambda words: render(view._replace(words=words.of(game))), covered, listed)


class Line(NamedTuple):
    """A line of text as it was drawn, its left top at (x, y)."""

    text: str
    x: int
    y: int
    font: Font
    lit: bool
    anchor: Anchor

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The pixels of its capitals."""
        right = self.x + fonts.text_width(self.text, self.font)
        return (self.x, self.y, right, self.y + self.font.capital)

    @property
    def is_outside(self) -> bool:
        """Whether a pixel of it lies where there is no screen, or where it may not be lit."""
        top, right = self.y - self.font.above, self.box[2]
        if (
            self.x >= 0
            and right <= SAFE_WIDTH
            and top >= 0
            and top + self.font.height <= SAFE_HEIGHT
        ):
            return False
        larger = Image.new("1", (3 * WIDTH, 3 * HEIGHT))
        fonts.draw_glyphs(larger, self.x + WIDTH, self.y + HEIGHT, self.text, self.font)
        larger.paste(0, (WIDTH, HEIGHT, WIDTH + SAFE_WIDTH, HEIGHT + SAFE_HEIGHT))
        return larger.getbbox() is not None


class Flaw(NamedTuple):
    """Words that came to harm."""

    key: str
    text: str
    what: str


@dataclass
class Seen:
    """What was seen of a picture while it was drawn."""

    picture: Picture
    said: list[tuple[str, str]]
    lines: list[Line] = field(default_factory=list)
    cut: list[tuple[str, str, int]] = field(default_factory=list)
    """Texts that had no room: the whole, what was left, pixels too many."""
    broken: list[Sequence[str]] = field(default_factory=list)
    """Words that were broken into pieces, though perhaps not drawn so in the end."""
    image: Image.Image = field(default_factory=lambda: Image.new("1", (WIDTH, HEIGHT)))

    def key_of(self, text: str) -> str:
        """The key of the longest sentence that the text is, has, or is a part of; "" for none."""
        text = squeezed(text)
        found = [
            (len(said), key)
            for key, each in self.said
            if (said := squeezed(each)) and (text in said or within(said, text))
        ]
        return max(found)[1] if found else ""

    @property
    def read_in_full(self) -> set[str]:
        """The keys of all that can be read from its beginning to its end."""
        everything = squeezed(" ".join(line.text for line in self.lines))
        whole = [text for _, text in self.said if within(squeezed(text), everything)]
        return {key for key, text in self.said if text and any(text in each for each in whole)}

    @property
    def faults(self) -> Iterator[Flaw]:
        """All that came to harm."""
        yield from self._cut()
        for pieces in self.broken:
            if any(line.text.split(" ")[-1] == pieces[0] for line in self.lines):
                word = "".join(pieces)
                yield Flaw(self.key_of(word), word, "broken inside a word")
        on_bars = {line._replace(lit=True) for line in self.lines if not line.lit}
        for line in self.lines:
            if line.is_outside:
                yield Flaw(self.key_of(line.text), line.text, "reaches outside")
            elif self.picture.is_covered or line in on_bars:
                continue
            elif self._laid_over(line) > TAILS:
                yield Flaw(self.key_of(line.text), line.text, "runs into something else")

    def _cut(self) -> Iterator[Flaw]:
        for text, left, pixels in self.cut:
            if text in NAMES and len(left) <= OF_A_NAME:
                yield Flaw("", text, f"only {left!r} is left of the name")
            elif (key := self.key_of(text)) and not self._may_be_cut(text, left):
                yield Flaw(key, text, f"{pixels} pixels too wide")

    def _may_be_cut(self, text: str, left: str) -> bool:
        """Whether only names are lost, or it is an item, or its end, that is not pointed at.

        One that is pointed at is wrapped, and so never drawn as a whole.
        """
        kept = left.removesuffix(fonts.ELLIPSIS)
        lost = text[text.rfind(" ", 0, len(kept)) + 1 :]
        if all(word.strip(",") in NAMES for word in lost.split()):
            return True
        whole = (key for key, said in self.said if said.endswith(text))
        return self.picture.is_list and any(not key.startswith(TITLES) for key in whole)

    def _laid_over(self, line: Line) -> int:
        """Pixels among its letters that are not theirs."""
        if not line.lit or not line.text:
            return 0
        own = Image.new("1", (WIDTH, HEIGHT))
        fonts.draw_glyphs(own, line.x, line.y, line.text, line.font)
        others = ImageChops.logical_and(self.image, ImageChops.invert(own))
        return others.crop(line.box).convert("L").histogram()[255]


def squeezed(text: str) -> str:
    """On one line, whatever it was wrapped to."""
    return " ".join(text.split())


def within(text: str, larger: str) -> bool:
    """Whether it stands there, and not as a part of a longer word."""
    return bool(text) and f" {text} " in f" {larger} "


@contextmanager
def looking_on(seen: Seen) -> Iterator[None]:
    """While this lasts, all that is drawn, cut and broken is noted."""
    draw, fit, pieces = fonts.draw_glyphs, fonts.shorten_text, fonts._break_word

    def note_draw(
        image: Image.Image,
        x: int,
        y: int,
        text: str,
        font: Font,
        *,
        lit: bool = True,
        anchor: Anchor = "l",
    ) -> int:
        wide = fonts.text_width(text, font)
        left = x - {"l": 0, "m": wide // 2, "r": wide}[anchor]
        seen.lines.append(Line(text, left, y, font, lit, anchor))
        return draw(image, x, y, text, font, lit=lit, anchor=anchor)

    def note_fit(text: str, font: Font, room: int) -> str:
        left = fit(text, font, room)
        if left != text:
            seen.cut.append((text, left, fonts.text_width(text, font) - room))
        return left

    def note_pieces(word: str, font: Font, room: int) -> list[str]:
        found = pieces(word, font, room)
        if len(found) > 1:
            seen.broken.append(found)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fonts, "draw_glyphs", note_draw)
        patch.setattr(fonts, "shorten_text", note_fit)
        patch.setattr(fonts, "_break_word", note_pieces)
        yield


def look_at(picture: Picture, language: str) -> Seen:
    """Draw a picture in a language and look on."""
    words = overheard(language)
    words.said.clear()
    seen = Seen(picture, words.said)
    with looking_on(seen):
        image = picture.draw(words)
    seen.said = [*words.said]
    seen.image = image
    return seen
