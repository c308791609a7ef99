"""Pairing through the page, and pages of others that try to press."""

from __future__ import annotations

import pytest

from tests.outlets.web.conftest import FOREIGN, OpenPage
from tests.outlets.web.playing import OPEN
from tests.outlets.web.running import RunningTable

FORM = """<form method="post" action="{action}"><input name="asked" value="{asked}">
<input name="key" value="home"><input name="value" value="new">
<button>Win a prize</button></form>"""


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
