"""Draws the pictures of the phone page in docs/pictures anew: real pages of a real game.

    python -m tests.outlets.web.pictures

It needs Playwright and Chromium, as the browser's tests do.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from PIL import Image

from tests.outlets.web.conftest import CHROMIUM
from tests.outlets.web.playing import PlayedOnPage
from tests.outlets.web.running import SECRET, RunningTable
from tests.shipped import read_shipped

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
GAME = "campanile-2009"
CODE = "K7M2QX4B"
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 660}, "device_scale_factor": 1.5}
TV: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark"}
OTHERS = {
    "bologna": ("bologna-towers", 60, ".table"),
    "capitol": ("capitol", 90, ".places .card:nth-child(3)"),
}
"""Whose table is shown as well, after how many steps of its game, and from where on."""
COLOURS = 192
"""Few colours make a small file, and nobody sees it."""
MOST_BYTES = 64_000
SHOWN = "each => each.scrollIntoView()"
IS_TOLD = "!document.getElementById('main').textContent.includes('Ends played out')"
MOST_TIME = 600_000
"""Milliseconds in which all ends of the game's story are played out."""


def keep(name: str, page: Page) -> None:
    """Keep what a page shows."""
    with Image.open(BytesIO(page.screenshot())) as seen:
        few = seen.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    path = PICTURES / f"page-{name}.png"
    few.save(path, optimize=True)
    assert path.stat().st_size <= MOST_BYTES, path
    print(path.name, path.stat().st_size)


def open_page(
    browser: Browser, table: RunningTable, path: str, *, paired: bool = False, **options: Any
) -> Page:
    """Open a page on a device of its own."""
    context = browser.new_context(**options)
    if paired:
        context.add_cookies([{"name": "phone", "value": SECRET, "url": table.address}])
    page = context.new_page()
    page.goto(table.address + path)
    return page


def play_until(played: PlayedOnPage, is_there: Callable[[Page], bool]) -> None:
    """Play on until the page shows what is wanted."""
    while not is_there(played.page):
        played.take_step()


def asks_for_late_tower(page: Page) -> bool:
    """Whether it asks which tower grows in turn 30."""
    asks = page.locator('#open input[name=key][value="tower"]').count() > 0
    return asks and "30" in page.locator(".progress").inner_text()


def tells_tie(page: Page) -> bool:
    """Whether it tells in one sentence what decides between two."""
    return bool(page.locator("#open.page h2 .who").count() > 2)


def tells_award(page: Page) -> bool:
    """Whether it tells what three players get for a tower."""
    return bool(page.locator("#open.page .line .who").count() > 1)


def draw_all(browser: Browser, table: RunningTable) -> None:
    """Play a whole game, and keep its pages on the way."""
    record = read_shipped(GAME)
    phone = open_page(browser, table, "", paired=True, **PHONE)
    played = PlayedOnPage(phone, record)
    played.begin()
    play_until(played, asks_for_late_tower)
    keep("question", phone)
    keep("dark", open_page(browser, table, "", color_scheme="dark", **PHONE))
    keep("pair", open_page(browser, table, CODE, **PHONE))
    play_until(played, tells_tie)
    keep("award", phone)
    play_until(played, tells_award)
    keep("tv", open_page(browser, table, "tv", **TV))
    played.play_on()
    saved = open_page(browser, table, "games/1", **PHONE)
    saved.locator(".charts").evaluate(SHOWN)
    keep("game", saved)
    saved.wait_for_function(IS_TOLD, timeout=MOST_TIME)
    saved.locator(".chart").first.evaluate(SHOWN)
    keep("story", saved)
    keep("games", open_page(browser, table, "games", **PHONE))
    keep("players", open_page(browser, table, "players", **PHONE))


def draw_other_tables(browser: Browser) -> None:
    """Keep the tables of the other games, as a phone shows them that only watches."""
    for name, (game, steps, first) in OTHERS.items():
        record = read_shipped(game)
        with TemporaryDirectory() as folder, RunningTable(Path(folder)) as table:
            played = PlayedOnPage(open_page(browser, table, "", paired=True, **PHONE), record)
            played.begin()
            for _ in range(steps):
                played.take_step()
            watching = open_page(browser, table, "", **PHONE)
            watching.locator(first).evaluate(SHOWN)
            keep(name, watching)


def main() -> None:
    """Run a table, a web server and a browser."""
    from playwright.sync_api import sync_playwright

    with (
        TemporaryDirectory() as folder,
        RunningTable(Path(folder)) as table,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        draw_all(browser, table)
        draw_other_tables(browser)
        browser.close()


if __name__ == "__main__":
    main()
