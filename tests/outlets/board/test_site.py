"""The routes of the board, by a browser's requests."""

from __future__ import annotations

import asyncio
import re
import socket
import zlib
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.languages import LANGUAGES
from companion.outlets.board.corrections import Correction
from companion.outlets.board.evening_page import GAMES_A_PAGE, MOST_EVENING_PLACES
from companion.outlets.board.hall import HallTable
from companion.outlets.board.live import BURST, PAUSE, DrawnPage, FollowedPage, LiveHall
from companion.outlets.board.page import BoardPage, EveningView, draw_card
from companion.outlets.board.reports import BoardResult
from companion.outlets.board.site import BoardSite
from companion.outlets.board.store import BoardStore
from companion.outlets.pages.server import IdleWatch, WebServer
from companion.outlets.pages.site import HEADERS
from companion.text.words import Words
from companion.ui.markup import Markup
from tests.fakes.clock import SetClock
from tests.markup_check import parse_markup
from tests.outlets.board.messages import EVENING, HallRig, box, event, fill, game, result, results
from tests.outlets.web.browsing import SiteReader


class BoardVisitor(SiteReader):
    """Somebody's browser before the board."""

    def __init__(self, port: int, hall: HallRig, live: LiveHall) -> None:
        super().__init__(port)
        self.hall, self.live = hall, live


@pytest.fixture
def board_language() -> str:
    return ""


@pytest.fixture
@asynccontextmanager
async def visitor(tmp_path: Path, board_language: str) -> AsyncIterator[BoardVisitor]:
    """Somebody before a board with a hall."""
    hall = HallRig(tmp_path)
    live = LiveHall(hall.hall, board_language, "en")
    listener = socket.create_server(("127.0.0.1", 0))
    server = WebServer(BoardSite(live, "tower").app, IdleWatch(SetClock()))
    await server.start(listener)
    showing = asyncio.create_task(live.keep_showing(lambda _: asyncio.sleep(0)))
    try:
        yield BoardVisitor(listener.getsockname()[1], hall, live)
    finally:
        showing.cancel()
        await server.close()
        hall.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/evening"])
async def test_every_page_is_good_html_in_every_language(
    visitor: BoardVisitor, path: str, language: str
) -> None:
    empty = await visitor.get(path, Accept_Language=language)
    fill(visitor.hall)
    full = await visitor.get(path, Accept_Language=language)
    for reply in (empty, full):
        assert reply.status == 200
        assert f'<html lang="{language}">' in reply.body
        parse_markup(reply.body[reply.body.index("<main") : reply.body.index("</main>") + 7])
        assert reply.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
    assert "Maximiliane" in full.body


@pytest.mark.parametrize("board_language", ["de"])
async def test_the_board_s_own_language_goes_first(visitor: BoardVisitor) -> None:
    assert "Tische" in (await visitor.get("/", Accept_Language="fr")).body


async def test_nothing_from_the_broker_becomes_markup(visitor: BoardVisitor) -> None:
    evil = "<script>alert(1)</script>&\"'"
    hall = visitor.hall
    named = game(title=evil, progress=evil)
    hall.add(1, name=evil, names=[evil, "Ben"], doing=evil, waiting=True, game=named)
    hall.add(2, parts=[{"label": evil, "text": evil}])
    hall.hear(1, "event", event(1, text=evil, lines=[evil]))
    hall.hear(1, "result", results(1, result({evil: 3, "B": 3}, name=evil), name=evil))
    for path in ("/", "/evening"):
        body = (await visitor.get(path)).body
        assert "<script>alert" not in body
        assert "&lt;script&gt;alert" in body
        assert body.count("<script") == 1


