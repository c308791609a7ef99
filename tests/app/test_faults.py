"""When something breaks: an answer that can't be kept, a journal set aside, a fault of our own."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.app.demo.rig import Rig
from companion.app.host import Host
from companion.box.devices.boards import BOARDS
from companion.core.interfaces import Edge, Press
from companion.store.journal import Journal, JournalUnreadable, JournalUnwritable
from tests.app.amended import asks, resumed_where
from tests.app.conftest import MakeRig
from tests.app.journeys import (
    go_home,
    journey,
    new_game,
    open_setup,
    play_on,
    resumed,
    stands,
    stored,
)
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import BACK, DOWN, LEFT, OK


class FullDisk:
    """Makes what a journal writes fail while ``full``; reading goes on."""

    def __init__(self, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self.refused = 0
        for action in ("append", "undo", "begin", "set"):
            monkeypatch.setattr(journal, action, partial(self._do, getattr(journal, action)))

    def _do(self, action: Callable[..., object], *arguments: object) -> object:
        if self.full:
            self.refused += 1
            raise JournalUnwritable(Path("games.sqlite"), 28, "No space left on device")
        return action(*arguments)


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (28, "unsaved-full"),
        (30, "unsaved-read-only"),
        (5, "unsaved-failing"),
        (16, "unsaved"),
    ],
)
def test_what_the_disk_refuses_is_named_and_logged(
    stick: Rig,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    number: int,
    key: str,
) -> None:
    def refuse(*_: object) -> None:
        raise JournalUnwritable(Path("games.sqlite"), number, os.strerror(number))

    monkeypatch.setattr(stick.journal, "begin", refuse)
    open_setup(stick)
    journey(stick, (f"notice {key}", OK))
    (line,) = (record.getMessage() for record in caplog.records)
    assert line.startswith(
        f"games.sqlite can't be written: {os.strerror(number)} (errno {number}, "
    )


@pytest.mark.usefixtures("undrawn")
def test_every_answer_that_cannot_be_kept_is_taken_back_and_told(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full at each answer of a game once; it comes to the same end."""
    record, disk = stored("three-players-finito-at-once"), FullDisk(stick.journal, monkeypatch)
    new_game(stick, record)
    told = 0
    for _ in stands(stick, record):
        if "page" in asked(stick.entry):
            continue
        assert stick.session is not None
        before, question = list(stick.session.answers), asked(stick.entry)
        if len(before) == len(record.answers):
            break
        result = stick.session.result
        disk.full, refused = True, disk.refused
        stick.say(record.answers[len(before) :])
        disk.full = False
        assert disk.refused == refused + 1
        told += 1
        assert asked(stick.entry) == "notice unsaved-full"
        assert stick.session.answers == before
        assert stick.session.result == result
        stick.press(OK)
        assert asked(stick.entry).split()[0] == question.split()[0]  # what was said is pointed at
    assert told > 70
    assert kept(stick).result == record.result


