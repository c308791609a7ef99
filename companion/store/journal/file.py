"""The journal's file: its schema, how it is created, checked, quarantined and opened.

The folder holds ``games.sqlite``, SQLite's ``-wal`` (the log) and ``-shm`` beside it, and the
writer's ``games.lock``.
"""

import errno
import os
import sqlite3
from contextlib import ExitStack, closing
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from time import sleep

from companion.store.journal.errors import SQLITE_ERRORS, JournalFault, tells_of_damage

NAME = "games.sqlite"
APPLICATION = 0x43414D50  # "CAMP", in the file's header
VERSION = 1
LOG_HEADER = 32  # bytes, in SQLite's format of the log
INDEX_SIZE = 32768  # bytes that SQLite maps of the log's index, enough for 4,062 pages

# `at` is in seconds since 1970. `after` is the id of the last line before the game. `back` is 0
# for an answer; else the line takes back the game's last `back` live answers.
_TABLES = {
    "game": "number INTEGER PRIMARY KEY, at INTEGER NOT NULL, name TEXT NOT NULL, seats INTEGER,"
    " after INTEGER NOT NULL",
    "line": "id INTEGER PRIMARY KEY, at INTEGER NOT NULL, game INTEGER NOT NULL, key TEXT NOT NULL,"
    " word TEXT NOT NULL, back INTEGER NOT NULL CHECK (back >= 0)",
    "setting": "id INTEGER PRIMARY KEY, at INTEGER NOT NULL, name TEXT NOT NULL,"
    " value TEXT NOT NULL",
}
_SCHEMA = "SELECT sql FROM sqlite_schema ORDER BY name"
_SUFFIXES = ("", "-wal", "-shm")
UNSETTLED = (
    sqlite3.SQLITE_READONLY_RECOVERY,  # a writer has not made the log's index yet
    sqlite3.SQLITE_READONLY_CANTINIT,
    sqlite3.SQLITE_CANTOPEN,  # it has just removed the log
)
"""What a reader hears while a writer comes or goes."""
TRIES, PAUSE = 50, 0.02
"""How often a reader tries again then, and seconds before each time."""


class _Writer(sqlite3.Connection):
    """A connection that keeps the log's index open beside SQLite.

    To close any descriptor of a file drops all locks that the process has on it. Another process
    would then begin the index anew under this one: a SIGBUS, or lost answers.
    """

    index: int | None = None

    def close(self) -> None:
        super().close()
        if self.index is not None:
            os.close(self.index)
            self.index = None


def connect_to_write(path: Path) -> sqlite3.Connection:
    """Open the existing file to write it with a log, which the file remembers.

    Each commit is durable, also those in the log that were there before. Nothing is moved from the
    log to the file unless asked for: that would sync several times in a game. Raises OSError,
    sqlite3.Error.
    """
    with ExitStack() as on_error:
        reserve_index(path)
        # SQLite moves the log when its last connection closes; this one can't, and closes last.
        reader = on_error.enter_context(closing(connect(path, "mode=ro")))
        db = connect(path, "mode=rw", _Writer)
        assert isinstance(db, _Writer)
        on_error.callback(db.close)
        _use_log(db)
        reader.execute("PRAGMA schema_version")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA wal_autocheckpoint = 0")
        _write_log_again(db, path)
        db.index = _open_reserved_index(path)  # SQLite has cut off and extended it
        on_error.pop_all()
    reader.close()
    return db


def _write_log_again(db: sqlite3.Connection, path: Path) -> None:
    """Make durable what is in the log; raises OSError, sqlite3.Error.

    Whoever wrote it may have died of a sync that failed. Then the kernel still shows what it has
    dropped, SQLite takes it for committed, and no later sync writes it unless it is written again.
    """
    db.execute("BEGIN IMMEDIATE")  # nobody else writes to the log meanwhile
    if log_size(path):
        with _sidecar(path, "-wal").open("r+b") as log:
            content = log.read()
            log.seek(0)
            log.write(content)
            log.flush()
            os.fsync(log.fileno())
    db.rollback()


def _use_log(db: sqlite3.Connection) -> None:
    """Write to a log from now on; raises OSError, sqlite3.Error.

    Without a log a committed answer could be rolled back after a power cut: SQLite does not sync
    the folder once it has deleted its rollback journal.
    """
    if db.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):  # SQLite hides the error
        db.execute(f"PRAGMA user_version = {VERSION}")  # raises it, if it lasts
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def reserve_index(path: Path) -> None:
    """Give the log's index its blocks on the disk; raises OSError where there is no room.

    SQLite writes one byte in 4,096 of it, and the rest through a mapping. Where blocks are
    smaller, the rest is a hole; to fill a hole of a mapping on a full disk is a SIGBUS.
    """
    os.close(_open_reserved_index(path))


def _open_reserved_index(path: Path) -> int:
    mode = path.stat().st_mode & 0o777
    index = os.open(_sidecar(path, "-shm"), os.O_RDWR | os.O_CREAT, mode)
    try:
        os.posix_fallocate(index, 0, INDEX_SIZE)
    except OSError:
        os.close(index)
        raise
    return index


