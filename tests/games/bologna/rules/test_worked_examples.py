"""Worked examples: towers and what they give, lines and what ends them, ends and sums."""

import pytest

from companion.games.bologna.rules.board import BoardField, Direction, FieldKind
from companion.games.bologna.rules.scoring import FIRST_SCORING, SECOND_SCORING, set_bonus
from companion.games.bologna.rules.table import BolognaTable
from tests.games.bologna.rules import second
from tests.games.bologna.rules.staging import legal, light, points, say, seated
from tests.games.questions import refusal

FOUR_SIXES = {"2-2": "RRRRRR", "2-8": "BBBBBB", "8-2": "GGGGGG", "8-8": "RBGRBG"}


def test_b1_a_tower_counts_its_stones_for_whoever_is_on_top() -> None:
    towers = {"2-2": "RRG", "3-3": "G", "4-4": "GR", "6-6": "BBBBGG", "7-2": "RB", "8-8": "RRRR"}
    session = light(towers)
    say(session, "build 5-2 to 5-2 kind none secure none show scoring")
    tallies = session.table.scorings[0].tallies
    assert [tally.points for tally in tallies] == [6, 2, 9]
    assert tallies[2].towers == (("2-2", 3), ("6-6", 6))
    assert points(session) == [6, 2, 9]


def test_b3_the_basilica_the_edge_and_nothing_ends_a_line() -> None:
    table: BolognaTable = seated().table

    def line(field: str, direction: Direction) -> tuple[int, str | None]:
        fields, stop = table.longest_line(BoardField(field), direction)
        return len(fields), stop and stop.reason

    assert line("5-3", Direction.RIGHT) == (2, "basilica")
    assert line("7-7", Direction.DOWN) == (2, "board-edge")
    assert line("8-2", Direction.RIGHT) == (4, None)


def test_b3_as_the_table_says_it() -> None:
    session = seated()
    say(session, "build 5-3")
    assert legal(session) == {
        *("5-3", "5-4", "5-2"),
        *("4-3", "3-3", "2-3", "6-3", "7-3", "8-3"),
    }
    assert refusal(session, "to", "5-5") == "basilica"
    assert refusal(session, "to", "5-6") == "basilica"


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


@pytest.mark.parametrize(("players", "ends"), [("RBG", True), ("RBGY", False)])
def test_b6_more_towers_of_six_than_players_end_the_game(players: str, ends: bool) -> None:
    session = light(FOUR_SIXES | {"2-2": "RRRRR"}, players)
    say(session, "build 2-2 to 2-2 kind none")
    assert (session.question is None) == ends
    assert (session.result["state"] == "finished") == ends


def test_b7_plagued_towers_of_six_do_not_count_until_the_plague_is_healed() -> None:
    session = light({"2-2": "RRRRRR", "2-3": "BBBBBB", "8-2": "GGGGGG", "8-8": "RBGRB"})
    session.answer_pair("correct plague", "2-2:3-3")
    session.answer_pair("correct player", "Emma")
    say(session, "build 8-8 to 8-8 kind none")
    assert len(session.table.board.full_towers()) == 2
    assert session.question is not None
    say(session, "secure none show . heal 5-5")
    assert session.question is None
    assert session.result["winners"] is not None


@pytest.mark.parametrize(
    ("before", "heights", "unbuilt", "kinds", "expected"),
    [
        (18 + 27, (5, 5, 5, 5, 5, 6), 4, "merchant+citizen+craftsman+noble+farmer", 87),
        (5 + 9, (5, 5, 2), 11, "merchant+citizen", 15),
        (0 + 2, (3,), 19, "none", -14),
    ],
    ids=["b8", "b9", "b10"],
)
def test_b8_b9_b10_the_sum_of_a_whole_game(
    before: int, heights: tuple[int, ...], unbuilt: int, kinds: str, expected: int
) -> None:
    towers = {f"2-{at}": "B" * (high - 1) + "R" for at, high in enumerate(heights, start=2)}
    session = light(towers)
    session.answer_pair("correct points", f"Rosa:{before}")
    session.answer_pair("correct stones", f"Rosa:{unbuilt}")
    session.answer_pair("correct collected", f"Rosa:{kinds}")
    session.answer_pair("correct player", "Emma")
    session.answer_pair("correct pile", "0")
    say(session, "pass yes show none")
    tally = session.table.scorings[-1].tallies[0]
    assert (tally.tower_points, tally.unbuilt) == (sum(heights), unbuilt)
    assert points(session)[0] == expected


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
