"""The screen for the room in a real browser: all of it is shown, if need be page after page."""

from __future__ import annotations

import pytest

from tests.outlets.web.conftest import OpenPage
from tests.outlets.web.playing import PlayedOnPage
from tests.outlets.web.stored import playthrough

SIZES = [(1280, 720), (1920, 1080)]
STEPS = 60
TURNS = 8_000
"""Milliseconds for which a screenful stands."""
MOST_TURNS = 5
LEAST_PICTURE = 60
"""Pixels that a picture of houses is high, to be seen across the room."""
QUESTION_HEIGHT = "parseFloat(getComputedStyle(document.getElementById('question')).fontSize)"
SEEN = """() => {
  const seen = [];
  for (const line of document.querySelectorAll(".beside li")) {
    const {top, bottom} = line.getBoundingClientRect();
    const list = line.parentElement.getBoundingClientRect();
    const isWithin = list.top - 1 <= top && bottom <= Math.min(list.bottom, innerHeight) + 1;
    if (isWithin && getComputedStyle(line).opacity === "1") seen.push(line.textContent);
  }
  return seen;
}"""


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_all_that_is_told_beside_the_table_is_seen(
    size: tuple[int, int], open_page: OpenPage
) -> None:
    played = PlayedOnPage(open_page(), playthrough("1996-five-players-all-that-is-offered"))
    played.begin()
    for _ in range(STEPS):
        played.take_step()
    width, height = size
    page = open_page("tv", paired=False, viewport={"width": width, "height": height})
    page.wait_for_selector(".outlook")
    told = set(page.locator(".beside li").all_text_contents())
    seen = set(page.evaluate(SEEN))
    assert set(page.locator(".outlook li").all_text_contents()) <= seen
    assert page.evaluate(QUESTION_HEIGHT) >= height / 25
    held = page.locator(".belongings li").all()
    assert held
    for line in held:
        box = line.bounding_box()
        assert box is not None, "nothing of the table is left out"
        assert box["y"] + box["height"] <= height
        assert box["x"] + box["width"] <= width
    for _ in range(MOST_TURNS):
        page.wait_for_timeout(TURNS)
        seen |= set(page.evaluate(SEEN))
    assert seen == told


@pytest.mark.soak
def test_another_state_does_not_turn_the_page_back(open_page: OpenPage) -> None:
    played = PlayedOnPage(open_page(), playthrough("1996-five-players-all-that-is-offered"))
    played.begin()
    page = open_page("tv", paired=False, viewport={"width": 1280, "height": 720})
    while not page.locator("[data-page]").count():
        played.take_step()
    page.wait_for_selector('[data-page^="2/"]', timeout=2 * TURNS)
    before = page.locator("#open").get_attribute("data-open")
    played.take_step()
    page.wait_for_selector(f'#open:not([data-open="{before}"])')
    assert page.locator('[data-page^="2/"]').count()


@pytest.mark.soak
def test_the_pictures_of_prefectures_keep_their_room_beside_the_players(
    open_page: OpenPage,
) -> None:
    played = PlayedOnPage(open_page(), playthrough("capitol-four-players"))
    played.begin()
    for _ in range(STEPS):
        played.take_step()
    page = open_page("tv", paired=False, viewport={"width": 1280, "height": 720})
    page.wait_for_selector(".places .card > svg")
    for picture in page.locator(".places .card > svg:visible").all():
        box, card = picture.bounding_box(), picture.locator("..").bounding_box()
        assert box is not None
        assert card is not None
        assert box["height"] >= LEAST_PICTURE
        assert box["y"] + box["height"] <= card["y"] + card["height"]
    players = page.locator(".belongings .cards").bounding_box()
    assert players is not None
    assert players["y"] + players["height"] <= 720


@pytest.mark.soak
def test_what_a_wide_picture_does_not_show_stands_below_it(open_page: OpenPage) -> None:
    played = PlayedOnPage(open_page(), playthrough("four-players-light"))
    played.begin()
    page = open_page("tv", paired=False, viewport={"width": 1280, "height": 720})
    while not page.locator(".with-broad .facts").count():
        played.take_step()
    for line in page.locator(".facts li").all():
        box = line.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 720
