"""Another file in the journal's place: what was put back waits beside it for the next writer."""

import errno
import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.journal import file
from companion.journal.errors import Fault, JournalBusy, JournalUnreadable

TRIES = 5
"""How often a copy is begun again when a writer has just come or gone."""


def waiting(path: Path) -> Path:
    """Where a journal waits to be put in the place of the one at ``path``."""
    return path.with_name(f"{path.stem}.waiting{path.suffix}")


def take(path: Path, now: datetime) -> Path | None:
    """Put the journal that waits, if one does, in the place of the one at ``path``.

    For the folder's writer. What was there gets another name, which is returned; None where nothing
    was, or nothing waits. Raises JournalBusy while somebody reads what was there.
    """
    new, aside = waiting(path), None
    if not file.size(new):
        return None
    if file.find_fault(new) is not None or not file.is_sound(new):
        file.quarantine_file(new, now)
        return None
    if file.find_fault(path) is not None or (file.size(path) and not file.is_sound(path)):
        aside = file.quarantine_file(path, now)
    elif file.size(path):
        fold(path)
        aside = file.free_quarantine_path(path, "replaced", now)
        os.link(path, aside)
    put(new, path)
    return aside


def copy(path: Path, new: Path) -> None:
    """Copy a sound journal, with what its log holds, into the one new file ``new``.

    Raises JournalUnreadable where there is none, or writers come and go all the time; OSError and
    sqlite3.Error for ``new``.
    """
    for _ in range(TRIES):
        new.unlink(missing_ok=True)
        if _copied(path, new):
            return
    raise JournalUnreadable(path, errno.EBUSY, os.strerror(errno.EBUSY))


def _copied(path: Path, new: Path) -> bool:
    """Copy by SQLite's backup; False where the file was changed under our eyes."""
    before = _look(path)
    with closing(sqlite3.connect(new)) as copied:
        with file.translate_errors(path, JournalUnreadable):
            demand_sound(path)
            with closing(file.connect_to_read(path)) as source:
                source.backup(copied)
        copied.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
    # Without a log the file is read as if nobody could change it; a writer that comes may.
    return (before == _look(path) or bool(before[2])) and file.is_sound(new)


def _look(path: Path) -> tuple[int, int, int]:
    found = path.stat() if path.exists() else None
    log = file.size(path.with_name(f"{path.name}-wal"))
    return (found.st_mtime_ns, found.st_size, log) if found is not None else (0, 0, 0)


def fold(path: Path) -> None:
    """Fold the log into the sound file, so that another file may take its place."""
    with closing(file.connect(path, "mode=rw")) as db:
        busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise JournalBusy(path.parent)


def demand_sound(path: Path) -> None:
    """Raise JournalUnreadable or OSError where there is no sound journal of ours at ``path``."""
    path.stat()
    fault = file.find_fault(path)
    if fault is None and not (file.size(path) and file.is_sound(path)):
        fault = Fault.DAMAGED
    if fault is not None:
        raise JournalUnreadable(path, 0, "", fault)


def own(new: Path, like: os.stat_result) -> None:
    """Give the file to whom its neighbours belong: root does these things for the service."""
    if os.geteuid() == 0:
        os.chown(new, like.st_uid, like.st_gid)


def put(new: Path, place: Path) -> None:
    """Give ``new`` the name ``place``, durably."""
    with new.open("rb") as written:
        os.fsync(written.fileno())
    new.replace(place)
    file.sync_folder(place.parent)
