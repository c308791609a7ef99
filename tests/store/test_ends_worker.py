"""What plays out ends: a turn at a time, for the game that was wanted last; slow boxes wait."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.store.ends_worker import SLOW, EndsPlayer, WantedGames
from companion.store.journal import JournalReader
from companion.store.saved_games import replay_game
from companion.store.story import estimates
from companion.store.story.estimates import EndStore, find_estimates
from companion.store.story.telling import tell_story_of
from tests.app.recent_games import keep

FINISHED, UNFINISHED = 1, 2


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(estimates, "ENDS", estimates.AT_ONCE)
    keep(tmp_path, "two-players-moving", "three-players-at-intermezzo")
    return tmp_path


def done(folder: Path) -> int:
    """How many turns of the finished game are known."""
    play = replay_game(JournalReader(folder), FINISHED)
    story = tell_story_of(play, EndStore(find_estimates(folder)))
    assert story is not None
    return len(story.turns) - 1 if story.pending is None else story.pending[0]


def disturbed_after(turns: int) -> Iterator[bool]:
    return (at >= turns for at in count(1))


def test_a_game_is_played_out_until_another_is_wanted_and_then_goes_on(folder: Path) -> None:
    answers = disturbed_after(3)
    EndsPlayer(folder).play_out(FINISHED, lambda: next(answers))
    assert done(folder) == 3
    answers = disturbed_after(2)
    EndsPlayer(folder).play_out(FINISHED, lambda: next(answers))
    assert done(folder) == 5


def test_a_slow_box_leaves_a_game_under_way_until_its_end(folder: Path) -> None:
    times = count(step=int(2 * SLOW))
    player = EndsPlayer(folder, lambda: float(next(times)))
    turns = count()
    player.play_out(UNFINISHED, lambda: next(turns) < 0)
    assert player.is_slow
    player.play_out(UNFINISHED, lambda: next(turns) < 0)
    assert next(turns) == 1
    answers = disturbed_after(4)
    player.play_out(FINISHED, lambda: next(answers))
    assert done(folder) == 4


def test_what_is_no_game_is_left_out(folder: Path) -> None:
    EndsPlayer(folder).play_out(77, lambda: True)
    assert not find_estimates(folder).exists()


def test_the_game_wanted_last_counts_and_the_end_of_the_lines_ends_it() -> None:
    reader, writer = os.pipe()
    ended = []
    with os.fdopen(reader) as lines:
        wanted = WantedGames(lines, lambda: ended.append(True))
        os.write(writer, b"3\nnonsense\n")
        assert wanted.take() == 3
        os.write(writer, b"4\n")
        assert wanted.take() == 4
        assert not wanted.is_new
        wanted.put_back(4)
        assert not wanted.is_new
        assert wanted.take() == 4
        os.close(writer)
        wanted.thread.join()
    assert ended == [True]
