"""Passing and giving cards away in Bologna: when it is doubted, and when nobody doubts it."""

import pytest

from companion.core.conversation import Grade
from companion.core.session import Session
from tests.games.bologna.rules.staging import light, say, seated
from tests.games.questions import objection, refusal

# Passing --------------------------------------------------------------------------------------


def known_to_hold(*cards: str) -> Session:
    """Rosa is to move; of her hand these two cards are known."""
    session = seated(open_=f"{','.join(cards)},3,4")
    say(session, f"build 2-2 to 2-2 kind none take {','.join(cards)} show 3 show 4")
    for _ in range(2):
        say(session, "build 2-2 to 2-2 take 3,4 show 3 show 4")
    return session


def test_passing_is_doubted_where_no_hand_has_nothing_to_do() -> None:
    session = known_to_hold("7", "8")
    found = objection(session, "pass", "yes")
    assert found is not None
    assert (found.reason, found.grade) == ("can-act", Grade.UNLIKELY)
    assert found.values == {"player": "Rosa"}
    say(session, "pass yes")
    assert session.result["notes"] == ["can-act"]


@pytest.mark.parametrize("card", ["plague-5", "fire-5"])
def test_who_holds_plague_or_fire_can_always_do_something(card: str) -> None:
    """But for two fives without a plague, which heal nothing: the third card tells."""
    assert refusal(known_to_hold(card, "2"), "pass", "yes") == "can-act"
    assert refusal(known_to_hold(card, "5"), "pass", "yes") is None


def test_nobody_doubts_that_three_fives_can_do_nothing_till_there_is_a_plague() -> None:
    session = known_to_hold("5", "5")
    assert refusal(session, "pass", "yes") is None
    session.answer_pair("correct plague", "2-7:3-8")
    assert refusal(session, "pass", "yes") == "can-act"


def test_who_has_no_stones_or_only_blocked_fields_passes() -> None:
    session = known_to_hold("2", "3")
    assert refusal(session, "pass", "yes") == "can-act"
    session.answer_pair("correct stones", "Rosa:0")
    assert refusal(session, "pass", "yes") is None


def test_of_an_unknown_hand_nothing_is_doubted() -> None:
    assert refusal(seated(), "pass", "yes") is None
    assert refusal(light({}), "pass", "yes") is None


def test_a_count_that_began_between_play_and_take_may_know_more_cards_than_a_hand_has() -> None:
    session = seated(open_="7,8,3,4")
    say(session, "build 2-2 to 2-2 kind none")
    session.answer_pair("correct cards", "unknown")
    say(session, "take 7,8 show 3 show 4")
    for _ in range(2):
        say(session, "build 2-2 to 2-2 take 3,4 show 3 show 4")
    say(session, "build 2-3 to 2-3 kind none take 3,4 show 3 show 4")
    for field in ("3-4", "4-3"):
        say(session, f"build {field} to {field} kind none take 3,4 show 3 show 4")
    assert len(session.table.cards.known_cards(0)) > 3
    assert refusal(session, "pass", "yes") == "can-act"


def test_two_cards_from_a_pile_that_has_fewer_are_doubted() -> None:
    session = light({})
    session.answer_pair("correct pile", "1")
    say(session, "pass yes")
    found = objection(session, "show", "ordinary")
    assert found is not None
    assert (found.reason, found.grade) == ("pile-too-small", Grade.UNLIKELY)
    assert session.question is not None
    assert session.question.default is None, "what is doubted is not left out"
    say(session, "show .")
    assert session.result["notes"] == ["pile-too-small"]


def test_a_doubt_names_the_cards_that_are_missing_and_those_that_were_dealt() -> None:
    session = known_to_hold("7", "8")
    say(session, "build 7-8 to 7-8 kind none take 3,4 show 3 show 4")
    found = objection(session, "build", "2-2")
    assert found is not None
    assert found.values == {"player": "Jakob", "cards": ("2", "2"), "known_cards": ("2", "2")}
    say(session, "build 3-8 to 3-8 kind none take 3,4 show 3 show 4")
    say(session, "build 3-4 to 3-4 kind none take 3,4 show 3 show 4")
    say(session, "build 3-4 to 3-4 take 3,4 show 3 show 4")
    found = objection(session, "plague", "6-4")
    assert found is not None
    assert found.values["cards"] == ("plague-6",), "the 4 he has"
    found = objection(session, "build", "4-6")
    assert found is not None
    assert found.values == {"player": "Jakob", "cards": ("6",), "known_cards": ("2", "2", "8")}
    found = objection(session, "fire", "6-3")
    assert found is not None
    assert found.values["cards"] == ("fire-6",), "the 3 he has"
