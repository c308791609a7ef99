"""What every site does round a request: checks, errors in words, static files, headers.

A page of another site may make a phone's browser send requests here. A form of its own fails at
``Origin``; a name of its own that leads to this machine (DNS rebinding) fails at ``Host``.
"""

from __future__ import annotations

import json
import re
import socket
import zlib
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from microdot import Microdot, Request, Response

from companion.text.words import Words
from companion.ui.markup import Markup

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    # With "no-referrer" browsers send "Origin: null" with our own forms too.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""On every reply."""
NO_STORE = "no-store"
"""The ``Cache-Control`` of pages."""
ASK_AGAIN = "no-cache"
"""That of what may be kept, and is asked for again by its ``ETag``."""
WORTH_PACKING = 500
"""Bytes from which on a body is compressed for who takes that."""
LEVEL = 6
GZIP = 31
"""The window of zlib that writes gzip; `gzip` and `hashlib` would cost 0.7 MiB."""
PACKS = re.compile(r"(^|,)\s*gzip\s*(;\s*q=(1|0\.\d*[1-9])\S*\s*)?(,|$)", re.IGNORECASE)
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?")


def is_own_host(host: str, own_name: str) -> bool:
    """Whether a ``Host`` is a number address, localhost, or this machine's name."""
    found = HOST.fullmatch(host)
    if found is None:
        return False
    name = found[1].lower()
    own = own_name.partition(".")[0].lower()
    return name in {"localhost", own, f"{own}.local"} - {"", ".local"} or _is_address(name)


def _is_address(name: str) -> bool:
    family = socket.AF_INET6 if name.startswith("[") else socket.AF_INET
    try:
        socket.inet_pton(family, name.strip("[]"))
    except OSError:
        return False
    return True


def is_from_own_page(headers: Mapping[str, str]) -> bool:
    """Whether a form was sent by a page of ours."""
    origin = headers.get("Origin", "")
    if origin:
        return origin == f"http://{headers.get('Host', '')}"
    return headers.get("Sec-Fetch-Site", "") == "same-origin"


STATIC = Path(__file__).parent / "static"
STATIC_TYPES: Mapping[str, str] = {".css": "text/css", ".js": "text/javascript"}
ERRORS: Mapping[int, str] = {
    400: "bad-request",
    404: "no-page",
    405: "not-so",
    413: "too-large",
    500: "fault",
}
JSON = "application/json"


class BaseSite:
    """A site that checks who asks, and says in words what it refuses."""

    def __init__(self, own_name: str, files: Mapping[str, Path]) -> None:
        """Serve as the machine of this name; ``files`` are below ``/static/``."""
        self.app = Microdot()
        self._own_name = own_name
        self._static = {name: path.read_bytes() for name, path in files.items()}
        self.app.before_request(self.check)
        self.app.after_request(_add_headers)
        self.app.after_request(_shorten)
        self.app.after_error_request(_add_headers)
        for status, key in ERRORS.items():
            self.app.errorhandler(status)(self._error_handler(status, key))
        self.app.get("/static/<name>")(self._send_static)

    def words_for(self, request: Request | None) -> Words:
        """The words of the language that a visitor asks for."""
        raise NotImplementedError

    def draw_error_page(self, words: Words, sentence: str) -> Markup:
        """Draw a page that says what did not work."""
        raise NotImplementedError

    async def check(self, request: Request) -> Response | None:
        """Refuse what comes by a foreign name, and forms of foreign pages."""
        if not is_own_host(request.headers.get("Host", ""), self._own_name):
            return self.refuse(request, HTTPStatus.MISDIRECTED_REQUEST, "foreign-host")
        if request.method == "POST" and not is_from_own_page(request.headers):
            return self.refuse(request, HTTPStatus.FORBIDDEN, "foreign-page")
        return None

    def _error_handler(self, status: int, key: str) -> Any:
        async def show_error(request: Request | None) -> Response:
            return self.refuse(request, status, key)

        return show_error

    def refuse(self, request: Request | None, status: int, key: str) -> Response:
        """Say in words why a request is not answered."""
        words = self.words_for(request)
        sentence = words.say(f"web.error.{key}")
        if request is not None and wants_data(request):
            return send_data({"refused": sentence}, status)
        return send_page(self.draw_error_page(words, sentence), status)

    async def _send_static(self, request: Request, name: str) -> Response:
        if name not in self._static:
            return self.refuse(request, HTTPStatus.NOT_FOUND, "no-page")
        kind = f"{STATIC_TYPES[Path(name).suffix]}; charset=utf-8"
        headers = {"Content-Type": kind, "Cache-Control": ASK_AGAIN}
        return Response(self._static[name], 200, headers)


def static_files() -> dict[str, Path]:
    """The sheet and the script of every page."""
    return {path.name: path for path in STATIC.iterdir()}


def send_page(page: Markup, status: int = 200, *, kept: str = NO_STORE) -> Response:
    """Send a page; ``kept`` is its ``Cache-Control``."""
    headers = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": kept}
    return Response(str(page), status, headers)


def send_data(data: Mapping[str, Any], status: int = 200) -> Response:
    """Send what the page's script shows itself."""
    return Response(json.dumps(data), status, {"Content-Type": f"{JSON}; charset=utf-8"})


def wants_data(request: Any) -> bool:
    """Whether it was sent by the page's script, which shows the reply itself."""
    return bool(request.headers.get("Accept", "") == JSON)


def takes_gzip(request: Request) -> bool:
    """Whether a visitor takes what is compressed."""
    return bool(PACKS.search(request.headers.get("Accept-Encoding", "")))


async def _add_headers(_request: Request | None, response: Response) -> Response:
    """Add the headers of every reply; what does not say that it may be kept never is."""
    response.headers.update({**HEADERS, "Vary": "Accept-Encoding, Accept-Language, Cookie"})
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = NO_STORE
    if response.reason is None:
        response.reason = HTTPStatus(response.status_code).phrase
    return response


async def _shorten(request: Request, response: Response) -> Response:
    """Send nothing of what the visitor still has, and the rest compressed if they take that."""
    body = response.body
    if response.status_code != HTTPStatus.OK or not isinstance(body, bytes):
        return response
    if response.headers["Cache-Control"] == ASK_AGAIN:
        tag = f'W/"{len(body):x}-{zlib.crc32(body):08x}"'
        response.headers["ETag"] = tag
        if tag in request.headers.get("If-None-Match", ""):
            response.status_code, response.body = int(HTTPStatus.NOT_MODIFIED), b""
            response.reason = HTTPStatus.NOT_MODIFIED.phrase
            return response
    if len(body) >= WORTH_PACKING and takes_gzip(request):
        response.body = zlib.compress(body, LEVEL, GZIP)
        response.headers["Content-Encoding"] = "gzip"
    return response
