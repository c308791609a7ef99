"""No word of a drawn step or schematic is cut, or lies on another."""

import os
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from hardware.wiring import pico, schematic, steps_box, steps_panel

MODULES = (pico, schematic, steps_box, steps_panel)
pytestmark = pytest.mark.skipif(
    any(find_spec(each) is None for each in ("matplotlib", "schemdraw")) and "CI" not in os.environ,
    reason="matplotlib or schemdraw missing",
)


DRAWINGS: dict[str, Callable[[Path], None]] = {
    **schematic.SCHEMATICS,
    pico.NAME: pico.draw,
    **{f"four-buttons-step-{n + 1}": partial(steps_box.draw, n + 1) for n in range(4)},
    **{f"tower-panel-step-{n + 1}": partial(steps_panel.draw, n + 1) for n in range(3)},
}


@pytest.mark.soak
@pytest.mark.parametrize("name", DRAWINGS)
def test_words_are_whole_and_apart(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures: list[Any] = []
    for module in MODULES:
        monkeypatch.setattr(module, "save", lambda figure, _, __: figures.append(figure))
    DRAWINGS[name](tmp_path)
    (figure,) = figures
    figure.set_dpi(144)
    sheet = figure.bbox.padded(-6)
    boxes = [
        (text.get_text(), text.get_window_extent())
        for axes in figure.axes
        for text in axes.texts
        if text.get_text().strip()
    ]
    assert boxes
    for words, box in boxes:
        assert sheet.x0 <= box.x0 < box.x1 <= sheet.x1, words
        assert sheet.y0 <= box.y0 < box.y1 <= sheet.y1, words
    for (words, box), (others, other) in combinations(boxes, 2):
        assert not box.padded(-1).overlaps(other.padded(-1)), (words, others)
