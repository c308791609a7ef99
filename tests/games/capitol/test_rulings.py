"""The rulebook's phases and our rulings where it is silent, each seen in a real conversation."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from companion.games.capitol.auction import AuctionHeld
from companion.games.capitol.majority import CardsDue
from companion.games.conversation import Answer, Grade, Refused
from companion.session import Session
from companion.session.record import read, write
from tests.games.capitol.staging import (
    BOARD,
    HERE,
    all_pass,
    allowed,
    asked,
    asked_of,
    begun,
    houses,
    no_bids,
    objection,
    points,
    refusal,
    say,
    seated,
    to_scoring,
)


def player(session: Session, name: str) -> Mapping[str, Any]:
    """The player as the result tells them."""
    (found,) = (each for each in session.result["players"] if each["name"] == name)
    return dict(found)


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
    session.say("prefecture", f"Aventinus:pink:{sites}")
    assert session.result["notes"] == ["board-unusual"]


def test_the_game_begins_after_nine_prefectures() -> None:
    session = begun("A", "B", board=BOARD[:-1])
    assert asked(session) == "prefecture"
    assert not session.table.is_building
    session.say("prefecture", BOARD[-1])
    assert (asked(session), asked_of(session)) == ("play", "A")


# Building -------------------------------------------------------------------------------------


def test_a_floor_card_brings_two_blocks_for_old_and_new_houses() -> None:
    session = begun("A", "B")
    say(session, "play floor")
    assert refusal(session, "blocks", "1,new") == "no-such-house"
    say(session, "blocks new,1 play pass play floor blocks new,2")
    assert player(session, "A")["roofless"] == [1, 3]
    assert session.result["supply"] == 74
    assert player(session, "A")["hand"] == {"roof": 2, "floor": 0, "permit": 4}


def test_the_last_block_is_one_and_then_there_is_none() -> None:
    session = begun("A", "B")
    session.say("correct supply", "1")
    say(session, "play floor blocks new")
    assert session.result["supply"] == 0
    say(session, "play floor")
    assert (asked(session), asked_of(session)) == ("play", "A")
    assert player(session, "B")["hand"]["floor"] == 1


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
    houses(session, {"B": [1, 1, 1, 1, 1]})
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


def test_a_blank_card_is_spent_and_does_nothing() -> None:
    session = begun("A", "B")
    say(session, "blank roof")
    assert player(session, "A")["hand"] == {"roof": 1, "floor": 2, "permit": 4}
    assert (asked(session), asked_of(session)) == ("play", "B")


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
        session.say("blank", "roof")
    say(session, "correct cards unknown blank roof")
    assert player(session, "A")["hand"] is None


def test_who_has_passed_is_out_and_the_last_one_goes_on() -> None:
    session = begun("A", "B", "C")
    say(session, "play pass blank roof play pass")
    for _ in range(3):
        assert asked_of(session) == "B"
        say(session, "blank permit")
    say(session, "play pass")
    assert asked(session) == "bid"


def test_who_has_no_cards_is_out_without_being_asked() -> None:
    session = begun("A", "B")
    say(session, "correct hand A:0,0,1 blank permit blank roof blank roof")
    assert asked_of(session) == "B"
    say(session, "play pass")
    assert (asked(session), asked_of(session)) == ("bid", "B")
    say(session, "bid 0 bid 0 bid 0")
    assert (asked(session), asked_of(session)) == ("draw", "A")


def test_the_consul_moves_and_begins_everything() -> None:
    session = begun("A", "B", "C")
    to_scoring(session)
    for name in "ABC":
        assert asked_of(session) == name
        say(session, "draw 2,2,2")
    assert session.result["consul"] == "B"
    assert asked_of(session) == "B"
    all_pass(session)
    assert (asked(session), asked_of(session)) == ("bid", "B")


# Auctions -------------------------------------------------------------------------------------


def test_rounds_one_and_two_bring_amphitheatres_the_others_temples() -> None:
    session = begun("A", "B")
    for _ in range(4):
        to_scoring(session)
        if asked(session) is not None:
            say(session, "draw 1,3,2 draw 1,3,2")
    lots = [each["building"] for each in session.result["auctions"]]
    fountains = ["fountain", "fountain"]
    assert lots == [
        *fountains,
        "amphitheatre",
        *fountains,
        "amphitheatre",
        *fountains,
        "temple",
        *fountains,
        "temple",
    ]
    assert asked(session) is None


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
        found = question.objection(Answer("discards", tuple(map(str, beginning))))
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


def test_a_winner_places_an_amphitheatre_on_a_free_large_site() -> None:
    session = begun("A", "B")
    say(session, f"correct buildings {HERE}:temple")
    all_pass(session)
    no_bids(session, 2)
    say(session, "bid 5 bid 3 discards 1,0,0")
    assert refusal(session, "place", HERE) == "no-large-site"
    say(session, "place Caelius")
    assert session.result["prefectures"][1]["amphitheatres"] == 1
    assert session.table.majority("Caelius").amphitheatre


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


def test_bids_are_told_from_the_consul_and_the_auction_says_how_it_ended() -> None:
    session = begun("A", "B", "C")
    say(session, "correct consul B correct points B:4")
    all_pass(session)
    assert asked_of(session) == "B"
    say(session, "bid 6 bid 6 bid 2")
    (event,) = session.events
    assert isinstance(event, AuctionHeld)
    held = event.auction
    assert (held.bids, held.winner, held.won_by) == ((2, 6, 6), 2, "score")
    assert held.level_on_bid == (1, 2)


# Scoring, drawing, the end --------------------------------------------------------------------


def test_a_printed_fountain_counts_like_one_that_was_won() -> None:
    session = begun("A", "B")
    houses(session, {"A": [1]}, where="Capitolinus")
    session.say("correct fountains", "Capitolinus:1")
    assert points(to_scoring(session), "Capitolinus") == {"A": 5}


def test_a_temple_does_not_double_the_cards_nor_an_amphitheatre_the_points() -> None:
    session = begun("A", "B")
    say(session, f"correct prefecture {HERE}:pink:6:2:0")
    houses(session, {"A": [1, 2], "B": [2]})
    session.say("correct buildings", f"{HERE}:temple+amphitheatre")
    assert points(to_scoring(session)) == {"A": 4}
    due = session.events[-1]
    assert isinstance(due, CardsDue)
    assert [(each.must, each.may) for each in due.allowances] == [(6, 2), (6, 1)]


def test_cards_are_drawn_as_they_are_due_and_bonus_cards_may_be_left() -> None:
    session = begun("A", "B")
    houses(session, {"A": [1]})
    session.say("correct buildings", f"{HERE}:amphitheatre")
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
    session.say("correct hand", "B:9,2,4")
    found = objection(session, "draw", "8,0,0")
    assert found is not None
    assert (found.reason, found.grade) == ("stack-gone", Grade.COUNT)
    say(session, "draw 0,6,0")
    assert player(session, "A")["hand"] == {"roof": 2, "floor": 8, "permit": 4}


def test_two_temples_double_once_and_a_temple_alone_gives_nothing() -> None:
    session = begun("A", "B")
    for where in (HERE, "Caelius"):
        session.say("correct prefecture", f"{where}:pink:6:2:1")
        session.say("correct buildings", f"{where}:temple+temple")
    houses(session, {"A": [1, 2], "B": [2]})
    scoring = to_scoring(session)
    assert points(scoring) == {"A": 6, "B": 2}
    assert points(scoring, "Caelius") == {}
    empty = session.table.majority("Caelius")
    assert (empty.temple, empty.fountains, empty.places) == (True, 1, ())


def test_of_the_last_cards_a_bonus_gets_what_is_left() -> None:
    session = begun("A", "B")
    houses(session, {"A": [1]})
    say(session, f"correct buildings {HERE}:amphitheatre")
    all_pass(session)
    say(session, "correct hand B:14,24,9 correct hand A:0,0,8")
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
    say(session, f"correct hand A:14,0,0 correct hand B:0,24,0 correct hand C:0,0,{24 - left}")
    no_bids(session)
    due = session.events[-1]
    assert isinstance(due, CardsDue)
    assert [(each.must, each.may) for each in due.allowances] == SCARCE[left]


def test_a_card_that_was_not_counted_leaves_no_hand_below_nothing() -> None:
    session = begun("A", "B")
    say(session, "correct hand B:13,2,4 correct hand A:0,0,1 correct hand A:unknown")
    say(session, "blank roof play pass blank roof blank roof")
    table = session.table
    assert table.players[0].hand == {"roof": 0, "floor": 0, "permit": 1}
    assert table.cards.discards["roof"] == 1
    assert session.result["stacks"]["roof"] == 0


def test_with_the_last_cards_drawing_ends() -> None:
    session = begun("A", "B")
    all_pass(session)
    session.say("correct hand", "B:12,22,14")
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
    session.say("correct hand", "B:9,19,17")
    question = session.question
    assert question is not None
    found = [question.objection(Answer("draw", way)) for way in [("0",), ("0", "3"), ("0", "2")]]
    assert [each and each.reason for each in found] == [None, None, "too-few-cards"]


def test_the_fourth_scoring_ends_the_game_and_a_tie_is_shared() -> None:
    session = begun("A", "B", "C")
    houses(session, {"A": [1], "B": [1]})
    for left in (3, 2, 1, 0):
        scoring = to_scoring(session)
        assert scoring["points"] == [["A", 2], ["B", 2], ["C", 0]]
        if left:
            say(session, "correct hand A:0,0,1 correct hand B:0,0,1 correct hand C:0,0,1")
            say(session, "draw 2,2,2 draw 2,2,2 draw 2,2,2")
    assert session.result["winners"] == ["A", "B"]
    assert session.table.outcome.decided_by == "shared-points"
    assert session.events[-1] == session.table.outcome
    assert [each["points"] for each in session.result["players"]] == [8, 8, 0]
    with pytest.raises(Refused):
        session.say("correct points", "A:9")


# Step by step ---------------------------------------------------------------------------------


def test_a_step_back_inside_a_turn_gives_the_card_back() -> None:
    session = begun("A", "B")
    before = session.result
    say(session, f"play permit site {HERE}")
    session.undo(2)
    assert session.result == before
    say(session, f"play permit site {HERE} house round:1")
    session.undo(3)
    assert session.result == before


def test_the_record_gives_every_turn_auction_and_draw_a_line() -> None:
    session = begun("A", "B")
    say(session, f"play permit site {HERE} house round:1 play pass blank roof play pass")
    say(session, f"bid 3 bid 0 discards 1,0,0 place {HERE} bid 0 bid 0 bid 4 bid 4 draw 2,2,2")
    assert write(session).splitlines()[-9:] == [
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


def test_the_record_says_the_same_game() -> None:
    session = begun("Anna Maria", "B")
    say(session, "play floor blocks new,new play permit site 'Tiber Island' house round:1")
    say(session, "correct points 'Anna Maria:3' blank floor play pass play pass bid 3 bid 0")
    again = read(write(session))
    assert again.result == session.result
    assert again.answers == session.answers
