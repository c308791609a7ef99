"""A saved game turn by turn: no answer is lost, and thinking time counts for the right player."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from companion.core.session import Session
from companion.games import GameNotFoundError
from companion.store import PAUSE
from companion.store.history.play import Play, replay
from companion.store.journal import TimedAnswer
from tests.shipped import read_file
from tests.store.history import BEGUN, STORED, played, stored, timed_answers

TURN = {"campanile-2009": "tower", "campanile-1996": "tower", "capitol": "play"}
ACTIONS = {"build", "plague", "fire", "heal", "pass"}


@pytest.mark.sample(6)
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_replay_ends_as_the_game_did_and_has_every_answer_once(path: Path) -> None:
    session = read_file(path)
    play = played(session)
    assert play.session.result == session.result
    assert [each.answer for turn in play.turns for each in turn.answers] == session.answers
    assert [turn.number for turn in play.turns] == list(range(len(play.turns)))
    assert list(play.turns[-1].points) == [player.points for player in session.table.players]


@pytest.mark.sample(6)
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_turns_are_those_of_the_players(path: Path) -> None:
    session = read_file(path)
    begun = [
        question.seat
        for question, answer in zip(session.asked, session.answers, strict=True)
        if answer.key == TURN.get(session.name)
        or (session.name == "bologna-towers" and answer.key in ACTIONS)
        or (session.name == "capitol" and answer.key == "blank")
    ]
    assert [turn.seat for turn in played(session).turns if turn.own] == begun


def test_the_time_of_an_omitted_answer_counts_for_the_next_press() -> None:
    """In light play nobody enters that a card was turned up: the next tower implies it."""
    turns = [turn for turn in played(stored("two-players-light-moving")).turns if turn.own]
    assert turns[0].answers[-1].omitted
    assert turns[0].answers[-1].thinking_time == timedelta()
    assert turns[1].answers[0].thinking_time == timedelta(seconds=2 * 7)
    assert turns[1].thinking_time == timedelta(seconds=4 * 7)


def test_an_answer_between_turns_is_no_time_of_the_turns_player() -> None:
    """In light play a scoring card is entered when the next player is already asked."""
    turns = played(stored("two-players-light-moving")).turns
    turn = next(turn for turn in turns if turn.gains)
    assert turn.answers[-1].thinking_time == timedelta()
    said = [each for each in turn.answers if each.answer.word == "intermezzo"]
    assert [each.seat == turn.seat for each in said] == [False]
    assert turn.thinking_time == sum(
        (each.thinking_time for each in turn.answers if each not in said), start=timedelta()
    )


@pytest.mark.parametrize("name", ["three-players", "1996-two-players"])
def test_towers_only_grow_and_end_as_high_as_the_result_says(name: str) -> None:
    session = stored(name)
    turns = played(session).turns
    end = {tower["style"]: tower["floors"] for tower in session.result["towers"]}
    assert turns[-1].heights == end
    for before, after in pairwise(turns[1:]):
        grown = [after.heights[style] - before.heights[style] for style in end]
        assert sorted(grown)[:-1] == [0] * (len(grown) - 1)
        assert max(grown) in (1, 2, 3)


def test_every_point_of_an_undisturbed_game_comes_from_a_scoring() -> None:
    for name in ("four-players", "bologna-three-players-moved-roof", "capitol-three-players"):
        play = played(stored(name))
        gained = zip(*(gain.points for gain in play.gains), strict=True)
        assert tuple(map(sum, gained)) == play.turns[-1].points


def test_a_turns_time_is_that_of_its_own_presses() -> None:
    """Four answers a turn, seven seconds each, but for what follows a scoring."""
    play = played(stored("three-players-at-intermezzo"))
    full = [turn for turn in play.turns if turn.own and len(turn.answers) == 4]
    assert {turn.thinking_time for turn in full} == {timedelta(seconds=28)}
    own = [turn.thinking_time for turn in play.own_turns(0)]
    assert play.thinking_time(0) == sum(own, start=timedelta())


def place_of(entries: Iterable[TimedAnswer], key: str, word: str) -> int:
    return next(at for at, each in enumerate(entries) if (each.key, each.word) == (key, word))


def retold(session: Session, gaps: dict[int, int] | None = None) -> Play:
    return replay(1, session.name, BEGUN, timed_answers(session, gaps=gaps))


def test_a_longer_gap_than_a_pause_is_nobodys() -> None:
    session = stored("three-players")
    at = [answer.key for answer in session.answers].index("tower") + 1
    seconds = int(PAUSE.total_seconds())
    just_not = retold(session, gaps={at: seconds})
    pause = retold(session, gaps={at: seconds + 1})
    assert just_not.turns[1].thinking_time == timedelta(seconds=seconds + 4 * 7)
    assert pause.turns[1].thinking_time == timedelta(seconds=4 * 7)


def test_a_clock_put_back_takes_no_time_away() -> None:
    session = stored("three-players")
    at = [answer.key for answer in session.answers].index("tower") + 1
    assert retold(session, gaps={at: -86400}).turns[1].thinking_time == timedelta(seconds=4 * 7)


def test_looking_at_a_scoring_is_no_thinking() -> None:
    session = stored("three-players")
    at = place_of(timed_answers(session), "show", "intermezzo") + 1
    slow, usual = retold(session, gaps={at: 200}), retold(session)
    assert slow.thinking_time(0) == usual.thinking_time(0)


def test_a_correction_belongs_to_nobody() -> None:
    session = stored("three-players-cards-unknown")
    play = played(session)
    answers = [each for turn in play.turns for each in turn.answers]
    corrections = [each for each in answers if each.answer.key.startswith("correct ")]
    assert corrections
    assert {(each.seat, each.thinking_time) for each in corrections} == {(None, timedelta())}


def test_a_game_without_answers_is_replayed() -> None:
    play = replay(3, "capitol", BEGUN, [])
    assert (play.players, play.gains, play.last) == ([], [], BEGUN)
    assert [turn.answers for turn in play.turns] == [()]


def test_an_unknown_game_is_not_replayed() -> None:
    with pytest.raises(GameNotFoundError):
        replay(1, "campanile-1492", BEGUN, [])
