"""Whoever reads the journal while a writer comes or goes."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.journal import Journal, JournalReader, JournalUnreadable, file, maintenance
from tests.store.journal import ANSWERS, NOW, child


def count_answers(folder: Path) -> int:
    return len(JournalReader(folder).answers(1))


def back_up(folder: Path) -> int:
    (folder / "copy").mkdir()
    maintenance.backup(folder, folder / "copy" / file.NAME)
    return count_answers(folder / "copy")


READERS: dict[str, Callable[[Path], int]] = {
    "games": lambda folder: sum(each.answers for each in JournalReader(folder).games()),
    "answers": count_answers,
    "backup": back_up,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A journal as a writer leaves it that is killed: with a log."""
    with closing(Journal.open(tmp_path / "played", NOW)) as journal:
        journal.append(journal.begin("campanile-2009", 2, NOW), ANSWERS, NOW)
        return Path(shutil.copytree(tmp_path / "played", tmp_path / "games"))


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_a_reader_waits_for_a_writer_that_is_starting(
    folder: Path, read: Callable[[Path], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, child.__file__, "start", str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, bufsize=1, stdin=pipe, stdout=pipe) as writer:
        to, answer = writer.stdin, writer.stdout
        assert to
        assert answer
        waited = list[float]()

        def wait(seconds: float) -> None:
            waited.append(seconds)
            print(file=to)
            assert answer.readline() == "playing\n"

        monkeypatch.setattr(file, "sleep", wait)
        assert answer.readline() == "starting\n"
        try:
            assert read(folder) == len(ANSWERS) + 1
        finally:
            writer.kill()
    assert waited == [file.PAUSE]


def test_a_writer_that_never_comes_to_an_end_is_waited_for_a_second(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = sqlite3.OperationalError("unable to open database file")
    refused.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    waited = list[float]()

    def refuse(_path: Path) -> sqlite3.Connection:
        raise refused

    monkeypatch.setattr(file, "sleep", waited.append)
    monkeypatch.setattr(file, "_open_to_read", refuse)
    with pytest.raises(JournalUnreadable):
        JournalReader(folder).games()
    assert sum(waited) == pytest.approx(1)
