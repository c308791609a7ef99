"""Whose phone it is, what it remembers, that it leaves; a refusal ends with its question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.outlets.web.conftest import OpenPage, resume
from tests.outlets.web.running import NAME, SECRET, RunningTable
from tests.outlets.web.stored import playthrough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PLAYER, PLAYERS_SECRET = "Édouard", "the-secret-of-a-player"
SIGNALS = """
window.signals = [];
navigator.vibrate = () => signals.push("vibration");
window.AudioContext = class {
  currentTime = 0;
  resume() {}
  createGain() {
    return {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect() {}};
  }
  createOscillator() {
    return {frequency: {}, connect: to => to, start: () => signals.push("sound"), stop() {}};
  }
};"""
"""Instead of a sound and a vibration it takes note of them."""
TURNS = 2
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


@pytest.fixture
def with_player(tmp_path: Path) -> Iterator[RunningTable]:
    """A table of two players, one of whom has a phone; there is another."""
    games = [playthrough("two-players-between-move-and-to")]
    phones = {NAME: SECRET, PLAYER: PLAYERS_SECRET}
    with RunningTable(tmp_path, games=games, phones=phones) as running:
        yield running


def test_a_phone_signals_its_players_turn_if_wanted_and_nothing_else(
    browser: Browser, with_player: RunningTable
) -> None:
    def open_phone(secret: str) -> Page:
        context = browser.new_context(locale="en")
        context.add_cookies([with_player.cookie_of(secret)])
        page = context.new_page()
        page.add_init_script(SIGNALS)
        page.goto(with_player.address)
        page.wait_for_selector("#open")
        return page

    own, other = open_phone(PLAYERS_SECRET), open_phone(SECRET)
    resume(other)
    wanted: list[str] = []
    for signal in ("", "sound", "vibration", "sound"):
        if signal:
            toggle(own, signal, wanted)
        for _ in range(TURNS):
            came = wait_for_turn(own, other)
            assert came == wanted
    assert other.evaluate("signals") == []


def toggle(page: Page, signal: str, wanted: list[str]) -> None:
    """Switch a signal; that it is given once tells whoever switches it on."""
    if page.locator(".phone details:not([open])").count():
        page.click(".phone summary")
    page.click(f"input[name={signal}]")
    (wanted.remove if signal in wanted else wanted.append)(signal)
    assert page.evaluate("signals.splice(0)") == [signal] * (signal in wanted)


def wait_for_turn(own: Page, other: Page) -> list[str]:
    """Play until it is another player's turn, and then one's own; returns what was signalled."""
    for is_own in (False, True):
        while (own.inner_text("#open .turn") == "Your turn") is not is_own:
            assert own.evaluate("signals") == []
            opened = other.get_attribute("#open", "data-open")
            other.locator(FREE).first.click()
            own.wait_for_selector(f'#open:not([data-open="{opened}"])')
            other.wait_for_selector(f'#open:not([data-open="{opened}"])')
    return sorted(own.evaluate("signals.splice(0)"))
