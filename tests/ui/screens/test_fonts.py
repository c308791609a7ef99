"""The fonts draw every letter that we promise, keeps to its measures and takes any text."""

import string
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.core.languages import LANGUAGES
from companion.ui.screens.fonts import (
    BOX,
    FIGURES,
    LARGE,
    SMALL,
    TEXT,
    Anchor,
    Font,
    draw_glyphs,
    shorten_text,
    text_width,
    wrap_text,
)
from tests.pictures import assert_picture
from tests.text.every import forms, texts

FONTS = {"text": TEXT, "small": SMALL, "large": LARGE, "figures": FIGURES}
every_font = pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
every_lettered_font = pytest.mark.parametrize(
    "font", [TEXT, SMALL, LARGE], ids=["text", "small", "large"]
)

ASCII = "".join(chr(code) for code in range(ord("!"), 0x7F))
LATIN = "".join(chr(code) for code in range(0xC0, 0x100)) + "œŒŸẞ"
SIGNS = "’‘“”„«»–—…€·×•←→↑↓✓↩↵"  # look like ASCII, which is why they are tested
TOWERS = "0123456789+-/×=:"  # the sign that multiplies, not the letter
SMALLEST_CAPITAL = 7  # rows; less is not legible from 60 cm

SPECIMEN = (
    (TEXT, "Franziska, Il1 O0 B8 S5 rn m; Größe ÄÖÜ éèàù ñ ç"),
    (TEXT, ASCII[:48]),
    (TEXT, ASCII[48:]),
    (TEXT, LATIN[:34]),
    (TEXT, LATIN[34:]),
    (TEXT, SIGNS + " İŁłąęőřșž 字"),
    (SMALL, ASCII),
    (SMALL, LATIN),
    (SMALL, "Equal: nearer the cards. " + SIGNS),
    (LARGE, "Intermezzo: Finito ÄÖ"),
    (LARGE, "Größe 0123456789"),
    (FIGURES, TOWERS + " Birgit"),
)


def pixels(letter: str, font: Font) -> tuple[int, bytes]:
    glyph = font.glyph(letter)
    return glyph.width, glyph.bitmap.tobytes()


def lit_box(image: Image.Image) -> tuple[int, int, int, int]:
    box = image.getbbox()
    assert box is not None
    return box


@every_lettered_font
@pytest.mark.parametrize("letters", [ASCII, LATIN, SIGNS], ids=["ascii", "latin", "signs"])
def test_every_promised_character_has_a_glyph_of_its_own(font: Font, letters: str) -> None:
    box = pixels(BOX, font)
    for letter in letters:
        assert font.glyph(letter).bitmap.getbbox(), f"{letter} is empty"
        assert pixels(letter, font) != box, f"{letter} is a box"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_letters(language: str) -> None:
    said = set("".join(form for each in texts(language).values() for form in forms(each)))
    both_cases = {*said, *"".join(said).upper(), *"".join(said).lower()} - {"\n"}
    for letter, font in product(both_cases, FONTS.values()):
        assert pixels(letter, font) != pixels(BOX, font), letter


def test_a_name_is_not_broken_before_its_number() -> None:
    for room in range(text_width("Spieler 2:", TEXT), 120):
        assert any("Spieler 2:" in line for line in wrap_text("37. Spieler 2: Blau +2", TEXT, room))


@every_lettered_font
def test_a_no_break_space_is_never_broken_at(font: Font) -> None:
    sentence = "Points\N{NO-BREAK SPACE}: 12\N{NARROW NO-BREAK SPACE}% only"
    room = text_width("12 % on", font)
    wrapped = ["Points\N{NO-BREAK SPACE}:", "12\N{NARROW NO-BREAK SPACE}%", "only"]
    assert wrap_text(sentence, font, max(room, text_width(wrapped[0], font))) == wrapped
    assert text_width("a\N{NARROW NO-BREAK SPACE}b", font) == text_width("a b", font) - font.scale


@every_lettered_font
def test_no_two_letters_or_figures_look_alike(font: Font) -> None:
    """Neither within a language nor between a letter and its accented forms."""
    letters = string.ascii_letters + string.digits + LATIN.replace("Ð", "") + "őűăščřğ"
    seen: dict[tuple[int, bytes], str] = {}
    for letter in letters:
        assert seen.setdefault(pixels(letter, font), letter) == letter


@every_font
def test_capitals_and_figures_stand_on_the_baseline(font: Font) -> None:
    assert font.capital >= SMALLEST_CAPITAL
    capitals = "" if font is FIGURES else string.ascii_uppercase.replace("Q", "")
    for letter in capitals + string.digits:
        _, top, _, bottom = lit_box(font.glyph(letter).bitmap)
        assert (top, bottom) == (font.above, font.above + font.capital), letter


