"""The stream of events: whole states, the latest only, and the end."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from companion.app.table_service import OLDEST
from companion.outlets.pages.server import (
    BEAT_AFTER,
    NO_BEAT,
    EventStream,
    encode_beat,
    encode_event,
)
from companion.outlets.pages.site import static_files
from companion.outlets.protocol import Greeting
from companion.outlets.table_client import ANSWER_TIME, RECENT, UNUSED_TIME, TableLink
from companion.outlets.web.live import SavedGameFeed, TableFeed, Viewer
from companion.outlets.web.table_page import TableContent
from companion.ui.markup import Markup
from tests.fakes.table import SECRET, FakeTable, opened
from tests.outlets.web.browsing import HOST, PAIRED, PATIENCE, Browser


async def test_a_stream_begins_with_the_whole_state_and_follows_it(visitor: Browser) -> None:
    async with visitor.follow() as events:
        first = await events.next()
        assert first["main"].startswith('<main id="main"')
        assert first["title"] == "Nim"
        assert first["announcement"] == "Ben's turn. Which tower grows?"
        visitor.table.change(open=opened(number=13, text="How many floors?"))
        assert "How many floors?" in (await events.next())["main"]


async def test_a_stream_has_the_buttons_of_its_phone_only(visitor: Browser) -> None:
    async with visitor.follow() as other, visitor.follow(**PAIRED) as paired:
        assert "<button" not in (await other.next())["main"]
        assert "<button" in (await paired.next())["main"]
    async with visitor.follow("/events?tv", **PAIRED) as television:
        assert "<button" not in (await television.next())["main"]


async def test_a_phone_that_is_sent_away_loses_its_buttons(visitor: Browser) -> None:
    async with visitor.follow(**PAIRED) as events:
        assert "<button" in (await events.next())["main"]
        visitor.table.names.clear()
        visitor.table.change(phones=2)
        assert "<button" not in (await events.next())["main"]


async def test_the_box_is_asked_whose_phone_it_is_once_until_its_phones_change(
    visitor: Browser,
) -> None:
    for _ in range(3):
        await visitor.get("/", **PAIRED)
    assert len(visitor.table.received) == 1
    async with visitor.follow(**PAIRED) as events:
        await events.next()
        visitor.table.change(phones=2)
        await events.next()
    assert len(visitor.table.received) == 2
    await visitor.get("/", Cookie="phone=a guess;")
    assert len(visitor.table.received) == 2


async def test_all_streams_of_a_language_share_one_drawing_and_those_of_a_role_one_event(
    visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, events = [], []

    def draw(*given: Any) -> TableContent:
        drawn.append(given)
        return TableContent(*given)

    def encode(*given: Any) -> bytes:
        events.append(given)
        return encode_event(*given)

    monkeypatch.setattr("companion.outlets.web.live.TableContent", draw)
    monkeypatch.setattr("companion.outlets.web.live.encode_event", encode)
    async with (
        visitor.follow() as one,
        visitor.follow() as two,
        visitor.follow(**PAIRED) as three,
    ):
        for each in (one, two, three):
            await each.next()
        visitor.table.change()
        for each in (one, two, three):
            await each.next()
    assert len(drawn) == 2
    assert len(events) == 4


async def test_a_stream_lives_through_a_restart_of_the_box(visitor: Browser) -> None:
    async with visitor.follow() as events:
        await events.next()
        await visitor.table.stop()
        assert "The box is not there" in (await events.next())["main"]
        await visitor.table.start()
        assert "Which tower grows?" in (await events.next())["main"]


@pytest.mark.parametrize("is_away", [True, False], ids=["away", "letting no phones in"])
async def test_a_box_that_does_not_answer_is_tried_again_within_two_seconds(
    tmp_path: Path, is_away: bool
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 10:
            raise asyncio.CancelledError

    table = FakeTable(tmp_path / "table.socket")
    table.lets_phones_in = False
    if not is_away:
        await table.start()
    with pytest.raises(asyncio.CancelledError):
        await TableLink(table.path, Greeting("en", 80), lambda: 0.0).run(sleep)
    await table.stop()
    assert max(waits) == waits[-1] == 2.0


async def test_a_slow_stream_gets_the_latest_state_only(visitor: Browser) -> None:
    link = visitor.live.client.link("")
    await link.current_state()
    forever = asyncio.create_task(asyncio.Event().wait())
    viewer = Viewer(SECRET, is_tv=False)
    stream = EventStream(TableFeed(visitor.live, link, viewer), forever, lambda: PATIENCE)
    await anext(stream)  # a heartbeat
    await anext(stream)
    for number in range(20, 30):
        visitor.table.change(open=opened(number=number))
        await link.wait_for_change(link.version)
    assert b'data-open=\\"29\\"' in await anext(stream)
    await stream.aclose()


async def test_a_state_that_comes_while_another_is_drawn_is_sent_as_well() -> None:
    class Changing:
        version = 0

        async def draw(self) -> bytes:
            drawn, self.version = self.version, min(self.version + 1, 1)
            return str(drawn).encode()

        async def is_alive(self) -> bool:
            return True

        async def wait_for_change(self, version: int) -> None:
            while self.version == version:
                await asyncio.Event().wait()

        def close(self) -> None:
            pass

    forever = asyncio.create_task(asyncio.Event().wait())
    stream = EventStream(Changing(), forever, lambda: 0)
    await anext(stream)  # a heartbeat
    assert [await anext(stream), await anext(stream)] == [b"0", b"1"]
    await stream.aclose()


def test_the_pages_script_waits_for_as_long_as_the_box_takes_a_press() -> None:
    script = static_files()["page.js"].read_text()
    told = {name: int(each) for name, each in re.findall(r"const (\w+) = ([\d_]+);", script)}
    assert told["ANSWER"] == ANSWER_TIME * 1000 == OLDEST * 1000
    assert told["SILENCE"] > (BEAT_AFTER + ANSWER_TIME) * 1000


async def test_a_silent_stream_has_a_heartbeat_as_long_as_the_box_answers(
    visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = visitor.live.client.link("")
    forever = asyncio.create_task(asyncio.Event().wait())
    viewer = Viewer("", is_tv=True)
    feed = TableFeed(visitor.live, link, viewer)
    stream = EventStream(feed, forever, lambda: 0, lambda: 1.5)
    beat = encode_beat(1.5)
    assert [await anext(stream), await anext(stream)][0] == beat
    assert await anext(stream) == beat
    assert visitor.table.received == []  # it has just said something
    visitor.clock.now += RECENT
    assert await anext(stream) == beat
    assert visitor.table.received == [{"id": 1, "phone": {"secret": ""}}]
    monkeypatch.setattr("companion.outlets.table_client.ANSWER_TIME", 0.0)
    visitor.clock.now += RECENT
    assert await anext(stream) == NO_BEAT
    monkeypatch.undo()
    assert await anext(stream) == beat
    await visitor.table.stop()
    await link.wait_for_change(link.version)
    assert b"main" in await anext(stream)
    assert await anext(stream) == beat  # that it is away is true
    await stream.aclose()


async def test_a_reader_that_leaves_makes_room(visitor: Browser) -> None:
    async with visitor.follow() as events:
        await events.next()
        assert visitor.live.streams == 1
    async with asyncio.timeout(PATIENCE):
        while visitor.live.streams:
            await asyncio.sleep(0)
    assert visitor.live.client.link("").readers == 0


async def test_beyond_the_most_streams_a_reader_is_told_so(
    visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.outlets.web.site.MOST_STREAMS", 1)
    async with visitor.follow() as events:
        await events.next()
        reply = await visitor.get("/events")
        assert reply.status == 503
        assert "Too many pages" in reply.body


async def test_a_language_that_nobody_reads_is_given_up(visitor: Browser) -> None:
    await visitor.get("/", Accept_Language="de")
    async with visitor.follow(Accept_Language="it") as events:
        await events.next()
        visitor.clock.now += UNUSED_TIME + 1
        await visitor.get("/", Accept_Language="fr")
        visitor.table.change()
        await events.next()
    await visitor.get("/", Accept_Language="de")
    asked = [each["language"] for each in visitor.table.greetings]
    assert asked == ["de", "it", "fr", "de"]


MENU: dict[str, Any] = {
    "game": None,
    "players": [],
    "table": None,
    "open": opened(kind="menu", key="home", text="Campanile Companion"),
}
LISTED = {
    "number": 3,
    "title": "Nim",
    "when": "2026-05-01T20:00",
    "status": "Anna has won",
    "players": [],
}
LINE = 'href="/games/3"'


async def test_on_the_screen_for_the_room_the_menu_shows_the_last_games_and_how_to_join(
    visitor: Browser,
) -> None:
    visitor.table.saved_games = [LISTED]
    visitor.table.change(**MENU)
    page = (await visitor.get("/tv")).body
    assert LINE in page
    assert f"http://{HOST}:{visitor.port}/" in page
    assert page.count("Campanile Companion") == 2  # the title and the heading
    visitor.table.change(open=opened(kind="question", key="players", text="How many play?"))
    async with visitor.follow("/events?tv") as events:
        assert "How many play?" in (await events.next())["main"]


async def test_the_last_games_are_asked_for_once_until_another_was_open(visitor: Browser) -> None:
    game = visitor.table.now
    visitor.table.saved_games = [LISTED]
    visitor.table.change(**MENU)
    async with visitor.follow("/events?tv") as events:
        for number in range(20, 23):
            assert LINE in (await events.next())["main"]
            visitor.table.change(open=opened(number=number, kind="menu"))
        await events.next()
        assert len(visitor.table.received) == 1
        visitor.table.change(**{key: game[key] for key in MENU})
        await events.next()
        visitor.table.change(**MENU)
        await events.next()
        visitor.table.change(language="de")
        await events.next()
        assert len(visitor.table.received) == 3


async def test_the_screen_for_the_room_shows_the_last_games_once_the_box_has_time(
    visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.outlets.web.live.LISTING_TIME", 0)
    visitor.table.has_time.clear()
    visitor.table.saved_games = [LISTED]
    visitor.table.change(**MENU)
    async with visitor.follow("/events?tv") as events:
        assert LINE not in (await events.next())["main"]
        visitor.table.has_time.set()
        assert LINE in (await events.next())["main"]


async def test_a_list_of_games_that_did_not_come_is_asked_for_again(
    visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.table.saved_games = [LISTED]
    visitor.table.change(**MENU)
    with monkeypatch.context() as patch:
        patch.setattr("companion.outlets.web.live.SAVED_TIME", 0)
        assert LINE not in (await visitor.get("/tv")).body
    assert LINE in (await visitor.get("/tv")).body


async def test_a_saved_game_that_is_slow_stays_as_it_is_before_its_page_is_lost(
    visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.outlets.web.live.GROWN_AFTER", 0)
    monkeypatch.setattr("companion.outlets.web.live.ANSWER_TIME", 0.05)
    visitor.table.saved_game = {"story": {"pending": "Some"}}
    link = visitor.live.client.link("")
    feed = SavedGameFeed(visitor.live, link, {"get": "game"}, lambda *_: Markup("drawn"))
    first = await feed.draw()
    visitor.table.has_time.clear()
    async with asyncio.timeout(PATIENCE / 2):
        assert await feed.draw() == first
    visitor.table.has_time.set()
    feed.close()