def test_an_undo_that_cannot_be_kept_has_not_happened(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, disk = stored("three-players-at-intermezzo"), FullDisk(stick.journal, monkeypatch)
    resumed(stick, record)
    play_on(stick, record)
    disk.full = True
    journey(stick, ("show", BACK), ("notice unsaved-full", OK), ("show",))
    assert playing(stick).answers == record.answers
    disk.full = False
    journey(stick, ("show", BACK), ("show",))
    assert kept(stick).answers == record.answers[:-1]


def test_a_game_that_cannot_be_begun_is_told_and_can_be_begun_later(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FullDisk(stick.journal, monkeypatch)
    disk.full = True
    open_setup(stick)
    journey(stick, ("notice unsaved-full", OK))
    disk.full = False
    assert asked(stick.entry) in ("home", "players")
    go_home(stick)
    open_setup(stick)
    journey(stick, ("player 1", OK))
    assert len(kept(stick).answers) == 2


def test_as_last_time_that_cannot_be_kept_is_told_and_offered_again(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = stored("three-players-finito-at-once")
    resumed(stick, record)
    play_on(stick, record)
    disk = FullDisk(stick.journal, monkeypatch)
    go_home(stick)
    disk.full = True
    while pointed_at(stick.entry) != "again":
        stick.press(DOWN)
    journey(stick, ("home", OK), ("notice unsaved-full", OK))
    disk.full = False
    go_home(stick)
    while pointed_at(stick.entry) != "again":
        stick.press(DOWN)
    journey(stick, ("home", OK), ("open 1",))


def test_sides_that_cannot_be_kept_are_told(stick: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    open_setup(stick)
    journey(stick, *[(f"player {n}", OK) for n in (1, 2, 3)])
    journey(stick, *[(f"row {n}", OK) for n in (1, 2, 3)])
    disk = FullDisk(stick.journal, monkeypatch)
    disk.full = True
    journey(stick, ("row 4", LEFT, OK), ("notice unsaved-full", OK), ("row 4",))
    assert not stick.host.mirrored
    disk.full = False
    journey(stick, ("row 4", OK), ("row 4", OK), ("variant", OK), ("open 1",))
    assert stick.host.mirrored


def test_a_journal_set_aside_is_told_at_the_start(tmp_path: Path, make_rig: MakeRig) -> None:
    rig, record = make_rig("bonnet"), stored("three-players-at-intermezzo")
    resumed(rig, record)
    play_on(rig, record)
    with Rig(BOARDS["bonnet"], tmp_path / "other") as fine:
        journey(fine, ("home",))
    damaged = tmp_path / "other" / "games.sqlite"
    damaged.write_bytes(b"not a journal, but somebody's only copy")
    with Rig(BOARDS["bonnet"], tmp_path / "other") as other:
        aside = other.journal.quarantined
        assert aside is not None
        assert aside.read_bytes() == b"not a journal, but somebody's only copy"
        assert other.entry.values == {"name": aside.name}  # type: ignore[attr-defined]  # a notice
        journey(
            other, ("notice aside", OK), ("home", OK), ("game", OK), ("players", OK), ("player 1",)
        )


def test_after_a_fault_of_our_own_the_table_stands_at_the_last_answer(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever breaks within a press is logged, told at once, and the game goes on."""
    record = stored("three-players-finito-at-once")
    new_game(stick, record)
    faults = 0
    for count, _ in enumerate(stands(stick, record)):
        question = asked(stick.entry)
        if count % 7 or "page" in question or not stick.session or not stick.session.answers:
            continue
        before = list(stick.session.answers)
        with monkeypatch.context() as broken:
            broken.setattr(Host, "press", _fault)
            press_as_the_loop_does(stick, Press.OK)
        assert asked(stick.entry) == "notice fault"
        assert stick.session is not None
        assert stick.session.answers == before
        assert stick.oled.frame != bytes(1024)
        stick.press(OK)
        assert asked(stick.entry) == question
        faults += 1
    assert faults > 8
    assert kept(stick).result == record.result


def test_a_fault_behind_the_commit_loses_nothing(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = stored("three-players-at-intermezzo")
    resumed_where(stick, record, asks("take", 2))
    with monkeypatch.context() as broken:
        broken.setattr(Host, "_show_game", _fault)
        press_as_the_loop_does(stick, Press.OK)
    journey(stick, ("notice fault", OK), ("show",))
    assert playing(stick).answers == kept(stick).answers


def test_a_journal_that_cannot_be_read_does_not_end_the_evening(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = stored("three-players-at-intermezzo")
    resumed(stick, record)
    play_on(stick, record)

    with monkeypatch.context() as broken:
        broken.setattr(stick.journal, "games", _unreadable)
        go_home(stick)  # which has to read
    stick.app._inbox.put(Edge(Press.BACK, False, stick.seconds))
    stick.seconds += 1
    assert stick.app.step()
    go_home(stick)
    assert pointed_at(stick.entry) == "resume"


def test_the_winner_stays_where_the_journal_cannot_be_read(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = stored("three-players-finito-at-once")
    resumed(stick, record)
    play_on(stick, record)

    with monkeypatch.context() as broken:
        broken.setattr(stick.journal, "games", _unreadable)
        journey(stick, ("page Winner", OK), ("notice unread", OK))
    journey(stick, ("page Winner", OK), ("home",))


def _unreadable(*_: object) -> None:
    raise JournalUnreadable(Path("games.sqlite"), 5, "Input/output error")


def _fault(*_: object) -> None:
    raise ZeroDivisionError("a fault of our own")


def press_as_the_loop_does(rig: Rig, press: Press) -> None:
    """A press through `App.step`, which is where faults are caught."""
    rig.look()
    for down in (True, False):
        rig.app._inbox.put(Edge(press, down, rig.seconds))
        rig.seconds += 1
        assert rig.app.step()
