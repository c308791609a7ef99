"""What every site does round a request: checks, errors in words, static files, headers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from microdot import Microdot, Request, Response

from companion.outlets.pages.guard import HEADERS, NO_STORE, is_from_own_page, is_own_host
from companion.text.words import Words
from companion.ui.markup import Markup

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
        headers = {"Content-Type": kind, "Cache-Control": "no-cache"}
        return Response(self._static[name], 200, headers)


def static_files() -> dict[str, Path]:
    """The sheet and the script of every page."""
    return {path.name: path for path in STATIC.iterdir()}


def send_page(page: Markup, status: int = 200) -> Response:
    """Send a whole page."""
    return Response(str(page), status, {"Content-Type": "text/html; charset=utf-8"})


def send_data(data: Mapping[str, Any], status: int = 200) -> Response:
    """Send what the page's script shows itself."""
    return Response(json.dumps(data), status, {"Content-Type": f"{JSON}; charset=utf-8"})


def wants_data(request: Any) -> bool:
    """Whether it was sent by the page's script, which shows the reply itself."""
    return bool(request.headers.get("Accept", "") == JSON)


async def _add_headers(_request: Request | None, response: Response) -> Response:
    """Add the headers of every reply; pages are never kept."""
    response.headers.update({**HEADERS, "Vary": "Accept-Language, Cookie"})
    response.headers.setdefault("Cache-Control", NO_STORE)
    if response.reason is None:
        response.reason = HTTPStatus(response.status_code).phrase
    return response
