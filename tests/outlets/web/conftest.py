"""A site of each test's own, and a headless Chromium for those that need a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.app.command import PATIENCE
from tests.outlets.web.browsing import Browser as Visitor
from tests.outlets.web.browsing import open_site
from tests.outlets.web.playing import click
from tests.outlets.web.running import SECRET, RunningTable
from tests.outlets.web.stored import playthrough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium")
FOREIGN = "evil.example"
"""Another's name, which leads to this machine."""
ARGUMENTS = ["--no-sandbox", f"--host-resolver-rules=MAP {FOREIGN} 127.0.0.1"]


@pytest.fixture
def visitor(tmp_path: Path) -> AbstractAsyncContextManager[Visitor]:
    """Somebody's browser at a site before a fake box."""
    return open_site(tmp_path)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium of the system, driven by Playwright.

    A module's own: while Playwright runs, no test in this process can use asyncio.
    """
    if "CI" not in os.environ:
        pytest.importorskip("playwright", reason="Playwright missing")
        if CHROMIUM is None:
            pytest.skip("Chromium missing")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # As root Chromium runs only without its sandbox; it sees nothing but our own pages.
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[RunningTable]:
    """A running companion with its web server; a parameter is a stored game to resume."""
    games = [playthrough(request.param)] if hasattr(request, "param") else []
    with RunningTable(tmp_path, games=games) as running:
        yield running


OpenPage = Callable[..., "Page"]


@pytest.fixture
def open_page(browser: Browser, table: RunningTable) -> Iterator[OpenPage]:
    """Open a page on a phone of its own; ``paired`` for one that may press, by its ``secret``."""
    with ExitStack() as stack:

        def open_(
            path: str = "", *, paired: bool = True, secret: str = SECRET, **options: Any
        ) -> Page:
            context = stack.enter_context(browser.new_context(**options))
            if paired:
                context.add_cookies([table.cookie_of(secret)])
            context.set_default_timeout(PATIENCE * 1000)
            page = context.new_page()
            page.goto(table.address + path)
            if path in ("", "tv"):  # the box may still be starting
                page.wait_for_selector("#open")
            return page

        yield open_


@pytest.fixture
def game(open_page: OpenPage) -> Page:
    """A paired phone on which the saved game has been resumed."""
    page = open_page()
    resume(page)
    return page


def resume(page: Page) -> None:
    """Go on with the game played last."""
    click(page, '#open button[value="resume"]')
    page.wait_for_selector("main .table")
