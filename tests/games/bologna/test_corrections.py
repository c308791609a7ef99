"""The table is right: every correction, at any question, and what of it is refused."""

from random import Random

import pytest

from companion.games.conversation import Refused
from companion.session import Session
from companion.session.record import read, write
from tests.games.bologna.custom import Custom
from tests.games.bologna.dealer import Dealer
from tests.games.bologna.staging import light, refusal, say, seated, standing, tower

KINDS = "/".join(["......."] * 7)


def refused(session: Session, key: str, word: str) -> str:
    """Why the correction is refused; nothing has changed."""
    before, told = session.result, list(session.answers)
    with pytest.raises(Refused) as found:
        session.say(f"correct {key}", word)
    assert (session.result, session.answers) == (before, told)
    return found.value.objection.reason


def player(session: Session, seat: int = 0) -> dict[str, object]:
    found: dict[str, object] = session.result["players"][seat]
    return found


def test_a_stack_takes_its_stones_from_the_stocks_and_gives_them_back() -> None:
    session = light({"3-3": "RRB"})
    assert [player(session, seat)["stones"] for seat in range(3)] == [28, 29, 30]
    session.say("correct stack", "3-3:Emma+Rosa")
    assert tower(session, "3-3") == "GR"
    assert [player(session, seat)["stones"] for seat in range(3)] == [29, 30, 29]
    session.say("correct stack", "3-3:none")
    assert [player(session, seat)["stones"] for seat in range(3)] == [30, 30, 30]


def test_an_emptied_field_gives_its_roof_back() -> None:
    session = light({"3-3": "RRRR"}, roofs={"3-3": "R"})
    assert player(session)["roofs"] == 3
    session.say("correct stack", "3-3:none")
    assert player(session)["roofs"] == 4
    assert tower(session, "3-3") == ""


def test_a_roof_is_set_changed_and_taken_away() -> None:
    session = light({"3-3": "RRRB"}, roofs={"3-3": "R"})
    session.say("correct roof", "3-3:Jakob")
    assert [player(session, seat)["roofs"] for seat in range(3)] == [4, 3, 4]
    session.say("correct roof", "3-3:none")
    assert [player(session, seat)["roofs"] for seat in range(3)] == [4, 4, 4]


def test_a_roof_that_stands_there_already_needs_none_in_stock() -> None:
    session = light({"3-3": "RRRB"}, roofs={"3-3": "R"})
    session.say("correct roofs", "Rosa:0")
    session.say("correct roof", "3-3:Rosa")
    assert player(session)["roofs"] == 0


def test_where_a_roof_turns_up_in_stock_none_is_moved() -> None:
    session = light({"3-3": "RRRR", "4-4": "RRRR"}, roofs={"3-3": "R"})
    session.say("correct roofs", "Rosa:0")
    say(session, "pass yes secure 4-4")
    session.say("correct roofs", "Rosa:1")
    say(session, "secure 4-4")
    assert (tower(session, "3-3"), tower(session, "4-4")) == ("RRRR'R", "RRRR'R")


def test_the_plague_is_set_and_ended() -> None:
    session = light({})
    session.say("correct plague", "5-7:4-6")
    assert session.result["plague"] == ["4-6", "4-7", "5-6", "5-7"]
    session.say("correct plague", "none")
    assert session.result["plague"] == []


def test_a_kind_is_told_and_forgotten() -> None:
    session = light({})
    session.say("correct kind", "3-3:noble")
    say(session, "build 3-3 to 3-3 show .")
    assert player(session)["kinds"] == ["noble"]
    session.say("correct kind", "3-3:unknown")
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
        session.say(f"correct {key}", word)
    assert player(session) == {
        "name": "Rosa",
        "colour": "red",
        "points": -4,
        "stones": 12,
        "roofs": 1,
        "kinds": ["noble", "farmer"],
    }
    session.say("correct collected", "Rosa:noble+noble")
    assert player(session)["kinds"] == ["noble"]
    session.say("correct collected", "Rosa:none")
    session.say("correct points", "Rosa:31")
    assert (player(session)["kinds"], player(session)["points"]) == ([], 31)


def test_whose_turn_it_is_is_asked_anew() -> None:
    session = light({})
    say(session, "build 3-3")
    session.say("correct player", "Emma")
    assert session.question is not None
    assert (session.question.key, session.question.seat) == ("to", 2)
    say(session, "to 3-4")
    assert tower(session, "3-4") == "G"


def test_after_a_change_of_the_player_the_counting_starts_anew() -> None:
    session = seated(kinds=KINDS)
    say(session, "build 7-8 to 7-8 take 2,3 show 8 show 8")
    assert session.table.cards.proved(0) == 2
    session.say("correct player", "Emma")
    assert session.table.cards.proved(0) == 0


def test_the_open_cards_and_the_pile() -> None:
    session = seated(kinds=KINDS)
    session.say("correct open", "8,8,fire-8,7")
    session.say("correct pile", "40")
    assert (session.result["display"], session.result["pile"]) == (["8", "8", "fire-8", "7"], 40)
    say(session, "build 2-3 to 2-3 take 8,8 show 2")
    session.say("correct open", "fire-8,7,3")
    say(session, "show 4")
    assert session.result["display"] == ["fire-8", "7", "3", "4"]


