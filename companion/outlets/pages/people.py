"""People as pages show them: a disc beside each name, and bars."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.ui.markup import Markup, element

SHEET = Path(__file__).parent / "static" / "page.css"
COLOURS = frozenset(re.findall(r"^\.(\w+) { --paint:", SHEET.read_text("utf-8"), re.MULTILINE))
"""The colours that the sheet paints."""
BAR = 2
"""The height of a bar of points, in hundredths of its width."""


def draw_dot(colour: str) -> Markup:
    """A disc in a player's or a piece's colour; nothing where it is no colour."""
    return element("span", class_=f"dot {colour}") if colour in COLOURS else Markup()


def draw_named(player: Mapping[str, Any]) -> Markup:
    """A name beside its disc."""
    return element("span", draw_dot(player["colour"]), player["name"], class_="named")


def draw_bar(share: float, colour: str) -> Markup:
    """A bar as long as its share, in a colour of the sheet or the accent."""
    size = {"x": 0, "y": 0, "height": BAR, "rx": BAR / 2}
    return element(
        "svg",
        element("rect", **size, width=100, class_="all"),
        element("rect", **size, width=f"{100 * share:.1f}", class_=colour or None),
        viewBox=f"0 0 100 {BAR}",
        class_="bar",
        aria_hidden="true",
    )