async def test_a_card_shows_what_one_sees_of_the_table(visitor: BoardVisitor) -> None:
    """A table of an older version tells only how many cards are left."""
    visitor.hall.add(1)
    body = (await visitor.get("/")).body
    assert '<p class="foot">23 cards left</p>' in body
    parts = [{"key": "towers", "label": "Towers", "text": "Anna 3, Ben 2", "value": None}]
    visitor.hall.add(1, parts=parts)
    body = (await visitor.get("/")).body
    assert '<p class="foot">Towers: Anna 3, Ben 2</p>' in body
    assert "23 cards left" not in body
    visitor.hall.add(1, parts=parts, game=game(finished=True))
    assert "Towers" not in (await visitor.get("/")).body


async def test_a_game_that_does_not_count_has_nobody_who_won(visitor: BoardVisitor) -> None:
    visitor.hall.add(1, game=game(finished=True))
    visitor.hall.hear(1, "result", results(1, result({"Anna": 4, "Ben": 3})))
    for path in ("/", "/evening"):
        assert "Anna wins" in (await visitor.get(path)).body
    with closing(BoardStore(visitor.hall.store.path.parent)) as other:
        other.correct(box(1), "g1", Correction(EVENING, counts=False))
    visitor.hall.hall.check()
    for path in ("/", "/evening"):
        page = (await visitor.get(path)).body
        assert "does not count" in page
        assert "Anna wins" not in page


async def test_a_colour_that_is_none_is_no_class(visitor: BoardVisitor) -> None:
    visitor.hall.add(1, light="no-colour")
    assert "no-colour" not in (await visitor.get("/")).body


@pytest.mark.parametrize(
    ("path", "start"),
    [
        ("/evening.csv", "\ufefftable,game,"),
        ("/standings.csv", "\ufeffplace,player,"),
        ("/evening.bgsplay", "{"),
    ],
)
async def test_the_files(visitor: BoardVisitor, path: str, start: str) -> None:
    fill(visitor.hall)
    reply = await visitor.get(path)
    assert reply.status == 200
    assert reply.body.startswith(start)
    assert reply.headers["Content-Disposition"] == "attachment"
    page = (await visitor.get("/evening")).body
    assert re.search(f'href="{path}"', page)


async def test_what_is_not_there(visitor: BoardVisitor) -> None:
    assert (await visitor.get("/other")).status == 404
    assert (await visitor.get("/static/board.css")).status == 200


async def test_a_tab_gets_every_change(visitor: BoardVisitor) -> None:
    async with visitor.follow(Accept_Language="de") as events:
        assert "Noch ist kein Tisch da" in (await events.next())["main"]
        visitor.hall.add(1, waiting=True)
        shown = await events.next()
    assert "Table 1" in shown["main"]
    assert shown["announcement"] == "Wertung: Table 1"
    assert shown["title"] == "Saal"


@pytest.mark.parametrize(
    ("query", "measure", "names"),
    [
        ("", "wins", ["Rosa", "Jakob", "Emil", "Dora"]),  # 2, 1, 0, 0; 0.98 goes before 0
        ("?by=wins", "wins", ["Rosa", "Jakob", "Emil", "Dora"]),
        ("?by=points", "points", ["Jakob", "Emil", "Rosa", "Dora"]),  # 51, 49, 4, 0
        ("?by=share", "share", ["Rosa", "Emil", "Jakob", "Dora"]),  # 1, 0.98, 0.75, 0
        ("?by=rate", "rate", ["Rosa", "Jakob", "Emil", "Dora"]),  # 1, 0.5, 0, 0
        ("?by=luck", "wins", ["Rosa", "Jakob", "Emil", "Dora"]),
    ],
)
async def test_the_evening_has_three_orders(
    visitor: BoardVisitor, query: str, measure: str, names: list[str]
) -> None:
    scores = {"Rosa": 2, "Jakob": 1}, {"Rosa": 2, "Dora": 0}, {"Jakob": 50, "Emil": 49}
    games = [result(each, id=str(at)) for at, each in enumerate(scores)]

    def find_names(page: str) -> list[str]:
        return re.findall(r'<th scope="row" class="name">(\w+)', page)

    visitor.hall.hear(1, "result", results(1, *games))
    page = (await visitor.get(f"/evening{query}")).body
    links = re.findall(r'href="(/evening\?by=\w+)"', page)
    assert links == [f"/evening?by={by}" for by in ("wins", "points", "share", "rate")]
    marked = re.findall(r'class="(\w+)" aria-sort="descending"', page)
    stream = unescape(re.findall(r'data-events="([^"]+)"', page)[0])
    async with visitor.follow(stream) as events:
        live = (await events.next())["main"]
    assert (marked, find_names(page), find_names(live)) == ([measure], names, names)


