"""An unusable file is renamed and kept byte by byte, and a new journal is begun."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.store.journal import (
    Journal,
    JournalBusy,
    JournalError,
    JournalFault,
    JournalReader,
    JournalUnreadable,
    JournalUnwritable,
    file,
)
from companion.store.journal.file import find_fault
from tests import depth
from tests.store.journal import ANSWERS, NOW, played

SPOILT: dict[str, tuple[Callable[[bytes], bytes], JournalFault]] = {
    "cut in its header": (lambda whole: whole[:60], JournalFault.DAMAGED),
    "cut between pages": (lambda whole: whole[: len(whole) // 1024 * 512], JournalFault.DAMAGED),
    "cut within a page": (lambda whole: whole[:-100], JournalFault.DAMAGED),
    "no format to write": (lambda whole: whole[:18] + b"\3" + whole[19:], JournalFault.DAMAGED),
    "garbage": (lambda whole: b"\xa5" * len(whole), JournalFault.DAMAGED),
    "text": (lambda _: b"no journal", JournalFault.DAMAGED),
    "another page size": (lambda whole: whole[:16] + b"\x04" + whole[17:], JournalFault.DAMAGED),
    "a broken page": (
        lambda whole: whole[:512] + b"\xff" * 512 + whole[1024:],
        JournalFault.DAMAGED,
    ),
    "another schema": (lambda whole: whole.replace(b"seats", b"seat5"), JournalFault.DAMAGED),
    "a schema that is no text": (
        lambda whole: whole.replace(b"TABLE game", b"T\xc2BLE game"),
        JournalFault.DAMAGED,
    ),
    "another application": (lambda whole: whole[:68] + b"GPKG" + whole[72:], JournalFault.FOREIGN),
    "a newer version": (lambda whole: whole[:60] + b"\0\0\0\2" + whole[64:], JournalFault.NEWER),
}


@pytest.mark.sample(6)
@pytest.mark.parametrize(("spoil", "why"), SPOILT.values(), ids=SPOILT.keys())
def test_a_spoilt_file_is_quarantined_whole(
    tmp_path: Path, spoil: Callable[[bytes], bytes], why: JournalFault
) -> None:
    path = played(tmp_path)
    path.write_bytes(spoil(path.read_bytes()))
    spoilt = path.read_bytes()
    assert find_fault(path, whole=True) is why
    with pytest.raises(JournalUnreadable) as caught:
        JournalReader(tmp_path).games()
    assert (caught.value.path, caught.value.fault) == (path, why)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.quarantined == tmp_path / "games.damaged-20261120-193005.sqlite"
        assert journal.quarantined.read_bytes() == spoilt
        assert journal.games() == []
        assert journal.begin("campanile-2009", 2, NOW) == 1
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.quarantined is None


@settings(max_examples=depth.examples(200))
@given(st.data())
def test_flipped_bytes_never_crash_and_never_lose_the_file(data: st.DataObject) -> None:
    """Either the file is quarantined as it was, or it can be read (perhaps with a wrong word)."""
    with TemporaryDirectory() as place:
        path = played(Path(place), ANSWERS * 20)
        whole = bytearray(path.read_bytes())
        where = st.one_of(st.integers(0, 99), st.integers(0, len(whole) - 1))
        for at in data.draw(st.lists(where, min_size=1, max_size=4)):
            whole[at] ^= data.draw(st.integers(1, 255))
        path.write_bytes(whole)
        with suppress(JournalError):
            JournalReader(Path(place)).games()
            JournalReader(Path(place)).answers(1)
        with closing(Journal.open(Path(place), NOW)) as journal:
            if journal.quarantined:
                assert journal.quarantined.read_bytes() == whole
                assert journal.games() == []
            else:
                for game in journal.games():
                    journal.answers(game.number)
            journal.append(journal.begin("next", None, NOW), ANSWERS, NOW)
            assert ANSWERS in [journal.answers(game.number) for game in journal.games()]


def test_a_word_that_is_no_longer_text_spoils_nothing_else(tmp_path: Path) -> None:
    path = played(tmp_path)
    path.write_bytes(path.read_bytes().replace("ü".encode(), b"\xff\xff"))
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.answers(1) == [("player", "J\ufffd\ufffdrgen"), *ANSWERS[1:]]


def test_a_time_that_no_calendar_has_spoils_nothing_else(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        with journal._db as db:
            db.execute("INSERT INTO game VALUES (1, ?, 'campanile-2009', 2, 0)", (1 << 62,))
        journal.append(1, ANSWERS, NOW)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.quarantined is None
        [game] = journal.games()
        assert (game.begun.year, game.last) == (1970, NOW)
        assert journal.answers(1) == ANSWERS


def test_a_journal_that_proves_unreadable_is_quarantined_whole(tmp_path: Path) -> None:
    """Its writer keeps the lock and writes into the new journal."""
    played(tmp_path)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        journal.append(1, [("more", "x")], NOW)
        journal.quarantine(NOW)
        assert journal.quarantined
        assert journal.games() == []
        with pytest.raises(JournalBusy):
            Journal.open(tmp_path, NOW)
        assert journal.begin("campanile-2009", 2, NOW) == 1
    journal.quarantined.replace(tmp_path / "games.sqlite")
    assert JournalReader(tmp_path).answers(1) == [*ANSWERS, ("more", "x")]


def test_a_foreign_database_keeps_its_log(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE recipe (cake TEXT)")
        for side in ("", "-wal"):
            shutil.copy(tmp_path / f"other{side}", tmp_path / f"games.sqlite{side}")
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.quarantined
    with closing(sqlite3.connect(journal.quarantined)) as other:
        assert other.execute("SELECT count(*) FROM recipe").fetchone() == (0,)


def test_a_log_that_lost_its_file_is_quarantined(tmp_path: Path) -> None:
    """A new file would take its pages for its own."""
    (tmp_path / "games.sqlite-wal").write_bytes(b"pages")
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.quarantined
    assert journal.quarantined.with_name(f"{journal.quarantined.name}-wal").read_bytes() == b"pages"


def test_a_directory_or_a_dangling_link_in_its_place_is_quarantined(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    (path / "inner").mkdir(parents=True)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.quarantined
        assert (journal.quarantined / "inner").is_dir()
    path.unlink()
    path.symlink_to("/nowhere/at/all")
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.quarantined == tmp_path / "games.damaged-20261120-193005-2.sqlite"
        assert journal.quarantined.is_symlink()


def test_no_quarantined_file_takes_the_name_of_another(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    for count in range(4):
        path.write_text(f"no journal {count}")
        Journal.open(tmp_path, NOW).close()
    kept = sorted(file.read_text() for file in tmp_path.glob("games.damaged-*"))
    assert kept == [f"no journal {count}" for count in range(4)]


def test_a_file_without_bytes_is_new(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").touch()
    assert JournalReader(tmp_path).games() == []
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.quarantined is None
        assert journal.begin("campanile-2009", 2, NOW) == 1


def test_a_place_that_takes_no_folder_is_unwritable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "deeper"):
        with pytest.raises(JournalUnwritable) as caught:
            Journal.open(folder, NOW)
        assert caught.value.path == folder / "games.sqlite"
        assert caught.value.errno
        assert caught.value.strerror


def test_a_failed_open_holds_nothing(tmp_path: Path) -> None:
    """Once the folder is repaired (a directory stood where the log belongs), open succeeds."""
    played(tmp_path)
    (tmp_path / "games.sqlite-wal").mkdir()
    with pytest.raises(JournalUnwritable):
        Journal.open(tmp_path, NOW)
    (tmp_path / "games.sqlite-wal").rmdir()
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal.answers(1) == ANSWERS


def test_a_journal_is_not_written_without_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite says nothing of it if it can't begin the log; this VFS of its own has none."""
    connect = file.connect
    monkeypatch.setattr(
        file,
        "connect",
        lambda path, mode, *factory: connect(path, f"{mode}&vfs=unix-dotfile", *factory),
    )
    with pytest.raises(JournalUnwritable):
        Journal.open(tmp_path, NOW)


def test_a_log_that_can_not_be_synced_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut while it is moved into the file would leave both damaged."""
    elsewhere, synced = tmp_path / "elsewhere", os.fsync
    played(elsewhere)
    with closing(Journal.open(elsewhere, NOW)) as journal:
        journal.append(1, [("more", "x")], NOW)
        shutil.copytree(elsewhere, tmp_path / "left")
    paths = [tmp_path / "left" / f"games.sqlite{side}" for side in ("", "-wal")]
    before = [path.read_bytes() for path in paths]

    def refuse(_handle: int) -> None:
        monkeypatch.setattr(os, "fsync", synced)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(JournalUnwritable):
        Journal.open(tmp_path / "left", NOW)
    assert [path.read_bytes() for path in paths] == before
    with closing(Journal.open(tmp_path / "left", NOW)) as journal:
        assert journal.answers(1) == [*ANSWERS, ("more", "x")]
