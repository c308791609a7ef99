"""The table is right: whatever lies otherwise can be told at any question, or is refused whole."""

from typing import Any

import pytest

from companion.core.conversation import Refused
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record
from tests.games.capitol.rules.staging import (
    HERE,
    all_pass,
    asked_of,
    begun,
    houses,
    no_bids,
    say,
    seated,
)
from tests.games.questions import asked, refusal

TOLD: dict[str, tuple[str, Any]] = {
    "prefecture Aventinus:purple:7:0:2": (
        "prefectures.0",
        {"colour": "purple", "small": 7, "large": 0, "fountains": 2},
    ),
    "houses Caelius:square:A:1+2,B:2": (
        "prefectures.1.houses",
        [
            {"player": "A", "height": 1, "shape": "square"},
            {"player": "A", "height": 2, "shape": "square"},
            {"player": "B", "height": 2, "shape": "square"},
        ],
    ),
    "houses Caelius:none": ("prefectures.1.houses", []),
    "fountains Capitolinus:1": ("prefectures.2.fountains", 3),
    "buildings Caelius:temple": ("prefectures.1", {"temples": 1, "amphitheatres": 0}),
    "buildings Caelius:amphitheatre": ("prefectures.1", {"temples": 0, "amphitheatres": 1}),
    "supply 40": ("supply", 40),
    "roofless A:2+1": ("players.0.roofless", [1, 2]),
    "roofless A:none": ("players.0.roofless", []),
    "finished B:square:1,round:3": (
        "players.1.finished",
        [{"height": 1, "shape": "square"}, {"height": 3, "shape": "round"}],
    ),
    "finished B:none": ("players.1.finished", []),
    "roofs B:2,0": ("players.1.roofs", {"round": 2, "square": 0}),
    "hand A:1,0,3": ("players.0.hand", {"roof": 1, "floor": 0, "permit": 3}),
    "cards unknown": ("players.0.hand", None),
    "hand B:unknown": ("players.1.hand", None),
    "points A:12": ("players.0.points", 12),
    "consul B": ("consul", "B"),
    "round 3": ("round", 3),
}


def look(session: Session, path: str) -> Any:
    """The part of the result that a path like `players.0.hand` names."""
    found: Any = session.result
    for step in path.split("."):
        found = found[int(step)] if step.isdigit() else found[step]
    return found


@pytest.mark.parametrize(("told", "path", "expected"), [(k, *v) for k, v in TOLD.items()])
def test_what_the_table_says_is_so(told: str, path: str, expected: Any) -> None:
    session = begun("A", "B")
    say(session, f"correct {told}")
    found = look(session, path)
    if isinstance(expected, dict):
        found = {key: found[key] for key in expected}
    assert found == expected
    assert asked(session) == "play"
    assert read_record(write_record(session)).result == session.result
    session.undo()
    assert session.result == begun("A", "B").result


REFUSED = {
    "weather fine": "unknown-correction",
    "cards known": "unknown-correction",
    "prefecture Janiculum:pink:6:1:0": "no-such-prefecture",
    "prefecture Aventinus:pink:6:1": "board-form",
    "prefecture Aventinus": "correction-form",
    "houses Aventinus:round:C:1": "no-such-player",
    "houses Aventinus:round:A:1+1+1+1+1+1+1": "too-many-there",
    "houses Aventinus:flat:A:1": "not-a-choice",
    "houses Aventinus:round": "correction-form",
    "houses Aventinus:round:A:0": "correction-form",
    "houses Aventinus:round:A:01": "leading-zero",
    "houses Aventinus:round:A:1+3": "too-tall",
    "houses Aventinus:round:A:90": "too-tall",
    "fountains Aventinus:7": "too-many-there",
    "fountains Aventinus:-1": "correction-form",
    "buildings Aventinus:temple+temple": "too-many-there",
    "finished A:round:1+1+1+1+1+1": "roofs-in-all",
    "finished A:round:1+1+1+1+1+1,square:1+1+1+1+1": "roofs-in-all",
    "finished A:round:50": "house-too-tall",
    "roofless A:90": "house-too-tall",
    "roofless A:12+12+12+12+12+12+12": "blocks-in-all",
    "houses Aventinus:round:A:1+1+1+1": "roofs-in-all",
    "roofs A:4,0": "roofs-in-all",
    "supply 79": "blocks-in-all",
    "hand A:13,0,0": "cards-in-all",
    "buildings Aventinus:fountain": "not-a-choice",
    "supply 91": "not-so-many",
    "supply many": "correction-form",
    "roofless A:x": "correction-form",
    "finished A:1": "correction-form",
    "roofs A:6,0": "not-so-many",
    "roofs A:1": "list-length",
    "hand A:15,0,0": "not-so-many",
    "hand A:known": "list-length",
    "hand C:unknown": "no-such-player",
    "points A:1000": "not-so-many",
    "points C:1": "no-such-player",
    "player C": "no-such-player",
    "passed A,C": "no-such-player",
    "consul C": "no-such-player",
    "round 5": "no-such-round",
    "round 0": "no-such-round",
}


