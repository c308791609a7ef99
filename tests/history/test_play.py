"""A kept game told turn by turn: nothing is lost, and thinking time goes to whom it belongs."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from companion.core.record import decode
from companion.core.session import Session
from companion.games import read_record
from companion.history.play import PAUSE, Play, replay
from companion.journal import Told
from tests.history import BEGUN, STORED, played, stored, told

TURN = {"campanile-2009": "tower", "campanile-1996": "tower", "capitol": "play"}
ACTIONS = {"build", "plague", "fire", "heal", "pass"}


@pytest.mark.sample(12)
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_game_told_again_ends_as_it_did_and_every_answer_is_told_once(path: Path) -> None:
    session = read_record(decode(path.read_bytes()))
    play = played(session)
    assert play.session.result == session.result
    assert [step.answer for turn in play.turns for step in turn.steps] == session.answers
    assert [turn.number for turn in play.turns] == list(range(len(play.turns)))
    assert list(play.turns[-1].points) == [player.points for player in session.table.players]


@pytest.mark.sample(12)
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_turns_are_those_of_the_players(path: Path) -> None:
    session = read_record(decode(path.read_bytes()))
    begun = [
        question.seat
        for question, answer in zip(session.asked, session.answers, strict=True)
        if answer.key == TURN.get(session.name)
        or (session.name == "bologna-towers" and answer.key in ACTIONS)
        or (session.name == "capitol" and answer.key == "blank")
    ]
    assert [turn.seat for turn in played(session).turns if turn.own] == begun


def test_what_silence_says_is_said_by_the_next_press_and_its_player() -> None:
    """In light play nobody says that a card was turned up: the next tower does."""
    turns = [turn for turn in played(stored("two-players-light-moving")).turns if turn.own]
    assert turns[0].steps[-1].omits_default
    assert turns[0].steps[-1].thought == timedelta()
    assert turns[1].steps[0].thought == timedelta(seconds=2 * 7)
    assert turns[1].thought == timedelta(seconds=4 * 7)


def test_what_is_said_at_a_turns_border_is_no_time_of_its_player() -> None:
    """In light play a scoring card is told when the next player is asked already."""
    turns = played(stored("two-players-light-moving")).turns
    turn = next(turn for turn in turns if turn.gains)
    assert turn.steps[-1].thought == timedelta()
    said = [step for step in turn.steps if step.answer.word == "intermezzo"]
    assert [step.seat == turn.seat for step in said] == [False]
    assert turn.thought == sum(
        (step.thought for step in turn.steps if step not in said), start=timedelta()
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
    full = [turn for turn in play.turns if turn.own and len(turn.steps) == 4]
    assert {turn.thought for turn in full} == {timedelta(seconds=28)}
    assert play.lasted == timedelta(seconds=7 * (len(play.session.answers) - 1))
    assert play.thought(0) == sum((t.thought for t in play.own_turns(0)), start=timedelta())


def place_of(entries: Iterable[Told], key: str, word: str) -> int:
    return next(at for at, each in enumerate(entries) if (each.key, each.word) == (key, word))


def retold(session: Session, gaps: dict[int, int] | None = None) -> Play:
    return replay(1, session.name, BEGUN, told(session, gaps=gaps))


def test_a_longer_gap_than_a_pause_is_nobodys() -> None:
    session = stored("three-players")
    at = [answer.key for answer in session.answers].index("tower") + 1
    seconds = int(PAUSE.total_seconds())
    just_not = retold(session, gaps={at: seconds})
    pause = retold(session, gaps={at: seconds + 1})
    assert just_not.turns[1].thought == timedelta(seconds=seconds + 4 * 7)
    assert pause.turns[1].thought == timedelta(seconds=4 * 7)
    assert pause.lasted == just_not.lasted - PAUSE


def test_a_clock_put_back_takes_no_time_away() -> None:
    session = stored("three-players")
    at = [answer.key for answer in session.answers].index("tower") + 1
    assert retold(session, gaps={at: -86400}).turns[1].thought == timedelta(seconds=4 * 7)


def test_looking_at_a_scoring_is_no_thinking() -> None:
    session = stored("three-players")
    at = place_of(told(session), "show", "intermezzo") + 1
    assert retold(session, gaps={at: 200}).thought(0) == retold(session).thought(0)
    assert retold(session, gaps={at: 200}).lasted == retold(session).lasted + timedelta(seconds=193)


def test_a_correction_belongs_to_nobody() -> None:
    session = stored("three-players-cards-unknown")
    play = played(session)
    steps = [step for turn in play.turns for step in turn.steps]
    corrections = [step for step in steps if step.answer.key.startswith("correct ")]
    assert corrections
    assert {(step.seat, step.thought) for step in corrections} == {(None, timedelta())}


def test_a_game_of_which_nothing_was_said_is_told() -> None:
    play = replay(3, "capitol", BEGUN, [])
    assert (play.players, play.gains, play.lasted, play.last) == ([], [], timedelta(), BEGUN)
    assert [turn.steps for turn in play.turns] == [[]]


def test_a_game_of_another_version_is_not_told() -> None:
    with pytest.raises(KeyError):
        replay(1, "campanile-1492", BEGUN, [])
