"""The file of Capitol's board: the answers it gives, and what is refused in which line."""

import re

import pytest

from companion.cli.shared import error_in_words
from companion.core.board_file import BoardFileError, BoardFileReason
from companion.core.conversation import Answer, CommonReason
from companion.games import words_in
from companion.games.capitol.board_file import read_board
from tests.games.board_files import CAPITOL_BOARD as BOARD
from tests.games.board_files import find_fault
from tests.games.capitol.rules.staging import seated


def test_a_board_is_nine_answers_in_the_files_order() -> None:
    answers = read_board(BOARD)
    assert answers[0] == Answer("prefecture", "Aventin:pink:6:1:0")
    assert answers[3] == Answer("prefecture", "Campus Mart.:light-blue:6:1:2")
    session = seated("Livia", "Marcus")
    for answer in answers:
        assert session.question is not None
        assert session.question.judge(answer) is None
        session.answer(answer)
    assert len(session.table.board) == 9


def test_prefectures_may_be_tables_with_headers() -> None:
    headed = re.sub(r'^(\S+|".*?") = \{ (.*) \}$', r"[\1]\n\2", BOARD, flags=re.MULTILINE)
    assert "[Aventin]" in headed
    assert read_board(headed.replace(", ", "\n")) == read_board(BOARD)


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "reason"),
    [
        ("Aventin = {", "Aventin = 1 # {", 1, "Aventin", "map-not-a-prefecture"),
        ("small = 6 }", "smal = 6 }", 1, "Aventin.smal", BoardFileReason.UNKNOWN_KEY),
        (", small = 6 }", " }", 1, "Aventin", "map-missing"),
        ("small = 6", "small = -6", 1, "Aventin.small", "map-not-a-number"),
        ("= 1 }", "= true }", 2, "Caelius.fountains", "map-not-a-number"),
        ("Caelius", '"Caelius Hills"', 2, "Caelius Hills", CommonReason.NAME_LENGTH),
        ("Caelius", '"Mons: C"', 2, "Mons: C", CommonReason.NAME_SIGNS),
        ('"pink"', "7", 1, "Aventin.colour", "map-not-a-colour"),
        ('"pink"', '"rose"', 1, "Aventin", "board-colour"),
        ('"light-blue"', '"pink"', 4, "Campus Mart.", "board-colour-full"),
        ("small = 7", "small = 70", 3, "Palatin", "board-sites"),
        ("Viminal", "# Viminal", None, "", "map-count"),
    ],
)
def test_a_wrong_board_is_refused(
    old: str, new: str, line: int | None, key: str, reason: object
) -> None:
    text = BOARD.replace(old, new, 1)
    assert find_fault("capitol", read_board, text) == (line, key, reason)


def test_a_tenth_prefecture_is_refused_by_its_colour() -> None:
    text = f'{BOARD}Ostia = {{ colour = "pink", small = 6 }}\n'
    assert find_fault("capitol", read_board, text)[1] == "Ostia"


def test_a_wrong_colour_is_refused_with_the_words_to_choose_from() -> None:
    with pytest.raises(BoardFileError) as wrong:
        read_board(BOARD.replace('"pink"', '"rose"', 1))
    why = error_in_words(wrong.value, words_in().of("capitol"))
    assert why.endswith("one of light-blue, purple, pink")
