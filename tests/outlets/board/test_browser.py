"""The board in Chromium: across the hall on a television, and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.languages import LANGUAGES
from companion.outlets.board.evening_page import MOST_PLACES
from tests.app.command import PATIENCE
from tests.outlets.board.messages import HallRig, fill, result, results
from tests.outlets.board.running import RunningBoard, run_board
from tests.outlets.web.conftest import browser as browser
from tests.outlets.web.test_browser_accessible import AXE, CUT, RUN_AXE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TELEVISION = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
LEAST_LETTERS = 22
"""Pixels of what matters on a television: a fiftieth of its height."""
OVERLAPS = """() => {
  const cut = [];
  for (const card of document.querySelectorAll(".hall-table")) {
    const box = card.getBoundingClientRect();
    for (const each of card.querySelectorAll("h2, .sitting li, .label, .doing")) {
      const its = each.getBoundingClientRect();
      if (each.checkVisibility() && (its.bottom > box.bottom || its.right > box.right))
        cut.push(`${card.id}: ${each.outerHTML}`);
    }
  }
  return cut;
}"""
"""What of a card does not fit in it."""
TOUCHING = """() => [...document.querySelectorAll(".places tr")].flatMap(row => {
  const cells = [...row.children].filter(each => each.checkVisibility());
  const texts = cells.map(each => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  });
  const broken = row.closest("tbody") && texts.some(its => its.height > 30);
  const figures = texts.filter((_, at) => !cells[at].matches(".place, .name"));
  const touch = figures.slice(1).some((its, at) => its.left - figures[at].right < 4);
  return broken || touch ? [row.innerText] : [];
})"""
"""The places in which a figure touches the one before it, or a text is broken into two lines."""
PLACES_IN_SIGHT = """() => {
  const box = document.querySelector("#beside").getBoundingClientRect();
  return [...document.querySelectorAll("#beside tbody tr")].filter(each => {
    const its = each.getBoundingClientRect();
    return its.right <= box.right && its.bottom <= box.bottom;
  }).length;
}"""
SIZES = """() => [...document.querySelectorAll(
    ".hall-table h2, .hall-table .sitting li, .hall-table .doing, .places .name")]
  .filter(each => each.checkVisibility())
  .map(each => parseFloat(getComputedStyle(each).fontSize))"""


@pytest.fixture
def board(tmp_path: Path) -> Iterator[RunningBoard]:
    def make() -> HallRig:
        hall = HallRig(tmp_path)
        fill(hall)
        return hall

    with run_board(make) as running:
        yield running


LONG_NAME = "Hans-Joachim von Hohenzollern-Sigmaringen"


def play_with_many(board: RunningBoard) -> None:
    """Let more people than are shown beside the tables end their games, one with a long name."""
    names = [LONG_NAME, *(f"Konstantin {number}" for number in range(11, 22))]
    games = [result({name: 20 - at}, (), name) for at, name in enumerate(names)]
    games = [{**each, "game": f"m{at}"} for at, each in enumerate(games)]
    board.change(lambda hall: hall.hear(2, "result", results(2, *games)))


OpenPage = Callable[..., "Page"]


@pytest.fixture
def open_page(browser: Browser, board: RunningBoard) -> Iterator[OpenPage]:
    contexts = []

    def open_(
        path: str = "", viewport: Any = TELEVISION, locale: str = "de-DE", **options: Any
    ) -> Page:
        context = browser.new_context(viewport=viewport, locale=locale, **options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        page.goto(board.address + path)
        return page

    yield open_
    for context in contexts:
        context.close()


def add_tables(board: RunningBoard, last: int) -> None:
    """Let more tables of five players appear."""
    names = ["Maximiliane", "Bartholomäus", "Ann-Kathrin", "Friedemann", "Konstantin"]

    def add(hall: HallRig) -> None:
        for number in range(9, last + 1):
            hall.add(number, names=names, name=f"Tisch {number}", doing="Welcher Turm?")

    board.change(add)


@pytest.mark.parametrize("tables", [8, 15, 24])
def test_a_television_shows_all_tables_on_one_screen(
    board: RunningBoard, open_page: OpenPage, tables: int
) -> None:
    add_tables(board, tables)
    page = open_page()
    assert page.locator(".hall-table").count() == tables
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(OVERLAPS) == []
    assert min(page.evaluate(SIZES)) >= LEAST_LETTERS


def test_more_tables_than_a_screen_holds_are_scrolled(
    board: RunningBoard, open_page: OpenPage
) -> None:
    add_tables(board, 40)
    page = open_page()
    page.locator("#table-000000000028").scroll_into_view_if_needed()
    assert page.evaluate(CUT) == []
    assert page.locator("#table-000000000028").is_visible()


def test_who_waits_at_a_scoring_stands_out(open_page: OpenPage) -> None:
    page = open_page()
    painted = "each => getComputedStyle(each).backgroundColor"
    waiting = page.locator(".hall-table.waiting").evaluate(painted)
    others = page.locator(".hall-table:not(.waiting)").evaluate_all(f"all => all.map({painted})")
    assert waiting not in others
    assert page.locator(".called .name").all_inner_texts() == ["Tisch 3"]


@pytest.mark.parametrize("width", [320, 390, 768])
@pytest.mark.parametrize("path", ["", "evening", "evening?by=points"])
def test_a_phone_reads_down(open_page: OpenPage, path: str, width: int) -> None:
    page = open_page(path, {"width": width, "height": 844})
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("width", [320, 390, 1920])
@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_figures_of_a_place_stand_apart(open_page: OpenPage, width: int, locale: str) -> None:
    page = open_page("evening", {"width": width, "height": 1080}, locale=locale)
    assert page.locator(".places tbody tr").count() > 3
    assert page.evaluate(TOUCHING) == []


def test_a_television_shows_the_first_places_beside_the_tables(
    board: RunningBoard, open_page: OpenPage
) -> None:
    play_with_many(board)
    page = open_page()
    assert page.evaluate(PLACES_IN_SIGHT) == MOST_PLACES


def test_a_phone_breaks_a_long_name(board: RunningBoard, open_page: OpenPage) -> None:
    play_with_many(board)
    page = open_page("evening", {"width": 320, "height": 844})
    assert page.get_by_text(LONG_NAME).count() > 0
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_printed_evening_has_no_links_to_files(open_page: OpenPage) -> None:
    page = open_page("evening", {"width": 794, "height": 1123})  # A4
    page.emulate_media(media="print")
    assert page.locator(".places").is_visible()
    assert not page.locator(".files").is_visible()


def test_on_a_phone_the_table_that_waits_comes_first(open_page: OpenPage) -> None:
    page = open_page("", PHONE)
    tops = "all => all.map(each => [each.getBoundingClientRect().top, each.id])"
    assert min(page.locator(".hall-table").evaluate_all(tops))[1] == "table-000000000003"


def test_it_changes_by_itself(board: RunningBoard, open_page: OpenPage) -> None:
    page, evening = open_page(), open_page("evening")
    board.change(lambda hall: hall.add(5, name="Tisch 5", waiting=True, doing="Finito"))
    page.locator("#table-000000000005.waiting").wait_for()
    assert "Tisch 3 und Tisch 5" in page.locator("#announcement").inner_text()
    board.change(lambda hall: hall.hear(2, "result", results(2, result({"Zoe": 3, "Ben": 1}))))
    page.locator(".places", has_text="Zoe").wait_for()
    evening.locator(".places", has_text="Zoe").wait_for()
    board.change(lambda hall: hall.hear(5, "status", ""))
    page.locator("#table-000000000005").wait_for(state="detached")


@pytest.mark.parametrize("path", ["", "evening"])
@pytest.mark.parametrize("viewport", [TELEVISION, PHONE], ids=["television", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    open_page: OpenPage, path: str, viewport: dict[str, int], scheme: str
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core missing")
    page = open_page(path, viewport, color_scheme=scheme, bypass_csp=True)
    page.add_script_tag(path=str(AXE))
    assert page.evaluate(RUN_AXE) == []