@pytest.mark.parametrize(("told", "reason"), REFUSED.items())
def test_what_can_not_be_so_is_refused_and_changes_nothing(told: str, reason: str) -> None:
    session = begun("A", "B")
    before, question = session.result, session.question
    with pytest.raises(Refused) as refused:
        say(session, f"correct {told}")
    assert refused.value.objection.reason == reason
    assert session.result == before
    assert session.question is question


def test_there_are_no_more_buildings_than_in_the_box() -> None:
    session = begun("A", "B")
    say(session, "correct buildings Aventinus:temple correct buildings Caelius:temple")
    with pytest.raises(Refused) as refused:
        say(session, "correct buildings Palatinus:temple")
    assert refused.value.objection.reason == "buildings-in-all"
    say(session, "correct fountains Aventinus:6 correct fountains Caelius:2")
    with pytest.raises(Refused) as refused:
        say(session, "correct fountains Palatinus:1")
    assert refused.value.objection.reason == "buildings-in-all"


def test_what_corrected_houses_take_from_the_stocks_comes_back_with_them() -> None:
    """The order in which a table tells its houses does not matter."""
    session = begun("A", "B")
    say(session, "correct houses Aventinus:round:A:1+2")
    assert session.result["supply"] == 90 - 12 - 3
    assert session.result["players"][0]["roofs"] == {"round": 1, "square": 3}
    say(session, "correct finished A:square:1+2")
    assert session.result["supply"] == 78
    assert session.result["players"][0]["roofs"] == {"round": 3, "square": 3}


def test_a_stock_that_was_told_is_less_only_where_the_box_has_no_more() -> None:
    session = begun("A", "B")
    say(session, "correct supply 60 correct houses Aventinus:round:A:1+2")
    assert session.result["supply"] == 60


def test_before_the_setup_is_over_there_is_nothing_to_correct() -> None:
    session = seated("A", "B")
    with pytest.raises(Refused) as refused:
        say(session, "correct points A:3")
    assert refused.value.objection.reason == "setup-first"
    say(session, "correct cards unknown")
    assert all(player.hand_known for player in session.table.players)


def test_whose_turn_it_is_and_who_has_passed() -> None:
    session = begun("A", "B", "C")
    session.answer_pair("correct player", "C")
    assert asked_of(session) == "C"
    say(session, "play pass")
    session.answer_pair("correct player", "C")
    assert asked_of(session) == "C"
    say(session, "blank roof blank roof blank roof")
    assert asked_of(session) == "C"
    session.answer_pair("correct passed", "C,A")
    assert asked_of(session) == "B"
    say(session, "play pass")
    assert asked(session) == "bid"
    for told in ("player A", "passed none", "round 2"):
        with pytest.raises(Refused) as refused:
            say(session, f"correct {told}")
        assert refused.value.objection.reason == "only-while-building"


def test_when_the_table_says_that_all_have_passed_the_auctions_begin() -> None:
    session = begun("A", "B")
    session.answer_pair("correct passed", "A,B")
    assert (asked(session), asked_of(session)) == ("bid", "A")


def test_inside_a_turn_what_follows_is_asked_anew() -> None:
    session = begun("A", "B")
    say(session, "play floor")
    session.answer_pair("correct supply", "1")
    say(session, "blocks new")
    assert (asked(session), asked_of(session)) == ("play", "B")
    say(session, "correct roofless B:1 play roof")
    session.answer_pair("correct roofless", "B:3")
    say(session, "roof round:3")
    assert session.result["players"][1]["finished"][-1] == {"height": 3, "shape": "round"}


def test_a_card_that_can_do_nothing_any_more_goes_back_to_the_hand() -> None:
    session = begun("A", "B")
    say(session, "play permit")
    session.answer_pair("correct finished", "A:none")
    assert (asked(session), asked_of(session)) == ("play", "A")
    assert session.result["players"][0]["hand"]["permit"] == 4
    say(session, "correct finished A:round:1+1,square:1 play permit site Caelius")
    session.answer_pair("correct finished", "A:round:2")
    assert asked(session) == "play"
    say(session, "correct roofless A:1 play roof correct roofs A:0,0")
    assert (asked(session), asked_of(session)) == ("play", "A")
    assert session.result["players"][0]["hand"]["roof"] == 2


