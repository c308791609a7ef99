"""The file of Bologna's map: the answer it gives, and what is refused in which line."""

import re
from pathlib import Path

import pytest

from companion.cli.shared import error_in_words
from companion.core.board_file import BoardFileError, BoardFileReason, load_board_file
from companion.games import words_in
from companion.games.bologna.board_file import read_board
from companion.games.bologna.rules.board import object_to_map
from tests.games.board_files import BOLOGNA_MAP as MAP
from tests.games.board_files import PAGE, find_fault


def test_a_map_answers_the_question_about_the_kinds() -> None:
    (answer,) = read_board(MAP)
    assert answer.key == "kinds"
    assert answer.word.startswith("m.c.h.n/.f.s.m./")
    assert object_to_map(answer.word) is None
    assert read_board(MAP.upper().replace("MAP", "map").replace(" ", "")) == (answer,)


@pytest.mark.parametrize(
    ("text", "line", "key", "reason"),
    [
        ("", None, "", "map-none"),
        ("map = 1", 1, "map", "map-not-rows"),
        ("\nmop = 1", 2, "mop", BoardFileReason.UNKNOWN_KEY),
        ('\nmap = """\nm.c\n"""', 2, "map", "map-rows"),
        ('map = """\n"""', 1, "map", "map-rows"),
        (MAP.replace(". f .", ". f"), 3, "map", "map-row-length"),
        (MAP.replace("\nn . f", "\nn . . f"), 8, "map", "map-row-length"),
        (MAP.replace(". f .", ". x ."), 3, "map", "map-letter"),
        (MAP.replace('"""\nm', '"""m').replace(". f .", ". x ."), 2, "map", "map-letter"),
        (MAP.replace(". s . . . c", ".\ts . n . c"), 5, "map", "map-basilica"),
        (MAP.replace(". s . . . c", "\n\n. s . n . c"), 7, "map", "map-basilica"),
    ],
)
def test_a_wrong_map_is_refused(text: str, line: int | None, key: str, reason: object) -> None:
    assert find_fault("bologna-towers", read_board, text) == (line, key, reason)


def test_the_page_shows_an_error_as_the_program_prints_it(tmp_path: Path) -> None:
    shown = re.search(r"^    /etc/campanile-companion/(bologna.toml:.*)$", PAGE, re.MULTILINE)
    assert shown is not None
    file = tmp_path / "bologna.toml"
    file.write_text(MAP.replace("c . h . n . f", "c x h . n . f"))
    with pytest.raises(BoardFileError) as wrong:
        load_board_file("bologna-towers", file, read_board)
    assert error_in_words(wrong.value, words_in()) == f"{tmp_path}/{shown[1]}"
