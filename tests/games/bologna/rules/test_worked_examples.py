"""Worked examples of Bologna: lines and what ends them, collections, the order of scorings."""

import pytest

from companion.games.bologna.rules.board import BoardField, Direction, FieldKind
from companion.games.bologna.rules.scoring import FIRST_SCORING, SECOND_SCORING, set_bonus
from companion.games.bologna.rules.table import BolognaTable
from tests.games.bologna.rules import second
from tests.games.bologna.rules.staging import light, say, seated


def test_b3_the_basilica_the_edge_and_nothing_ends_a_line() -> None:
    table: BolognaTable = seated().table

    def line(field: str, direction: Direction) -> tuple[int, str | None]:
        fields, stop = table.longest_line(BoardField(field), direction)
        return len(fields), stop and stop.reason

    assert line("5-3", Direction.RIGHT) == (2, "basilica")
    assert line("7-7", Direction.DOWN) == (2, "board-edge")
    assert line("8-2", Direction.RIGHT) == (4, None)


def test_b4_a_roof_and_the_plague_end_a_line() -> None:
    session = light({"4-4": "RRRR"}, roofs={"4-4": "R"})
    session.answer_pair("correct plague", "3-6:2-7")
    table: BolognaTable = session.table
    to_the_roof = table.longest_line(BoardField("4-2"), Direction.RIGHT)
    assert (len(to_the_roof.fields), to_the_roof.stop and to_the_roof.stop.reason) == (2, "roofed")
    to_the_plague = table.longest_line(BoardField("3-4"), Direction.RIGHT)
    assert len(to_the_plague.fields) == 2
    assert to_the_plague.stop is not None
    assert to_the_plague.stop.reason == "plagued"
    assert to_the_plague.stop.values == {"field": "3-6"}


COLLECTIONS = {
    "": 0,
    "KB": 0,
    "KBH": 5,
    "KBHA": 10,
    "KBHF": 5,
    "KBHFS": 5,
    "KBHAF": 15,
    "KBHAS": 10,
    "KBHAFS": 25,
    "AFS": 0,
    "BHAFS": 0,
}


@pytest.mark.parametrize(("letters", "expected"), COLLECTIONS.items())
def test_only_the_chain_from_the_merchant_on_gives_extra_points(
    letters: str, expected: int
) -> None:
    kinds = {[*FieldKind]["KBHAFS".index(letter)] for letter in letters}
    assert set_bonus(kinds) == expected
    assert second.extra({kind.value for kind in kinds}) == expected


def test_the_scorings_are_named_in_their_order() -> None:
    session = seated(variants=("light",))
    say(session, "build 2-2 to 2-2 kind none show scoring show scoring show .")
    assert [each.name for each in session.table.scorings] == [FIRST_SCORING, SECOND_SCORING]
