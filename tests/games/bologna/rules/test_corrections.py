"""The table is right: every correction, at any question, and what of it is refused."""

import pytest

from companion.core.conversation import Refused
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record
from tests.games.bologna.rules.staging import light, say, seated, standing, tower
from tests.games.questions import asked, refusal

KINDS = "/".join(["......."] * 7)


def refused(session: Session, key: str, word: str) -> str:
    """Why the correction is refused; nothing has changed."""
    before, told = session.result, list(session.answers)
    with pytest.raises(Refused) as found:
        session.answer_pair(f"correct {key}", word)
    assert (session.result, session.answers) == (before, told)
    return found.value.objection.reason


def player(session: Session, seat: int = 0) -> dict[str, object]:
    found: dict[str, object] = session.result["players"][seat]
    return found


def test_a_stack_takes_its_stones_from_the_stocks_and_gives_them_back() -> None:
    session = light({"3-3": "RRB"})
    assert [player(session, seat)["stones"] for seat in range(3)] == [28, 29, 30]
    session.answer_pair("correct stack", "3-3:Emma+Rosa")
    assert tower(session, "3-3") == "GR"
    assert [player(session, seat)["stones"] for seat in range(3)] == [29, 30, 29]
    session.answer_pair("correct stack", "3-3:none")
    assert [player(session, seat)["stones"] for seat in range(3)] == [30, 30, 30]


def test_an_emptied_field_gives_its_roof_back() -> None:
    session = light({"3-3": "RRRR"}, roofs={"3-3": "R"})
    assert player(session)["roofs"] == 3
    session.answer_pair("correct stack", "3-3:none")
    assert player(session)["roofs"] == 4
    assert tower(session, "3-3") == ""


def test_a_roof_is_set_changed_and_taken_away() -> None:
    session = light({"3-3": "RRRB"}, roofs={"3-3": "R"})
    session.answer_pair("correct roof", "3-3:Jakob")
    assert [player(session, seat)["roofs"] for seat in range(3)] == [4, 3, 4]
    session.answer_pair("correct roof", "3-3:none")
    assert [player(session, seat)["roofs"] for seat in range(3)] == [4, 4, 4]


def test_a_roof_that_stands_there_already_needs_none_in_stock() -> None:
    session = light({"3-3": "RRRB"}, roofs={"3-3": "R"})
    session.answer_pair("correct roofs", "Rosa:0")
    session.answer_pair("correct roof", "3-3:Rosa")
    assert player(session)["roofs"] == 0


def test_where_a_roof_turns_up_in_stock_none_is_moved() -> None:
    session = light({"3-3": "RRRR", "4-4": "RRRR"}, roofs={"3-3": "R"})
    session.answer_pair("correct roofs", "Rosa:0")
    say(session, "pass yes secure 4-4")
    session.answer_pair("correct roofs", "Rosa:1")
    say(session, "secure 4-4")
    assert (tower(session, "3-3"), tower(session, "4-4")) == ("RRRR'R", "RRRR'R")


def test_the_plague_is_set_and_ended() -> None:
    session = light({})
    session.answer_pair("correct plague", "5-7:4-6")
    assert session.result["plague"] == ["4-6", "4-7", "5-6", "5-7"]
    session.answer_pair("correct plague", "none")
    assert session.result["plague"] == []


def test_a_kind_is_told_and_forgotten() -> None:
    session = light({})
    session.answer_pair("correct kind", "3-3:noble")
    say(session, "build 3-3 to 3-3 show .")
    assert player(session)["kinds"] == ["noble"]
    session.answer_pair("correct kind", "3-3:unknown")
    say(session, "build 3-3 to 3-3 kind farmer")
    assert player(session, 1)["kinds"] == ["farmer"]


def test_stocks_points_and_collections() -> None:
    session = light({})
    for key, word in {
        "stones": "Rosa:12",
        "roofs": "Rosa:1",
        "points": "Rosa:-4",
        "collected": "Rosa:noble+farmer",
    }.items():
        session.answer_pair(f"correct {key}", word)
    assert player(session) == {
        "name": "Rosa",
        "colour": "red",
        "points": -4,
        "stones": 12,
        "roofs": 1,
        "kinds": ["noble", "farmer"],
    }
    session.answer_pair("correct collected", "Rosa:noble+noble")
    assert player(session)["kinds"] == ["noble"]
    session.answer_pair("correct collected", "Rosa:none")
    session.answer_pair("correct points", "Rosa:31")
    assert (player(session)["kinds"], player(session)["points"]) == ([], 31)


