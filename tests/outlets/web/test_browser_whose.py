"""Whose phone it is, what it remembers, that it leaves; a refusal ends with its question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.outlets.web.conftest import OpenPage
from tests.outlets.web.running import NAME

if TYPE_CHECKING:
    from playwright.sync_api import Page

IN_A_TURN = pytest.mark.parametrize("table", ["five-players-mid-turn"], indirect=True)
FREE = "#open button.option:not([aria-disabled]):visible"


@IN_A_TURN
def test_a_phone_says_whose_it_is_and_remembers_its_signals(game: Page) -> None:
    assert game.inner_text(".phone summary") == f"{NAME}'s phone"
    game.click(".phone summary")
    for name in ("sound", "vibration"):
        assert not game.is_checked(f"input[name={name}]")
    game.check("input[name=sound]")
    game.reload()
    assert game.is_checked("input[name=sound]")
    assert not game.is_checked("input[name=vibration]")


@IN_A_TURN
def test_a_phone_disconnects_itself(game: Page) -> None:
    game.click(".phone summary")
    game.click(".phone form button")
    game.wait_for_selector(".how-to-pair")
    assert game.locator("#open button, .phone summary").count() == 0
    assert game.context.cookies() == []


@IN_A_TURN
def test_a_refusal_is_gone_with_what_it_refused(game: Page, open_page: OpenPage) -> None:
    other, opened = open_page(), game.get_attribute("#open", "data-open")
    game.locator("#open button[aria-disabled]").first.click(force=True)
    assert game.inner_text("#reply")
    other.locator(FREE).first.click()
    game.wait_for_selector(f'#open:not([data-open="{opened}"])')
    assert game.inner_text("#reply") == ""
