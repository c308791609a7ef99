"""A picture of the table as a whole SVG file, of what a game draws for the phone page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.snapshot import decode_snapshot
from companion.games import find_page, words_in
from companion.games.table_drawing import Layout, TableDrawing
from companion.outlets.table_client import Message
from companion.ui.markup import Markup, element

SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
GAP = 12
INK, PAPER = "#1f1b16", "#f7f2e8"
"""The colours of a light page."""


class _Drawn(NamedTuple):
    width: float
    height: float
    markup: Markup


def describe_picture(state: Message) -> bytes:
    """The table of a state of the box; empty where its game draws none."""
    game, table = state["game"], state["table"]
    draw = find_page(game["name"]) if game and table else None
    if draw is None:
        return b""
    words = words_in(state["language"]).of(game["name"])
    drawing = draw(decode_snapshot(table), words)
    pictures = [_measure(each) for each in _list_pictures(drawing)]
    return str(_join(pictures)).encode() if pictures else b""


def _list_pictures(drawing: TableDrawing) -> list[Markup]:
    """What shows the table itself: one large picture, else one of each place."""
    large = [each.drawing for each in drawing.pictures if each.layout is not Layout.SMALL]
    return large[:1] or [each.drawing for each in drawing.places.values()]


def _measure(drawing: Markup) -> _Drawn:
    found = SIZE.search(drawing)
    assert found, "every drawing has a view box"
    return _Drawn(float(found[1]), float(found[2]), drawing)


def _join(pictures: Sequence[_Drawn]) -> Markup:
    """Lay the pictures out in rows, as many beside each other as below."""
    columns = next(count for count in range(1, 100) if count * count >= len(pictures))
    wide, high = max(each.width for each in pictures), max(each.height for each in pictures)
    rows = -(-len(pictures) // columns)
    width, height = columns * (wide + GAP) + GAP, rows * (high + GAP) + GAP
    placed = [
        element(
            "svg",
            each.markup,
            x=GAP + at % columns * (wide + GAP),
            y=GAP + at // columns * (high + GAP),
            width=each.width,
            height=each.height,
        )
        for at, each in enumerate(pictures)
    ]
    return element(
        "svg",
        element("rect", width=width, height=height, fill=PAPER),
        *placed,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=2 * width,
        height=2 * height,
        style=f"color:{INK};font-family:sans-serif",
    )
