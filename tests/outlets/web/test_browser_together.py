"""Two phones and the box in one game; pages that slept; a companion that is killed amid a game."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from tests.outlets.web.conftest import OpenPage, resume
from tests.outlets.web.playing import OPEN, click
from tests.outlets.web.running import RunningTable, wait_until
from tests.outlets.web.stored import exported, playthrough

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request

GAME = "three-players-at-intermezzo"
MID_TURN = "five-players-mid-turn"
IN_A_TURN = pytest.mark.parametrize("table", [MID_TURN], indirect=True)
IN_A_GAME = pytest.mark.parametrize("table", [GAME], indirect=True)
FIRST = "#open button.option:not([aria-disabled]):visible"
SECOND = f":nth-match({FIRST}, 2)"
LATE = "Somebody else was first"


def number(page: Page) -> str:
    """The number of what is open."""
    return str(page.evaluate(OPEN)["number"])


def wait_for_other(page: Page, than: str) -> None:
    """Wait until something else is open."""
    page.wait_for_selector(f'#open:not([data-open="{than}"])')


def press(page: Page) -> str:
    """Press the first button, and return what is open then."""
    before = number(page)
    click(page, FIRST)
    wait_for_other(page, before)
    return number(page)


def follows(page: Page, opened: str) -> None:
    page.wait_for_selector(f'#open[data-open="{opened}"]')


def content(page: Page) -> str:
    """All that a page shows but for its buttons."""
    return str(page.evaluate("document.getElementById('main').innerText"))


@IN_A_GAME
def test_two_phones_see_the_same(game: Page, open_page: OpenPage) -> None:
    other = open_page()
    for _ in range(3):
        follows(other, press(game))
        assert content(other) == content(game)
        follows(game, press(other))
        assert content(other) == content(game)


@IN_A_TURN
def test_of_two_answers_at_once_the_first_counts_and_the_other_is_told(
    game: Page, open_page: OpenPage, table: RunningTable
) -> None:
    other, before = open_page(), number(game)
    offered = {page: page.locator(css).first for page, css in ((game, FIRST), (other, SECOND))}
    values = {page: button.get_attribute("value") for page, button in offered.items()}
    assert game.evaluate(OPEN)["keys"] == ["take"]
    assert len(set(values.values())) == 2
    with table.stopped_web():  # so that both have pressed before either has seen anything
        for button in offered.values():
            button.click()
    for page in offered:
        wait_for_other(page, before)
    told = [page for page in offered if is_told(page)]
    assert len(told) == 1
    assert told[0].evaluate("document.activeElement.id") == "question"
    first = next(page for page in offered if page not in told)
    assert given(table) == [("take", values[first])]
    assert number(game) == number(other)


def given(table: RunningTable) -> list[tuple[str, str]]:
    """What has been answered, and saved, since the stored turn."""
    stored, saved = playthrough(MID_TURN).answers, exported(table).answers
    assert saved[: len(stored)] == stored
    return [(answer.key, answer.word) for answer in saved[len(stored) :]]


def is_told(page: Page) -> bool:
    """Whether a page says that somebody else was first, once its press has been answered."""
    page.wait_for_selector("html:not(:has(form[data-sending]))")
    return LATE in page.inner_text("#reply")


@IN_A_TURN
def test_an_answer_after_the_box_has_answered_is_too_late(
    game: Page, open_page: OpenPage, table: RunningTable
) -> None:
    other, before = open_page("tv"), number(game)
    value = game.locator(SECOND).get_attribute("value")  # the box's cursor is on the first
    with table.stopped_web():
        game.locator(SECOND).click()
        table.press_at_box(b"\r")
    wait_for_other(game, before)
    follows(other, number(game))
    game.wait_for_selector(f"#reply:has-text('{LATE}')")
    [(key, first)] = given(table)
    assert key == "take"
    assert first != value


@IN_A_GAME
def test_a_page_that_was_frozen_comes_back_to_the_true_state(
    game: Page, open_page: OpenPage
) -> None:
    other = open_page()
    streams = Streams(other)
    other.reload()
    streams.wait_for(1)
    session = other.context.new_cdp_session(other)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(12):
        press(game)
    opened = number(game)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    follows(other, opened)
    assert content(other) == content(game)
    streams.wait_for(1)


@IN_A_GAME
def test_a_web_server_that_was_stopped_shows_the_true_state(
    game: Page, table: RunningTable
) -> None:
    before = number(game)
    with table.stopped_web():
        for _ in range(6):
            table.press_at_box(b"\r")
    wait_for_other(game, before)
    press(game)


FROZEN = 25_000
"""Milliseconds within which a page says that it hears nothing."""


@IN_A_TURN
@pytest.mark.parametrize("is_box", [False, True], ids=["web server", "box"])
def test_a_page_whose_server_is_frozen_says_so_and_comes_back(
    is_box: bool, game: Page, table: RunningTable
) -> None:
    before = number(game)
    with table.stopped_box() if is_box else table.stopped_web():
        game.wait_for_selector("body.lost", timeout=FROZEN)
        assert "Connection lost" in game.inner_text("#reply")
        assert float(game.evaluate("getComputedStyle(document.getElementById('main')).opacity")) < 1
        game.locator(FIRST).first.click(force=True)
        game.keyboard.press("Enter")
        assert game.locator("form[data-sending]").count() == 0
    game.wait_for_selector("body:not(.lost)")
    assert game.inner_text("#reply") == ""
    assert number(game) == before
    assert given(table) == []
    press(game)


@IN_A_TURN
@pytest.mark.parametrize("is_box", [False, True], ids=["web server", "box"])
def test_a_press_that_got_no_answer_does_not_count_later(
    is_box: bool, game: Page, table: RunningTable
) -> None:
    before = number(game)
    with table.stopped_box() if is_box else table.stopped_web():
        click(game, FIRST)
        game.wait_for_selector("body.lost")
    game.wait_for_selector("body:not(.lost)")
    assert given(table) == []
    assert number(game) == before
    press(game)


NEXT_FRAME = "() => new Promise(requestAnimationFrame)"


class Streams:
    """The streams of events that pages have open."""

    def __init__(self, *pages: Page) -> None:
        self._open: list[object] = []
        for page in pages:
            page.on("request", self._begin)
            page.on("requestfinished", self._end)
            page.on("requestfailed", self._end)
        self._page = pages[0]

    def _begin(self, request: Request) -> None:
        if "/events" in request.url:
            self._open.append(request)

    def _end(self, request: Request) -> None:
        if request in self._open:
            self._open.remove(request)

    def wait_for(self, number: int) -> None:
        """Go on when so many are open."""
        wait_until(lambda: len(self._open) == number, lambda: self._page.evaluate(NEXT_FRAME))


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@IN_A_GAME
def test_a_hidden_page_closes_its_stream_and_opens_it_again(
    game: Page, open_page: OpenPage
) -> None:
    other = open_page()
    streams = Streams(other)
    other.reload()
    streams.wait_for(1)
    other.evaluate(HIDE, True)
    streams.wait_for(0)
    opened = press(press_twice(game))
    other.evaluate(HIDE, False)
    follows(other, opened)
    streams.wait_for(1)


def press_twice(page: Page) -> Page:
    press(page)
    press(page)
    return page


@IN_A_TURN
def test_the_companion_is_killed_and_comes_back(
    game: Page, open_page: OpenPage, table: RunningTable
) -> None:
    other = open_page()
    value = game.locator(FIRST).first.get_attribute("value")
    press(game)
    table.kill_box()  # right after an answer
    assert given(table) == [("take", value)]
    for page in (game, other):
        page.wait_for_selector("main.away")
        assert page.inner_text("h1") == "The box is not there"
    table.start_box()
    game.wait_for_selector("#open")
    if game.locator('#open button[value="resume"]').count():
        resume(game)
    follows(other, number(game))
    assert given(table) == [("take", value)]
    press(game)


@IN_A_GAME
def test_the_web_server_is_killed_and_comes_back(game: Page, table: RunningTable) -> None:
    press(game)
    before = content(game)
    table.stop_web(signal.SIGKILL)
    game.wait_for_selector("body.lost")
    assert "Connection lost" in game.inner_text("#reply")
    table.start_web()
    game.wait_for_selector("body:not(.lost) #open")
    assert content(game) == before
    press(game)
