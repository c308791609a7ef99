"""The rulebook's phases and our rulings where it is silent, each seen in a real conversation."""

from itertools import product

import pytest

from companion.core.conversation import Answer, Grade, Refused
from companion.core.record import write_record
from companion.games.capitol.rules.auction import Auction
from tests.games.capitol.rules.staging import (
    BOARD,
    HERE,
    all_pass,
    asked_of,
    begun,
    houses,
    no_bids,
    player,
    say,
    seated,
)
from tests.games.questions import allowed, asked, objection, refusal

# The board ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("Aventinus:pink:6:1", "board-form"),
        ("Aventinus:pink:6:1:-1", "board-form"),
        ("Aventinus:pink:six:1:0", "board-form"),
        ("A very long name:pink:6:1:0", "name-length"),
        ("Aven,tinus:pink:6:1:0", "name-signs"),
        ("Aventinus:red:6:1:0", "board-colour"),
        ("Aventinus:pink:60:1:0", "board-sites"),
    ],
)
def test_a_prefecture_is_refused_with_its_reason(word: str, reason: str) -> None:
    session = seated("A", "B")
    found = objection(session, "prefecture", word)
    assert found is not None
    assert (found.reason, found.grade) == (reason, Grade.RULE)


def test_names_differ_and_each_colour_has_three_prefectures() -> None:
    session = seated("A", "B")
    say(session, f"prefecture {BOARD[0]} prefecture {BOARD[1]} prefecture {BOARD[2]}")
    assert refusal(session, "prefecture", "Aventinus:purple:6:1:0") == "name-taken"
    assert refusal(session, "prefecture", "Janiculum:pink:6:1:0") == "board-colour-full"
    assert refusal(session, "prefecture", "Janiculum:purple:6:1:0") is None


@pytest.mark.parametrize("sites", ["4:1:0", "8:1:0", "6:0:0", "6:2:0", "6:1:3"])
def test_unusual_sites_are_doubted_accepted_and_noted(sites: str) -> None:
    session = seated("A", "B")
    found = objection(session, "prefecture", f"Aventinus:pink:{sites}")
    assert found is not None
    assert found.grade is Grade.UNLIKELY
    session.answer_pair("prefecture", f"Aventinus:pink:{sites}")
    assert session.result["notes"] == ["board-unusual"]


def test_the_game_begins_after_nine_prefectures() -> None:
    session = begun("A", "B", board=BOARD[:-1])
    assert asked(session) == "prefecture"
    assert not session.table.is_building
    session.answer_pair("prefecture", BOARD[-1])
    assert (asked(session), asked_of(session)) == ("play", "A")


# Building -------------------------------------------------------------------------------------


def test_a_roof_finishes_a_house_for_good() -> None:
    session = begun("A", "B")
    assert refusal(session, "play", "roof") == "no-open-house"
    say(session, "play floor blocks new,1 play pass play roof")
    assert allowed(session) == {("roof", "round:2"), ("roof", "square:2")}
    say(session, "roof square:2")
    assert player(session, "A")["roofless"] == []
    assert player(session, "A")["roofs"] == {"round": 3, "square": 2}
    assert player(session, "A")["finished"].count({"height": 2, "shape": "square"}) == 2


def test_a_roof_must_be_in_stock() -> None:
    session = begun("A", "B")
    say(session, "correct roofless A:2 correct roofs A:0,1 play roof")
    assert refusal(session, "roof", "round:2") == "no-roof"
    assert refusal(session, "roof", "square:2") is None
    session = begun("A", "B")
    say(session, "correct roofless A:2 correct roofs A:0,0")
    assert refusal(session, "play", "roof") == "no-roof"


def test_a_permit_asks_which_house_only_where_several_fit() -> None:
    session = begun("A", "B")
    say(session, f"play permit site {HERE}")
    assert asked(session) == "house"
    assert refusal(session, "house", "round:2") == "first-height"
    say(session, "house square:1")
    say(session, f"play permit site {HERE}")
    assert (asked(session), asked_of(session)) == ("house", "B")
    assert refusal(session, "house", "round:1") == "other-shape"
    assert allowed(session) == {("house", "square:1"), ("house", "square:2")}
    say(session, f"house square:2 play permit site {HERE}")
    assert (asked(session), asked_of(session)) == ("play", "B")
    assert [each["height"] for each in session.result["prefectures"][0]["houses"]] == [1, 2, 2]


def test_a_house_is_as_high_as_the_tallest_or_one_higher() -> None:
    session = begun("A", "B")
    houses(session, {"B": [1, 2]})
    say(session, f"correct finished A:round:1+2+3+4 play permit site {HERE}")
    found = {word: refusal(session, "house", f"round:{word}") for word in (1, 2, 3, 4)}
    assert found == {1: "height", 2: None, 3: None, 4: "height"}


def test_a_full_prefecture_takes_no_house_and_no_fountain() -> None:
    session = begun("A", "B")
    houses(session, {"A": [1, 1], "B": [1, 1, 1]})
    say(session, f"correct fountains {HERE}:1 play permit")
    assert refusal(session, "site", HERE) == "no-small-site"
    say(session, "site Caelius house round:1")
    all_pass(session)
    say(session, "bid 0 bid 8 discards 0,1,0")
    assert refusal(session, "place", HERE) == "no-small-site"
    assert refusal(session, "place", "Caelius") is None


def test_without_a_finished_house_there_is_no_permit() -> None:
    session = begun("A", "B")
    say(session, "correct finished A:none")
    assert refusal(session, "play", "permit") == "no-finished-house"
    say(session, "correct finished A:round:5")
    assert refusal(session, "play", "permit") == "nowhere-fits"
    assert refusal(session, "blank", "permit") is None


def test_a_type_that_is_used_up_can_be_played_only_by_overruling_the_count() -> None:
    session = begun("A", "B")
    say(session, "blank roof play pass blank roof")
    for key in ("play", "blank"):
        found = objection(session, key, "floor")
        assert found is None
    found = objection(session, "blank", "roof")
    assert found is not None
    assert (found.reason, found.grade) == ("hand-empty-of", Grade.COUNT)
    with pytest.raises(Refused):
        session.answer_pair("blank", "roof")
    say(session, "correct cards unknown blank roof")
    assert player(session, "A")["hand"] is None


# Step by step ---------------------------------------------------------------------------------


def test_the_record_gives_every_turn_auction_and_draw_a_line() -> None:
    session = begun("A", "B")
    say(session, f"play permit site {HERE} house round:1 play pass blank roof play pass")
    say(session, f"bid 3 bid 0 discards 1,0,0 place {HERE} bid 0 bid 0 bid 4 bid 4 draw 2,2,2")
    assert write_record(session).splitlines()[-9:] == [
        "",
        f"play permit  site {HERE}  house round:1",
        "play pass",
        "blank roof",
        "play pass",
        f"bid 3  bid 0  discards 1,0,0  place {HERE}",
        "bid 0  bid 0",
        "bid 4  bid 4",
        "draw 2,2,2",
    ]


# Auctions ----------------------------------------------------------------------------------------


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
