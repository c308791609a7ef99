"""The routes: which request gets which page, and what a form sends to the box.

The connectivity probes of phones are answered, so that they stay in a hotspot without internet.
Late: `history_pages`, once somebody asks.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qs

from microdot import Request, Response

from companion.outlets.pages.frame import draw_error, read_language
from companion.outlets.pages.server import MOST_STREAMS, EventStream, ReceivedRequest
from companion.outlets.pages.site import (
    ASK_AGAIN,
    NO_STORE,
    BaseSite,
    send_data,
    send_page,
    static_files,
    wants_data,
)
from companion.outlets.strict_json import MAX_WHOLE
from companion.outlets.table_client import ANSWER_TIME, Message, TableLink, TableUnavailable
from companion.outlets.web.live import (
    SAVED_TIME,
    LiveTable,
    SavedGameFeed,
    TableFeed,
    Viewer,
    is_growing,
)
from companion.outlets.web.pages import NAVIGATION, SitePage, build_page, draw_pairing, draw_phone
from companion.outlets.web.seat_names import name_seats
from companion.text.words import Words
from companion.ui.markup import Markup


class Probe(NamedTuple):
    """What a phone expects of a network that leads to the internet."""

    status: int
    content_type: str
    body: bytes


APPLE = Probe(
    200,
    "text/html",
    b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
)
NOTHING = Probe(204, "text/plain", b"")
PROBES: Mapping[str, Probe] = {
    "/generate_204": NOTHING,
    "/gen_204": NOTHING,
    "/hotspot-detect.html": APPLE,
    "/library/test/success.html": APPLE,
    "/connecttest.txt": Probe(200, "text/plain", b"Microsoft Connect Test"),
    "/ncsi.txt": Probe(200, "text/plain", b"Microsoft NCSI"),
    "/success.txt": Probe(200, "text/plain", b"success\n"),
    "/canonical.html": Probe(
        200,
        "text/html",
        b'<meta http-equiv="refresh"'
        b' content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),
    "/check_network_status.txt": Probe(200, "text/plain", b"NetworkManager is online\n"),
}
"""The paths that phones and computers ask for after they joined the hotspot, by any host's name.

One that is not answered as expected leaves the hotspot again.
"""


COOKIE = "phone"
COOKIE_TIME = 180 * 24 * 3600
"""Seconds for which a phone keeps its secret; the box may disconnect it before."""
SECRET = re.compile(r"[A-Za-z0-9_-]{16,128}")
CODE = re.compile(r"[A-Z0-9]{8}")
MOST_FIELDS = 10


def read_secret(request: Any) -> str:
    """The secret in the phone's cookie; "" for none."""
    secret = str(request.cookies.get(COOKIE, ""))
    return secret if SECRET.fullmatch(secret) else ""


def build_cookie(secret: str, seconds: int = COOKIE_TIME) -> str:
    """The cookie that keeps a secret; raises ValueError for what no cookie can hold."""
    if not SECRET.fullmatch(secret):
        raise ValueError("a secret that no cookie can hold")
    return f"{COOKIE}={secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}"


def read_form(body: bytes) -> dict[str, str]:
    """The fields of a form, the last of each name; none of what is no form."""
    try:
        fields = parse_qs(body.decode("ascii"), max_num_fields=MOST_FIELDS, errors="replace")
    except ValueError:
        return {}
    return {name: values[-1].strip() for name, values in fields.items()}


def is_number(text: str) -> bool:
    """Whether it is a whole number that a message may have."""
    return text.isascii() and text.isdecimal() and len(text) <= 16 and int(text) <= MAX_WHOLE


def read_press_time(form: Mapping[str, str]) -> Message:
    """When a form was sent, by our own clock, as the page's script can tell; nothing without it.

    The script gives the last heartbeat back, and how long it was ago.
    """
    beat, since = form.get("beat", ""), form.get("since", "")
    if not (is_number(beat) and is_number(since)):
        return {}
    return {"pressed": min(int(beat) + int(since), MAX_WHOLE)}