def test_the_scoring_cards_that_have_come() -> None:
    session = light({})
    session.say("correct scorings", "2")
    say(session, "pass yes")
    assert refusal(session, "show", "scoring") == "scoring-seen"
    session.say("correct scorings", "1")
    session.say("correct pile", "30")
    say(session, "show scoring")
    assert session.result["scorings"][0]["name"] == "second"


def test_tracking_goes_over_to_the_board_alone_and_back_at_any_question() -> None:
    told = ["build", "2-3", "to", "2-3", "take", "2,3", "show", "8", "show", "8"]
    pairs = list(zip(told[::2], told[1::2], strict=True))
    for at in range(len(pairs) + 1):
        session = seated(kinds=KINDS)
        for pair in pairs[:at]:
            session.say(*pair)
        session.say("correct tracking", "light")
        assert session.result["display"] is None
        for key, word in pairs[at:]:
            if key not in ("take", "show"):
                session.say(key, word)
        if session.question is not None and session.question.key == "show":
            session.say("show", "ordinary")
        session.say("correct open", "2,3,4,5")
        say(session, "build 8-8 to 8-8 take 4,5 show 2 show 3")
        assert session.table.seat == 2
        assert session.result["display"] == ["2", "3", "2", "3"]


def test_back_in_full_the_row_may_be_full_already() -> None:
    session = light({})
    say(session, "pass yes")
    session.say("correct open", "2,3,4,5")
    assert session.question is not None
    assert (session.question.key, session.question.seat) == ("build", 1)


def test_where_the_reason_for_a_question_is_corrected_away_it_is_not_asked() -> None:
    session = light({"3-3": "RRRR"})
    say(session, "pass yes")
    assert session.question is not None
    assert session.question.key == "secure"
    session.say("correct stack", "3-3:Rosa")
    assert session.question.key == "show"


@pytest.mark.parametrize(
    ("key", "word", "reason"),
    [
        ("stack", "3-3", "correction-form"),
        ("stack", "9-9:Rosa", "not-a-choice"),
        ("stack", "5-5:Rosa", "no-tower"),
        ("stack", "3-3:Olga", "no-such-player"),
        ("stack", "3-3:" + "+".join(["Rosa"] * 7), "too-many"),
        ("stack", "3-3:Jakob", "stones-short"),
        ("roof", "4-4:Rosa", "no-tower"),
        ("roof", "2-2:Jakob", "roofs-short"),
        ("roof", "2-2:Olga", "no-such-player"),
        ("plague", "4-6", "correction-form"),
        ("plague", "4-6:4-7", "no-block"),
        ("plague", "4-6:8-8", "no-block"),
        ("kind", "3-3:king", "not-a-choice"),
        ("kind", "5-5:noble", "no-tower"),
        ("stones", "Rosa:31", "too-many"),
        ("stones", "Rosa:-1", "correction-form"),
        ("stones", "Rosa:²", "correction-form"),
        ("roofs", "Rosa:5", "too-many"),
        ("points", "Rosa:many", "correction-form"),
        ("points", "Rosa:--3", "correction-form"),
        ("collected", "Rosa:noble+king", "not-a-choice"),
        ("player", "Olga", "no-such-player"),
        ("open", "2,3,4", "list-length"),
        ("open", "2,3,4,scoring", "not-a-choice"),
        ("pile", "999", "too-many"),
        ("pile", "some", "correction-form"),
        ("scorings", "3", "not-a-choice"),
        ("tracking", "full", "not-a-choice"),
        ("weather", "fine", "unknown-correction"),
    ],
)
def test_what_can_not_be_is_refused_and_changes_nothing(key: str, word: str, reason: str) -> None:
    session = standing(seated(kinds=KINDS), {"2-2": "RRRR"})
    session.say("correct stones", "Jakob:0")
    session.say("correct roofs", "Jakob:0")
    assert refused(session, key, word) == reason


def test_before_the_first_turn_there_is_nothing_to_correct() -> None:
    session = seated(kinds=KINDS)
    session.undo()
    assert refused(session, "stones", "Rosa:3") == "setup-first"
    session.say("correct cards", "unknown")


def test_a_correction_right_behind_a_silent_setup_is_read_where_it_was_said() -> None:
    session = light({"3-3": "RRB"})
    again = read(write(session))
    assert (again.result, again.answers) == (session.result, session.answers)


HARMLESS = (
    ("correct cards", "unknown"),
    ("correct plague", "2-2:3-3"),
    ("correct stones", "{}:7"),
    ("correct points", "{}:3"),
    ("correct player", "{}"),
    ("correct kind", "4-4:noble"),
)


@pytest.mark.parametrize("custom", [Custom(3), Custom(4, ("light",))], ids=["full", "light"])
def test_a_correction_may_stand_at_any_question_and_the_record_keeps_it(custom: Custom) -> None:
    """Whatever was said, the game can be asked on, and its record reads back the same."""
    dealer, rng = Dealer(custom, Random(8)), Random(8)
    told = [step.pair for step in dealer.play()]
    first = next(at for at, (key, _) in enumerate(told) if key == "build")
    for at in range(first, len(told), 9):
        session = Session.of("bologna-towers", told[:at])
        key, word = HARMLESS[rng.randrange(len(HARMLESS))]
        session.say(key, word.format(dealer.names[0]))
        assert session.question is not None
        assert read(write(session)).result == session.result
        session.undo()
        for pair in told[at:]:
            session.say(*pair)
        assert session.result["players"] == dealer.result()["players"]