def test_whose_turn_it_is_is_asked_anew() -> None:
    session = light({})
    say(session, "build 3-3")
    session.answer_pair("correct player", "Emma")
    assert session.question is not None
    assert (session.question.key, session.question.seat) == ("to", 2)
    say(session, "to 3-4")
    assert tower(session, "3-4") == "G"


def test_after_a_change_of_the_player_the_counting_starts_anew() -> None:
    session = seated(kinds=KINDS)
    say(session, "build 7-8 to 7-8 take 2,3 show 8 show 8")
    assert session.table.cards.count_proved(0) == 2
    session.answer_pair("correct player", "Emma")
    assert session.table.cards.count_proved(0) == 0


def test_the_open_cards_and_the_pile() -> None:
    session = seated(kinds=KINDS)
    session.answer_pair("correct open", "8,8,fire-8,7")
    session.answer_pair("correct pile", "40")
    assert (session.result["display"], session.result["pile"]) == (["8", "8", "fire-8", "7"], 40)
    say(session, "build 2-3 to 2-3 take 8,8 show 2")
    session.answer_pair("correct open", "fire-8,7,3")
    say(session, "show 4")
    assert session.result["display"] == ["fire-8", "7", "3", "4"]


def test_the_scoring_cards_that_have_come() -> None:
    session = light({})
    session.answer_pair("correct scorings", "2")
    say(session, "pass yes")
    assert refusal(session, "show", "scoring") == "scoring-seen"
    session.answer_pair("correct scorings", "1")
    session.answer_pair("correct pile", "30")
    say(session, "show scoring")
    assert session.result["scorings"][0]["name"] == "second"


def test_tracking_goes_over_to_the_board_alone_and_back_at_any_question() -> None:
    told = ["build", "2-3", "to", "2-3", "take", "2,3", "show", "8", "show", "8"]
    pairs = list(zip(told[::2], told[1::2], strict=True))
    for at in range(len(pairs) + 1):
        session = seated(kinds=KINDS)
        for pair in pairs[:at]:
            session.answer_pair(*pair)
        session.answer_pair("correct tracking", "light")
        assert session.result["display"] is None
        for key, word in pairs[at:]:
            if key not in ("take", "show"):
                session.answer_pair(key, word)
        if session.question is not None and session.question.key == "show":
            session.answer_pair("show", "ordinary")
        session.answer_pair("correct open", "2,3,4,5")
        say(session, "build 8-8 to 8-8 take 4,5 show 2 show 3")
        assert session.table.seat == 2
        assert session.result["display"] == ["2", "3", "2", "3"]


def test_back_in_full_the_row_may_be_full_already() -> None:
    session = light({})
    say(session, "pass yes")
    session.answer_pair("correct open", "2,3,4,5")
    assert session.question is not None
    assert (session.question.key, session.question.seat) == ("build", 1)


def test_where_the_reason_for_a_question_is_corrected_away_it_is_not_asked() -> None:
    session = light({"3-3": "RRRR"})
    say(session, "pass yes")
    assert session.question is not None
    assert session.question.key == "secure"
    session.answer_pair("correct stack", "3-3:Rosa")
    assert session.question.key == "show"


@pytest.mark.parametrize(
    ("key", "word", "reason"),
    [
        ("stack", "3-3", "correction-form"),
        ("stack", "9-9:Rosa", "not-a-choice"),
        ("stack", "5-5:Rosa", "no-tower"),
        ("stack", "3-3:Olga", "no-such-player"),
        ("stack", "3-3:" + "+".join(["Rosa"] * 7), "too-many"),
        ("stack", "3-3:Jakob", "no-stones"),
        ("roof", "4-4:Rosa", "no-tower"),
        ("roof", "2-2:Jakob", "roofs-short"),
        ("roof", "2-2:Olga", "no-such-player"),
        ("plague", "4-6", "correction-form"),
        ("plague", "4-6:4-7", "no-block"),
        ("plague", "4-6:8-8", "no-block"),
        ("kind", "3-3:king", "not-a-choice"),
        ("kind", "5-5:noble", "no-tower"),
        ("stones", "Rosa:31", "too-many"),
        ("stones", "Rosa:27", "stones-in-all"),
        ("stones", "Rosa:-1", "correction-form"),
        ("stones", "Rosa:²", "correction-form"),
        ("roofs", "Rosa:5", "too-many"),
        ("roofs", "Emma:4", "tower-roofs-in-all"),
        ("points", "Rosa:many", "correction-form"),
        ("points", "Rosa:--3", "correction-form"),
        ("collected", "Rosa:noble+king", "not-a-choice"),
        ("player", "Olga", "no-such-player"),
        ("open", "2,3,4", "list-length"),
        ("open", "2,3,4,scoring", "not-a-choice"),
        ("pile", "999", "too-many"),
        ("pile", "81", "too-many"),
        ("pile", "some", "correction-form"),
        ("scorings", "3", "not-a-choice"),
        ("tracking", "full", "not-a-choice"),
        ("weather", "fine", "unknown-correction"),
    ],
)
def test_what_can_not_be_is_refused_and_changes_nothing(key: str, word: str, reason: str) -> None:
    session = standing(seated(kinds=KINDS), {"2-2": "RRRR", "7-7": "GGGG"}, {"7-7": "G"})
    session.answer_pair("correct scorings", "1")
    session.answer_pair("correct stones", "Jakob:0")
    session.answer_pair("correct roofs", "Jakob:0")
    assert refused(session, key, word) == reason


