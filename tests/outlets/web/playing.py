"""A game of a record, played on the page: by clicks, or by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from companion.core.conversation import Answer
from companion.core.session import Session

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN = """() => {
  const open = document.getElementById("open");
  return open && {
    number: open.dataset.open,
    kind: open.className.split(" ")[1],
    keys: [...open.querySelectorAll("input[name=key]")].map(each => each.value),
    free: open.querySelector("form.free") !== null,
    list: open.querySelector(".chosen") !== null,
    text: open.innerText,
  };
}"""
FOCUS = """css => {
  const focused = document.activeElement;
  if (focused.matches(css)) return "button";
  const folded = focused.matches("details:not([open]) > summary");
  return folded && focused.parentElement.querySelector(css) ? "row" : "";
}"""
"""Whether the focus is on a button, or on the folded row in which it is."""
MOST_TABS = 60
Press = Callable[["Page", str], int]
"""(page, CSS of a button): presses it, and returns how often Tab was pressed for it."""
IS_FIRST = """() => {
  const isFolded = each => each.closest("details:not([open])") && each.nodeName !== "SUMMARY";
  const all = document.querySelectorAll(
    "#open button:not([aria-disabled]), #open input:not([type=hidden]), #open summary");
  return document.activeElement === [...all].find(each => !isFolded(each));
}"""
"""Whether the focus is on the first thing to press."""


def click(page: Page, button: str) -> int:
    """Press a button with a finger, after its row if it is folded away."""
    page.wait_for_selector(button, state="attached")
    while not page.locator(button).first.is_visible():
        within = button.removeprefix("#open ").replace(":visible", "")
        page.locator(f"#open details:not([open]):has({within}) > summary").first.click()
    page.locator(button).first.click()
    return 0


def press_by_keyboard(page: Page, button: str) -> int:
    """Go to a button by Tab and press Enter; unfold its row before. Returns how many Tabs."""
    for tabs in range(MOST_TABS):
        where = page.evaluate(FOCUS, button)
        if where:
            page.keyboard.press("Enter")
        if where == "button":
            return tabs
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {button}")


class PlayedOnPage:
    """Plays a record on a page; ``press`` is how its buttons are pressed."""

    def __init__(self, page: Page, record: Session, press: Press = click) -> None:
        self.page = page
        self._press = press
        self._answers = list(record.answers)
        self._record = record
        self.presses = 0
        self.tabs = 0
        """How often Tab was pressed."""

    def play(self) -> None:
        """Begin a new game and play it until its last answer is given."""
        self.begin()
        self.play_on()

    def begin(self) -> None:
        """Begin a new game."""
        self.page.locator("#open").wait_for()  # the box may still be starting
        self._choose(Answer("home", "new"))
        self._choose(Answer("game", self._record.name))
        self._choose(Answer("players", len(self._record.table.players)))

    def play_on(self) -> None:
        """Give all answers that are left, and turn the last pages."""
        for _opened in self.steps():
            pass

    def steps(self) -> Iterator[Any]:
        """Take step after step to the end; yields what is open after each."""
        while self._answers or self._open()["kind"] == "page":
            self.take_step()
            yield self._open()

    def take_step(self) -> None:
        """Give the next answer, or press OK where nothing is asked."""
        opened = self._open()
        if opened["kind"] != "question":
            self._press_and_wait("#open button[name=press][value=ok]", opened)
            return
        while self._answers[0].key not in opened["keys"]:  # the box has answered it by itself
            self._answers.pop(0)
        answer = self._answers.pop(0)
        if isinstance(answer.value, tuple):
            for item in answer.value:
                if answer.key in self._open()["keys"]:  # the last may go without saying
                    self._give(Answer(answer.key, item))
        else:
            self._give(answer)

    def _choose(self, answer: Answer) -> None:
        opened = self._open()
        assert answer.key in opened["keys"], opened
        self._give(answer)

    def _give(self, answer: Answer) -> None:
        opened = self._open()
        button = f'#open input[value="{answer.key}"] ~ ul button[value="{answer.word}"]'
        if opened["free"] and self.page.locator(button).count() == 0:
            self.page.locator("#open form.free input[name=value]").fill(answer.word)
            button = "#open form.free button"
        self._press_and_wait(button, opened)

    def _press_and_wait(self, button: str, opened: Any) -> None:
        self.tabs += self._press(self.page, button)
        self.presses += 1
        self.page.wait_for_selector(f'#open:not([data-open="{opened["number"]}"])')
        assert self.page.evaluate(IS_FIRST), self.page.evaluate("document.activeElement.outerHTML")

    def _open(self) -> Any:
        return self.page.evaluate(OPEN)