@every_font
@given(text=st.text(max_size=12))
def test_drawing_agrees_with_measuring(font: Font, text: str) -> None:
    """Any text at all can be drawn, and leaves no pixel outside its measure."""
    image = Image.new("1", (700, 40))
    end = draw_glyphs(image, 3, 8, text, font)
    assert end == 3 + text_width(text, font)
    box = image.getbbox()
    if box:
        assert box[0] >= 3
        assert box[2] <= end
        assert box[1] >= 8 - font.above
        assert box[3] <= 8 + font.capital + font.below


@pytest.mark.parametrize(("anchor", "left"), [("l", 50), ("m", 42), ("r", 33)])
def test_an_anchor_moves_the_line(anchor: Anchor, left: int) -> None:
    image = Image.new("1", (128, 64))
    end = draw_glyphs(image, 50, 20, "EIEI", SMALL, anchor=anchor)
    assert lit_box(image) == (left, 20, left + 17, 27)
    assert end == left + 17


def test_unlit_text_is_cut_out_of_a_lit_ground() -> None:
    lit, cut = Image.new("1", (128, 64)), Image.new("1", (128, 64), 255)
    draw_glyphs(lit, 10, 10, "Birgit +5", TEXT)
    draw_glyphs(cut, 10, 10, "Birgit +5", TEXT, lit=False)
    assert cut.point(lambda value: 255 - value).tobytes() == lit.tobytes()


@pytest.mark.sample(12)
@pytest.mark.parametrize("x", [-(10**12), -20, -3, 60, 10**12])
@pytest.mark.parametrize("y", [-(10**12), -30, -5, 30, 10**12])
@every_font
def test_what_falls_outside_the_image_is_left_out(font: Font, x: int, y: int) -> None:
    """What is drawn over an edge is the same picture, cut."""
    small, large = Image.new("1", (64, 32)), Image.new("1", (464, 232))
    assert draw_glyphs(small, x, y, "8Ágil5", font) == x + text_width("8Ágil5", font)
    draw_glyphs(large, x + 200, y + 100, "8Ágil5", font)
    assert small.tobytes() == large.crop((200, 100, 264, 132)).tobytes()


def test_a_text_typed_as_letter_and_accent_is_drawn_as_one() -> None:
    assert pixels("e\u0301", TEXT) == pixels("é", TEXT)
    assert text_width("x\u0302x\u0302", TEXT) == text_width("xx", TEXT)


def test_an_unknown_accent_leaves_its_letter_and_an_unknown_letter_a_box() -> None:
    assert pixels("ḁ", TEXT) == pixels("a", TEXT)
    assert pixels("²", TEXT) == pixels("2", TEXT)
    assert pixels("字", TEXT) == pixels("😀", TEXT) == pixels(BOX, TEXT)


def test_marks_that_cannot_be_seen_take_no_room() -> None:
    assert text_width("\u200eA\u200d\ufe0f", TEXT) == text_width("A", TEXT)


@every_font
@given(text=st.text(max_size=40), room=st.integers(-5, 200))
def test_a_fitted_text_never_exceeds_its_room(font: Font, text: str, room: int) -> None:
    assert text_width(shorten_text(text, font, room), font) <= max(room, 0)


def test_a_fitted_text_keeps_all_it_can() -> None:
    assert shorten_text("Franziska", TEXT, text_width("Franziska", TEXT)) == "Franziska"
    for kept in range(1, 8):
        short = "Franziska"[:kept] + "…"
        assert shorten_text("Franziska", TEXT, text_width(short, TEXT)) == short
    assert shorten_text("Anna Magdalena", TEXT, text_width("Anna …", TEXT)) == "Anna…"
    assert shorten_text("Franziska", TEXT, 3) == ""


@given(text=st.text(max_size=60), room=st.integers(12, 200))
def test_a_wrapped_text_keeps_its_words_and_its_room(text: str, room: int) -> None:
    lines = wrap_text(text, SMALL, room)
    assert all(lines)
    for line in lines:
        assert text_width(line, SMALL) <= room
    assert count_of_lit_pixels(" ".join(lines)) == count_of_lit_pixels(text)


def count_of_lit_pixels(text: str) -> int:
    """Count lit pixels, which no break between letters may change."""
    image = Image.new("1", (1200, 12))
    draw_glyphs(image, 0, 2, "".join(text.split()), SMALL)
    return image.histogram()[255]


def test_lines_break_at_spaces_and_long_words_where_they_must() -> None:
    assert wrap_text("Equal: nearer the cards", TEXT, 90) == ["Equal: nearer", "the cards"]
    assert "".join(wrap_text("Donaudampfschifffahrt", TEXT, 60)) == "Donaudampfschifffahrt"
    assert wrap_text("", TEXT, 60) == wrap_text("  ", TEXT, 60) == []
    assert wrap_text("ab", TEXT, 0) == ["a", "b"]


def test_the_faces_look_as_they_did() -> None:
    image = Image.new("1", (504, sum(font.height for font, _ in SPECIMEN)))
    y = 0
    for font, line in SPECIMEN:
        assert draw_glyphs(image, 1, y + font.above, line, font) < image.width
        y += font.height
    assert_picture(image, "fonts")
