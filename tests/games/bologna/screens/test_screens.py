"""Bologna's towers differ, its cursor is seen, and every entry has a picture."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from companion.games import start_session, words_in
from companion.games.bologna.input.board import BoardPicker
from companion.games.bologna.input.cards import SPECIALS
from companion.games.bologna.rules.board import FIELDS, HIGHEST, BoardField
from companion.games.bologna.rules.scoring import BolognaPlayer
from companion.games.bologna.screens.fields import (
    BY_NUMBER,
    SIZE,
    assign_grounds,
    draw_frame,
    draw_tower,
    locate_field,
)
from companion.input.context import InputContext
from companion.input.entry import Answered, Entry
from companion.interfaces import HEIGHT, WIDTH, Press
from companion.screens import render
from tests import depth
from tests.games.bologna.rules.custom import Custom
from tests.games.bologna.rules.dealer import Dealer
from tests.screens.cast import Cast
from tests.screens.stage import STAGES
from tests.screens.test_any_press import PRESSES, walk
from tests.screens.test_legible import FEW_BYTES, changed

WORDS = words_in()
AN_EIGHTH = SIZE * SIZE // 8
VARIANTS = ("light", "cards-96", "end-at-empty-pile", "secure-built", "specials-build")


def drawn(ground: str, height: int, *, roofed: bool) -> Image.Image:
    image = Image.new("1", (SIZE, SIZE))
    draw_tower(image, 0, 0, ground, height, roofed=roofed)
    return image


def differ(one: Image.Image, other: Image.Image) -> int:
    return ImageChops.logical_xor(one, other).convert("L").histogram()[255]


@pytest.mark.parametrize("roofed", [False, True])
@pytest.mark.parametrize(("one", "other"), [*combinations(BY_NUMBER[4], 2)])
def test_towers_of_two_players_differ_at_every_height(one: str, other: str, roofed: bool) -> None:
    for height in range(1, HIGHEST + 1):
        mine, theirs = (drawn(each, height, roofed=roofed) for each in (one, other))
        assert differ(mine, theirs) >= (AN_EIGHTH if not roofed else 4)


@pytest.mark.parametrize("ground", BY_NUMBER[4])
@pytest.mark.parametrize("height", range(1, HIGHEST + 1))
def test_a_roof_can_be_seen(ground: str, height: int) -> None:
    open_, roofed = drawn(ground, height, roofed=False), drawn(ground, height, roofed=True)
    assert differ(open_, roofed) >= AN_EIGHTH


def test_the_lightest_stones_are_lit_and_the_darkest_dark() -> None:
    players = [
        BolognaPlayer("Al", "black"),
        BolognaPlayer("Bo", "yellow"),
        BolognaPlayer("Cy", "red"),
    ]
    assert assign_grounds(players) == {0: "dark", 1: "lit", 2: "pillars"}
    assert assign_grounds([*players, BolognaPlayer("Di", "white")]) == {
        0: "dark",
        1: "base",
        2: "pillars",
        3: "lit",
    }


@pytest.mark.parametrize(
    ("stage", "press"),
    [
        ("bologna-board-late", Press.LEFT),
        ("bologna-board-four", Press.DOWN),
        ("bologna-board-column", Press.NEXT),
        ("bologna-show-two", Press.UP),
        ("bologna-map-entered", Press.RIGHT),
    ],
)
def test_a_moved_cursor_changes_few_bytes(stage: str, press: Press) -> None:
    view = STAGES[stage](Cast())
    moved = view.entry.press(press)
    assert isinstance(moved, Entry)
    assert 0 < changed(render(view), render(replace(view, entry=moved))) <= FEW_BYTES


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
        box = (x, y, x + SIZE, y + SIZE)
        assert before.crop(box).tobytes() == after.crop(box).tobytes()


def test_special_rows_are_as_long_as_the_numbers() -> None:
    assert {len(fonts) for fonts in SPECIALS.values()} == {7}


@settings(max_examples=depth.examples(30))
@given(
    seed=st.integers(0, 10_000),
    players=st.integers(3, 4),
    steps=st.integers(0, 300),
    variants=st.sets(st.sampled_from(VARIANTS)),
    mapped=st.booleans(),
    axes=st.sampled_from((1, 2)),
    presses=PRESSES,
)
def test_every_entry_has_its_picture(
    seed: int,
    players: int,
    steps: int,
    variants: set[str],
    mapped: bool,
    axes: int,
    presses: Sequence[Press],
) -> None:
    session = start_session("bologna-towers")
    custom = Custom(players, tuple(sorted(variants)), mapped)
    for step in islice(Dealer(custom, Random(seed)).play(), steps):
        session.answer_pair(*step.pair)
    walk(session, InputContext(axes), presses)
