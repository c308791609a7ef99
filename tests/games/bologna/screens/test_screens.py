"""Bologna's towers differ, and its cursor is seen."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from companion.core.interfaces import HEIGHT, WIDTH, Press
from companion.core.languages import SOURCE
from companion.games import words_in
from companion.games.bologna.input.board import BoardPicker
from companion.games.bologna.input.cards import SPECIALS
from companion.games.bologna.rules.board import FIELDS, BoardField
from companion.games.bologna.rules.cards import FIRE
from companion.games.bologna.rules.scoring import BolognaPlayer
from companion.games.bologna.screens import list_zone
from companion.games.bologna.screens.fields import (
    SIZE,
    OwnerShape,
    assign_shapes,
    draw_frame,
    draw_shape,
    locate_field,
)
from companion.ui.input.entry import Answered
from companion.ui.input.field_pages import PlaceEditor
from companion.ui.screens import render
from companion.ui.screens.fonts import MEDIUM
from tests.ui.screens.cast import Cast
from tests.ui.screens.every import STAGES, staged
from tests.ui.screens.fitting import look_at, of_view

WORDS = words_in()
A_QUARTER = SIZE * SIZE // 4
AN_EIGHTH = SIZE * SIZE // 8
VARIANTS = ("light", "cards-96", "end-at-empty-pile", "secure-built", "specials-build")


def drawn(shape: OwnerShape, *, roofed: bool) -> Image.Image:
    image = Image.new("1", (SIZE, SIZE))
    draw_shape(image, 0, 0, SIZE, shape, roofed=roofed)
    return image


def differ(one: Image.Image, other: Image.Image) -> int:
    return ImageChops.logical_xor(one, other).convert("L").histogram()[255]


@pytest.mark.parametrize(("one", "other"), [*combinations(OwnerShape, 2)])
def test_the_towers_of_two_players_differ(one: OwnerShape, other: OwnerShape) -> None:
    assert differ(drawn(one, roofed=False), drawn(other, roofed=False)) >= A_QUARTER
    assert differ(drawn(one, roofed=True), drawn(other, roofed=True)) >= AN_EIGHTH


@pytest.mark.parametrize("shape", OwnerShape)
def test_a_roof_can_be_seen(shape: OwnerShape) -> None:
    assert differ(drawn(shape, roofed=False), drawn(shape, roofed=True)) >= AN_EIGHTH


def test_the_lightest_stones_are_full_and_the_darkest_a_frame() -> None:
    players = [
        BolognaPlayer("Al", "black"),
        BolognaPlayer("Bo", "yellow"),
        BolognaPlayer("Cy", "red"),
    ]
    full, gate, column, frame = OwnerShape
    assert assign_shapes(players) == {0: frame, 1: full, 2: column}
    four = [*players, BolognaPlayer("Di", "white")]
    assert assign_shapes(four) == {0: frame, 1: gate, 2: column, 3: full}


@pytest.mark.sample(12)
@pytest.mark.parametrize("at", FIELDS)
def test_the_cursor_is_a_whole_frame_wherever_it_stands(at: BoardField) -> None:
    image = Image.new("1", (WIDTH, HEIGHT))
    draw_frame(image, [at])
    x, y = locate_field(at)
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    assert left <= x - 1
    assert right > x + SIZE
    assert (top <= y, bottom >= y + SIZE) == (True, True)
    for box in (
        (left, top, right, top + 1),
        (left, bottom - 1, right, bottom),
        (left, top, left + 1, bottom),
        (right - 1, top, right, bottom),
    ):
        assert image.crop(box).convert("L").getextrema() == (255, 255)


@pytest.mark.parametrize("stage", ["bologna-board-line", "bologna-board-sixth-stone"])
def test_a_line_is_drawn_as_it_will_stand(stage: str) -> None:
    cast = Cast()
    view = STAGES[stage](cast)
    assert isinstance(view.entry, BoardPicker)
    assert view.session is not None
    fields, before = view.entry.area, render(view)
    said = view.entry.press(Press.OK)
    assert isinstance(said, Answered)
    for answer in said.answers:
        view.session.answer(answer)
    after = render(cast.before(view.session))
    for at in fields:
        x, y = locate_field(at)
        box = (x, y + 2, x + SIZE, y + SIZE)  # the cursor covers rows of the highest fields
        assert before.crop(box).tobytes() == after.crop(box).tobytes()


def test_special_rows_are_as_long_as_the_numbers() -> None:
    assert {len(fonts) for fonts in SPECIALS.values()} == {7}


@pytest.mark.parametrize(
    ("stage", "large"),
    [
        ("board-late", {"5", "6", "Birgit"}),
        ("board-row", {"6"}),
        ("board-column", {"6", "2"}),
        ("board-line-of-four", {"+4"}),
        ("board-fire", {"Fire", "Albert", "-1", "Birgit", "-3"}),
    ],
)
def test_the_cards_of_a_field_and_what_stands_there_are_large(stage: str, large: set[str]) -> None:
    lines = look_at(of_view(staged(f"bologna-{stage}")), SOURCE).lines
    assert large <= {line.text for line in lines if line.font.capital >= MEDIUM.capital}


def test_the_cursor_stands_apart_from_the_chosen_action() -> None:
    """At the board's last column its frame does not run into the bar beside it."""
    view = staged("bologna-board-sign")
    assert isinstance(view.entry, BoardPicker)
    at = BoardField("8-8")
    entry = replace(view.entry, at=at, action=FIRE, sign=None)
    image = render(view._replace(entry=entry))
    right = locate_field(at)[0] + SIZE + 2
    between = image.crop((right, HEIGHT - 16, right + 2, HEIGHT))
    assert between.getbbox() is None


@pytest.mark.parametrize("moved", [Press.DOWN, Press.RIGHT])
def test_the_plague_is_drawn_where_it_would_be(moved: Press) -> None:
    """One skull only: it moves with the cursor, and the old place is as bare as the others."""
    view = STAGES["bologna-edit-plague"](Cast())
    entry = view.entry.press(moved)
    assert isinstance(entry, PlaceEditor)
    picture = render(view._replace(entry=entry))
    view.table.board.plague = list_zone(entry.word)
    assert render(view._replace(entry=entry)).tobytes() == picture.tobytes()
