"""Ends are played out beside a game: wanted at each turn's end, in a process that ends with it."""

import logging
import os
import sys
from pathlib import Path

import pytest

from companion.app.demo.rig import Rig
from companion.app.ends import EndsProcess
from tests.app.journeys import begun_in_short, journey, new_game, play_on, stored
from tests.buttons import OK


def test_each_turn_that_has_ended_wants_its_ends(stick: Rig) -> None:
    record = stored("two-players-moving")
    new_game(stick, record)
    play_on(stick, record)
    turns = sum(asked.key == "tower" for asked in record.asked)
    assert stick.ends_wanted == [1] * (turns + 1)
    journey(stick, ("page Winner", OK), ("home", OK), ("story curves",))
    assert stick.ends_wanted == [1] * (turns + 2)


def test_a_game_whose_ends_nobody_plays_out_wants_none(stick: Rig) -> None:
    record = begun_in_short(stored("capitol-three-players"))
    new_game(stick, record)
    play_on(stick, record)
    assert stick.ends_wanted == []


def test_the_process_starts_late_and_ends_at_once(tmp_path: Path) -> None:
    ends = EndsProcess(tmp_path)
    assert ends._worker is None
    ends.play_out(1)
    worker = ends._worker
    assert worker is not None
    ends.play_out(1)
    assert ends._worker is worker
    ends.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker.pid, 0)
    ends.close()


def test_one_that_can_not_be_started_is_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    ends = EndsProcess(tmp_path)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            ends.play_out(1)
    assert [each.message for each in caplog.records] == [
        "no more ends of games are played out: No such file or directory"
    ]


def test_why_one_has_failed_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.app.ends.MODULE", "companion.nothing")
    ends = EndsProcess(tmp_path)
    ends.play_out(1)
    assert ends._worker is not None
    os.waitpid(ends._worker.pid, 0)
    ends.play_out(1)
    assert caplog.messages[0].endswith("No module named companion.nothing")


def test_one_that_has_died_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    ends = EndsProcess(tmp_path)
    ends.play_out(1)
    assert ends._worker is not None
    os.kill(ends._worker.pid, 9)
    os.waitpid(ends._worker.pid, 0)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            ends.play_out(1)
    assert [each.message for each in caplog.records] == [
        "no more ends of games are played out: Broken pipe"
    ]
