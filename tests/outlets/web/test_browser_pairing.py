"""A phone is paired by the picture on the box's screen and OK at the box; a foreign page is not."""

from __future__ import annotations

from functools import partial
from operator import eq
from typing import Any

import pytest

from companion.box.devices.terminal import BRAILLE, draw_lines
from companion.games import words_in
from companion.ui.input.menu import Notice
from companion.ui.input.phone_picture import ask_about_phone
from companion.ui.screens import View, render
from tests.app.command import KEYBOARD
from tests.outlets.web.conftest import FOREIGN, OpenPage
from tests.outlets.web.playing import OPEN
from tests.outlets.web.running import RunningTable
from tests.ui.screens.test_phone_picture import load_cv2

DOWN, OK, BACK = b"\x1b[B", b"\r", b"\x7f"
DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of each bit of a Braille sign."""
SCALES = (8, 5, 6, 10)
FORM = """<form method="post" action="{action}"><input name="asked" value="{asked}">
<input name="key" value="home"><input name="value" value="new">
<button>Win a prize</button></form>"""


def read_code(picture: list[str]) -> str:
    """The address in the QR code in a picture of Braille; "" where there is none."""
    import numpy as np

    lit = np.zeros((64, 128), np.uint8)
    for row, line in enumerate(picture):
        for column, sign in enumerate(line):
            bits = max(ord(sign) - 0x2800, 0) if sign != " " else 0
            for bit, (x, y) in enumerate(DOTS):
                lit[row * 4 + y, column * 2 + x] = 255 * (bits >> bit & 1)
    for scale in SCALES:  # OpenCV does not read each code at each size
        enlarged = np.kron(lit, np.ones((scale, scale), np.uint8))
        if text := load_cv2().QRCodeDetector().detectAndDecode(enlarged)[0]:
            return str(text)
    return ""


def show_code(table: RunningTable) -> str:
    """From home, by the box's keys: the code as a phone's camera reads it."""
    for key in (b"m", DOWN, DOWN, OK):
        table.press_at_box(key)
    table.box.press_keys(OK)
    table.wait_for_picture(lambda picture: bool(read_code(picture)))
    return read_code(table.box.picture).rpartition("/")[2]


def ask_to_pair(open_page: OpenPage, code: str) -> Any:
    page = open_page(code, paired=False)
    page.fill("input[name=other]", "Berta")
    page.click("main form button")
    return page


def wait_for_the_question(table: RunningTable) -> None:
    """Go on when the box asks whether the phone may press."""
    asks = ask_about_phone(Notice(key="fault"), "Berta")
    words = words_in(buttons=KEYBOARD.button_names)
    frame = render(View(asks, None, words)).tobytes()
    table.wait_for_picture(partial(eq, draw_lines(frame, BRAILLE)))


def test_ok_at_the_box_pairs_the_phone_that_has_read_the_code(
    table: RunningTable, open_page: OpenPage
) -> None:
    code = show_code(table)
    page = ask_to_pair(open_page, code)
    wait_for_the_question(table)
    table.press_at_box(OK)
    page.wait_for_url(table.address)
    (cookie,) = page.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/")
    page.wait_for_selector("#open.notice button[name=press]")
    again = ask_to_pair(open_page, code)
    again.wait_for_selector("#reply:not(:empty)")
    assert again.context.cookies() == []


def test_back_at_the_box_pairs_nobody(table: RunningTable, open_page: OpenPage) -> None:
    code = show_code(table)
    page = ask_to_pair(open_page, code)
    wait_for_the_question(table)
    table.press_at_box(BACK)
    page.wait_for_selector("#reply >> text=said yes")
    assert page.context.cookies() == []


def test_a_phone_that_is_sent_away_has_no_buttons(table: RunningTable, open_page: OpenPage) -> None:
    page = open_page()
    page.wait_for_selector('#open button[value="new"]')
    for key in (b"m", DOWN, DOWN, OK, DOWN, OK, OK, OK):
        table.press_at_box(key)
    for _ in range(2):
        table.press_at_box(BACK)
    page.wait_for_selector("#open .how-to-pair")
    assert page.locator("#open button").count() == 0


def test_with_phone_switched_off_the_page_shows_no_table(
    table: RunningTable, open_page: OpenPage
) -> None:
    page = open_page()
    for key in (b"m", DOWN, DOWN, OK, b"\x1b[A", OK):
        table.press_at_box(key)
    page.wait_for_selector("main.away")
    assert page.locator("#open").count() == 0


@pytest.mark.parametrize("host", ["127.0.0.1:1", "localhost:1", FOREIGN])
def test_a_form_of_another_page_presses_nothing(
    host: str, table: RunningTable, open_page: OpenPage
) -> None:
    page = open_page()
    asked = page.evaluate(OPEN)["number"]
    foreign = page.context.new_page()
    html = FORM.format(action=f"{table.address}answer", asked=asked)
    foreign.route(
        f"http://{host}/", lambda route: route.fulfill(body=html, content_type="text/html")
    )
    foreign.goto(f"http://{host}/")
    with foreign.expect_response(f"{table.address}answer") as received:
        foreign.click("button")
    assert received.value.status == 403
    page.reload()
    page.wait_for_selector('#open button[value="new"]')
    assert page.evaluate(OPEN)["number"] == asked
