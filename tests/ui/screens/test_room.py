"""Nothing is drawn outside the screen, whatever the names; what is cut is found by `test_fits`."""

from functools import partial

import pytest

from companion.core.interfaces import HEIGHT, WIDTH
from companion.core.languages import LANGUAGES, SOURCE
from companion.games import words_in
from companion.ui.input.menu import Menu
from companion.ui.screens import drawing, fonts, menus
from companion.ui.screens.doctor import draw_doctor_page
from companion.ui.screens.splash import draw_splash
from tests.ui.screens.cast import NAMES, Cast
from tests.ui.screens.every import STAGES
from tests.ui.screens.fitting import Picture, look_at, of_view

WIDE = ("WWWWWWWWWWWW", "Maximiliane", "Ångstrøm-Ñgj", "MMMMMMMMMMMM", "Éjyçpqgjyçpq")


def assert_inside(picture: Picture, language: str) -> None:
    """Nothing is lit in the last column and row, which the panel moves away now and then."""
    seen = look_at(picture, language)
    assert (language, [line.text for line in seen.lines if line.is_outside]) == (language, [])
    assert seen.image.getbbox() == seen.image.crop((0, 0, WIDTH - 1, HEIGHT - 1)).getbbox()


@pytest.mark.sample(12)
@pytest.mark.parametrize("stage", STAGES)
def test_no_text_reaches_outside_and_the_last_column_and_row_stay_dark(stage: str) -> None:
    picture = of_view(STAGES[stage](Cast(WIDE)))
    for language in LANGUAGES:
        assert_inside(picture, language)


@pytest.mark.sample(12)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("asked", ["picture", "press", "chime", "towers", "seats", "key"])
@pytest.mark.parametrize("found", [0, 1, 30])
def test_the_doctor_keeps_to_the_screen(asked: str, language: str, found: int) -> None:
    request = words_in(language).say(f"doctor.ask.{asked}", button="PREVIOUS", pin=22)
    lines = [("not-ok", "a finding with rather a long explanation")] * found
    for each in (request, None):
        assert_inside(Picture(partial(draw_doctor_page, lines, each)), language)


def test_the_splash_leaves_the_last_column_and_row_dark() -> None:
    assert draw_splash().getbbox() == draw_splash().crop((0, 0, WIDTH - 1, HEIGHT - 1)).getbbox()


@pytest.mark.parametrize("name", WIDE)
@pytest.mark.parametrize(
    ("stage", "seat"), [("seat", 0), ("name", 2), ("name-finish", 1), ("winner-by-a-chip", 0)]
)
def test_a_name_of_twelve_letters_is_written_whole(name: str, stage: str, seat: int) -> None:
    """Where it is given and where it wins; elsewhere it may end in an ellipsis."""
    view = STAGES[stage](Cast((*NAMES[:seat], name, *NAMES[seat + 1 :])))
    assert name in [line.text for line in look_at(of_view(view), SOURCE).lines]


def test_balanced_lines_break_no_word() -> None:
    lines = drawing.balance_lines("WWWWWWWWWWWW and Maximiliane", fonts.TEXT, WIDTH)
    assert lines == ["WWWWWWWWWWWW", "and Maximiliane"]


def test_balanced_lines_are_as_few_and_more_alike() -> None:
    text = "Turn up a card to refill the row"
    lines = drawing.balance_lines(text, fonts.TEXT, WIDTH)
    assert len(lines) == len(fonts.wrap_text(text, fonts.TEXT, WIDTH)) == 2
    assert abs(len(lines[0]) - len(lines[1])) <= 3


def test_a_name_cut_for_a_table_keeps_to_its_room() -> None:
    assert fonts.cut_text("Maximiliane", fonts.SMALL, 16) == "Max"
    assert fonts.cut_text("Maximiliane", fonts.SMALL, 1) == ""


def test_a_cut_number_of_a_seat_stays() -> None:
    assert fonts.cut_text("Player 2", fonts.SMALL, 16) == "P 2"
    assert fonts.shorten_text("Player 2", fonts.SMALL, 26).endswith("… 2")


def test_an_item_without_words_says_its_value() -> None:
    view = STAGES["players"](Cast())
    assert isinstance(view.entry, Menu)
    assert menus.label_of(view, view.entry.items[0], view.entry) == "2"
