"""Scorings, draws and the end of Capitol, ruling by ruling, and worked examples of what decided."""

from collections.abc import Sequence

import pytest

from companion.core.conversation import Answer, Grade
from companion.games.capitol.rules.board import House, Shape, object_to_house
from companion.games.capitol.rules.majority import CardsDue
from tests.games.capitol.rules.staging import (
    HERE,
    Houses,
    all_pass,
    asked_of,
    begun,
    houses,
    no_bids,
    player,
    points,
    say,
    to_scoring,
)
from tests.games.questions import asked, objection, refusal

# Scoring, drawing, the end --------------------------------------------------------------------


def test_a_temple_does_not_double_the_cards_nor_an_amphitheatre_the_points() -> None:
    session = begun("A", "B")
    say(session, f"correct prefecture {HERE}:pink:6:2:0")
    houses(session, {"A": [1, 2], "B": [2]})
    session.answer_pair("correct buildings", f"{HERE}:temple+amphitheatre")
    assert points(to_scoring(session)) == {"A": 4}
    due = session.events[-1]
    assert isinstance(due, CardsDue)
    assert [(each.must, each.may) for each in due.allowances] == [(6, 2), (6, 1)]


def test_cards_are_drawn_as_they_are_due_and_bonus_cards_may_be_left() -> None:
    session = begun("A", "B")
    houses(session, {"A": [1]})
    session.answer_pair("correct buildings", f"{HERE}:amphitheatre")
    to_scoring(session)
    assert {n: refusal(session, "draw", f"0,{n},0") for n in range(5, 10)} == {
        5: "too-few-cards",
        6: None,
        7: None,
        8: None,
        9: "too-many-cards",
    }
    found = objection(session, "draw", "8,0,0")
    assert found is None
    session.answer_pair("correct hand", "B:9,2,4")
    found = objection(session, "draw", "8,0,0")
    assert found is not None
    assert (found.reason, found.grade) == ("stack-gone", Grade.COUNT)
    say(session, "draw 0,6,0")
    assert player(session, "A")["hand"] == {"roof": 2, "floor": 8, "permit": 4}


def test_two_temples_double_once() -> None:
    session = begun("A", "B")
    session.answer_pair("correct prefecture", f"{HERE}:pink:6:2:1")
    session.answer_pair("correct buildings", f"{HERE}:temple+temple")
    houses(session, {"A": [1, 2], "B": [2]})
    assert points(to_scoring(session)) == {"A": 6, "B": 2}


def test_of_the_last_cards_a_bonus_gets_what_is_left() -> None:
    session = begun("A", "B")
    houses(session, {"A": [1]})
    say(session, f"correct buildings {HERE}:amphitheatre")
    all_pass(session)
    say(session, "correct hand A:0,0,8 correct hand B:14,24,9")
    no_bids(session)
    assert (session.table.due.must, session.table.due.may) == (6, 1)
    assert refusal(session, "draw", "0,0,8") == "too-many-cards"
    say(session, "draw 0,0,7")
    assert (asked(session), session.result["round"]) == ("play", 2)


SCARCE = {
    6: [(6, 0), (0, 0), (0, 0)],
    7: [(6, 1), (0, 1), (0, 0)],
    13: [(6, 2), (5, 2), (0, 1)],
    14: [(6, 2), (6, 1), (0, 2)],
    18: [(6, 2), (6, 1), (3, 3)],
    21: [(6, 2), (6, 1), (6, 0)],
}


@pytest.mark.parametrize("left", SCARCE)
def test_with_few_cards_left_everybody_hears_the_least_and_the_most(left: int) -> None:
    session = begun("A", "B", "C")
    houses(session, {"A": [1, 2], "B": [2]})
    say(session, f"correct buildings {HERE}:amphitheatre")
    all_pass(session)
    say(session, f"correct hand B:0,0,0 correct hand C:0,0,{24 - left}")
    say(session, "correct hand A:14,0,0 correct hand B:0,24,0")
    no_bids(session)
    due = session.events[-1]
    assert isinstance(due, CardsDue)
    assert [(each.must, each.may) for each in due.allowances] == SCARCE[left]


def test_a_card_that_was_not_counted_leaves_no_hand_below_nothing() -> None:
    session = begun("A", "B")
    say(session, "correct hand A:0,0,1 correct hand B:13,2,4 correct hand A:unknown")
    say(session, "blank roof play pass blank roof blank roof")
    table = session.table
    assert table.players[0].hand == {"roof": 0, "floor": 0, "permit": 1}
    assert table.cards.discards["roof"] == 1
    assert session.result["stacks"]["roof"] == 0


def test_with_the_last_cards_drawing_ends() -> None:
    session = begun("A", "B")
    all_pass(session)
    session.answer_pair("correct hand", "B:12,22,14")
    no_bids(session)
    assert session.table.due.most == 6
    due = session.events[-1]
    assert isinstance(due, CardsDue)
    assert [(each.must, each.may) for each in due.allowances] == [(6, 0), (0, 0)]
    assert refusal(session, "draw", "0,0,5") == "too-few-cards"
    say(session, "draw 0,0,6")
    assert (asked(session), session.result["round"]) == ("play", 2)
    assert session.result["stacks"] == {"roof": 0, "floor": 0, "permit": 0}


