"""The lettering draws every letter we promise, keeps to its measures and takes any text."""

import string
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.screens.fonts import (
    BOX,
    FIGURES,
    LARGE,
    SMALL,
    TEXT,
    Anchor,
    Face,
    draw,
    fit,
    width,
    wrap,
)
from companion.text.words import LANGUAGES
from tests.pictures import assert_picture
from tests.text.every import forms, texts

FACES = {"text": TEXT, "small": SMALL, "large": LARGE, "figures": FIGURES}
every_face = pytest.mark.parametrize("face", FACES.values(), ids=FACES)
every_lettered_face = pytest.mark.parametrize(
    "face", [TEXT, SMALL, LARGE], ids=["text", "small", "large"]
)

ASCII = "".join(chr(code) for code in range(ord("!"), 0x7F))
LATIN = "".join(chr(code) for code in range(0xC0, 0x100)) + "œŒŸẞ"
SIGNS = "’‘“”„«»–—…€·×•←→↑↓✓"  # look like ASCII, which is why they are tested
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


def pixels(letter: str, face: Face) -> tuple[int, bytes]:
    glyph = face.glyph(letter)
    return glyph.width, glyph.bitmap.tobytes()


def lit_box(image: Image.Image) -> tuple[int, int, int, int]:
    box = image.getbbox()
    assert box is not None
    return box


@every_lettered_face
@pytest.mark.parametrize("letters", [ASCII, LATIN, SIGNS], ids=["ascii", "latin", "signs"])
def test_every_promised_character_has_a_glyph_of_its_own(face: Face, letters: str) -> None:
    box = pixels(BOX, face)
    for letter in letters:
        assert face.glyph(letter).bitmap.getbbox(), f"{letter} is empty"
        assert pixels(letter, face) != box, f"{letter} is a box"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_letters(language: str) -> None:
    said = set("".join(form for each in texts(language).values() for form in forms(each)))
    both_cases = {*said, *"".join(said).upper(), *"".join(said).lower()} - {"\n"}
    for letter, face in product(both_cases, FACES.values()):
        assert pixels(letter, face) != pixels(BOX, face), letter


@every_lettered_face
def test_a_no_break_space_is_never_broken_at(face: Face) -> None:
    sentence = "Points\N{NO-BREAK SPACE}: 12\N{NARROW NO-BREAK SPACE}% only"
    room = width("12 % on", face)
    wrapped = ["Points\N{NO-BREAK SPACE}:", "12\N{NARROW NO-BREAK SPACE}%", "only"]
    assert wrap(sentence, face, max(room, width(wrapped[0], face))) == wrapped
    assert width("a\N{NARROW NO-BREAK SPACE}b", face) == width("a b", face) - face.scale


@every_lettered_face
def test_no_two_letters_or_figures_look_alike(face: Face) -> None:
    """Neither within a language nor between a letter and its accented forms."""
    letters = string.ascii_letters + string.digits + LATIN.replace("Ð", "") + "őűăščřğ"
    seen: dict[tuple[int, bytes], str] = {}
    for letter in letters:
        assert seen.setdefault(pixels(letter, face), letter) == letter


def test_figures_are_drawn_large_and_equally_wide() -> None:
    for figure in TOWERS:
        assert pixels(figure, FIGURES) != pixels(figure, TEXT)
    for figure in string.digits:
        left, top, _, bottom = lit_box(FIGURES.glyph(figure).bitmap)
        assert (top, bottom) == (FIGURES.above, FIGURES.above + 12)
        assert left <= 1
    for face in FACES.values():
        assert len({face.glyph(figure).width for figure in string.digits}) == 1


@every_face
def test_capitals_and_figures_stand_on_the_baseline(face: Face) -> None:
    assert face.capital >= SMALLEST_CAPITAL
    capitals = "" if face is FIGURES else string.ascii_uppercase.replace("Q", "")
    for letter in capitals + string.digits:
        _, top, _, bottom = lit_box(face.glyph(letter).bitmap)
        assert (top, bottom) == (face.above, face.above + face.capital), letter


@every_lettered_face
def test_an_accented_capital_is_taller_than_its_small_letter(face: Face) -> None:
    for letter in "ÄÖÜÉÈÀÇÑŠ":
        capital, small = (lit_box(face.glyph(x).bitmap) for x in (letter, letter.lower()))
        assert capital[1] < small[1]


@every_lettered_face
def test_an_accent_does_not_touch_its_letter(face: Face) -> None:
    for letter in "äöüÄÖÜéèêñÉÈÊÑ":
        bitmap = face.glyph(letter).bitmap
        rows = [bitmap.crop((0, y, bitmap.width, y + 1)).getbbox() for y in range(bitmap.height)]
        _, top, _, bottom = lit_box(bitmap)
        assert None in rows[top:bottom], letter


def test_headlines_fit_the_display() -> None:
    for word in ("Intermezzo", "Finito", "Campanile"):
        assert width(word, LARGE) <= 128


def test_a_line_of_text_holds_twenty_average_letters() -> None:
    sample = "the table presses what happened and every tie is told"
    assert width(sample, TEXT) * 20 <= 128 * len(sample)
    assert width(sample, SMALL) * 25 <= 128 * len(sample)


