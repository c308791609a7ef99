"""Two presses in a moment: the second answers no other question, and who aims is not slowed."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.games import words_in
from tests.outlets.web.conftest import OpenPage
from tests.outlets.web.playing import OPEN
from tests.outlets.web.running import RunningTable
from tests.outlets.web.stored import exported, playthrough

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "five-players-mid-turn"
FIRST = "#open button.option:not([aria-disabled]):visible"
FINGER = 60
SURE = 250
"""Milliseconds in which a sure finger goes to the next button and presses it."""

PRESS_AS_IT_CHANGES = """() => {
    const open = () => document.querySelector("#open"), before = open().dataset.open;
    new MutationObserver((_, seen) => {
        if (open().dataset.open === before) return;
        seen.disconnect();
        open().querySelector("button.option:not([aria-disabled])").click();
    }).observe(document.body, {attributes: true, childList: true, subtree: true});
}"""
"""The next question is answered in the moment in which it comes: no test is so fast."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    """A running companion whose page waits until a question can have been seen."""
    with RunningTable(tmp_path, games=[playthrough(GAME)], web_setup="") as running:
        yield running


@pytest.fixture
def game(open_page: OpenPage) -> Page:
    """A phone in the saved game."""
    page = open_page()
    page.wait_for_timeout(1000)
    page.click('#open button[value="resume"]')
    page.wait_for_selector("main .table")
    page.wait_for_timeout(1000)
    return page


def given(table: RunningTable) -> int:
    """How many answers have been given."""
    return len(exported(table).answers) - len(playthrough(GAME).answers)


def middle(page: Page, css: str = FIRST) -> tuple[float, float]:
    """Where a button is pressed."""
    box = page.locator(css).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("apart", [150, 200, 300, 350])
def test_two_taps_on_one_spot_answer_one_question(
    apart: int, game: Page, table: RunningTable
) -> None:
    before, spot = game.evaluate(OPEN)["number"], middle(game)
    game.mouse.click(*spot)
    game.wait_for_timeout(apart)
    game.mouse.click(*spot)
    game.wait_for_selector(f'#open:not([data-open="{before}"])')
    game.wait_for_timeout(1000)
    assert given(table) == 1


def test_a_press_that_is_held_off_is_told_so(game: Page) -> None:
    game.evaluate(PRESS_AS_IT_CHANGES)
    game.mouse.click(*middle(game))
    game.wait_for_selector("#reply:not(:empty)")
    assert game.locator("#reply").text_content() == words_in().say("web.too-soon")


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_two_presses_of_a_key_answer_one_question(
    key: str, game: Page, table: RunningTable
) -> None:
    game.locator(FIRST).first.focus()
    for _ in range(2):
        game.keyboard.press(key)
        game.wait_for_timeout(300)
    game.wait_for_timeout(1000)
    assert given(table) == 1


def test_a_key_that_is_held_answers_one_question(game: Page, table: RunningTable) -> None:
    game.locator(FIRST).first.focus()
    for _ in range(10):  # as a keyboard repeats it
        game.keyboard.down("Enter")
        game.wait_for_timeout(100)
    game.keyboard.up("Enter")
    game.wait_for_timeout(1000)
    assert given(table) == 1


def test_a_finger_that_came_down_on_another_question_answers_none(
    game: Page, open_page: OpenPage, table: RunningTable
) -> None:
    other = open_page()
    game.mouse.move(*middle(game))
    game.mouse.down()
    other.locator(FIRST).first.click()
    game.wait_for_timeout(1000)
    game.mouse.up()
    game.wait_for_timeout(1000)
    assert given(table) == 1


def test_who_aims_at_each_button_is_not_slowed(game: Page) -> None:
    """The presses of a turn, each as soon as a sure finger can be at the next button."""
    spot = (0.0, 0.0)
    for _ in range(4):
        before, buttons = game.evaluate(OPEN)["number"], game.locator(FIRST).count()
        places = [middle(game, f":nth-match({FIRST}, {at + 1})") for at in range(buttons)]
        spot = next(each for each in places if dist(each, spot) > FINGER)
        game.mouse.click(*spot)  # once: it counts, or the test waits in vain
        game.wait_for_selector(f'#open:not([data-open="{before}"])')
        game.wait_for_timeout(SURE)