def test_with_one_house_left_that_fits_it_is_built_without_asking() -> None:
    session = begun("A", "B")
    say(session, f"play permit site {HERE}")
    session.answer_pair("correct finished", "A:square:1")
    assert asked_of(session) == "B"
    assert session.result["players"][0]["finished"] == []
    assert session.result["prefectures"][0]["houses"][0]["shape"] == "square"


def test_a_correction_of_the_board_holds_for_the_house_being_built() -> None:
    session = begun("A", "B")
    say(session, f"play permit site {HERE}")
    houses(session, {"B": [1]}, shape="square")
    assert refusal(session, "house", "round:1") == "other-shape"
    say(session, "house square:2")
    assert len(session.result["prefectures"][0]["houses"]) == 2


def test_at_bids_and_draws_the_consul_and_the_hands_decide_who_is_asked() -> None:
    session = begun("A", "B")
    all_pass(session)
    session.answer_pair("correct hand", "A:0,0,0")
    assert asked_of(session) == "B"
    session.answer_pair("correct hand", "A:0,0,1")
    assert asked_of(session) == "A"
    assert refusal(session, "bid", "9") == "bid-beyond-hand"
    say(session, "bid 8 bid 2")
    session.answer_pair("correct points", "B:5")
    say(session, f"discards 0,0,1 place {HERE}")
    session.answer_pair("correct hand", "A:0,1,0")
    no_bids(session, 2)
    assert asked_of(session) == "A"
    session.answer_pair("correct consul", "B")
    assert asked_of(session) == "B"
    say(session, "draw 0,0,6 draw 0,0,6")
    assert session.result["consul"] == "A"


def test_a_place_that_is_gone_is_not_asked_for_any_more() -> None:
    session = begun("A", "B")
    all_pass(session)
    no_bids(session, 2)
    say(session, "bid 5 bid 0 discards 1,0,0")
    for there in session.result["prefectures"]:
        assert asked(session) == "place"
        told = (there[key] for key in ("name", "colour", "small", "fountains"))
        session.answer_pair("correct prefecture", "{}:{}:{}:0:{}".format(*told))
    assert asked(session) == "draw"


def test_unknown_hands_prove_nothing_till_they_are_told_anew() -> None:
    session = begun("A", "B")
    say(session, "correct hand A:0,0,1 correct cards unknown")
    assert refusal(session, "blank", "roof") is None
    say(session, "blank roof play pass play pass bid 60 bid 0")
    assert refusal(session, "discards", "3,3,3") is None
    assert refusal(session, "discards", "3,3,1") == "discards-sum"
    say(session, f"discards 3,3,3 place {HERE} bid 0 bid 0 bid 0 bid 0")
    session.answer_pair("correct hand", "A:14,0,0")
    assert refusal(session, "draw", "6,0,0") is None
    session.answer_pair("correct hand", "A:2,0,0")
    say(session, "draw 0,0,6 draw 0,6,0")
    assert session.result["players"][0]["hand"] == {"roof": 2, "floor": 0, "permit": 6}
    assert session.result["players"][1]["hand"] is None


def test_one_hand_that_was_miscounted_leaves_the_others_counted() -> None:
    session = begun("A", "B")
    say(session, "correct hand A:1,0,0 correct hand B:0,1,0")
    assert overruling(session) == "correct hand A:unknown"
    say(session, "correct hand A:unknown blank permit")
    assert refusal(session, "blank", "roof") == "hand-empty-of"
    assert overruling(session) == "correct hand B:unknown"
    say(session, "play pass blank permit play pass")
    assert refusal(session, "bid", "200") is None
    say(session, "bid 20")
    assert overruling(session) == "correct hand B:unknown"
    assert refusal(session, "bid", "9") == "bid-beyond-hand"
    say(session, "bid 3")
    assert overruling(session) == "correct hand A:unknown"
    say(session, f"discards 3,0,0 place {HERE} bid 0 bid 0 bid 0 bid 0")
    assert overruling(session) == "correct cards unknown"
    assert refusal(session, "draw", "6,0,0") is None
    assert session.result["players"][0]["hand"] is None
    assert session.result["players"][1]["hand"] == {"roof": 0, "floor": 1, "permit": 0}


def overruling(session: Session) -> str:
    """The correction that overrules counted cards here."""
    assert session.question is not None
    return f"{session.question.overruling.key} {session.question.overruling.word}"