@every_face
def test_widths_add_up(face: Face) -> None:
    assert width("", face) == 0
    assert width("8", face) == face.glyph("8").width
    assert width("12:5", face) == width("12", face) + face.gap + width(":5", face)


@every_face
@given(text=st.text(max_size=12))
def test_drawing_agrees_with_measuring(face: Face, text: str) -> None:
    """Any text at all can be drawn, and leaves no pixel outside its measure."""
    image = Image.new("1", (700, 40))
    end = draw(image, 3, 8, text, face)
    assert end == 3 + width(text, face)
    box = image.getbbox()
    if box:
        assert box[0] >= 3
        assert box[2] <= end
        assert box[1] >= 8 - face.above
        assert box[3] <= 8 + face.capital + face.below


@pytest.mark.parametrize(("anchor", "left"), [("l", 50), ("m", 42), ("r", 33)])
def test_an_anchor_moves_the_line(anchor: Anchor, left: int) -> None:
    image = Image.new("1", (128, 64))
    end = draw(image, 50, 20, "EIEI", SMALL, anchor=anchor)
    assert lit_box(image) == (left, 20, left + 17, 27)
    assert end == left + 17


def test_unlit_text_is_cut_out_of_a_lit_ground() -> None:
    lit, cut = Image.new("1", (128, 64)), Image.new("1", (128, 64), 255)
    draw(lit, 10, 10, "Birgit +5", TEXT)
    draw(cut, 10, 10, "Birgit +5", TEXT, lit=False)
    assert cut.point(lambda value: 255 - value).tobytes() == lit.tobytes()


@pytest.mark.parametrize("x", [-(10**12), -20, -3, 60, 10**12])
@pytest.mark.parametrize("y", [-(10**12), -30, -5, 30, 10**12])
@every_face
def test_what_falls_outside_the_image_is_left_out(face: Face, x: int, y: int) -> None:
    """What is drawn over an edge is the same picture, cut."""
    small, large = Image.new("1", (64, 32)), Image.new("1", (464, 232))
    assert draw(small, x, y, "8Ágil5", face) == x + width("8Ágil5", face)
    draw(large, x + 200, y + 100, "8Ágil5", face)
    assert small.tobytes() == large.crop((200, 100, 264, 132)).tobytes()


def test_a_text_typed_as_letter_and_accent_is_drawn_as_one() -> None:
    assert pixels("e\u0301", TEXT) == pixels("é", TEXT)
    assert width("x\u0302x\u0302", TEXT) == width("xx", TEXT)


def test_an_unknown_accent_leaves_its_letter_and_an_unknown_letter_a_box() -> None:
    assert pixels("ḁ", TEXT) == pixels("a", TEXT)
    assert pixels("²", TEXT) == pixels("2", TEXT)
    assert pixels("字", TEXT) == pixels("😀", TEXT) == pixels(BOX, TEXT)


def test_marks_that_cannot_be_seen_take_no_room() -> None:
    assert width("\u200eA\u200d\ufe0f", TEXT) == width("A", TEXT)


@every_face
@given(text=st.text(max_size=40), room=st.integers(-5, 200))
def test_a_fitted_text_never_exceeds_its_room(face: Face, text: str, room: int) -> None:
    assert width(fit(text, face, room), face) <= max(room, 0)


def test_a_fitted_text_keeps_all_it_can() -> None:
    assert fit("Franziska", TEXT, width("Franziska", TEXT)) == "Franziska"
    for kept in range(1, 8):
        short = "Franziska"[:kept] + "…"
        assert fit("Franziska", TEXT, width(short, TEXT)) == short
    assert fit("Anna Magdalena", TEXT, width("Anna …", TEXT)) == "Anna…"
    assert fit("Franziska", TEXT, 3) == ""


@given(text=st.text(max_size=60), room=st.integers(12, 200))
def test_a_wrapped_text_keeps_its_words_and_its_room(text: str, room: int) -> None:
    lines = wrap(text, SMALL, room)
    assert all(lines)
    for line in lines:
        assert width(line, SMALL) <= room
    assert count_of_lit_pixels(" ".join(lines)) == count_of_lit_pixels(text)


def count_of_lit_pixels(text: str) -> int:
    """Count lit pixels, which no break between letters may change."""
    image = Image.new("1", (1200, 12))
    draw(image, 0, 2, "".join(text.split()), SMALL)
    return image.histogram()[255]


def test_lines_break_at_spaces_and_long_words_where_they_must() -> None:
    assert wrap("Equal: nearer the cards", TEXT, 90) == ["Equal: nearer", "the cards"]
    assert "".join(wrap("Donaudampfschifffahrt", TEXT, 60)) == "Donaudampfschifffahrt"
    assert wrap("", TEXT, 60) == wrap("  ", TEXT, 60) == []
    assert wrap("ab", TEXT, 0) == ["a", "b"]


def test_the_faces_look_as_they_did() -> None:
    image = Image.new("1", (504, sum(face.height for face, _ in SPECIMEN)))
    y = 0
    for face, line in SPECIMEN:
        assert draw(image, 1, y + face.above, line, face) < image.width
        y += face.height
    assert_picture(image, "lettering")
