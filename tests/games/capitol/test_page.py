"""Capitol's table as a snapshot and as a drawing for the phone page."""

import pytest

from companion.core.conversation import CARDS_UNKNOWN
from companion.core.snapshot import Pile, Places
from tests.games.tables import draw, find_places, replay, states, take_snapshot
from tests.markup_check import assert_markup

GAME = "capitol"
AUCTION, FINISHED = "capitol-three-players-before-the-bid", "capitol-four-players"


def test_a_prefecture_tells_who_leads_and_what_is_free() -> None:
    table = take_snapshot(replay(FINISHED))
    there = list(find_places(table, "prefectures").values())[8]
    assert [(each.value, each.rank, each.text) for each in there.standing] == [
        (7, 1, "1. #1: 7 (1+3+3)"),
        (2, 2, "2. Ana María: 2"),
    ]
    assert there.leader == there.standing[0].seat
    free = there.find("free", Pile)
    assert free
    assert free.kinds == {"small": 3, "large": 1}
    drawn = draw(GAME, table)
    assert " 1. #1: 7 (1+3+3)</li>" in drawn
    assert "; Free sites: small 3, large 1</li>" in drawn
    assert drawn.count("<article") == 9 + 4


def test_an_auction_under_way_is_told_with_its_bids() -> None:
    tables = (take_snapshot(session) for session in states(FINISHED))
    seen = (table for table in tables if table.find("auction", Places))
    assert "<li>Auction: Fountain: Lot: 1/3</li>" in draw(GAME, next(seen))
    first = next(each for each in seen if find_places(each, "auction")["fountain"].standing)
    (bid,) = find_places(first, "auction")["fountain"].standing
    assert (bid.value, bid.text) == (3, "Ana María: 3"), "who has no cards is not asked"
    assert "<li>Auction: Fountain: Bids: Ana María: 3; Lot: 1/3</li>" in draw(GAME, first)


@pytest.mark.parametrize("name", [AUCTION, FINISHED])
def test_the_drawing_is_the_stored_one(name: str) -> None:
    assert_markup(draw(GAME, take_snapshot(replay(name))), name)


def test_nothing_is_counted_once_a_hand_is_unknown() -> None:
    session = replay(FINISHED, 60)
    known = take_snapshot(session).find("stacks", Pile)
    assert known
    assert known.left is not None
    session.answer(CARDS_UNKNOWN)
    drawn = draw(GAME, take_snapshot(session))
    assert drawn.count("<li>Hand: unknown</li>") == 4
    assert "<li>Cards to draw: unknown</li>" in drawn
