"""Answers, presses and pairing, on their way to the box and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.table import CODE, SECRET
from tests.outlets.web.browsing import PAIRED, Browser, browse

BY_SCRIPT = {"Accept": "application/json"}


@pytest.mark.parametrize(
    ("path", "form", "message"),
    [
        ("/answer", "key=tower&value=red", {"answer": {"key": "tower", "value": "red"}}),
        (
            "/answer",
            "key=player&value=J%C3%B6rg+B",
            {"answer": {"key": "player", "value": "Jörg B"}},
        ),
        ("/press", "press=back", {"press": "back"}),
        ("/undo", "", {"undo": True}),
    ],
)
def test_a_form_reaches_the_box_with_what_was_asked_and_the_phones_secret(
    tmp_path: Path, path: str, form: str, message: dict[str, object]
) -> None:
    async def journey(browser: Browser) -> None:
        reply = await browser.post(path, f"{form}&asked=12", **PAIRED)
        assert (reply.status, reply.headers["Location"]) == (303, "/")
        received = browser.table.received[-1]
        assert {**message, "id": received["id"], "asked": 12, "secret": SECRET} == received
        by_script = await browser.post(path, f"{form}&asked=12", **PAIRED, **BY_SCRIPT)
        assert by_script.data == {"ok": True}

    browse(tmp_path, journey)


def test_who_comes_too_late_is_told_so(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        form = "key=tower&value=red&asked=11"
        by_script = await browser.post("/answer", form, **PAIRED, **BY_SCRIPT)
        assert (by_script.status, by_script.data) == (409, {"refused": "Somebody else was first"})
        page = await browser.post("/answer", form, **PAIRED)
        assert page.status == 409
        assert '<p id="reply">Somebody else was first</p>' in page.body

    browse(tmp_path, journey)


def test_without_a_cookie_nothing_is_sent(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        for cookie in (None, "phone=", "phone=short", f"other={SECRET}", f"phone={SECRET}'"):
            assert (await browser.post("/press", "press=ok&asked=12", Cookie=cookie)).status == 403
        assert browser.table.received == []

    browse(tmp_path, journey)


def test_a_press_without_a_box_is_told_so(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        await browser.table.stop()
        reply = await browser.post("/press", "press=ok&asked=12", **PAIRED, **BY_SCRIPT)
        assert reply.data == {"refused": "The box is not there"}

    browse(tmp_path, journey)


def test_looking_at_a_code_does_not_use_it_up(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        for path in (f"/{CODE}", f"/{CODE.lower()}"):
            page = await browser.get(path)
            assert f'<input type="hidden" name="code" value="{CODE}">' in page.body
            assert 'type="radio" name="name" value="Ben"' in page.body
        assert browser.table.received == []
        assert 'type="hidden"' not in (await browser.get("/pair")).body
        assert (await browser.get("/K7M2QX4")).status == 404

    browse(tmp_path, journey)


def test_a_phone_is_paired_and_may_press(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        reply = await browser.post("/pair", f"code={CODE.lower()}&name=Ben&other=")
        assert (reply.status, reply.headers["Location"]) == (303, "/")
        assert browser.table.received[-1]["pair"] == {"code": CODE, "name": "Ben"}
        cookie, *attributes = reply.headers["Set-Cookie"].split("; ")
        assert attributes == ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=15552000"]
        assert "<button" in (await browser.get("/", Cookie=cookie)).body
        by_script = await browser.post("/pair", f"code={CODE}&name=&other=Jo", **BY_SCRIPT)
        assert by_script.data == {"go": "/"}
        assert "Set-Cookie" in by_script.headers

    browse(tmp_path, journey)


@pytest.mark.parametrize("form", ["code=AAAAAAAA&name=Ben", "code=K7M2QX4B", "name=Ben", "code=!"])
def test_a_wrong_code_pairs_nobody(tmp_path: Path, form: str) -> None:
    async def journey(browser: Browser) -> None:
        reply = await browser.post("/pair", form)
        assert reply.status == 409
        assert "Set-Cookie" not in reply.headers
        assert '<p class="notice">' in reply.body
        assert (await browser.post("/pair", form, **BY_SCRIPT)).data["refused"]

    browse(tmp_path, journey)


def test_what_the_box_says_of_a_code_is_shown(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        browser.table.pairs = False
        reply = await browser.post("/pair", f"code={CODE}&name=Ben", **BY_SCRIPT)
        assert reply.data == {"refused": "This code is not valid any more"}

    browse(tmp_path, journey)
