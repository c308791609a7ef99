"""Several processes and sudden ends: appends are atomic, and what is damaged is kept.

`tests/store/crash` holds that acknowledged answers stay.
"""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.store.journal import Journal, JournalBusy, JournalReader
from tests.store.journal import ANSWERS, NOW, child, played


@contextmanager
def _child(*arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, child.__file__, *map(str, arguments)]
    # A small pipe, so that the child is never far ahead.
    with subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0, pipesize=4096) as process:
        try:
            yield process
        finally:
            process.kill()


def _read(process: subprocess.Popen[bytes], count: int) -> bytes:
    assert process.stdout
    return process.stdout.read(count) or b""


def test_a_second_writer_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        number = journal.begin("campanile-2009", 2, NOW)
    with _child("go_on", tmp_path, number, 0) as process:
        assert _read(process, 2) == b"1\n"
        with pytest.raises(JournalBusy):
            Journal.open(tmp_path, NOW)
        process.kill()
        process.wait()
        Journal.open(tmp_path, NOW).close()


def test_the_index_of_the_log_stays_locked(tmp_path: Path) -> None:
    """Else another process begins it anew, and this one dies of a SIGBUS."""
    played(tmp_path)
    with closing(Journal.open(tmp_path, NOW)):
        index = tmp_path / "games.sqlite-shm"
        probe = "import fcntl,sys; fcntl.lockf(open(sys.argv[1], 'r+b'), 6, 1, 128)"  # not blocking
        ended = subprocess.run([sys.executable, "-c", probe, index], stderr=subprocess.PIPE)
    assert b"BlockingIOError" in ended.stderr


def test_a_reader_sees_whole_appends_while_another_process_writes(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        number = journal.begin("campanile-2009", 2, NOW)
    states = child.states(2000)
    with _child("go_on", tmp_path, number, 0) as process:
        said, view = b"", JournalReader(tmp_path)
        for _ in range(40):
            said += _read(process, 10)
            acknowledged = int(said[: said.rindex(b"\n")].split()[-1])
            assert view.answers(number) in states[acknowledged:]
            assert view.games()[0].number == number


def test_a_log_without_its_index_is_read_too(tmp_path: Path) -> None:
    """As when the file and its log are copied to another machine."""
    copy = tmp_path / "copy"
    copy.mkdir()
    with closing(Journal.open(tmp_path, NOW)) as journal:
        journal.append(journal.begin("campanile-2009", 2, NOW), ANSWERS, NOW)
        for side in ("", "-wal"):
            shutil.copy(tmp_path / f"games.sqlite{side}", copy)
    before = [path.read_bytes() for path in sorted(copy.iterdir())]
    assert JournalReader(copy).answers(1) == ANSWERS
    assert [path.read_bytes() for path in sorted(copy.iterdir())[::2]] == before


def test_the_file_does_not_change_during_a_game(tmp_path: Path) -> None:
    """Answers go to the log only, one sync each; only open, begin and close move it to the file."""
    path = played(tmp_path)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert (tmp_path / "games.sqlite-wal").stat().st_size  # its first sync is paid
        before = path.read_bytes()
        for _ in range(1500):
            journal.append(1, [("tower", "brown")], NOW)
        assert path.read_bytes() == before
        assert (tmp_path / "games.sqlite-wal").stat().st_size < 1500 * 700
        journal.begin("campanile-2009", 2, NOW)
        assert path.read_bytes() != before
        folded = (tmp_path / "games.sqlite-wal").stat().st_size
        journal.append(2, ANSWERS, NOW)
        assert (tmp_path / "games.sqlite-wal").stat().st_size == folded
    assert not (tmp_path / "games.sqlite-wal").exists()


def test_a_foreign_file_is_quarantined_whole(tmp_path: Path) -> None:
    """Killed before each call of fsync, rename and replace, then opened again."""
    for calls in range(20):
        folder = tmp_path / str(calls)
        folder.mkdir()
        (folder / "games.sqlite").write_bytes(b"another's")
        (folder / "games.sqlite-wal").write_bytes(b"its log")
        with _child("die", folder, calls) as process:
            ended = process.wait()
        with closing(Journal.open(folder, NOW)) as journal:
            assert journal.begin("campanile-2009", 2, NOW) == 1
        kept = {path.read_bytes() for path in folder.glob("games.damaged-*")}
        assert kept == {b"another's", b"its log"}
        if ended == 0:
            break
        assert ended == -signal.SIGKILL
    assert calls >= 3
    assert ended == 0
