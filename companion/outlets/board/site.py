"""The routes of the board, and the stream that keeps its pages live."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, time
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple, cast

from microdot import Request, Response

from companion.games import words_in
from companion.outlets.board.evening import (
    EveningPlace,
    Measure,
    choose_games,
    find_start,
    rank_players,
)
from companion.outlets.board.exports import write_bg_stats, write_games_csv, write_places_csv
from companion.outlets.board.hall import Hall, HallTable
from companion.outlets.board.page import (
    NAVIGATION,
    BoardPage,
    announce_hall,
    build_board_page,
    draw_beside,
    draw_card,
    draw_evening,
    draw_hall,
)
from companion.outlets.board.reports import BoardResult
from companion.outlets.pages.frame import draw_error, read_language
from companion.outlets.pages.server import MOST_STREAMS, EventStream, ReceivedRequest, encode_event
from companion.outlets.pages.site import BaseSite, send_page, static_files
from companion.text.words import Words
from companion.ui.markup import Markup

log = logging.getLogger(__name__)

SHEET = Path(__file__).parent / "static" / "board.css"
PAUSE = 0.5
"""Seconds between two contents of a stream, at least."""


class Evening(NamedTuple):
    """What has been played since the evening began."""

    start: datetime
    games: Sequence[BoardResult]
    places: Sequence[EveningPlace]


class LiveHall:
    """What all pages share: the hall, the evening, and what has been drawn."""

    def __init__(self, hall: Hall, since: time | datetime, language: str, own: str) -> None:
        """Draw in ``language``, or for "" in each visitor's, else in ``own``."""
        self.hall = hall
        self.streams = 0
        self._since, self._language, self._own = since, language, own
        self._words: dict[str, Words] = {}
        self._evening: tuple[int, Evening] | None = None
        self._cards: dict[tuple[str, str], tuple[int, Markup]] = {}
        self._drawn: dict[tuple[str, BoardPage, Measure], tuple[object, Markup]] = {}

    def words(self, accepted: str) -> Words:
        """The words for a visitor who accepts these languages."""
        language = self._language or read_language(accepted) or self._own
        if language not in self._words:
            self._words[language] = words_in(language)
        return self._words[language]

    def evening(self) -> Evening:
        """The evening as it is now, computed once for all."""
        start, version = find_start(self._since, self.hall.now()), self.hall.results_version
        if (
            self._evening is None
            or self._evening[:1] != (version,)
            or self._evening[1].start != start
        ):
            games = choose_games(self.hall.results, start)
            self._evening = version, Evening(start, games, rank_players(games))
        return self._evening[1]

    def draw(self, page: BoardPage, words: Words, measure: Measure = Measure.WINS) -> Markup:
        """The content of a page, drawn once for everybody; the evening is ordered by a measure."""
        evening = self.evening()
        state = self.hall.version, evening.start
        drawn = self._drawn.get((words.language, page, measure))
        if drawn is None or drawn[0] != state:
            main = (
                self._draw_hall(evening, words)
                if page is BoardPage.HALL
                else draw_evening(evening.games, measure, evening.start, words)
            )
            drawn = self._drawn[words.language, page, measure] = state, main
        return drawn[1]

    def waiting(self) -> list[str]:
        """The names of the tables at a scoring."""
        return [each.name for each in self.hall.tables if each.is_scoring]

    def _draw_hall(self, evening: Evening, words: Words) -> Markup:
        tables = self.hall.tables
        shown = {(words.language, table.id) for table in tables}
        for key in [key for key in self._cards if key[0] == words.language and key not in shown]:
            del self._cards[key]
        cards = []
        for table in tables:
            key = words.language, table.id
            if key not in self._cards or self._cards[key][0] != table.version:
                self._cards[key] = table.version, self._draw_card(table, words)
            cards.append(self._cards[key][1])
        beside = draw_beside(evening.places, len(evening.games), evening.start, words)
        lost = not self.hall.is_connected
        return draw_hall(cards, self.waiting(), beside, words, lost=lost)

    def _draw_card(self, table: HallTable, words: Words) -> Markup:
        """Draw a table; one that can't be drawn takes no other one with it."""
        try:
            return draw_card(table, self.hall.find_result(table), words)
        except Exception as error:  # noqa: BLE001 - whatever a table has said
            log.warning("%s can't be drawn: %s: %s", table.id, type(error).__name__, error)
            return Markup()


