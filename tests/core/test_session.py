"""Answers in, table out: what a session takes, refuses and takes back."""

import json

import pytest

from companion.core.conversation import Answer, Refused
from companion.core.session import Session
from companion.games import GameNotFoundError, replay_session, start_session
from tests.games.campanile.rules.staging import say, seated

SETUP = [
    ("player", "A"),
    ("colour", "red"),
    ("player", "B"),
    ("colour", "blue"),
    ("player", ""),
    ("row", "red,blue,beige,brown,yellow"),
    ("variant", ""),
    ("open", "blue,red,red"),
]


def session_at(key: str) -> Session:
    """The game stopped at the first question with that key."""
    session = start_session("campanile-2009")
    for pair in SETUP:
        if session.question is not None and session.question.key == key:
            break
        session.answer_pair(*pair)
    return session


def test_an_unknown_game_is_no_session() -> None:
    with pytest.raises(GameNotFoundError):
        start_session("campanile-1492")


def test_a_refused_answer_changes_nothing() -> None:
    session = session_at("colour")
    session.answer_pair("colour", "red")
    session.answer_pair("player", "B")
    before, question = session.result, session.question
    with pytest.raises(Refused) as refused:
        session.answer_pair("colour", "red")
    assert refused.value.objection.reason == "colour-taken"
    assert refused.value.answer == Answer("colour", "red")
    assert (session.result, session.question, len(session.answers)) == (before, question, 3)


@pytest.mark.parametrize("key", [key for key, _ in SETUP])
def test_what_can_be_said_at_a_question_can_be_asked_for(key: str) -> None:
    question = session_at(key).question
    assert question is not None
    assert all(option in question.options for option in question.legal_options())


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("player", Answer("colour", "Anna")),
        ("player", Answer("", "Anna")),
        ("row", Answer("open", ("red", "blue", "beige", "brown", "yellow"))),
        ("open", Answer("row", ("red", "blue", "beige"))),
        ("colour", Answer("player", "red")),
        ("tower", Answer("take", "red")),
    ],
)
def test_an_answer_to_another_question_is_refused(asked: str, answer: Answer) -> None:
    session = session_at(asked)
    assert session.question is not None
    assert session.question.key == asked
    with pytest.raises(Refused):
        session.answer(answer)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("colour", Answer("colour", "pink")),
        ("variant", Answer("variant", "none")),
        ("row", Answer("row", "red")),
        ("row", Answer("row", ("red", "blue", "beige", "brown", "pink"))),
        ("open", Answer("open", ("red", "blue"))),
        ("tower", Answer("tower", "pink")),
        ("tower", Answer("tower", 1)),
    ],
)
def test_an_answer_that_is_no_choice_is_refused(asked: str, answer: Answer) -> None:
    session = session_at(asked)
    with pytest.raises(Refused) as refused:
        session.answer(answer)
    assert refused.value.objection.reason in ("not-a-choice", "list-length")


def test_a_plain_word_means_the_same_as_the_option_it_names() -> None:
    typed, chosen = session_at("tower"), session_at("tower")
    for key, word in [("tower", "red"), ("floors", "1"), ("marker", "none"), ("take", "red")]:
        value = int(word) if key == "floors" else word
        typed.answer(Answer(key, value))
        chosen.answer_pair(key, word)
    for session in (typed, chosen):
        session.answer(
            Answer("show", "yellow") if session is typed else session.read_pair("show", "yellow")
        )
    assert typed.result == chosen.result
    assert typed.table.cards.dealt == chosen.table.cards.dealt
    assert typed.table.pile.finito_seen is chosen.table.pile.finito_seen is False


def test_steps_back_beyond_the_beginning_are_an_error() -> None:
    session = session_at("row")
    with pytest.raises(ValueError, match="back"):
        session.undo(len(session.answers) + 1)
    with pytest.raises(ValueError, match="back"):
        session.undo(-1)
    session.undo(len(session.answers))
    assert session.question is not None
    assert session.question.key == "player"


def test_no_step_back_leaves_the_game_as_it_is() -> None:
    session = session_at("row")
    question = session.question
    session.undo(0)
    assert session.question is question


def test_a_game_told_in_pairs_is_the_game_said_pair_by_pair() -> None:
    assert replay_session("campanile-2009", SETUP).result == session_at("tower").result


def test_a_scoring_is_told_once_when_it_happens() -> None:
    session = seated(["A", "B"], open_="blue,red,yellow")
    say(session, "tower red floors 1 marker none take red show intermezzo")
    (scored,) = session.events
    assert scored is not None
    say(session, "show blue")
    assert session.events == []
    session.undo()
    assert len(session.events) == 1


def test_finito_tells_the_scoring_and_the_outcome() -> None:
    session = seated(["A", "B"], open_="blue,red,yellow")
    say(session, "tower red floors 1 marker none take red show finito")
    assert session.events == [session.events[0], session.table.outcome]


def test_the_result_is_plain_data_that_survives_json() -> None:
    session = seated(["Jörg", "Zoë"], open_="blue,red,yellow")
    say(session, "tower red floors 1 marker red take red show finito")
    assert json.loads(json.dumps(session.result)) == session.result


def test_before_the_setup_the_result_is_empty_but_whole() -> None:
    assert start_session("campanile-2009").result == {
        "game": "campanile-2009",
        "state": "playing",
        "players": [],
        "towers": [],
        "display": [],
        "pile": None,
        "scorings": [],
        "winners": None,
        "notes": [],
    }
