"""The sheet of a number pad: drawn whole in each language, and in docs/ as it is written."""

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.cli import main
from companion.core.languages import LANGUAGES
from companion.text import Words
from companion.ui.keypad_sheet import PAGE_HEIGHT, PAGE_WIDTH, draw_sheet

STORED = Path(__file__).parents[2] / "docs" / "keypad-sheet.svg"
WIDE = 0.63
"""The width of a letter to its size, on average and rather too much."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_on_the_page(language: str) -> None:
    sheet = ElementTree.fromstring(draw_sheet(Words(language)))
    assert (sheet.get("width"), sheet.get("height")) == (f"{PAGE_WIDTH}mm", f"{PAGE_HEIGHT}mm")
    texts = sheet.findall("{*}text")
    assert len(texts) > 40
    for each in texts:
        wide = len(each.text or "") * float(each.attrib["font-size"]) * WIDE
        middle = each.get("text-anchor") == "middle"
        left = float(each.attrib["x"]) - wide / 2 * middle
        assert left > 5, each.text
        assert left + wide < PAGE_WIDTH - 5, each.text
        assert float(each.attrib["y"]) < PAGE_HEIGHT - 5


def test_the_one_in_docs_is_what_the_command_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """UPDATE_PICTURES=1 writes it anew."""
    file = tmp_path / "sheet.svg"
    assert main(["keypad", "--sheet", str(file), "--language", "en"]) == 0
    assert str(file) in capsys.readouterr().out
    if os.environ.get("UPDATE_PICTURES") == "1":
        STORED.write_bytes(file.read_bytes())
    assert file.read_bytes() == STORED.read_bytes()


def test_a_sheet_that_can_not_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keypad", "--sheet", str(tmp_path / "none" / "sheet.svg")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_the_keypads_of_this_machine_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keypad"]) == 0
    assert capsys.readouterr().out.count("\n") == 1
