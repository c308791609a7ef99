"""Auctions of Capitol, ruling by ruling: bids, discards, and what the winner places."""

from itertools import product

import pytest

from companion.core.conversation import Answer, Grade
from companion.games.capitol.rules.auction import Auction
from tests.games.capitol.rules.staging import (
    BOARD,
    HERE,
    all_pass,
    asked_of,
    begun,
    no_bids,
    player,
    say,
)
from tests.games.questions import asked, objection, refusal

# Auctions -------------------------------------------------------------------------------------


def test_a_bid_beyond_the_hand_is_a_miscount() -> None:
    session = begun("A", "B")
    all_pass(session)
    assert refusal(session, "bid", "62") is None
    found = objection(session, "bid", "63")
    assert found is not None
    assert (found.reason, found.grade, found.values["most"]) == (
        "bid-beyond-hand",
        Grade.COUNT,
        62,
    )


@pytest.mark.parametrize("bid", [2, 17, 40])
def test_discards_are_exactly_those_that_can_make_the_sum(bid: int) -> None:
    session = begun("A", "B")
    all_pass(session)
    say(session, f"bid {bid} bid 1")
    question = session.question
    assert question is not None
    legal = {
        counts
        for counts in product(range(4), range(4), range(6))
        if question.judge(Answer("discards", tuple(map(str, counts)))) is None
    }
    roofs, floors, permits = range(3), range(3), range(5)
    assert legal == {
        (r, f, p)
        for r, f, p in product(roofs, floors, permits)
        if r + f + p <= bid <= 7 * r + 8 * f + 8 * p
    }
    for beginning in product(range(4), range(4)):
        can_end = any(counts[:2] == beginning for counts in legal)
        found = question.find_objection(Answer("discards", tuple(map(str, beginning))))
        assert (found is None) == can_end


def test_discards_that_can_not_make_the_sum_are_told_from_those_not_held() -> None:
    session = begun("A", "B")
    all_pass(session)
    say(session, "bid 17 bid 9")
    found = [objection(session, "discards", cards) for cards in ("0,0,2", "0,0,5", "2,2,0")]
    assert [(each.reason, each.grade) for each in found if each is not None] == [
        ("discards-sum", Grade.RULE),
        ("discards-beyond-hand", Grade.COUNT),
    ]


def test_without_a_site_the_building_leaves_and_the_cards_are_spent() -> None:
    none = [f"{word.rsplit(':', 2)[0]}:0:0" for word in BOARD]
    session = begun("A", "B", board=none)
    all_pass(session)
    no_bids(session, 2)
    assert (session.table.building, session.table.sites_left) == ("amphitheatre", 0)
    say(session, "bid 5 bid 3 discards 1,0,0")
    assert asked(session) == "draw"
    assert player(session, "A")["hand"]["roof"] == 1
    assert not session.table.auctions[-1].has_site


def test_what_stands_on_the_board_is_not_auctioned_again() -> None:
    session = begun("A", "B")
    say(session, f"correct fountains {HERE}:6 correct fountains Caelius:1")
    all_pass(session)
    say(session, "bid 5 bid 3 discards 1,0,0 place Caelius")
    assert (session.table.lot, session.table.building) == (2, "amphitheatre")


def test_a_building_that_turns_out_to_stand_already_is_not_placed() -> None:
    session = begun("A", "B")
    all_pass(session)
    say(session, f"bid 5 bid 3 correct fountains {HERE}:6 correct fountains Caelius:2")
    say(session, "discards 1,0,0")
    assert asked(session) == "bid"
    assert sum(there.placed for there in session.table.board) == 8


def test_bids_are_told_from_the_consul_and_the_auction_says_how_it_ended() -> None:
    session = begun("A", "B", "C")
    say(session, "correct consul B correct points B:4")
    all_pass(session)
    assert asked_of(session) == "B"
    say(session, "bid 6 bid 6 bid 2")
    (held,) = session.events
    assert isinstance(held, Auction)
    assert (held.bids, held.winner, held.won_by) == ((2, 6, 6), 2, "score")
    assert held.level_on_bid == (1, 2)
