"""What the doctor finds where the games are kept: the folder, the card, the journal."""

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.doctor.examination import Check, Failed, Passed, Skipped
from companion.app.doctor.system import SERVICE_FOLDER
from companion.store.journal import Journal, JournalFault, JournalUnreadable
from tests.app.doctor.examinations import run_checks
from tests.fakes.machine import FakeMachine

OWN = "/home/emma/.local/state/campanile-companion"


def keep_a_game(machine: FakeMachine, folder: str) -> None:
    machine.path(folder).mkdir(parents=True)
    journal = Journal.open(machine.path(folder), machine.time)
    journal.begin("campanile-2009", 3, machine.time)
    journal.close()


def test_a_folder_of_somebody_else(pi: FakeMachine) -> None:
    pi.no_access = {Path("/home/emma")}
    found = run_checks(pi)
    assert found.failed == {Failed.FOLDER_CLOSED}
    assert found.only(Check.FOLDER).values["problem"] == "Permission denied"


@pytest.mark.parametrize(
    ("number", "failed"),
    [
        (errno.ENOSPC, Failed.FOLDER_FULL),
        (errno.EROFS, Failed.FOLDER_READ_ONLY),
        (errno.EIO, Failed.FOLDER_FAILING),
    ],
)
def test_a_card_that_takes_nothing(pi: FakeMachine, number: int, failed: Failed) -> None:
    pi.disk_error = number
    assert run_checks(pi).failed == {failed}


def test_a_journal_on_a_card_that_fails(pi: FakeMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be sound: nobody is told that it will be set aside."""
    keep_a_game(pi, OWN)

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("companion.store.journal.file.find_fault", fail)
    assert run_checks(pi).failed == {Failed.JOURNAL_UNREACHED}


def test_a_sound_journal(pi: FakeMachine) -> None:
    assert run_checks(pi).result(Check.JOURNAL) is Passed.JOURNAL_NONE
    keep_a_game(pi, OWN)
    assert run_checks(pi).result(Check.JOURNAL) is Passed.JOURNAL


def test_a_damaged_journal(pi: FakeMachine) -> None:
    keep_a_game(pi, OWN)
    file = pi.path(OWN) / "games.sqlite"
    file.write_bytes(file.read_bytes()[:1000] + b"\xff" * 400 + file.read_bytes()[1400:])
    assert run_checks(pi).failed == {Failed.JOURNAL}


def test_a_file_that_is_no_journal_of_ours(pi: FakeMachine) -> None:
    pi.path(OWN).mkdir(parents=True)
    with closing(sqlite3.connect(pi.path(OWN) / "games.sqlite")) as other:
        other.execute("CREATE TABLE wine (year)")
    error = run_checks(pi).only(Check.JOURNAL).values["error"]
    assert isinstance(error, JournalUnreadable)
    assert error.fault is JournalFault.FOREIGN


def test_no_room(pi: FakeMachine) -> None:
    pi.disk_space = 19_000_000
    assert run_checks(pi).failed == {Failed.FOLDER_FULL}


def test_the_boxs_games_are_those_of_the_service(pi: FakeMachine) -> None:
    keep_a_game(pi, SERVICE_FOLDER)
    assert run_checks(pi).only(Check.FOLDER).values["path"] == pi.path(SERVICE_FOLDER)
    assert run_checks(pi).result(Check.JOURNAL) is Passed.JOURNAL
    pi.no_access = {Path(SERVICE_FOLDER)}
    found = run_checks(pi)
    assert found.result(Check.FOLDER) is found.result(Check.JOURNAL) is Skipped.FOLDER_FOREIGN
    pi.environ["STATE_DIRECTORY"] = "/srv/games"
    assert run_checks(pi).only(Check.FOLDER).values["path"] == pi.path("/srv/games")