async def test_streams_are_bounded(visitor: BoardVisitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.outlets.board.site.MOST_STREAMS", 1)
    async with visitor.follow() as events:
        await events.next()
        assert (await visitor.get("/events")).status == 503


def test_a_card_is_drawn_again_only_when_its_table_has_changed(
    hall: HallRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(table: HallTable, result: BoardResult | None, words: Words) -> Markup:
        drawn.append(table.name)
        return draw_card(table, result, words)

    monkeypatch.setattr("companion.outlets.board.live.draw_card", draw)
    live = LiveHall(hall.hall, "", "en")
    for number in (1, 2, 3):
        hall.add(number)
    live.draw(BoardPage.HALL, live.words("en"), EveningView())
    hall.add(2, doing="Which card?")
    live.draw(BoardPage.HALL, live.words("en"), EveningView())
    assert drawn == ["Table 1", "Table 2", "Table 3", "Table 2"]


async def test_the_first_change_is_shown_at_once_and_then_what_is_true_now_and_then(
    hall: HallRig,
) -> None:
    slept: list[float] = []
    shown: list[bool] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        shown.append(b"Table 1" in followed.encode(None))
        if len(slept) == 3:
            raise asyncio.CancelledError
        hall.add(len(slept))

    live = LiveHall(hall.hall, "", "en")
    followed = live.follow(BoardPage.HALL, live.words("en"), EveningView())
    with pytest.raises(asyncio.CancelledError):
        await live.keep_showing(sleep)
    assert slept == [PAUSE, BURST, PAUSE]
    assert shown == [False, False, True]


def test_readers_are_sent_what_has_changed_and_all_of_it_where_cards_came(hall: HallRig) -> None:
    for number in (1, 2):
        hall.add(number)
    live = LiveHall(hall.hall, "", "en")
    followed = live.follow(BoardPage.HALL, live.words("en"), EveningView())
    hall.add(2, doing="Which card?")
    followed.refresh()
    changes = followed.encode(followed.version - 1)
    assert changes is followed.encode(followed.version - 1)
    assert b"Table 2" in changes
    assert b"Table 1" not in changes
    assert b"Table 1" in followed.encode(None)
    hall.add(3)
    followed.refresh()
    assert b"Table 1" in followed.encode(followed.version - 1)
    before = followed.version
    followed.refresh()
    assert followed.version == before


@given(st.lists(st.integers(1, 8), min_size=1, max_size=40), st.integers(0, 40))
def test_who_is_behind_is_sent_all_that_has_changed_meanwhile_and_few_events_are_made(
    changing: list[int], seen: int
) -> None:
    now = {str(number): Markup(f"<li>{number}") for number in range(1, 9)}
    followed = FollowedPage(lambda: DrawnPage(dict(now), lambda _: Markup("all of it"), "", ""))
    for at, number in enumerate(changing):
        now[str(number)] = Markup(f"<li>{number} changed {at}")
        followed.refresh()
    for each in {str(each) for each in changing[seen:]}:
        assert str(now[each]).encode() in followed.encode(min(seen, followed.version))
    events = {followed.encode(each) for each in range(followed.version)}
    assert not any(b"all of it" in each for each in events)
    assert len(events) <= 4 * len(changing).bit_length()


async def test_a_page_that_can_t_be_drawn_stops_no_other_one(
    hall: HallRig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live = LiveHall(hall.hall, "", "en")
    words = live.words("en")
    failing = live.follow(BoardPage.EVENING, words, EveningView())
    shown = live.follow(BoardPage.HALL, words, EveningView())

    def fail() -> None:
        raise OverflowError("date value out of range")

    async def sleep(_seconds: float) -> None:
        if b"Table 1" in shown.encode(None):
            raise asyncio.CancelledError
        hall.add(1)

    monkeypatch.setattr(failing, "refresh", fail)
    with pytest.raises(asyncio.CancelledError):
        await live.keep_showing(sleep)
    assert caplog.messages == ["a page can't be drawn: OverflowError: date value out of range"]


async def test_of_very_many_names_only_those_shown_are_compared(
    visitor: BoardVisitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def find(names: Iterable[str]) -> list[tuple[str, str]]:
        compared.extend(names)
        return []

    monkeypatch.setattr("companion.outlets.board.evening_page.find_similar", find)
    for table in range(4):
        games = [
            result({f"{table} {game} {at}": at for at in range(5)}, id=f"g{game}")
            for game in range(12)
        ]
        visitor.hall.hear(table, "result", results(table, *games))
    await visitor.get("/evening")
    assert len(compared) == MOST_EVENING_PLACES


async def test_a_reader_who_takes_it_is_sent_gzip(visitor: BoardVisitor) -> None:
    fill(visitor.hall)
    reader, writer = await asyncio.open_connection("127.0.0.1", visitor.port)
    writer.write(b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
    head = await reader.readuntil(b"\r\n\r\n")
    assert b"Content-Encoding: gzip" in head
    unpack, text = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16), b""
    while b"Tisch 8" not in text:
        text += unpack.decompress(await reader.read(1 << 16))
    visitor.hall.add(8, doing="Which card now?", name="Tisch 8")
    while b"Which card now?" not in text:
        text += unpack.decompress(await reader.read(1 << 16))
    writer.close()


async def test_a_reader_who_takes_nothing_for_a_while_is_then_sent_what_is_true(
    visitor: BoardVisitor,
) -> None:
    for number in range(20):
        visitor.hall.add(number)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", visitor.port))
    slow.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    slow.setblocking(False)
    page = visitor.live.follow(BoardPage.HALL, visitor.live.words("en"), EveningView())
    for answer in range(500):  # about 1 MB, and nobody takes it
        before = page.version
        visitor.hall.add(1, doing=f"Answer {answer}!" + 20 * " and so on")
        await page.wait_for_change(before)
        await asyncio.sleep(0)
    received = b""
    while b"Answer 499!" not in received:
        received += await asyncio.get_running_loop().sock_recv(slow, 1 << 16)
    slow.close()
    assert len(received) < 150_000


async def test_the_games_of_an_evening_come_by_pages(visitor: BoardVisitor) -> None:
    for table in range(5):
        games = [result({"Anna": 2}, id=f"{table}-{at}", ended=at / 100) for at in range(12)]
        visitor.hall.hear(table, "result", results(table, *games))
    first = (await visitor.get("/evening?by=points")).body
    second = (await visitor.get("/evening?by=points&page=2")).body
    assert (first.count("Anna 2"), second.count("Anna 2")) == (GAMES_A_PAGE, 10)
    assert "/evening?by=points&amp;page=2" in first
    assert 'href="/evening?by=points"' in second
    assert "Anna 2" not in (await visitor.get("/evening?page=3")).body


async def test_a_table_that_cannot_be_drawn_takes_no_other_one_with_it(
    visitor: BoardVisitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def draw(table: HallTable, result: BoardResult | None, words: Words) -> Markup:
        if table.name == "Table 1":
            raise OverflowError("date value out of range")
        return draw_card(table, result, words)

    monkeypatch.setattr("companion.outlets.board.live.draw_card", draw)
    visitor.hall.add(1)
    visitor.hall.add(2)
    assert "Table 2" in (await visitor.get("/")).body
    assert caplog.messages == [
        "000000000001 can't be drawn: OverflowError: date value out of range"
    ]
