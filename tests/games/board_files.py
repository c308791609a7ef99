"""The files that docs/maps.md shows, and how a reader refuses a changed one."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.shared import error_in_words
from companion.core.board_file import BoardFileError
from companion.games import words_in

PAGE = (Path(__file__).parents[2] / "docs" / "maps.md").read_text("utf-8")
_SETTINGS, BOLOGNA_MAP, CAPITOL_BOARD, _ERROR = (
    re.sub(r"^    ", "", block, flags=re.MULTILINE).lstrip("\n")
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", PAGE, re.MULTILINE)
)


def find_fault(
    game: str, read: Callable[[str], object], text: str
) -> tuple[int | None, str, object]:
    """The line, the key and the reason for which the text is refused; its sentence is complete."""
    with pytest.raises(BoardFileError) as wrong:
        read(text)
    error = wrong.value
    error.game = game
    assert not re.search(r"\{\w", error_in_words(error, words_in()))
    return error.line, error.key, error.objection.reason
