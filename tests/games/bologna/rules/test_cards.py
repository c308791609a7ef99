"""What counting cards proves of hands and special cards, and which cards are asked for."""

import pytest

from companion.core.conversation import Answer, Grade, Refused
from companion.core.session import Session
from tests.games.bologna.rules.staging import MAP, light, say, seated
from tests.games.questions import asked, objection, refusal


def test_a_fourth_card_from_the_deal_is_impossible() -> None:
    session = seated(open_="2,2,3,3", kinds=MAP)
    say(session, "build 2-3 to 2-3 take 3,3 show 4 show 5")
    say(session, "build 2-4 to 2-4 take 4,5 show 6 show 7")
    say(session, "build 2-5 to 2-5 take 6,7 show 8 show 8")
    # Rosa was dealt 2, 3 and one more; she has taken 3, 3.
    found = objection(session, "build", "4-6")
    assert found is not None
    assert (found.reason, found.grade) == ("cards-not-held", Grade.COUNT)
    assert found.values == {"player": "Rosa", "cards": ("4", "6"), "known_cards": ("2", "3")}
    assert refusal(session, "build", "3-6") is None
    assert refusal(session, "build", "3-3") is None
    with pytest.raises(Refused):
        session.answer_pair("build", "4-6")
    session.answer_pair("correct cards", "unknown")
    session.answer_pair("build", "4-6")


def test_the_same_number_twice_needs_two_cards() -> None:
    session = seated(open_="2,2,3,3", kinds=MAP)
    say(session, "build 4-6 to 4-6 take 3,3 show 4 show 5")
    say(session, "pass yes discard 7,8 take 4,5 show 6 show 7")
    say(session, "pass yes discard 7,8 take 6,7 show 8 show 8")
    assert refusal(session, "build", "8-8") == "cards-not-held"
    assert refusal(session, "build", "3-8") is None


def test_the_cards_of_plague_and_fire_are_asked_for_with_the_plainest_as_default() -> None:
    session = seated(open_="2,2,3,3", kinds=MAP)
    say(session, "plague 4-6 to 5-7")
    assert asked(session) == "with"
    assert session.question is not None
    assert [option.word for option in session.question.options] == [
        *("plague-6+4", "plague-4+6"),
        *("plague-4+plague-6", "plague-4+fire-6", "plague-6+fire-4"),
    ]
    assert session.question.default == Answer("with", "plague-6+4")


def test_what_was_taken_openly_is_the_likelier_pair() -> None:
    session = seated(open_="plague-4,6,3,3", kinds=MAP)
    say(session, "build 2-3 to 2-3 take 6,plague-4 show 4 show 5")
    say(session, "pass yes discard 7,8 take 4,5 show 6 show 7")
    say(session, "pass yes discard 7,8 take 6,7 show 8 show 8")
    say(session, "plague 4-6 to 5-7")
    assert session.question is not None
    assert session.question.default == Answer("with", "plague-4+6")


def test_healing_may_use_any_two_cards_of_number_five() -> None:
    session = seated(kinds=MAP)
    session.answer_pair("correct plague", "2-2:3-3")
    say(session, "heal 5-5")
    assert session.question is not None
    assert session.question.default == Answer("with", "5+5")
    assert len(session.question.options) == 6


def test_specials_name_a_field_to_build_on_only_where_that_is_played() -> None:
    plain, special = seated(kinds=MAP), seated(variants=("specials-build",), kinds=MAP)
    say(plain, "build 4-6 to 4-6")
    assert asked(plain) == "take"
    say(special, "build 4-6 to 4-6 with fire-4+6")
    assert special.table.cards.dealt[0]["fire-4"] == 1


def test_a_plain_pair_is_offered_before_special_ones() -> None:
    session = seated(variants=("specials-build",), kinds=MAP)
    say(session, "build 4-6 to 4-6")
    assert session.question is not None
    specials = [option.word.count("-") for option in session.question.options]
    assert specials == [0, 1, 1, 1, 1, 2, 2, 2, 2]
    assert session.question.default == Answer("with", "4+6")


def test_a_fifth_plague_card_can_not_come() -> None:
    session = seated(open_="plague-2,plague-3,plague-4,plague-5", kinds=MAP)
    say(session, "build 4-6 to 4-6 take plague-2,plague-3")
    found = objection(session, "show", "plague-8")
    assert found is not None
    assert (found.reason, found.grade) == ("specials-seen", Grade.COUNT)
    assert refusal(session, "show", "fire-8") is None
    say(session, "show 2 show 3")
    assert refusal(session, "plague", "7-8") == "specials-seen"


def test_only_open_cards_are_taken_and_each_as_often_as_it_lies_there() -> None:
    session = seated(open_="2,2,3,4", kinds=MAP)
    say(session, "build 4-6 to 4-6")
    assert refusal(session, "take", "5,2") == "card-not-open"
    assert refusal(session, "take", "3,3") == "card-not-open"
    assert refusal(session, "take", "2,2") is None


def test_passing_replaces_two_cards() -> None:
    session = seated(kinds=MAP)
    say(session, "pass yes discard 2,plague-3 take 2,3 show 6 show 7")
    assert session.table.cards.known_dealt_cards(0) == ("2", "plague-3")
    assert session.table.seat == 1


def test_the_order_of_cards_taken_or_given_away_says_nothing() -> None:
    session = seated(open_="6,2,fire-8,5")
    say(session, "build 2-2 to 2-2 kind none take fire-8,2")
    assert session.answers[-1] == Answer("take", ("2", "fire-8"))
    say(session, "show 3 show 3 pass yes discard plague-4,7")
    assert session.answers[-1] == Answer("discard", ("7", "plague-4"))


# Passing -----------------------------------------------------------------------------------------


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
