"""The routes of the board."""

from __future__ import annotations

import re
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

from microdot import Request, Response

from companion.outlets.board.evening import Measure
from companion.outlets.board.exports import write_bg_stats, write_games_csv, write_places_csv
from companion.outlets.board.live import HallFeed, LiveHall
from companion.outlets.board.page import BoardPage, EveningView, build_board_page
from companion.outlets.pages.frame import draw_error
from companion.outlets.pages.server import MOST_STREAMS, BoundedWriter, EventStream, ReceivedRequest
from companion.outlets.pages.site import BaseSite, send_page, static_files, takes_gzip
from companion.text.words import Words
from companion.ui.markup import Markup

PAGE = re.compile(r"[0-9]{1,6}")
SHEET = Path(__file__).parent / "static" / "board.css"


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
        words, view = self.words_for(request), _read_view(request)
        drawn = self.live.draw(page, words, view)
        return send_page(build_board_page(words, drawn.join(drawn.parts), page, view))

    async def _follow(self, request: Request) -> Response:
        if self.live.streams >= MOST_STREAMS:
            return self.refuse(request, HTTPStatus.SERVICE_UNAVAILABLE, "full")
        received, writer = request.sock
        cast("BoundedWriter", writer).bound_unsent()
        gone = cast("ReceivedRequest", received).watch_closing()
        page = BoardPage.EVENING if "evening" in request.args else BoardPage.HALL
        followed = self.live.follow(page, self.words_for(request), _read_view(request))
        packs = takes_gzip(request)
        stream = EventStream(HallFeed(self.live, followed), gone, packs=packs)
        headers = {"Content-Type": "text/event-stream; charset=utf-8"}
        if packs:
            headers["Content-Encoding"] = "gzip"
        return Response(cast("Any", stream), 200, headers)  # whatever can be iterated

    async def _send_games(self, _request: Request) -> Response:
        return _send_file(write_games_csv(self.live.hall.evening.games), "text/csv")

    async def _send_places(self, _request: Request) -> Response:
        return _send_file(write_places_csv(self.live.hall.evening.places()), "text/csv")

    async def _send_bg_stats(self, _request: Request) -> Response:
        return _send_file(write_bg_stats(self.live.hall.evening.games), "application/json")


def _read_view(request: Request) -> EveningView:
    """What of the evening is asked for: by wins and the newest games, if nothing else."""
    by, page = request.args.get("by"), request.args.get("page", "")
    measure = next((each for each in Measure if each == by), Measure.WINS)
    return EveningView(measure, max(1, int(page)) if PAGE.fullmatch(page) else 1)


def _send_file(text: str, kind: str) -> Response:
    headers = {"Content-Type": f"{kind}; charset=utf-8", "Content-Disposition": "attachment"}
    return Response(text.encode("utf-8-sig" if kind == "text/csv" else "utf-8"), 200, headers)
