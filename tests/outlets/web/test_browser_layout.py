"""Nothing jumps: where the buttons stand, and what shifts, while somebody else plays.

In no language a question takes a line more than another, and no button divides a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.core.languages import LANGUAGES
from companion.core.record import decode_record
from companion.games import read_record, words_in
from tests.outlets.web.conftest import OpenPage, resume
from tests.outlets.web.playing import PlayedOnPage
from tests.shipped import shipped

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = {320: 568, 390: 844, 768: 1024, 1280: 800}
MOST_SHIFTED = 0.1
"""Of all layout shifts of a game together, as browsers measure them."""
WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver(list => list.getEntries().forEach(each => { shifted += each.value; }))
    .observe({type: "layout-shift"});
}"""
SPOTS = """() => {
  const spots = {};
  const css = ".bar button, .undo-form button, .placed button";
  for (const button of document.querySelectorAll(css)) {
    const {x, y} = button.getBoundingClientRect();
    const spot = `${Math.round(x)} ${Math.round(y)}`;
    spots[`${button.closest("form").getAttribute("action")} ${button.value}`] = spot;
  }
  return spots;
}"""


OF_A_TURN = ("tower", "marker", "marker.campanile-1996", "to", "take", "show")
"""The questions whose options are the towers, each at its own spot."""
TALLER = """texts => {
  const question = document.getElementById("question");
  const least = parseFloat(getComputedStyle(question).minHeight);
  return texts.filter(text => {
    question.firstElementChild.textContent = text;
    return question.getBoundingClientRect().height > least + 1;
  });
}"""

DIVIDED = """() => [...document.querySelectorAll("button")].flatMap(button => {
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT), found = [];
  const range = document.createRange();
  while (texts.nextNode()) {
    for (const word of texts.currentNode.nodeValue.matchAll(/\\p{L}+/gu)) {
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({top}) => top));
      if (lines.size > 1) found.push(word[0]);
    }
  }
  return found;
})"""


class Watching:
    """A phone that follows, and notes where its buttons stand."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.spots: dict[str, set[str]] = {}
        page.evaluate(WATCH)

    def follow(self, number: str) -> None:
        """Wait until the page shows what is open by this number."""
        self.page.wait_for_selector(f'#open[data-open="{number}"]')
        for button, spot in self.page.evaluate(SPOTS).items():
            self.spots.setdefault(button, set()).add(spot)

    @property
    def shifted(self) -> float:
        """All layout shifts together."""
        self.page.wait_for_timeout(500)
        return float(self.page.evaluate("shifted"))


@pytest.mark.soak
@pytest.mark.parametrize("game", ["campanile-2009", "bologna-towers", "capitol"])
def test_nothing_jumps_in_a_whole_game(game: str, open_page: OpenPage) -> None:
    record = read_record(decode_record(shipped(game).read_bytes()))
    pages = {
        width: open_page(viewport={"width": width, "height": height})
        for width, height in SIZES.items()
    }
    played = PlayedOnPage(open_page(), record)
    played.begin()
    watching = {width: Watching(page) for width, page in pages.items()}
    for opened in played.steps():
        for each in watching.values():
            each.follow(opened["number"])
    moved = {
        (width, button): spots
        for width, each in watching.items()
        for button, spots in each.spots.items()
        # of a list, the towers stand below what is chosen so far
        if len(spots) > (1 if button.startswith(("/press", "/undo")) else 2)
    }
    assert moved == {}
    shifted = {width: round(each.shifted, 3) for width, each in watching.items()}
    assert max(shifted.values()) <= MOST_SHIFTED, shifted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", ["four-players-as-typed"], indirect=True)
def test_a_question_pushes_no_option_down_and_no_button_divides_a_word(
    language: str, open_page: OpenPage
) -> None:
    page, words = open_page(locale=language), words_in(language).of("campanile-2009")
    resume(page)
    page.wait_for_selector("#open button[value=intermezzo]")
    texts = [words.say(f"question.{key}") for key in OF_A_TURN]
    page.locator("#open button[value=finito]").evaluate(
        "(button, text) => button.textContent = text",
        words_in(language).of("bologna-towers").say("kind.craftsman"),  # as long in German as any
    )
    found = {}
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found[width] = page.evaluate(DIVIDED) + page.evaluate(TALLER, texts)
    assert not any(found.values()), found
