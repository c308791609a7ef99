"""Nothing is drawn outside the screen, whatever the names; what is cut is found by `test_fits`."""

import pytest
from PIL import Image

from companion.core.interfaces import HEIGHT, WIDTH
from companion.core.languages import LANGUAGES
from companion.games import words_in
from companion.text import Words
from companion.ui.input.menu import Menu
from companion.ui.screens import drawing, fonts, menus, render
from companion.ui.screens.doctor import draw_doctor_page
from companion.ui.screens.fonts import Anchor, Font
from companion.ui.screens.splash import draw_splash
from tests.ui.screens.cast import NAMES, Cast
from tests.ui.screens.every import STAGES

WIDE = ("WWWWWWWWWWWW", "Maximiliane", "Ångstrøm-Ñgj", "MMMMMMMMMMMM", "Éjyçpqgjyçpq")
EVERY_LANGUAGE = [words_in(language) for language in LANGUAGES]


def outside(image: Image.Image, left: int, top: int) -> bool:
    """Whether something is lit outside the screen that lies at (left, top) in a larger picture."""
    image.paste(0, (left, top, left + WIDTH, top + HEIGHT))
    return image.getbbox() is not None


def has_room(x: int, y: int, text: str, font: Font, anchor: Anchor) -> bool:
    """Whether the text lies inside the screen whatever accents and tails its letters have."""
    top = y - font.above
    if anchor != "l" or x < 0 or top < 0 or top + font.height > HEIGHT:
        return False
    return x + fonts.text_width(text, font) <= WIDTH


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that reach outside, of all that is drawn during the test."""
    found: list[str] = []
    draw = fonts.draw_glyphs

    def watch(
        image: Image.Image,
        x: int,
        y: int,
        text: str,
        font: Font,
        *,
        lit: bool = True,
        anchor: Anchor = "l",
    ) -> int:
        if not has_room(x, y, text, font, anchor):
            larger = Image.new("1", (5 * WIDTH, 3 * HEIGHT))
            draw(larger, x + 2 * WIDTH, y + HEIGHT, text, font, anchor=anchor)
            if outside(larger, 2 * WIDTH, HEIGHT):
                found.append(text)
        return draw(image, x, y, text, font, lit=lit, anchor=anchor)

    monkeypatch.setattr(fonts, "draw_glyphs", watch)
    return found


@pytest.mark.sample(30)
@pytest.mark.parametrize("stage", STAGES)
def test_no_text_reaches_outside_and_the_last_column_and_row_stay_dark(
    stage: str, watched: list[str]
) -> None:
    """The panel moves the picture by a pixel right and down now and then: they would be lost."""
    view = STAGES[stage](Cast(WIDE))
    for words in EVERY_LANGUAGE:
        image = render(view._replace(words=words))
        assert (words.language, watched) == (words.language, [])
        right, below = (WIDTH - 1, 0, WIDTH, HEIGHT), (0, HEIGHT - 1, WIDTH, HEIGHT)
        assert image.crop(right).getbbox() is None, words.language
        assert image.crop(below).getbbox() is None, words.language


@pytest.mark.sample(12)
@pytest.mark.parametrize("words", EVERY_LANGUAGE, ids=LANGUAGES)
@pytest.mark.parametrize("asked", ["picture", "press", "chime", "towers", "seats", "key"])
@pytest.mark.parametrize("found", [0, 1, 30])
def test_the_doctor_keeps_to_the_screen(
    asked: str, words: Words, found: int, watched: list[str]
) -> None:
    request = words.say(f"doctor.ask.{asked}", button="PREVIOUS", pin=22)
    lines = [("not-ok", "a finding with rather a long explanation")] * found
    for image in (draw_doctor_page(lines, request, words), draw_doctor_page(lines, None, words)):
        assert image.getbbox() == image.crop((0, 0, WIDTH - 1, HEIGHT - 1)).getbbox()
    assert watched == []


def test_the_splash_leaves_the_last_column_and_row_dark() -> None:
    assert draw_splash().getbbox() == draw_splash().crop((0, 0, WIDTH - 1, HEIGHT - 1)).getbbox()


@pytest.mark.parametrize("name", WIDE)
@pytest.mark.parametrize(
    ("stage", "seat"), [("seat", 0), ("name", 2), ("name-finish", 1), ("winner-by-a-chip", 0)]
)
def test_a_name_of_twelve_letters_is_written_whole(
    name: str, stage: str, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is given and where it wins; elsewhere it may end in an ellipsis."""
    drawn: list[str] = []

    def watch(_image: Image.Image, x: int, _y: int, text: str, font: Font, **_: object) -> int:
        drawn.append(text)
        return x + fonts.text_width(text, font)

    monkeypatch.setattr(fonts, "draw_glyphs", watch)
    render(STAGES[stage](Cast((*NAMES[:seat], name, *NAMES[seat + 1 :]))))
    assert name in drawn


def test_balanced_lines_break_no_word() -> None:
    lines = drawing.balance_lines("WWWWWWWWWWWW and Maximiliane", fonts.TEXT, WIDTH)
    assert lines == ["WWWWWWWWWWWW", "and Maximiliane"]


def test_balanced_lines_are_as_few_and_more_alike() -> None:
    text = "Turn up a card to refill the row"
    lines = drawing.balance_lines(text, fonts.TEXT, WIDTH)
    assert len(lines) == len(fonts.wrap_text(text, fonts.TEXT, WIDTH)) == 2
    assert abs(len(lines[0]) - len(lines[1])) <= 3


def test_a_name_cut_for_a_table_keeps_to_its_room() -> None:
    assert drawing.cut_text("Maximiliane", fonts.SMALL, 16) == "Max"
    assert drawing.cut_text("Maximiliane", fonts.SMALL, 1) == ""


def test_an_item_without_words_says_its_value() -> None:
    view = STAGES["players"](Cast())
    assert isinstance(view.entry, Menu)
    assert menus.label_of(view, view.entry.items[0], view.entry) == "2"