def test_before_the_first_turn_there_is_nothing_to_correct() -> None:
    session = seated(kinds=KINDS)
    session.undo()
    assert refused(session, "stones", "Rosa:3") == "setup-first"
    session.answer_pair("correct cards", "unknown")


def test_a_correction_right_behind_a_silent_setup_is_read_where_it_was_said() -> None:
    session = light({"3-3": "RRB"})
    again = read_record(write_record(session))
    assert (again.result, again.answers) == (session.result, session.answers)


# What is corrected away while an action is being told -----------------------------------------

SIX = "+".join(["Jakob"] * 6)
AWAY = (("stones", "Rosa:0"), ("plague", "3-3:4-4"), ("stack", f"3-3:{SIX}"))


@pytest.mark.parametrize(("key", "word"), AWAY)
def test_where_no_stone_can_be_laid_any_more_the_action_is_asked_anew(key: str, word: str) -> None:
    session = light({})
    say(session, "build 3-3")
    session.answer_pair(f"correct {key}", word)
    assert asked(session) == "build"
    say(session, "pass yes show .")
    assert tower(session, "3-3") in ("", "BBBBBB")


@pytest.mark.parametrize(
    ("key", "word"), [*AWAY, ("plague", "5-3:6-4"), ("stones", "Rosa:3"), ("stack", f"5-3:{SIX}")]
)
def test_so_it_is_where_the_line_is_told_and_the_cards_are_not(key: str, word: str) -> None:
    session = seated(variants=("specials-build",))
    say(session, "build 3-3 to 6-3")
    assert asked(session) == "with"
    session.answer_pair(f"correct {key}", word)
    assert asked(session) == "build"
    session.undo()
    say(session, "with 3+3")
    assert tower(session, "6-3") == "R"


def test_as_far_as_the_stones_reach_a_line_is_asked_anew() -> None:
    session = light({})
    say(session, "build 3-3")
    session.answer_pair("correct stones", "Rosa:2")
    assert asked(session) == "to"
    assert refusal(session, "to", "5-3") == "no-stones"
    say(session, "to 4-3")
    assert (tower(session, "3-3"), player(session)["stones"]) == ("R", 0)


def moving() -> Session:
    """A roof is to move from one of two towers of Rosa's to a third one."""
    towers = {"5-3": "RRRR", "6-3": "RRRR", "7-7": "BBBB"}
    session = light(towers, roofs={"6-3": "R", "7-7": "B"})
    for name in ("Rosa", "Jakob"):
        session.answer_pair("correct roofs", f"{name}:0")
    say(session, "pass yes secure 5-3")
    assert asked(session) == "from"
    return session


@pytest.mark.parametrize(
    ("key", "word"), [("stack", "5-3:none"), ("stack", "5-3:Rosa"), ("player", "Jakob")]
)
def test_where_a_tower_can_not_be_secured_any_more_no_roof_moves(key: str, word: str) -> None:
    session = moving()
    session.answer_pair(f"correct {key}", word)
    assert asked(session) != "from"
    assert tower(session, "6-3") == "RRRR'R"
    assert "'" not in tower(session, "5-3")


@pytest.mark.parametrize("said", ["plague 4-6", "plague 4-6 to 5-7"])
def test_four_open_plague_cards_leave_none_to_play(said: str) -> None:
    session = seated()
    say(session, said)
    session.answer_pair("correct open", "plague-2,plague-3,plague-4,plague-5")
    if asked(session) == "to":
        say(session, "to 5-7")
    assert asked(session) == "build"
    say(session, "pass yes discard 2,3 take plague-2,plague-3 show 4 show 5")
    assert session.result["plague"] == []
