"""Whole games in a real browser, against a real companion and its real web server."""

import pytest

from companion.core.session import Session
from tests import depth
from tests.outlets.web.conftest import OpenPage
from tests.outlets.web.playing import PlayedOnPage, Press, click, press_by_keyboard
from tests.outlets.web.running import RunningTable
from tests.outlets.web.stored import exported, playthrough
from tests.shipped import read_shipped

GAMES = ["campanile-2009", "campanile-1996", "bologna-towers", "capitol"]
SHORT = {
    "campanile-1996": "1996-three-players-at-the-value",
    "bologna-towers": "bologna-four-players-before-the-first-turn",
    "capitol": "capitol-three-players-before-the-bid",
}


def play(record: Session, press: Press, table: RunningTable, open_page: OpenPage) -> PlayedOnPage:
    played = PlayedOnPage(open_page(), record, press)
    played.play()
    kept = exported(table)
    assert kept.answers == record.answers
    assert kept.result == record.result
    return played


@pytest.mark.soak
@pytest.mark.parametrize("press", [click, press_by_keyboard])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_the_page(
    game: str, press: Press, table: RunningTable, open_page: OpenPage
) -> None:
    record = read_shipped(game)
    play(record, press, table, open_page)


def test_a_whole_game_of_campanile_by_the_keyboard_alone(
    table: RunningTable, open_page: OpenPage
) -> None:
    """Tab and Enter only; after each answer the focus is on the first thing to press."""
    record = playthrough("two-players")
    played = play(record, press_by_keyboard, table, open_page)
    assert played.tabs < 8 * played.presses, played.tabs


@pytest.mark.parametrize("game", sorted(SHORT) if depth.SOAK else ["bologna-towers"])
def test_some_turns_by_clicks(game: str, table: RunningTable, open_page: OpenPage) -> None:
    play(playthrough(SHORT[game]), click, table, open_page)


def test_without_its_script_a_press_leads_to_the_next_question(
    open_page: OpenPage,
) -> None:
    open_page()  # waits for the box, as a page without its script does not
    page = open_page(java_script_enabled=False)
    for button, key in (('[value="new"]', "game"), ('[value="capitol"]', "players")):
        page.click(f"#open button{button}")
        assert page.locator("#open input[name=key]").first.get_attribute("value") == key
