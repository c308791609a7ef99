"""Worked examples of Capitol: what decided a prefecture and an auction, what is refused and why."""

from collections.abc import Sequence

import pytest

from companion.games.capitol.rules.board import House, Shape, object_to_house
from tests.games.capitol.rules.staging import (
    HERE,
    Houses,
    all_pass,
    asked_of,
    begun,
    houses,
    say,
    to_scoring,
)
from tests.games.questions import asked, refusal

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