class HallFeed:
    """What one tab follows."""

    def __init__(
        self,
        live: LiveHall,
        page: BoardPage,
        words: Words,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        measure: Measure = Measure.WINS,
    ) -> None:
        self._live, self._page, self._words, self._sleep = live, page, words, sleep
        self._measure = measure
        live.streams += 1

    @property
    def version(self) -> int:
        """Grows with every change of the hall."""
        return self._live.hall.version

    async def is_alive(self) -> bool:
        """True: the board itself marks the tables that say nothing."""
        return True

    async def wait_for_change(self, version: int) -> None:
        """Return when there is something newer; a hall of many tables changes all the time."""
        await self._live.hall.wait_for_change(version)
        await self._sleep(PAUSE)

    async def draw(self) -> bytes:
        """The event that shows the page as it is now."""
        content = {
            "main": self._live.draw(self._page, self._words, self._measure),
            "title": self._words.say(NAVIGATION[self._page]),
            "announcement": announce_hall(self._live.waiting(), self._words),
        }
        return encode_event(self.version, content)

    def close(self) -> None:
        """Make room for another stream."""
        self._live.streams -= 1


class BoardSite(BaseSite):
    """The pages of the board."""

    def __init__(self, live: LiveHall, own_name: str) -> None:
        super().__init__(own_name, {**static_files(), SHEET.name: SHEET})
        self.live = live
        app = self.app
        app.get("/")(self._show_hall)
        app.get("/evening")(self._show_evening)
        app.get("/events")(self._follow)
        app.get("/evening.csv")(self._send_games)
        app.get("/standings.csv")(self._send_places)
        app.get("/evening.bgsplay")(self._send_bg_stats)

    def words_for(self, request: Request | None) -> Words:
        accepted = request.headers.get("Accept-Language", "") if request is not None else ""
        return self.live.words(accepted)

    def draw_error_page(self, words: Words, sentence: str) -> Markup:
        """Draw a page that says what did not work."""
        return build_board_page(words, draw_error(words, sentence))

    async def _show_hall(self, request: Request) -> Response:
        return self._show(BoardPage.HALL, request)

    async def _show_evening(self, request: Request) -> Response:
        return self._show(BoardPage.EVENING, request)

    def _show(self, page: BoardPage, request: Request) -> Response:
        words, measure = self.words_for(request), _read_measure(request)
        main = self.live.draw(page, words, measure)
        return send_page(build_board_page(words, main, page, measure))

    async def _follow(self, request: Request) -> Response:
        if self.live.streams >= MOST_STREAMS:
            return self.refuse(request, HTTPStatus.SERVICE_UNAVAILABLE, "full")
        gone = cast("ReceivedRequest", request.sock[0]).watch_closing()
        page = BoardPage.EVENING if "evening" in request.args else BoardPage.HALL
        words, measure = self.words_for(request), _read_measure(request)
        feed = HallFeed(self.live, page, words, measure=measure)
        stream = EventStream(feed, gone)
        headers = {"Content-Type": "text/event-stream; charset=utf-8"}
        return Response(cast("Any", stream), 200, headers)  # whatever can be iterated

    async def _send_games(self, _request: Request) -> Response:
        return _send_file(write_games_csv(self.live.evening().games), "text/csv")

    async def _send_places(self, _request: Request) -> Response:
        return _send_file(write_places_csv(self.live.evening().places), "text/csv")

    async def _send_bg_stats(self, _request: Request) -> Response:
        return _send_file(write_bg_stats(self.live.evening().games), "application/json")


def _read_measure(request: Request) -> Measure:
    """What the page is ordered by; by wins if nothing else is asked for."""
    given = request.args.get("by")
    return next((each for each in Measure if each == given), Measure.WINS)


def _send_file(text: str, kind: str) -> Response:
    headers = {"Content-Type": f"{kind}; charset=utf-8", "Content-Disposition": "attachment"}
    return Response(text, 200, headers)