def test_a_beginning_of_a_draw_leaves_enough_to_be_drawn() -> None:
    session = begun("A", "B")
    to_scoring(session)
    session.answer_pair("correct hand", "B:9,19,17")
    question = session.question
    assert question is not None
    found = [
        question.find_objection(Answer("draw", way)) for way in [("0",), ("0", "3"), ("0", "2")]
    ]
    assert [each and each.reason for each in found] == [None, None, "too-few-cards"]


# Worked examples ---------------------------------------------------------------------------------

PLAYERS = ("Blue", "Red", "Green")
DECIDED = {
    "P1": ({"Blue": [1]}, "alone"),
    "P2": ({"Blue": [1, 2], "Red": [1]}, "blocks"),
    "P4": ({"Blue": [1, 2], "Red": [1, 2]}, "shared"),
    "P5": ({"Green": [1, 2], "Red": [2], "Blue": [2]}, "blocks"),
    "P6": ({"Blue": [3], "Red": [1, 2]}, "tallest"),
    "P7": ({"Blue": [2, 2], "Red": [1, 3], "Green": [3]}, "tallest"),
    "P11": ({}, "nobody"),
}


@pytest.mark.parametrize(("stand", "why"), DECIDED.values(), ids=DECIDED.keys())
def test_the_majority_says_what_decided(stand: Houses, why: str) -> None:
    session = begun(*PLAYERS)
    houses(session, stand)
    assert session.table.majority(HERE).decided_by == why


def test_the_majority_tells_blocks_and_tallest_houses() -> None:
    session = begun(*PLAYERS)
    houses(session, DECIDED["P7"][0])
    places = session.table.majority(HERE).places
    told = [(each.seat, each.blocks, each.tallest, each.rank) for each in places]
    assert told == [(1, 4, 3, 1), (0, 4, 2, 2), (2, 3, 3, None)]


def test_p15_both_first_in_an_amphitheatre_draw_eight() -> None:
    session = begun("Red", "Blue")
    houses(session, {"Red": [2], "Blue": [2]})
    session.answer_pair("correct buildings", f"{HERE}:amphitheatre")
    to_scoring(session)
    (due,) = (each for each in session.events if hasattr(each, "allowances"))
    assert [(each.seat, each.most) for each in due.allowances] == [(0, 8), (1, 8)]
    assert due.allowances[0].sources == ((HERE, 2),)
    for _ in range(2):
        assert refusal(session, "draw", "3,3,3") == "too-many-cards"
        assert refusal(session, "draw", "3,2,0") == "too-few-cards"
        assert refusal(session, "draw", "3,2,1") is None
        say(session, "draw 3,3,2")
    assert (asked(session), session.table.round) == ("play", 2)


AUCTIONS = {
    "Q1": ([11, 9], [0, 0], "A", "bid"),
    "Q2": ([11, 11], [0, 0], None, "level"),
    "Q3": ([11, 11, 4], [12, 9, 3], "B", "score"),
    "lowest score shared": ([11, 11, 11], [4, 4, 9], None, "level"),
    "Q5": ([0, 0], [0, 5], None, "nobody-bid"),
}


@pytest.mark.parametrize(
    ("bids", "scores", "winner", "why"), AUCTIONS.values(), ids=AUCTIONS.keys()
)
def test_an_auction_is_won_or_its_building_leaves(
    bids: Sequence[int], scores: Sequence[int], winner: str | None, why: str
) -> None:
    session = begun(*"ABC"[: len(bids)])
    for name, score in zip("ABC", scores, strict=False):
        session.answer_pair("correct points", f"{name}:{score}")
    all_pass(session)
    for bid in bids:
        session.answer_pair("bid", str(bid))
    (auction,) = session.result["auctions"]
    assert auction["winner"] == winner
    assert session.table.auctions[0].won_by == why
    if winner is None:
        assert (asked(session), session.table.lot) == ("bid", 1)
        assert all(each.cards == 8 for each in session.table.players)
        return
    assert (asked(session), asked_of(session)) == ("discards", winner)
    say(session, f"discards 0,1,1 place {HERE}")
    assert session.table.prefecture(HERE).fountains == 1
    assert [each.cards for each in session.table.players if each.name == winner] == [6]
    assert (asked(session), session.table.lot) == ("bid", 1)


def test_l1_every_house_is_refused_with_its_reason() -> None:
    session = begun("A", "B")
    houses(session, {"A": [1]}, where="Viminalis", shape="square")
    houses(session, {"A": [1], "B": [2]}, where="Marsfeld", shape="square")
    board = session.table.board
    there = session.table.prefecture("Tiber Island")
    tries = [House(1, Shape.SQUARE), House(1, Shape.ROUND), House(2, Shape.ROUND)]
    found = [object_to_house(there, house, board) for house in tries]
    assert [each.reason if each else None for each in found] == [
        "third-shape",
        None,
        "first-height",
    ]