def read_code(text: str) -> str:
    """A pairing code as the box shows it; "" for what is none."""
    code = text.strip().upper()
    return code if CODE.fullmatch(code) else ""


PAIRING_TIME = 150.0
"""Seconds for which a phone waits for OK on the box; the code is void before."""
NEXT_STATE = 1.0
"""Seconds for which a page waits for the state after a press."""
LONGEST_WORD = 64
"""Letters of a key or a value."""
LONGEST_NAME = 12


class Site(BaseSite):
    """The pages, and the connection to the box behind them."""

    def __init__(self, live: LiveTable, own_name: str) -> None:
        """Serve what ``live`` shows as the machine of this name."""
        super().__init__(own_name, static_files())
        self.live = live
        self._add_routes()

    def _add_routes(self) -> None:
        app = self.app
        for path in PROBES:
            app.get(path)(_answer_probe)
        app.get("/")(self._show_table)
        app.get("/tv")(self._show_table)
        app.get("/events")(self._follow)
        app.get("/games")(self._show_games)
        app.get("/games/<re:[0-9]+:number>")(self._show_game)
        app.get("/games/<re:[0-9]+:number>/events")(self._follow_game)
        app.get("/players")(self._show_players)
        app.get("/pair")(self._show_pairing)
        app.post("/pair")(self._pair)
        app.post("/leave")(self._leave)
        app.post("/answer")(self._answer)
        app.post("/press")(self._press)
        app.post("/undo")(self._undo)
        app.get("/<code>")(self._show_pairing)  # the last, because it takes any name

    # Before and after every request ---------------------------------------------------------

    async def check(self, request: Request) -> Response | None:
        """Let a phone's probes pass by whatever name."""
        return None if request.path in PROBES else await super().check(request)

    def draw_error_page(self, words: Words, sentence: str) -> Markup:
        """Draw a page that says what did not work."""
        return build_page(words, words.say("web.error"), draw_error(words, sentence))

    def words_for(self, request: Request | None) -> Words:
        """The words of the language that a visitor asks for, else the box's own."""
        accepted = request.headers.get("Accept-Language", "") if request is not None else ""
        return self.live.words(read_language(accepted))

    def _link_for(self, request: Request) -> TableLink:
        return self.live.client.link(read_language(request.headers.get("Accept-Language", "")))

    # Pages ----------------------------------------------------------------------------------

    async def _show_table(self, request: Request) -> Response:
        return await self._table_page(request, tv=request.path == SitePage.TV)

    async def _table_page(
        self, request: Request, *, tv: bool = False, reply: str = "", status: int = 200
    ) -> Response:
        link = self._link_for(request)
        drawn, role, name = await self.live.show(Viewer(read_secret(request), tv), link)
        page = build_page(
            self.live.words(link.language),
            drawn.content.title,
            drawn.draw(role, name),
            SitePage.TV if tv else SitePage.TABLE,
            events="/events?tv" if tv else "/events",
            again=SitePage.TV if tv else SitePage.TABLE,
            reply=reply,
            phone=None if tv else draw_phone(self.live.words(link.language), name),
        )
        return send_page(page, status)

    async def _follow(self, request: Request) -> Response:
        viewer = Viewer(read_secret(request), "tv" in request.args)
        return self._stream(request, lambda link: TableFeed(self.live, link, viewer))

    def _stream(self, request: Request, follow: Callable[[TableLink], TableFeed]) -> Response:
        """Send what a feed draws for as long as the page is open."""
        if self.live.streams >= MOST_STREAMS:
            return self.refuse(request, HTTPStatus.SERVICE_UNAVAILABLE, "full")
        gone = cast("ReceivedRequest", request.sock[0]).watch_closing()
        stream = EventStream(follow(self._link_for(request)), gone)
        headers = {"Content-Type": "text/event-stream; charset=utf-8"}
        return Response(cast("Any", stream), 200, headers)  # whatever can be iterated

    # Saved games ----------------------------------------------------------------------------

    async def _show_games(self, request: Request) -> Response:
        return await self._saved_page(request, {"get": "games"}, SitePage.GAMES)

    async def _show_game(self, request: Request, number: str) -> Response:
        return await self._saved_page(request, _get_game(number), SitePage.GAMES)

    async def _follow_game(self, request: Request, number: str) -> Response:
        def follow(link: TableLink) -> TableFeed:
            return SavedGameFeed(self.live, link, _get_game(number), self._draw_saved)

        return self._stream(request, follow)

    async def _show_players(self, request: Request) -> Response:
        return await self._saved_page(request, {"get": "players"}, SitePage.PLAYERS)

    async def _saved_page(self, request: Request, message: Message, here: SitePage) -> Response:
        """Show what the box replies of its saved games."""
        link = self._link_for(request)
        try:
            reply = await link.request(message, SAVED_TIME)
        except TableUnavailable:
            return await self._table_page(request, status=HTTPStatus.SERVICE_UNAVAILABLE)
        words = self.live.words(link.language, link.state)
        title = words.say(NAVIGATION[here])
        status = HTTPStatus.NOT_FOUND if "refused" in reply else HTTPStatus.OK
        main = self._draw_saved(message, reply, words)
        again = request.path if is_growing(reply) else ""
        events = f"{again}/events" if again else None
        page = build_page(words, title, main, here, events=events, again=again)
        return send_page(page, status, kept=ASK_AGAIN if status == HTTPStatus.OK else NO_STORE)

    def _draw_saved(self, message: Message, reply: Message, words: Words) -> Markup:
        from companion.outlets.web.history_pages import SAVED_PAGES

        return SAVED_PAGES[message["get"]](reply, words)

    # Pairing --------------------------------------------------------------------------------

    async def _show_pairing(self, request: Request, code: str = "") -> Response:
        """Show the form; the code is used up by sending it, never by looking."""
        if code and not read_code(code):
            return self.refuse(request, HTTPStatus.NOT_FOUND, "no-page")
        return await self._pairing_page(request, read_code(code))

    async def _pairing_page(self, request: Request, code: str, reply: str = "") -> Response:
        link = self._link_for(request)
        state = await link.current_state()
        words = self.live.words(link.language, state)
        players = name_seats(state, words)["players"] if state else []
        main = draw_pairing(words, code, players, reply)
        return send_page(build_page(words, words.say("web.pair"), main), 409 if reply else 200)

    async def _pair(self, request: Request) -> Response:
        form, link = read_form(request.body or b""), self._link_for(request)
        name = (form.get("name") or form.get("other", ""))[:LONGEST_NAME]
        pair = {"code": read_code(form.get("code", "")), "name": name}
        if not all(pair.values()):
            return await self._refuse_pairing(request, "", form)
        try:
            reply = await link.request({"pair": pair}, PAIRING_TIME)
            cookie = build_cookie(str((reply.get("paired") or {}).get("secret", "")))
        except TableUnavailable:
            return await self._refuse_pairing(request, self._say(link, "web.away"), form)
        except ValueError:
            return await self._refuse_pairing(request, _refusal(reply), form)
        response = send_data({"go": "/"}) if wants_data(request) else _go_to_table()
        response.headers["Set-Cookie"] = cookie
        return response

    async def _refuse_pairing(
        self, request: Request, why: str, form: Mapping[str, str]
    ) -> Response:
        why = why or self.live.words(self._link_for(request).language).say("web.pair.failed")
        if wants_data(request):
            return send_data({"refused": why}, HTTPStatus.CONFLICT)
        return await self._pairing_page(request, read_code(form.get("code", "")), why)

    async def _leave(self, request: Request) -> Response:
        """Pair this phone no longer."""
        secret, link = read_secret(request), self._link_for(request)
        if not secret:
            return self.refuse(request, HTTPStatus.FORBIDDEN, "not-paired")
        try:
            reply = await link.request({"leave": {"secret": secret}})
        except TableUnavailable:
            return await self._refuse_press(request, self._say(link, "web.away"))
        if not reply.get("ok"):
            return await self._refuse_press(request, _refusal(reply))
        response = send_data({"go": "/"}) if wants_data(request) else _go_to_table()
        response.headers["Set-Cookie"] = build_cookie(secret, 0)
        return response

    # Presses --------------------------------------------------------------------------------

    async def _answer(self, request: Request) -> Response:
        form = read_form(request.body or b"")
        key, value = form.get("key", ""), form.get("value", "")
        if not key or max(len(key), len(value)) > LONGEST_WORD:
            return self.refuse(request, HTTPStatus.BAD_REQUEST, "bad-request")
        return await self._send_to_box(request, form, {"answer": {"key": key, "value": value}})

    async def _press(self, request: Request) -> Response:
        form = read_form(request.body or b"")
        press = form.get("press", "")
        if press not in {"ok", "back"}:
            return self.refuse(request, HTTPStatus.BAD_REQUEST, "bad-request")
        return await self._send_to_box(request, form, {"press": press})

    async def _undo(self, request: Request) -> Response:
        return await self._send_to_box(request, read_form(request.body or b""), {"undo": True})

    async def _send_to_box(
        self, request: Request, form: Mapping[str, str], message: Message
    ) -> Response:
        """Send what a form presses, and show what the box replies."""
        secret, asked = read_secret(request), form.get("asked", "")
        if not is_number(asked):
            return self.refuse(request, HTTPStatus.BAD_REQUEST, "bad-request")
        if not secret:
            return self.refuse(request, HTTPStatus.FORBIDDEN, "not-paired")
        link = self._link_for(request)
        if self.live.shown.is_too_soon(secret, int(asked), moved="moved" in form):
            return await self._refuse_press(request, self._say(link, "web.too-soon"))
        before = link.version
        try:
            message |= {"asked": int(asked), "secret": secret, **read_press_time(form)}
            reply = await link.request(message, ANSWER_TIME)
        except TableUnavailable:
            return await self._refuse_press(request, self._say(link, "web.away"))
        if not reply.get("ok"):
            refusal = _refusal(reply) or self._say(link, "web.error")
            is_late = (reply.get("refused") or {}).get("reason") == "too-late"
            return await self._refuse_press(request, refusal, is_late=is_late)
        if wants_data(request):
            return send_data({"ok": True})
        with suppress(TimeoutError):  # the page that follows shows what the press has led to
            async with asyncio.timeout(NEXT_STATE):
                await link.wait_for_change(before)
        return _go_to_table()

    async def _refuse_press(self, request: Request, why: str, *, is_late: bool = False) -> Response:
        """Say why a press did not count; ``is_late`` where the next question is on its way."""
        if wants_data(request):
            return send_data({"refused": why, "late": is_late}, HTTPStatus.CONFLICT)
        return await self._table_page(request, reply=why, status=HTTPStatus.CONFLICT)

    def _say(self, link: TableLink, key: str) -> str:
        return self.live.words(link.language).say(key)


def _get_game(number: str) -> Message:
    return {"get": "game", "number": min(int(number[:20]), MAX_WHOLE)}


def _refusal(reply: Message) -> str:
    """Why the box refused, in its words; "" where it has none for people."""
    return str((reply.get("refused") or {}).get("text", ""))


async def _answer_probe(request: Request) -> Response:
    probe = PROBES[request.path]
    reason = HTTPStatus(probe.status).phrase
    headers = {"Content-Type": probe.content_type, "Content-Length": str(len(probe.body))}
    return Response(probe.body, probe.status, headers, reason)


def _go_to_table() -> Response:
    return Response("", HTTPStatus.SEE_OTHER, {"Location": "/"})
