"""Who is answered, and the headers of what they get."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.outlets.pages.site import HEADERS, is_own_host
from companion.outlets.web.site import PROBES
from tests.fakes.table import SECRET
from tests.outlets.web.browsing import PAIRED, Browser, browse, read_reply

ROUTES = (
    *("/", "/tv", "/pair", "/K7M2QX4B", "/games", "/games/3", "/players"),
    *(
        "/static/page.css",
        "/static/page.js",
        "/static/../site.py",
        "/nothing-here",
        "/generate_204",
    ),
)
PRESS = "press=ok&asked=12"


def test_every_reply_has_every_header(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        for route in ROUTES:
            reply = await browser.get(route)
            assert {name: reply.headers[name] for name in HEADERS} == HEADERS
            kept = "no-cache" if reply.status == 200 and "static" in route else "no-store"
            assert reply.headers["Cache-Control"] == kept, route

    browse(tmp_path, journey)


def test_a_page_brings_no_script_or_style_of_its_own(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        for route in ROUTES[:7]:
            page = (await browser.get(route, **PAIRED)).body
            assert "style=" not in page
            assert "<style" not in page
            assert page.count("<script") == page.count('<script src="/static/page.js"') == 1
            assert "<h1" in page
            assert page.count("<h1") == page.count("aria-live") == 1

    browse(tmp_path, journey)


@pytest.mark.parametrize("host", ["192.168.4.1", "10.0.0.2:8080", "[fe80::1]:8080", "localhost"])
def test_the_machine_answers_to_its_numbers(host: str) -> None:
    assert is_own_host(host, "tower")


@pytest.mark.parametrize("host", ["tower", "tower.local:80", "TOWER.local"])
def test_the_machine_answers_to_its_name(host: str) -> None:
    assert is_own_host(host, "tower.lan")


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example", "tower.evil.example", "tower.local.evil.example", ".local"),
        *("192.168.4.1.evil.example", "192.168.4", "1", "[::1", "a@localhost", "localhost:x"),
    ],
)
def test_no_other_host_is_this_machine(host: str) -> None:
    assert not is_own_host(host, "tower")
    assert not is_own_host(host, "")


def test_a_foreign_host_gets_no_page(tmp_path: Path) -> None:
    """A name of another's that leads to this machine shows nothing of the table."""

    async def journey(browser: Browser) -> None:
        for route in ("/", "/events", "/static/page.js", "/games"):
            reply = await browser.get(route, Host="evil.example")
            assert reply.status == 421
            assert "Ben" not in reply.body
        reply = await browser.post(
            "/press", PRESS, Host="evil.example", Origin="http://evil.example", **PAIRED
        )
        assert reply.status == 421
        assert browser.table.received == []

    browse(tmp_path, journey)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": None},
        {"Origin": None, "Sec_Fetch_Site": "cross-site"},
        {"Origin": "http://evil.example", "Sec_Fetch_Site": "same-origin"},
    ],
)
@pytest.mark.parametrize("path", ["/answer", "/press", "/undo", "/pair"])
def test_a_form_of_another_page_presses_nothing(
    tmp_path: Path, path: str, headers: dict[str, str | None]
) -> None:
    async def journey(browser: Browser) -> None:
        form = f"{PRESS}&key=tower&value=red&code=K7M2QX4B&name=Anna"
        assert (await browser.post(path, form, **headers, **PAIRED)).status == 403
        assert browser.table.received == []

    browse(tmp_path, journey)


def test_a_form_without_origin_counts_if_the_browser_vouches_for_it(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        vouched = {"Origin": None, "Sec_Fetch_Site": "same-origin"}
        assert (await browser.post("/press", PRESS, **vouched, **PAIRED)).status == 303

    browse(tmp_path, journey)


@pytest.mark.parametrize("path", PROBES)
def test_a_probe_is_answered_by_any_name_byte_for_byte(tmp_path: Path, path: str) -> None:
    async def journey(browser: Browser) -> None:
        request = browser.build("GET", path, Host="connectivitycheck.gstatic.com")
        received = await browser.send(request)
        status, kind, body = PROBES[path]
        reason = {200: b"200 OK", 204: b"204 No Content"}[status]
        assert received.startswith(b"HTTP/1.0 " + reason + b"\r\n")
        assert received.endswith(b"\r\n\r\n" + body)
        assert read_reply(received).headers["Content-Type"] == kind
        assert read_reply(received).headers["Content-Length"] == str(len(body))

    browse(tmp_path, journey)


@pytest.mark.parametrize(
    "request_text",
    [
        *(
            "\r\n\r\n",
            "GET\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ),
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        "GET /?%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /press HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4097\r\n\r\n",
        "POST /press HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /press HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-length: 2\r\n\r\n",
        "POST /press HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nA: " + "a" * 9000 + "\r\n\r\n",
    ],
)
def test_what_is_no_request_gets_one_line(
    tmp_path: Path, request_text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async def journey(browser: Browser) -> None:
        received = await browser.send(request_text.encode())
        assert received.startswith(b"HTTP/1.0 400 ")
        assert received.endswith(b"\r\n\r\nNot understood.\n")
        assert (await browser.get("/")).status == 200

    browse(tmp_path, journey)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "form",
    ["", "asked=12", "press=menu&asked=12", "press=ok", "press=ok&asked=x", "%ff=%ff", "a" * 4096],
)
def test_a_broken_form_presses_nothing(
    tmp_path: Path, form: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async def journey(browser: Browser) -> None:
        assert (await browser.post("/press", form, **PAIRED)).status == 400
        assert (await browser.post("/answer", form, **PAIRED)).status == 400
        assert browser.table.received == []

    browse(tmp_path, journey)
    assert capfd.readouterr() == ("", "")


def test_nothing_secret_is_logged(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")

    async def journey(browser: Browser) -> None:
        await browser.get("/K7M2QX4B", **PAIRED)
        await browser.post("/pair", "code=K7M2QX4B&name=Anna")
        await browser.post("/press", PRESS, **PAIRED)

    browse(tmp_path, journey)
    said = caplog.text + "".join(capfd.readouterr())
    assert "K7M2QX4B" not in said
    assert SECRET not in said
