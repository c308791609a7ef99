"""Markup in tests: whether it is well-formed, and whether it is what was stored.

Run the tests with UPDATE_MARKUP=1 to store what is made now.
"""

import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

MARKUP = Path(__file__).parent / "ui" / "markup"


def parse_markup(markup: str) -> ET.Element:
    """The elements; fails where one is not closed in turn, or a sign is not escaped."""
    return ET.fromstring(f"<div>{markup}</div>")


def assert_markup(markup: str, name: str) -> None:
    """Fail unless the markup is `tests/ui/markup/NAME.html`, where each element has a line."""
    path, shown = MARKUP / f"{name}.html", markup.replace("><", ">\n<") + "\n"
    if os.environ.get("UPDATE_MARKUP") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
        return
    if not path.exists():
        pytest.fail(f"{name} has no reference: UPDATE_MARKUP=1 stores it")
    assert shown == path.read_text(encoding="utf-8"), f"{name}: UPDATE_MARKUP=1 accepts it"