def connect(
    path: Path, options: str, kind: type[sqlite3.Connection] = sqlite3.Connection
) -> sqlite3.Connection:
    """Open the existing file with SQLite's URI ``options``."""
    uri = f"{path.absolute().as_uri()}?{options}"
    db = sqlite3.connect(uri, uri=True, isolation_level="IMMEDIATE", factory=kind)
    # A flipped byte may leave invalid UTF-8: then one word is wrong, but the game can be read.
    db.text_factory = partial(str, encoding="utf-8", errors="replace")
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open the file without changing it or its sidecars, whether it has a writer or not.

    One exception: SQLite creates a missing ``-shm``, the index of the log. All that is read is of
    one moment; but where the log was empty, what a writer moves into the file meanwhile is seen.
    Tries again where a writer comes or goes meanwhile.
    """
    for _ in range(TRIES):
        try:
            return _begin_to_read(path)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) not in UNSETTLED:
                raise
        sleep(PAUSE)
    return _begin_to_read(path)


def _begin_to_read(path: Path) -> sqlite3.Connection:
    with ExitStack() as on_error:
        db = _open_to_read(path)
        on_error.callback(db.close)
        db.execute("BEGIN")
        db.execute(_SCHEMA).fetchone()  # what SQLite refuses, it refuses now
        on_error.pop_all()
    return db


def _open_to_read(path: Path) -> sqlite3.Connection:
    if not log_size(path):
        return connect(path, "immutable=1")  # without a log the file holds everything
    index = _sidecar(path, "-shm").exists()
    if not index:
        reserve_index(path)
    return connect(path, f"mode=ro&readonly_shm={index:d}")


def size(path: Path) -> int:
    """Return the size of the file in bytes, 0 if there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def log_size(path: Path) -> int:
    """Return the size of the log in bytes, 0 if it has no more than its header.

    SQLite can't read a log with only a header that a writer has left: "locking protocol".
    """
    return max(0, size(_sidecar(path, "-wal")) - LOG_HEADER)


def find_fault(path: Path, *, whole: bool = False) -> JournalFault | None:
    """Check the header, or the ``whole`` file; changes nothing.

    Returns None for a journal of ours, and for a new one (no file, or an empty one).
    """
    if not path.is_file() and os.path.lexists(path):
        return JournalFault.FOREIGN
    if not size(path):  # a new file would take the pages of a log that lost its file for its own
        return JournalFault.DAMAGED if size(_sidecar(path, "-wal")) else None
    with path.open("rb") as file:
        fault = _find_header_fault(file.read(100))
    return fault or (JournalFault.DAMAGED if whole and not is_sound(path) else None)


def _find_header_fault(header: bytes) -> JournalFault | None:
    version, application = (int.from_bytes(header[at : at + 4], "big") for at in (60, 68))
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        return JournalFault.DAMAGED
    if max(header[18:20]) > 2:  # a format that this SQLite could not write
        return JournalFault.DAMAGED
    if application != APPLICATION:
        return JournalFault.FOREIGN
    return JournalFault.NEWER if version > VERSION else None


def is_sound(path: Path) -> bool:
    """Read all of an existing file without changing it; False if it is damaged."""
    try:
        with closing(connect_to_read(path)) as db:
            checked = db.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
            return checked and list(db.execute(_SCHEMA)) == _schema()
    except SQLITE_ERRORS as error:
        if tells_of_damage(error):
            return False
        raise


@cache
def _schema() -> list[tuple[str]]:
    with closing(create_in_memory()) as model:
        return list(model.execute(_SCHEMA))


def quarantine_file(path: Path, now: datetime) -> Path:
    """Rename the file and its sidecars to a free name with the time ``now``; returns that name."""
    target = free_path(path, "damaged", now)
    # The file first: find_fault quarantines a log without a file, if the power fails in between.
    for suffix in _SUFFIXES:
        if os.path.lexists(_sidecar(path, suffix)):
            _sidecar(path, suffix).rename(_sidecar(target, suffix))
    sync_folder(path.parent)
    return target


def free_path(path: Path, why: str, now: datetime) -> Path:
    """Return an unused path beside ``path``, with ``why`` and ``now`` in its name."""
    stem, count = f"{path.stem}.{why}-{now:%Y%m%d-%H%M%S}", 1
    target = path.with_name(f"{stem}{path.suffix}")
    while any(os.path.lexists(_sidecar(target, suffix)) for suffix in _SUFFIXES):
        count += 1
        target = path.with_name(f"{stem}-{count}{path.suffix}")
    return target


def create_in_memory() -> sqlite3.Connection:
    """Create an empty journal in memory."""
    db = sqlite3.connect(":memory:")
    # A commit writes whole pages, so the smallest pages cost the fewest bytes an answer.
    db.execute("PRAGMA page_size = 512")
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    for table, columns in _TABLES.items():
        db.execute(f"CREATE TABLE {table} ({columns}) STRICT")
        for change in ("update", "delete"):
            db.execute(
                f"CREATE TRIGGER {table}_no_{change} BEFORE {change} ON {table}"
                " BEGIN SELECT RAISE(ABORT, 'append-only'); END"
            )
    return db


def create(path: Path) -> None:
    """Create an empty journal at ``path``, atomically and durably."""
    with closing(create_in_memory()) as db:
        image = db.serialize()
    new = _sidecar(path, ".new")
    with new.open("wb") as file:
        file.write(image)
        file.flush()
        os.fsync(file.fileno())
    rename_durably(new, path)


def rename_durably(new: Path, place: Path) -> None:
    """Rename ``new`` to ``place``, and sync the folder."""
    new.replace(place)
    sync_folder(place.parent)


def sync_folder(folder: Path) -> None:
    """Make renames and new files in ``folder`` durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sidecar(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
