"""Backup, restore and prune lose no answer, also during a game."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest

from companion.store.journal import (
    Journal,
    JournalBusy,
    JournalError,
    JournalFault,
    JournalReader,
    JournalUnreadable,
    JournalUnwritable,
    file,
    maintenance,
    replacement,
)
from companion.store.journal.file import is_sound
from tests.store.journal import ANSWERS, NOW, child, played

COPY = "copy.sqlite"


def copied(folder: Path, to: Path) -> Path:
    maintenance.backup(folder, to)
    return to


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Backup --------------------------------------------------------------------------------------


def test_a_backup_is_one_sound_file_and_changes_nothing(tmp_path: Path) -> None:
    played(tmp_path / "games")
    before = {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()}
    copy = copied(tmp_path / "games", tmp_path / COPY)
    assert {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()} == before
    assert names(tmp_path) == [COPY, "games"]
    assert is_sound(copy)
    assert copy.read_bytes()[18:20] == b"\1\1"  # whoever opens it needs no log beside it
    copied(tmp_path / "games", copy)  # written anew


def test_a_backup_during_a_game_holds_all_acknowledged_answers(tmp_path: Path) -> None:
    """Taken repeatedly while another process plays as fast as it can."""
    folder = tmp_path / "games"
    with closing(Journal.open(folder, NOW)) as journal:
        number = journal.begin("campanile-2009", 2, NOW)
    command = [sys.executable, child.__file__, "go_on", str(folder), str(number), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdout
        for turn in range(5):
            said = process.stdout.readline()
            copy = copied(folder, tmp_path / f"{turn}.sqlite")
            place = tmp_path / f"place{turn}"
            maintenance.restore(place, copy, NOW)
            live = JournalReader(place).answers(number)
            steps = int(said)
            assert live in child.states(steps + 2000)[steps:]
        process.kill()


def test_without_a_sound_journal_no_backup_is_written(tmp_path: Path) -> None:
    with pytest.raises(JournalUnreadable) as missing:
        maintenance.backup(tmp_path / "nowhere", tmp_path / COPY)
    assert missing.value.fault is None
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "games.sqlite").write_bytes(b"not a journal")
    with pytest.raises(JournalUnreadable) as damaged:
        maintenance.backup(tmp_path / "games", tmp_path / COPY)
    assert damaged.value.fault is JournalFault.DAMAGED
    assert names(tmp_path) == ["games"]


def test_a_place_that_takes_no_file_is_reported(tmp_path: Path) -> None:
    played(tmp_path / "games")
    with pytest.raises(JournalUnwritable):
        maintenance.backup(tmp_path / "games", tmp_path / "nowhere" / COPY)


# Restore -------------------------------------------------------------------------------------


def test_a_restore_replaces_the_journal_and_keeps_the_old_one(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    played(folder)
    copy = copied(folder, tmp_path / COPY)
    played(folder, [*ANSWERS, ("later", "x")])
    replaced = maintenance.restore(folder, copy, NOW)
    assert replaced == folder / "games.replaced-20261120-193005.sqlite"
    assert names(folder) == ["games.lock", replaced.name, "games.sqlite"]
    assert [game.number for game in JournalReader(folder).games()] == [1]
    replaced.replace(folder / "games.sqlite")
    assert [game.number for game in JournalReader(folder).games()] == [1, 2]


def test_a_log_of_the_journal_before_never_reaches_the_restored_one(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    played(folder)
    copy = copied(folder, tmp_path / COPY)
    journal = Journal.open(folder, NOW)
    journal.append(1, [("lost", "x")], NOW)
    shutil.copytree(folder, tmp_path / "killed")
    journal.close()
    assert (tmp_path / "killed" / "games.sqlite-wal").stat().st_size
    replaced = maintenance.restore(tmp_path / "killed", copy, NOW)
    assert JournalReader(tmp_path / "killed").answers(1) == ANSWERS
    assert replaced is not None
    replaced.replace(tmp_path / "killed" / "games.sqlite")
    assert JournalReader(tmp_path / "killed").answers(1) == [*ANSWERS, ("lost", "x")]


@pytest.mark.parametrize("byte", [10, 3000])
def test_a_damaged_journal_is_replaced_and_kept(tmp_path: Path, byte: int) -> None:
    folder = tmp_path / "games"
    journal = played(folder, [("k", str(word) * 20) for word in range(200)])
    copy = copied(folder, tmp_path / COPY)
    image = bytearray(journal.read_bytes())
    image[byte : byte + 200] = bytes(200)
    journal.write_bytes(image)
    replaced = maintenance.restore(folder, copy, NOW)
    assert replaced is not None
    assert replaced.read_bytes() == image
    assert len(JournalReader(folder).answers(1)) == 200


def test_what_is_no_sound_journal_is_not_put_in_its_place(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    before = played(folder).read_bytes()
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE x (y)")
    (tmp_path / "empty").touch()
    for source in (other, tmp_path / "empty", tmp_path / "nowhere"):
        with pytest.raises(JournalUnreadable):
            maintenance.restore(folder, source, NOW)
    assert (folder / "games.sqlite").read_bytes() == before


def test_a_backup_that_cannot_be_installed_goes_on_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example on a file system without hard links."""
    played(tmp_path)
    copy = copied(tmp_path, tmp_path / COPY)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        journal.append(1, [("more", "x")], NOW)
        with pytest.raises(JournalBusy):
            maintenance.restore(tmp_path, copy, NOW)
    with monkeypatch.context() as patched:
        patched.setattr(os, "link", refuse)
        with closing(Journal.open(tmp_path, NOW)) as journal:
            assert journal.answers(1)[-1] == ("more", "x")
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.answers(1) == ANSWERS


