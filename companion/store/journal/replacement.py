"""Replaces the journal's file: a restored backup waits beside it until a writer installs it.

The folder's locks are here too: its writer's, and the one between imports and a replacement.
"""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from companion.store.journal import file
from companion.store.journal.errors import (
    JournalBusy,
    JournalFault,
    JournalUnreadable,
    translate_errors,
)

TRIES = 5
"""How often a copy is started again because a writer came or went meanwhile."""


def pending_restore_path(path: Path) -> Path:
    """Return where a restored backup waits to replace the journal at ``path``."""
    return path.with_name(f"{path.stem}.waiting{path.suffix}")


def install_pending_restore(path: Path, now: datetime) -> Path | None:
    """Replace the journal at ``path`` by the backup that waits, if one does.

    For the folder's writer. Returns the new name of the replaced file, None if there was none or
    nothing waits. A damaged backup is quarantined. Raises JournalBusy while the journal is read,
    or a game is imported.
    """
    pending = pending_restore_path(path)
    if not file.size(pending):
        return None
    with replacing(path.parent):
        return _install(pending, path, now)


def _install(pending: Path, path: Path, now: datetime) -> Path | None:
    replaced = None
    if file.find_fault(pending, whole=True) is not None:
        file.quarantine_file(pending, now)
        return None
    if file.find_fault(path, whole=True) is not None:
        replaced = file.quarantine_file(path, now)
    elif file.size(path):
        fold_log(path)
        replaced = file.free_path(path, "replaced", now)
        os.link(path, replaced)
    file.rename_durably(pending, path)  # what waits was synced before it got its name
    return replaced


def quarantine_unusable(path: Path, now: datetime) -> Path | None:
    """Rename a file that is not a sound journal of ours; returns its new name, None if it is."""
    if file.find_fault(path, whole=True) is None:
        return None
    with replacing(path.parent, wait=True):  # it may have been read during an import
        unusable = file.find_fault(path, whole=True) is not None
        return file.quarantine_file(path, now) if unusable else None


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Be the only writer of ``folder``, created if need be; raises JournalBusy, OSError."""
    make_folder(folder)
    path = folder / "games.lock"  # the file stays; the kernel releases the lock of a dead process
    with path.open("a") as lock:
        set_owner(path, folder.stat())
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalBusy(folder) from None
        yield


def make_folder(folder: Path) -> None:
    """Create the folder durably, if it is missing."""
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.sync_folder(folder.parent)


@contextmanager
def replacing(folder: Path, *, wait: bool = False) -> Iterator[None]:
    """Keep imports out while the journal's file is replaced.

    During an import this waits, or raises JournalBusy.
    """
    with _flock(folder, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB)):
        yield


@contextmanager
def importing(folder: Path) -> Iterator[None]:
    """Keep the journal's file in its place; waits for whoever is replacing it."""
    with _flock(folder, fcntl.LOCK_SH):
        yield


@contextmanager
def _flock(folder: Path, operation: int) -> Iterator[None]:
    """Lock the folder itself: its `games.lock` is held by whoever plays."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, operation)
        yield
    except BlockingIOError:
        raise JournalBusy(folder) from None
    finally:
        os.close(handle)


def copy_journal(path: Path, new: Path) -> None:
    """Copy a sound journal with its log into the single file ``new``.

    Raises JournalUnreadable if there is none or writers keep coming and going; OSError and
    sqlite3.Error for ``new``.
    """
    for _ in range(TRIES):
        new.unlink(missing_ok=True)
        if _try_to_copy(path, new):
            return
    raise JournalUnreadable(path, errno.EBUSY, os.strerror(errno.EBUSY))


def _try_to_copy(path: Path, new: Path) -> bool:
    """Copy by SQLite's backup; False if the file changed meanwhile."""
    before = _fingerprint(path)
    with closing(sqlite3.connect(new)) as copy:
        with translate_errors(path, JournalUnreadable):
            require_sound(path)
            with closing(file.connect_to_read(path)) as source:
                source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without sidecars
    # A file without a log is read as immutable, but a writer that comes may change it.
    return (before == _fingerprint(path) or bool(before[2])) and file.is_sound(new)


def _fingerprint(path: Path) -> tuple[int, int, int]:
    """Return modification time and size of the file, and the size of its log."""
    found = path.stat() if path.exists() else None
    log = file.log_size(path)
    return (found.st_mtime_ns, found.st_size, log) if found is not None else (0, 0, 0)


def fold_log(path: Path) -> None:
    """Move all of the log into the file, so that another file can replace it."""
    with closing(file.connect_to_write(path)) as db:
        busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise JournalBusy(path.parent)


def require_sound(path: Path) -> None:
    """Raise JournalUnreadable or OSError unless there is a sound journal of ours at ``path``."""
    path.stat()
    fault = file.find_fault(path, whole=True)
    if fault is None and not file.size(path):
        fault = JournalFault.DAMAGED
    if fault is not None:
        raise JournalUnreadable(path, 0, "", fault)


def set_owner(new: Path, like: os.stat_result) -> None:
    """As root, give the file to the owner ``like``: the service must be able to use it."""
    if os.geteuid() == 0:
        os.chown(new, like.st_uid, like.st_gid)


def move_into_place(new: Path, place: Path) -> None:
    """Sync ``new``, and rename it to ``place`` durably."""
    with new.open("rb") as written:
        os.fsync(written.fileno())
    file.rename_durably(new, place)
