"""The pages for people who can't see them, or not well: axe-core, the tree, the live region."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.outlets.web.conftest import resume
from tests.outlets.web.playing import OPEN, click
from tests.outlets.web.running import RunningTable
from tests.outlets.web.stored import playthrough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = Path(os.environ.get("AXE_CORE", "missing"))
NARROW = 320
WIDTHS = (NARROW, 360, 768, 1920)
TREES = Path(__file__).parent / "trees"
STATES = {
    "campanile-2009": "three-players-at-intermezzo",
    "campanile-1996": "1996-five-players-before-the-card",
    "bologna-towers": "bologna-four-players-before-the-fire",
    "capitol": "capitol-four-players-which-house",
}
PATHS = ("", "tv", "pair", "games", "games/1", "games/2", "players")
IN_EACH_GAME = pytest.mark.parametrize("in_game", STATES, indirect=True)
RUN_AXE = """async () => {
  const found = await axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa",
    "wcag22aa", "best-practice"]});
  return found.violations.flatMap(each =>
    each.nodes.map(node => `${each.id}: ${node.target} ${node.failureSummary}`));
}"""
SMALL = """() => [...document.querySelectorAll(
    "button, summary, input:not([type=hidden]):not([type=radio]), .choice")]
  .filter(each => each.checkVisibility() && getComputedStyle(each).pointerEvents !== "none")
  .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
CUT = """() => {
  const wide = [...document.querySelectorAll("body *")].filter(each =>
    !each.closest(".wide, svg, .for-screen-readers, .skip") && each.checkVisibility() &&
    (each.getBoundingClientRect().right > innerWidth + 1 ||
      each.getBoundingClientRect().left < -1));
  const root = document.documentElement;
  const lines = wide.map(each => each.outerHTML.slice(0, 90));
  if (root.scrollWidth > root.clientWidth) lines.push(`scrolls: ${root.scrollWidth}`);
  return lines;
}"""


@pytest.fixture(scope="module")
def in_game(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser, request: pytest.FixtureRequest
) -> Iterator[RunningTable]:
    """A companion in a game, with another that is over."""
    saved = [playthrough("two-players"), playthrough(STATES[request.param])]
    with RunningTable(tmp_path_factory.mktemp("table"), games=saved) as table:
        context = browser.new_context()
        context.add_cookies([table.cookie])
        page = context.new_page()
        page.goto(table.address)
        page.wait_for_selector("#open")
        resume(page)
        context.close()
        yield table


def visit(browser: Browser, table: RunningTable, path: str = "", **options: Any) -> Page:
    """A page of a paired phone."""
    context = browser.new_context(**options)
    context.add_cookies([table.cookie])
    page = context.new_page()
    page.goto(table.address + path)
    return page


@pytest.mark.sample(2)
@IN_EACH_GAME
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(scheme: str, in_game: RunningTable, browser: Browser) -> None:
    if "CI" not in os.environ and not AXE.exists():
        pytest.skip("axe-core missing")
    page = visit(browser, in_game, color_scheme=scheme, bypass_csp=True)
    found = []
    for path in PATHS:
        page.goto(in_game.address + path)
        page.add_script_tag(path=AXE)
        found += [f"/{path} {each}" for each in page.evaluate(RUN_AXE)]
        found += [f"/{path} small: {each}" for each in page.evaluate(SMALL)]
    page.context.close()
    assert found == []


@pytest.mark.sample(2)
@IN_EACH_GAME
@pytest.mark.parametrize("language", ["de", "fr"])
def test_nothing_is_cut_at_any_width(
    language: str, in_game: RunningTable, browser: Browser
) -> None:
    page = visit(browser, in_game, locale=language)
    found = []
    for path in PATHS:
        page.goto(in_game.address + path)
        assert page.get_attribute("html", "lang") == language
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 720})
            found += [f"/{path} at {width}: {each}" for each in page.evaluate(CUT)]
    page.context.close()
    assert found == []


@pytest.mark.sample(2)
@IN_EACH_GAME
def test_the_tree_of_a_page_reads_as_expected(
    in_game: RunningTable, browser: Browser, request: pytest.FixtureRequest
) -> None:
    """Run with UPDATE_PICTURES=1 to take the trees read now as the new references."""
    page = visit(browser, in_game, locale="en")
    name = request.node.callspec.params["in_game"]
    for path, kept in (("", f"{name}.txt"), ("tv", f"{name}-tv.txt")):
        page.goto(in_game.address + path)
        # The live region is filled by the stream's first message, some time after the page's load.
        page.wait_for_selector("#announcement:not(:empty)", state="attached")
        tree = page.locator("body").aria_snapshot() + "\n"
        place = TREES / kept
        if os.environ.get("UPDATE_PICTURES") == "1":
            place.parent.mkdir(exist_ok=True)
            place.write_text(tree, encoding="utf-8")
        assert tree == place.read_text(encoding="utf-8"), f"UPDATE_PICTURES=1 accepts {kept}"
    page.context.close()


@pytest.mark.parametrize("table", ["three-players-at-intermezzo"], indirect=True)
def test_the_live_region_says_what_happened_and_what_is_asked(game: Page) -> None:
    """One polite region; the announcement of every state ends with what is open."""
    for _ in range(12):
        opened = game.evaluate(OPEN)
        heard = game.text_content("#announcement") or ""
        asked = game.inner_text("#open h2")
        lines = [asked, *game.locator("#open .line").all_inner_texts()]
        assert game.locator("[aria-live]").count() == 1
        if game.locator("#open .points").count():  # the points are heard, and seen as bars
            assert "points: " in heard
        elif opened["kind"] == "page":
            assert heard.endswith(" ".join(lines))
        else:
            assert heard.endswith(asked)
        click(game, "#open button.option:not([aria-disabled])")
        game.wait_for_selector(f'#open:not([data-open="{opened["number"]}"])')