def refuse(*_: object) -> None:
    raise PermissionError(errno.EPERM, "not here")


def find_no_room(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


@pytest.mark.parametrize(
    ("where", "fail"),
    [
        ((os, "link"), refuse),
        ((replacement, "fold_log"), find_no_room),
        ((file, "sync_folder"), refuse),
    ],
)
def test_a_failed_restore_does_not_happen_later(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: tuple[object, str],
    fail: Callable[..., None],
) -> None:
    played(tmp_path)
    copy = copied(tmp_path, tmp_path / COPY)
    before = names(tmp_path)
    monkeypatch.setattr(*where, fail)
    with pytest.raises(JournalUnwritable):
        maintenance.restore(tmp_path, copy, NOW)
    assert names(tmp_path) == before


def test_a_restore_that_may_be_lost_is_reported_with_its_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder's sync fails once the backup is in place."""
    path = played(tmp_path)
    copy = copied(tmp_path, tmp_path / COPY)
    sync = file.sync_folder

    def sync_the_copy_only(folder: Path) -> None:
        if not replacement.pending_restore_path(path).exists():
            raise OSError(errno.EIO, "Input/output error")
        sync(folder)

    monkeypatch.setattr(file, "sync_folder", sync_the_copy_only)
    with pytest.raises(JournalUnwritable) as raised:
        maintenance.restore(tmp_path, copy, NOW)
    assert raised.value.errno == errno.EIO


def test_a_journal_that_waits_and_is_damaged_is_not_put_in_place(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    played(folder)
    (folder / "games.waiting.sqlite").write_bytes(b"damaged")
    with closing(Journal.open(folder, NOW)) as journal:
        assert journal.answers(1) == ANSWERS
        assert "games.waiting.damaged-20261120-193005.sqlite" in names(folder)


def test_a_journal_in_use_is_not_pruned(tmp_path: Path) -> None:
    played(tmp_path)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        with pytest.raises(JournalBusy):
            maintenance.prune(tmp_path)
        journal.append(1, [("more", "x")], NOW)
        assert journal.answers(1)[-1] == ("more", "x")


def test_a_copy_has_what_the_log_holds(tmp_path: Path) -> None:
    """From the card of a box that lost its power: some answers are still in the log."""
    journal = Journal.open(tmp_path / "games", NOW)
    journal.append(journal.begin("x", None, NOW), ANSWERS, NOW)
    shutil.copytree(tmp_path / "games", tmp_path / "card")
    journal.close()
    maintenance.restore(tmp_path / "place", tmp_path / "card" / "games.sqlite", NOW)
    assert JournalReader(tmp_path / "place").answers(1) == ANSWERS


def test_a_game_is_imported_while_another_is_played(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        number = journal.begin("x", None, NOW)
        journal.append(number, [("a", "1")], NOW)
        with closing(Journal.open_for_import(tmp_path)) as other:
            assert other.import_game("y", ANSWERS, NOW) == 2
        journal.append(number, [("b", "2")], NOW)
        journal.undo(number, 1, NOW)
        assert journal.answers(number) == [("a", "1")]
        assert journal.answers(2) == ANSWERS
        assert [game.number for game in journal.games()] == [2, 1]
        assert journal.begin("x", None, NOW) == 3
    assert names(tmp_path) == ["games.lock", "games.sqlite"]
    assert is_sound(tmp_path / "games.sqlite")


def test_a_journal_that_an_import_is_changing_is_not_quarantined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever played when the import began has ended, and the next start reads the file."""
    path = played(tmp_path)
    sound, looked, find_fault = path.read_bytes(), Event(), file.find_fault

    def look(path: Path, *, whole: bool = False) -> JournalFault | None:
        fault = find_fault(path, whole=whole)
        looked.set()
        return fault

    def start() -> Path | None:
        with closing(Journal.open(tmp_path, NOW)) as journal:
            return journal.quarantined

    monkeypatch.setattr(file, "find_fault", look)
    with ThreadPoolExecutor() as pool:
        with replacement.importing(tmp_path):
            path.write_bytes(sound[:-512])
            started = pool.submit(start)
            looked.wait()
            path.write_bytes(sound)
        assert started.result() is None


def test_nothing_is_replaced_amid_an_import(tmp_path: Path) -> None:
    """The file that is replaced would take the imported game with it."""
    played(tmp_path / "games")
    copy = copied(tmp_path / "games", tmp_path / COPY)
    with closing(Journal.open_for_import(tmp_path / "games")) as journal:
        with pytest.raises(JournalBusy):
            maintenance.prune(tmp_path / "games")
        with pytest.raises(JournalBusy):
            maintenance.restore(tmp_path / "games", copy, NOW)
        journal.import_game("y", ANSWERS, NOW)
    assert JournalReader(tmp_path / "games").answers(2) == ANSWERS
    Journal.open(tmp_path / "games", NOW).close()  # installs the backup that waits
    assert len(JournalReader(tmp_path / "games").games()) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_root_leaves_the_journal_to_whom_it_belonged(tmp_path: Path) -> None:
    journal = played(tmp_path / "games")
    copy = copied(tmp_path / "games", tmp_path / COPY)
    os.chown(journal, 12345, 23456)
    maintenance.restore(tmp_path / "games", copy, NOW)
    assert (journal.stat().st_uid, journal.stat().st_gid) == (12345, 23456)
    maintenance.prune(tmp_path / "games")
    assert (journal.stat().st_uid, journal.stat().st_gid) == (12345, 23456)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_begins_belongs_to_whose_folder_it_is(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, 23456)
    played(tmp_path)
    assert {(each.stat().st_uid, each.stat().st_gid) for each in tmp_path.iterdir()} == {
        (12345, 23456)
    }


# Prune ---------------------------------------------------------------------------------------


def several(folder: Path, games: int = 3) -> None:
    with closing(Journal.open(folder, NOW)) as journal:
        for _ in range(games):
            number = journal.begin("x", 2, NOW)
            journal.append(number, [("k", str(number) * 500)], NOW)
            journal.append(number, [("u", "undone")], NOW)
            journal.undo(number, 1, NOW + timedelta(seconds=1))
            journal.set("side", str(number), NOW)


def test_pruning_keeps_games_what_was_undone_and_the_last_settings(tmp_path: Path) -> None:
    several(tmp_path)
    before = JournalReader(tmp_path)
    games, told = before.games(), [before.timed_answers(number) for number in (1, 2, 3)]
    held, holds = maintenance.prune(tmp_path)
    assert 0 < holds <= held
    after = JournalReader(tmp_path)
    assert after.games() == games
    assert [after.timed_answers(number) for number in (1, 2, 3)] == told
    assert [after.undo_state(number).undone for number in (1, 2, 3)] == [[("u", "undone")]] * 3
    assert after.setting("side") == "3"
    assert names(tmp_path) == ["games.lock", "games.sqlite"]


@pytest.mark.parametrize("deleted", [{1}, {2}, {3}, {1, 2, 3}])
def test_deleted_games_are_gone_and_their_numbers_are_not_given_again(
    tmp_path: Path, deleted: set[int]
) -> None:
    several(tmp_path)
    held, holds = maintenance.prune(tmp_path, deleted)
    assert holds < held
    left = [number for number in (1, 2, 3) if number not in deleted]
    assert [game.number for game in JournalReader(tmp_path).games()] == left
    assert all(f"{number}" * 500 not in dumped(tmp_path) for number in deleted)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.begin("x", None, NOW) == 4
        journal.append(4, ANSWERS, NOW)
        assert journal.answers(4) == ANSWERS
        assert [journal.answers(number) for number in left] == [
            [("k", str(number) * 500)] for number in left
        ]
    assert is_sound(tmp_path / "games.sqlite")


def dumped(folder: Path) -> str:
    return (folder / "games.sqlite").read_bytes().decode("latin-1")


def test_a_missing_or_damaged_journal_is_not_pruned(tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        maintenance.prune(tmp_path / "nowhere")
    journal = played(tmp_path / "games")
    journal.write_bytes(b"damaged")
    with pytest.raises(JournalUnreadable):
        maintenance.prune(tmp_path / "games")
    assert journal.read_bytes() == b"damaged"
