"""What an eye must do: tell patterns apart, see what can't be chosen, find the cursor."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from companion.core.interfaces import HEIGHT, WIDTH, Press
from companion.games.campanile.palette import CAMPANILE_PALETTE
from companion.games.campanile.rules.towers import STYLES
from companion.games.campanile.screens.turn import GROUND_Y, PILES_WIDTH
from companion.text import Words
from companion.ui.input.entry import Entry
from companion.ui.input.menu import Notice
from companion.ui.input.people import NamePicker
from companion.ui.screens import View, drawing, render, table_pieces
from companion.ui.screens.choice import UNDER_MAIN, divide_row, draw_main_word
from companion.ui.screens.drawing import SAFE_WIDTH
from companion.ui.screens.fonts import MEDIUM, text_width
from companion.ui.screens.panels import blank_from
from tests.entries import view_of
from tests.ui.screens.every import staged
from tests.ui.screens.fitting import look_at, of_view

A_TENTH = 13 * 8 // 10
FEW_BYTES = 200
"""What a moved cursor may cost; a new screen is some 800 bytes."""


def lit(image: Image.Image) -> int:
    return image.convert("L").histogram()[255]


def filled(style: str) -> Image.Image:
    image = Image.new("1", (13, 8))
    table_pieces.fill_pattern(image, (0, 0, 13, 8), CAMPANILE_PALETTE[style].pattern)
    return image


@pytest.mark.parametrize(("one", "other"), [*combinations(STYLES, 2)])
def test_two_styles_differ_even_on_a_low_tower(one: str, other: str) -> None:
    assert lit(ImageChops.logical_xor(filled(one), filled(other))) >= A_TENTH


def test_a_tower_that_cannot_be_built_is_fainter() -> None:
    free, barred = (render(staged(each)) for each in ("tower-late", "tower-barred"))
    _, (left, right), *_ = divide_row(len(STYLES))
    for rows in ((UNDER_MAIN, GROUND_Y), (GROUND_Y + 1, HEIGHT)):
        red = (left, rows[0], right, rows[1])
        assert lit(barred.crop(red)) < lit(free.crop(red))


@pytest.mark.parametrize(
    ("stage", "press"),
    [
        ("tower-late", Press.DOWN),
        ("name", Press.RIGHT),
        ("players", Press.RIGHT),
        ("capitol-turn-late", Press.RIGHT),
        ("capitol-bid-first", Press.UP),
        ("capitol-draw", Press.DOWN),
    ],
)
def test_a_moved_cursor_changes_few_bytes(stage: str, press: Press) -> None:
    view = staged(stage)
    moved = view.entry.press(press)
    assert isinstance(moved, Entry)
    assert 0 < changed(render(view), render(view._replace(entry=moved))) <= FEW_BYTES


def changed(before: Image.Image, after: Image.Image) -> int:
    """Bytes of the panel's memory that differ: eight pixels under one another make a byte."""
    difference = ImageChops.logical_xor(before, after)
    boxes = ((x, y, x + 1, y + 8) for x in range(WIDTH) for y in range(0, HEIGHT, 8))
    return sum(difference.crop(box).getbbox() is not None for box in boxes)


def test_mirrored_the_piles_lie_at_the_right() -> None:
    view = staged("piles-tower-first")
    assert isinstance(view, View)
    left, right = render(view), render(view._replace(mirrored=True))
    piles = (0, UNDER_MAIN, PILES_WIDTH, HEIGHT)
    moved = (SAFE_WIDTH - PILES_WIDTH, UNDER_MAIN, SAFE_WIDTH, HEIGHT)
    assert left.crop(piles).tobytes() == right.crop(moved).tobytes()


def test_words_that_do_not_fit_a_notice_end_with_a_sign_that_there_is_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A refusal to switch off comes from the system, as long as it likes."""
    written: list[str] = []

    def note(
        _image: object, _x: int, _y: int, lines: list[str], *_rest: object, **_: object
    ) -> None:
        written.extend(lines)

    monkeypatch.setattr(drawing, "draw_lines", note)
    for why, cut in (("not now", False), ("an upgrade is under way and " * 9, True)):
        written.clear()
        render(view_of(Notice(key="off-refused", values={"why": why}), None, Words()))
        assert any(line.endswith("…") for line in written) is cut


@pytest.mark.parametrize("word", ["Brown", "Beige"])
def test_a_notice_leaves_the_main_word(word: str) -> None:
    """With tails and without; the picture under the word goes as a whole."""
    image, top = drawing.blank_image(), 31
    draw_main_word(image, word)
    table_pieces.draw_card(image, (0, UNDER_MAIN, SAFE_WIDTH, HEIGHT))
    before = image.crop((0, 0, WIDTH, top))
    blank_from(image, top)
    assert ImageChops.difference(image.crop((0, 0, WIDTH, top)), before).getbbox() is None
    assert image.crop((0, top, WIDTH, HEIGHT)).getbbox() is None


def test_a_notice_cuts_nothing_through() -> None:
    image = drawing.blank_image()
    table_pieces.draw_card(image, (0, 20, SAFE_WIDTH, HEIGHT))
    blank_from(image, 31)
    assert image.getbbox() is None


def test_a_number_in_a_table_check_keeps_its_label() -> None:
    lines = [line.text for line in look_at(of_view(staged("table-check-cards")), "de").lines]
    assert "25" not in lines
    assert any(line.endswith(": 25") for line in lines), lines


def test_the_caret_behind_a_name_is_no_letter() -> None:
    """An upright one reads as an l: it lies on the line."""
    view = staged("name")
    assert isinstance(view.entry, NamePicker)
    end = drawing.LEFT + text_width(view.entry.text, MEDIUM)
    behind = render(view).crop((end, 0, SAFE_WIDTH, drawing.HEADER_Y + MEDIUM.capital))
    box = behind.getbbox()
    assert box is not None
    assert box[2] - box[0] > box[3] - box[1]


@pytest.mark.parametrize("stage", ["bologna-secure", "capitol-turn-late", "capitol-place"])
def test_a_notice_leaves_the_header_and_cuts_no_letter(stage: str) -> None:
    """Also where no row is wholly dark between the header and the notice."""
    view = staged(stage)
    assert isinstance(view, View)
    before = render(view)
    after = before.copy()
    blank_from(after, HEIGHT // 2)
    header = (0, 0, SAFE_WIDTH, drawing.HEADER_Y + 1)
    assert after.crop(header).getbbox() is not None
    for x in range(WIDTH):
        ends = max((y for y in range(HEIGHT) if after.getpixel((x, y))), default=None)
        if ends is not None:
            assert not before.getpixel((x, ends + 1))
