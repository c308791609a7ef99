"""The bench says something of each figure; how fast the machine is, is not tested."""

import json
import sys
from importlib import import_module
from typing import Any

import pytest

from companion.games import replay_session
from tests.bench.disk import counted
from tests.bench.rows import Row

FEW_ANSWERS = 20
GOALS = {
    "an answer with its reasons, to a ply of python-chess": 0.33,
    "first frame, to the floor's": 0.5,
    "home screen, to the floor's first frame": 1.5,
    "early splash, all sent, to starting bare Python": 1.5,
    "memory at the home screen, to the floor's": 1.1,
    "memory after a whole game, to the floor's": 1.25,
    "setup for three known players, stick": 30,
    "setup for three known players, four buttons": 30,
    "a turn of random games, stick": 8.0,
    "a turn of random games, four buttons": 9.0,
    "a turn of random games, tower panel": 4.8,
    "a turn of random light games, stick": 4.6,
    "a turn of random light games, four buttons": 5.9,
    "a turn of random light games, tower panel": 2.8,
    "syncs of a committed answer": 1,
    "bytes a picture, ssd1306 on I2C": 0.6,
    "bytes, a moved cursor, in a real list": 0.25,
    "a press to its picture, to luma's display of it": 1.0,
    "pictures drawn in an idle minute, the light breathing": 0,
    "CPU of an update for 30 clients, campanile-2009": 1.0,
    "memory at home, more with 30 clients": 2.0,
    "wakes of an idle minute, more with Phone on": 0,
    "CPU of companion web an update, 30 tabs": 10.0,
    "memory of companion web, 30 tabs": 25.0,
}


@pytest.fixture
def bench() -> Any:  # a module
    """The bench, imported late: it reads all the stored games."""
    return import_module("tests.bench.__main__")


@pytest.fixture
def _little_to_do(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # a module
    whole = bench.whole_game()
    begun = replay_session(whole.name, [(a.key, a.word) for a in whole.answers[:FEW_ANSWERS]])
    monkeypatch.setattr(bench, "whole_game", lambda: begun)
    monkeypatch.setattr(bench, "ROUNDS", 1)


@pytest.mark.soak
@pytest.mark.usefixtures("_little_to_do")
def test_every_row_has_a_name_a_value_and_a_verdict(
    bench: Any,  # a module
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "--json"])
    bench.main()
    rows = json.loads(capsys.readouterr().out)
    names = [row["name"] for row in rows]
    assert len(names) == len(set(names))
    assert {row["name"]: row["goal"] for row in rows}.items() >= GOALS.items()
    for row in rows:
        if row["value"] is None:
            assert row["verdict"] == f"not tried: {row['note']}"
            assert row["note"]
        else:
            assert row["value"] > 0 or row["goal"] == 0
            assert row["verdict"] in ("ok", "short", "measured")


def test_a_goal_is_reached_or_missed() -> None:
    assert Row("x", 0.5, 0.5).verdict == "ok"
    assert Row("x", 0.51, 0.5).verdict == "short"
    assert Row("x", 0.51).verdict == "measured"
    assert Row("x", None, 0.5, note="no strace").verdict == "not tried: no strace"


@pytest.mark.soak
def test_a_row_for_people_names_value_goal_and_verdict(bench: Any) -> None:  # a module
    row = Row("bytes", 590.64, 600, "B", "206 answers")
    assert " ".join(bench.line(row).split()) == "bytes 590.64 B <= 600 ok (206 answers)"
    row = Row("x", None, 1, note="why")
    assert " ".join(bench.line(row).split()) == "x - <= 1 not tried: why"


def test_only_what_was_done_between_the_marks_is_counted() -> None:
    trace = """7  fdatasync(5)                      = 0
7  write(2, "answers begin", 13)     = 13
7  pwrite64(5, "\\0\\0 = 9"..., 24, 568) = 24
7  pwrite64(5, "\\r\\0"..., 512, 592) = 512
7  fdatasync(5)                      = 0
7  fsync(5)                          = 0
7  write(2, "answers end", 11)       = 11
7  fsync(4)                          = 0
"""
    assert counted(trace) == (2, 536)
