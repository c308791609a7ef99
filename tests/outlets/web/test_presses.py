"""Answers, presses and pairing, on their way to the box and back."""

from __future__ import annotations

import pytest

from companion.outlets.strict_json import MAX_WHOLE
from companion.ui.reading import READING_TIME, SEEING_TIME
from tests.fakes.table import CODE, SECRET, opened
from tests.outlets.web.browsing import PAIRED, Browser

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
async def test_a_form_reaches_the_box_with_what_was_asked_and_the_phones_secret(
    visitor: Browser, path: str, form: str, message: dict[str, object]
) -> None:
    reply = await visitor.post(path, f"{form}&asked=12", **PAIRED)
    assert (reply.status, reply.headers["Location"]) == (303, "/")
    received = visitor.table.received[-1]
    assert {**message, "id": received["id"], "asked": 12, "secret": SECRET} == received
    by_script = await visitor.post(path, f"{form}&asked=12", **PAIRED, **BY_SCRIPT)
    assert by_script.data == {"ok": True}


async def test_a_press_says_when_it_was_pressed_by_the_last_heartbeat(visitor: Browser) -> None:
    for form, pressed in (
        ("&beat=5000&since=250", {"pressed": 5250}),
        ("&beat=5000", {}),
        ("&beat=5000&since=-1", {}),
        (f"&beat={MAX_WHOLE}&since={MAX_WHOLE}", {"pressed": MAX_WHOLE}),
    ):
        await visitor.post("/press", f"press=ok&asked=12{form}", **PAIRED, **BY_SCRIPT)
        received = visitor.table.received[-1]
        assert {"pressed": received.get("pressed")} == {"pressed": None, **pressed}


async def test_who_comes_too_late_is_told_so(visitor: Browser) -> None:
    form = "key=tower&value=red&asked=11"
    by_script = await visitor.post("/answer", form, **PAIRED, **BY_SCRIPT)
    assert (by_script.status, by_script.data) == (
        409,
        {"refused": "Somebody else was first", "late": True},
    )
    page = await visitor.post("/answer", form, **PAIRED)
    assert page.status == 409
    assert '<p id="reply">Somebody else was first</p>' in page.body


async def test_what_nobody_can_have_seen_is_not_answered(visitor: Browser) -> None:
    """Nobody but the phone that was sent another question a moment ago waits."""

    async def status(form: str = "") -> int:
        number = visitor.table.now["open"]["number"]
        return (await visitor.post("/press", f"press=ok&asked={number}{form}", **PAIRED)).status

    link = visitor.live.client.link("")
    await visitor.get("/", **PAIRED)
    assert await status() == 303
    visitor.table.change(open=opened(number=13))
    await link.wait_for_change(link.version)
    assert await status() == 303  # it has not been sent yet: the phone's own matter
    await visitor.get("/", **PAIRED)
    assert [await status(), await status("&moved=yes")] == [409, 409]
    visitor.clock.now += READING_TIME
    assert [await status(), await status("&moved=yes")] == [409, 303]
    visitor.clock.now += SEEING_TIME
    visitor.table.change()
    await link.wait_for_change(link.version)
    await visitor.get("/", **PAIRED)  # the same question again
    assert await status() == 303


async def test_without_a_cookie_nothing_is_sent(visitor: Browser) -> None:
    for cookie in (None, "phone=", "phone=short", f"other={SECRET}", f"phone={SECRET}'"):
        assert (await visitor.post("/press", "press=ok&asked=12", Cookie=cookie)).status == 403
    assert visitor.table.received == []


async def test_a_press_without_a_box_is_told_so(visitor: Browser) -> None:
    await visitor.table.stop()
    reply = await visitor.post("/press", "press=ok&asked=12", **PAIRED, **BY_SCRIPT)
    assert reply.data == {"refused": "The box is not there", "late": False}


async def test_looking_at_a_code_does_not_use_it_up(visitor: Browser) -> None:
    for path in (f"/{CODE}", f"/{CODE.lower()}"):
        page = await visitor.get(path)
        assert f'<input type="hidden" name="code" value="{CODE}">' in page.body
        assert 'type="radio" name="name" value="Ben"' in page.body
    assert visitor.table.received == []
    assert 'type="hidden"' not in (await visitor.get("/pair")).body
    assert (await visitor.get("/K7M2QX4")).status == 404


async def test_a_phone_is_paired_and_may_press(visitor: Browser) -> None:
    reply = await visitor.post("/pair", f"code={CODE.lower()}&name=Ben&other=")
    assert (reply.status, reply.headers["Location"]) == (303, "/")
    assert visitor.table.received[-1]["pair"] == {"code": CODE, "name": "Ben"}
    cookie, *attributes = reply.headers["Set-Cookie"].split("; ")
    assert attributes == ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=15552000"]
    assert "<button" in (await visitor.get("/", Cookie=cookie)).body
    by_script = await visitor.post("/pair", f"code={CODE}&name=&other=Jo", **BY_SCRIPT)
    assert by_script.data == {"go": "/"}
    assert "Set-Cookie" in by_script.headers


async def test_a_phone_disconnects_itself(visitor: Browser) -> None:
    assert 'action="/leave"' in (await visitor.get("/", **PAIRED)).body
    reply = await visitor.post("/leave", "", **PAIRED)
    assert (reply.status, reply.headers["Location"]) == (303, "/")
    assert "Max-Age=0" in reply.headers["Set-Cookie"]
    assert visitor.table.names == {}
    again = await visitor.post("/leave", "", **PAIRED, **BY_SCRIPT)
    assert again.data == {"refused": "Not paired", "late": False}
    assert (await visitor.post("/leave", "")).status == 403


@pytest.mark.parametrize("form", ["code=AAAAAAAA&name=Ben", "code=K7M2QX4B", "name=Ben", "code=!"])
async def test_a_wrong_code_pairs_nobody(visitor: Browser, form: str) -> None:
    reply = await visitor.post("/pair", form)
    assert reply.status == 409
    assert "Set-Cookie" not in reply.headers
    assert '<p class="notice">' in reply.body
    assert (await visitor.post("/pair", form, **BY_SCRIPT)).data["refused"]


async def test_what_the_box_says_of_a_code_is_shown(visitor: Browser) -> None:
    visitor.table.pairs = False
    reply = await visitor.post("/pair", f"code={CODE}&name=Ben", **BY_SCRIPT)
    assert reply.data == {"refused": "This code is not valid any more"}
