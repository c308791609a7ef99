"""Who is answered, and the headers of what they get."""

from __future__ import annotations

import gzip

import pytest

from companion.outlets.pages.site import HEADERS, is_own_host
from companion.outlets.web.site import PROBES
from tests.fakes.table import SECRET
from tests.outlets.web.browsing import PAIRED, Browser, read_reply

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


async def test_every_reply_has_every_header(visitor: Browser) -> None:
    for route in ROUTES:
        reply = await visitor.get(route)
        assert {name: reply.headers[name] for name in HEADERS} == HEADERS
        is_kept = reply.status == 200 and route.startswith(("/static", "/games", "/players"))
        kept = "no-cache" if is_kept else "no-store"
        assert reply.headers["Cache-Control"] == kept, route


async def test_what_a_browser_has_is_not_sent_again_and_the_rest_is_compressed(
    visitor: Browser,
) -> None:
    plain = await visitor.get("/static/page.js")
    tag = plain.headers["ETag"]
    assert (await visitor.get("/static/page.js", If_None_Match=tag)).status == 304
    assert (await visitor.get("/static/page.js", If_None_Match='W/"other"')).body == plain.body
    for route in ("/", "/games", "/static/page.css"):
        whole = (await visitor.get(route, Accept_Encoding="br, gzip;q=0")).body.encode()
        request = visitor.build("GET", route, Accept_Encoding="gzip, deflate")
        head, _, packed = (await visitor.send(request)).partition(b"\r\n\r\n")
        assert f"Content-Length: {len(packed)}".encode() in head
        assert gzip.decompress(packed) == whole
        assert len(packed) < len(whole)


async def test_a_game_below_the_first_is_no_page(visitor: Browser) -> None:
    assert (await visitor.get("/games/-1")).status == 404


async def test_a_page_brings_no_script_or_style_of_its_own(visitor: Browser) -> None:
    for route in ROUTES[:7]:
        page = (await visitor.get(route, **PAIRED)).body
        assert "style=" not in page
        assert "<style" not in page
        assert page.count("<script") == page.count('<script src="/static/page.js"') == 1
        assert "<h1" in page
        assert page.count("<h1") == page.count("aria-live") == 1


@pytest.mark.parametrize(
    "host",
    [
        *("192.168.4.1", "10.0.0.2:8080", "[fe80::1]:8080", "localhost"),
        *("tower", "tower.local:80", "TOWER.local"),
    ],
)
def test_the_machine_answers_to_its_numbers_and_its_name(host: str) -> None:
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


async def test_a_foreign_host_gets_no_page(visitor: Browser) -> None:
    """A name of another's that leads to this machine shows nothing of the table."""
    for route in ("/", "/events", "/static/page.js", "/games"):
        reply = await visitor.get(route, Host="evil.example")
        assert reply.status == 421
        assert "Ben" not in reply.body
    reply = await visitor.post(
        "/press", PRESS, Host="evil.example", Origin="http://evil.example", **PAIRED
    )
    assert reply.status == 421
    assert visitor.table.received == []


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
async def test_a_form_of_another_page_presses_nothing(
    visitor: Browser, path: str, headers: dict[str, str | None]
) -> None:
    form = f"{PRESS}&key=tower&value=red&code=K7M2QX4B&name=Anna"
    assert (await visitor.post(path, form, **headers, **PAIRED)).status == 403
    assert visitor.table.received == []


async def test_a_form_without_origin_counts_if_the_browser_vouches_for_it(visitor: Browser) -> None:
    vouched = {"Origin": None, "Sec_Fetch_Site": "same-origin"}
    assert (await visitor.post("/press", PRESS, **vouched, **PAIRED)).status == 303


@pytest.mark.parametrize("path", PROBES)
async def test_a_probe_is_answered_by_any_name_byte_for_byte(visitor: Browser, path: str) -> None:
    request = visitor.build("GET", path, Host="connectivitycheck.gstatic.com")
    received = await visitor.send(request)
    status, kind, body = PROBES[path]
    reason = {200: b"200 OK", 204: b"204 No Content"}[status]
    assert received.startswith(b"HTTP/1.0 " + reason + b"\r\n")
    assert received.endswith(b"\r\n\r\n" + body)
    assert read_reply(received).headers["Content-Type"] == kind
    assert read_reply(received).headers["Content-Length"] == str(len(body))


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
async def test_what_is_no_request_gets_one_line(
    visitor: Browser, request_text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    received = await visitor.send(request_text.encode())
    assert received.startswith(b"HTTP/1.0 400 ")
    assert received.endswith(b"\r\n\r\nNot understood.\n")
    assert (await visitor.get("/")).status == 200
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "form",
    [
        *("", "asked=12", "press=menu&asked=12", "press=ok", "press=ok&asked=x"),
        *("%ff=%ff", "a" * 4096, "press=ok&asked=" + "0" * 20 + "9" * 4000),
    ],
)
async def test_a_broken_form_presses_nothing(
    visitor: Browser, form: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert (await visitor.post("/press", form, **PAIRED)).status == 400
    assert (await visitor.post("/answer", form, **PAIRED)).status == 400
    assert visitor.table.received == []
    assert capfd.readouterr() == ("", "")


async def test_nothing_secret_is_logged(
    visitor: Browser, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    await visitor.get("/K7M2QX4B", **PAIRED)
    await visitor.post("/pair", "code=K7M2QX4B&name=Anna")
    await visitor.post("/press", PRESS, **PAIRED)
    said = caplog.text + "".join(capfd.readouterr())
    assert "K7M2QX4B" not in said
    assert SECRET not in said
