"""What counting cards proves of hands and special cards, and which cards are asked for."""

import pytest

from companion.core.conversation import Answer, Grade, Refused
from tests.games.bologna.rules.staging import MAP, say, seated
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
