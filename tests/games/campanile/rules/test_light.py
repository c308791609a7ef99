"""Light play: heights, markers and the two scoring cards alone; switched on and off in mid-game."""

import pytest

from companion.core.conversation import Answer, Grade, Refused
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record
from tests.games.campanile.rules.staging import say
from tests.games.campanile.rules.test_corrections import NEW, seated, tower
from tests.games.questions import allowed, asked

PLAYERS = """game campanile-2009
player Albert  colour blue
player Birgit  colour red
player Franziska  colour yellow
row brown,red,blue,yellow,beige
"""
LIGHT = f"{PLAYERS}variant light\n\n"
TURNS = """tower brown  floors 3  marker brown
tower red  floors 2  marker none
tower red  floors 1  marker beige  show intermezzo
tower blue  floors 1  marker none
"""


def begun(text: str = LIGHT) -> Session:
    """The game of a record that stops behind its variants, at its first turn."""
    session = read_record(text)
    session.answer_pair("variant", "")
    return session


def said(session: Session) -> list[tuple[str, str]]:
    return [(answer.key, answer.word) for answer in session.answers]


def test_neither_open_cards_nor_what_is_taken_is_asked() -> None:
    session = begun()
    assert asked(session) == "tower"
    with pytest.raises(Refused):
        session.answer_pair("open", "red,red,red")
    say(session, "tower brown floors 2 marker beige")
    assert (asked(session), session.table.player.name) == ("show", "Birgit")
    assert allowed(session) == {("show", "ordinary")}, "the others are early"


def test_an_ordinary_card_goes_without_saying_and_is_never_written() -> None:
    session = begun()
    say(session, "tower brown floors 2 marker none show ordinary tower red floors 1")
    assert "show" not in write_record(session)
    assert read_record(write_record(session)).answers == session.answers
    for word in ("red", '""'):
        with pytest.raises(Refused):
            begun().answer_pair("show", word)


def test_finito_may_follow_intermezzo_at_once_and_ends_the_game() -> None:
    end = LIGHT + TURNS + "tower red  floors 3  marker none  show finito\n"
    session = read_record(end)
    assert session.question is None
    assert session.result["state"] == "finished"
    assert write_record(session) == end
    at_once = read_record(f"{LIGHT}tower red floors 1 marker none show intermezzo show finito\n")
    assert [each["name"] for each in at_once.result["scorings"]] == ["intermezzo", "finito"]


def test_by_count_only_scoring_cards_are_left_but_the_table_goes_on() -> None:
    session = read_record(f"{LIGHT}tower red floors 1 marker none\ncorrect pile 1\n")
    doubt = (
        session.question.find_objection(Answer("show", "ordinary")) if session.question else None
    )
    assert doubt is not None
    assert doubt.grade is Grade.UNLIKELY
    say(session, "show ordinary")
    assert session.result["notes"] == ["only-scoring-cards"]
    assert session.result["pile"] == 2, "both must be left"


def test_no_card_is_counted() -> None:
    session = begun()
    for _ in range(20):
        say(session, "tower red floors 1")
        if asked(session) == "marker":
            say(session, "marker none")
        say(session, "show ordinary")
    assert session.result["notes"] == []


# On and off in mid-game ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "before",
    [
        "",
        "tower red floors 1",
        "tower red floors 1 marker none",
        "tower red floors 1 marker none take red",
        "tower red floors 1 marker none take red show intermezzo",
    ],
)
def test_light_is_switched_on_at_any_question(before: str) -> None:
    session = seated(NEW)
    say(session, before)
    left = session.result["pile"]
    session.answer_pair("correct tracking", "light")
    assert session.result["display"] is None
    if asked(session) == "tower":
        say(session, "tower red floors 1")
    if asked(session) == "marker":
        say(session, "marker none")
    assert (asked(session), session.table.player.name) == ("show", "B")
    assert session.result["pile"] == left - 1
    say(session, "show ordinary tower blue floors 2 marker beige show ordinary")
    assert session.result["pile"] == left - 2
    assert read_record(write_record(session)).result == session.result


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ("", "tower red floors 1 marker none take red show blue"),
        ("tower red", "floors 1 marker red take red show blue"),
        ("tower red floors 1", "marker none take red show blue"),
        ("tower red floors 1 marker none", "tower blue floors 2 marker red take red show blue"),
    ],
)
def test_the_open_cards_bring_back_full_play(before: str, then: str) -> None:
    session = begun()
    say(session, before)
    pile = session.result["pile"]
    for few in ("red", "red,blue", "red,blue,blue,blue"):
        with pytest.raises(Refused):
            session.answer_pair("correct open", few)
    session.answer_pair("correct open", "red,blue,blue")
    assert session.result["display"] == ["red", "blue", "blue"]
    assert session.result["pile"] == pile
    say(session, then)
    assert session.result["display"] == ["blue", "blue", "blue"]
    assert session.result["pile"] == pile - 1
    assert asked(session) == "tower"
    assert read_record(write_record(session)).answers == session.answers


def test_behind_a_light_turn_the_table_is_corrected_as_it_lies() -> None:
    """The card is turned up, though nobody has said which: the pile is counted without it."""
    session = read_record(f"{LIGHT}tower red floors 1 marker none\n")
    session.answer_pair("correct pile", "20")
    assert session.result["pile"] == 20
    session.answer_pair("correct player", "Albert")
    session.answer_pair("correct influence", "beige:Birgit:3")
    say(session, "show intermezzo")
    assert session.result["pile"] == 19
    session.answer_pair("correct pile", "0")
    say(session, "show finito")
    assert session.result["pile"] == 0
    assert tower(session, "beige")[1] == [("Birgit", [3])]
    assert read_record(write_record(session)).answers == session.answers


def test_corrections_behind_a_turn_come_before_what_it_turned_up() -> None:
    text = f"{LIGHT}tower red  floors 1  marker none\ncorrect floors brown:7\nshow intermezzo\n"
    session = read_record(text)
    assert [key for key, _ in said(session)][-2:] == ["correct floors", "show"]
    assert session.result["scorings"][0]["awards"][-1]["tower"] == "brown"
    assert write_record(session) == text


def test_tracking_is_light_or_nothing() -> None:
    with pytest.raises(Refused):
        begun().answer_pair("correct tracking", "full")
