"""The journal's one file: its form, how it is made, judged, set aside and opened for reading.

Its folder holds ``games.sqlite``, SQLite's own ``-wal`` (the log) and ``-shm`` beside it, and the
writer's ``games.lock``.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from companion.journal.errors import Fault, JournalUnreadable, JournalUnwritable

NAME = "games.sqlite"
APPLICATION = 0x43414D50  # "CAMP", in the file's header
VERSION = 1

# `at` is in seconds since 1970. `after` is the last line before the game. `back` is 0 for an
# answer; else the line says that the game's last `back` live answers are taken back.
_TABLES = {
    "game": "number INTEGER PRIMARY KEY, at INTEGER NOT NULL, name TEXT NOT NULL, seats INTEGER,"
    " after INTEGER NOT NULL",
    "line": "id INTEGER PRIMARY KEY, at INTEGER NOT NULL, game INTEGER NOT NULL, key TEXT NOT NULL,"
    " word TEXT NOT NULL, back INTEGER NOT NULL CHECK (back >= 0)",
    "setting": "id INTEGER PRIMARY KEY, at INTEGER NOT NULL, name TEXT NOT NULL,"
    " value TEXT NOT NULL",
}
_DAMAGE = {
    sqlite3.SQLITE_ERROR,  # of our own fixed statements: then the tables are not ours
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
}
_ERRNO = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EACCES,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_BUSY: errno.EBUSY,
}
# sqlite3 decodes SQLite's messages strictly, and one may quote a damaged file.
_ERRORS = (sqlite3.Error, UnicodeDecodeError)
_SUFFIXES = ("", "-wal", "-shm")


def state_folder(environ: Mapping[str, str]) -> Path:
    """Where games are kept: systemd's state folder, else XDG's, else the one XDG defaults to."""
    given = environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    state = Path(environ.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():  # XDG: a relative path is to be ignored
        state = Path(environ.get("HOME") or Path.home(), ".local", "state")
    return state / "campanile-companion"


@contextmanager
def translate_errors(
    path: Path, kind: type[JournalUnwritable | JournalUnreadable]
) -> Iterator[None]:
    """Turn what the system or SQLite refuses inside into ``kind``."""
    try:
        yield
    except OSError as error:
        raise kind(path, error.errno or errno.EIO, error.strerror or str(error)) from error
    except _ERRORS as error:
        said = kind(path, _ERRNO.get(_code(error) & 0xFF, errno.EIO), str(error))
        if isinstance(said, JournalUnreadable) and _code(error) in _DAMAGE:
            said.fault = Fault.DAMAGED
        raise said from error


def connect(path: Path, options: str) -> sqlite3.Connection:
    """Open the existing file with SQLite's URI ``options``."""
    uri = f"{path.absolute().as_uri()}?{options}"
    db = sqlite3.connect(uri, uri=True, isolation_level="IMMEDIATE")
    # A flipped byte may leave no UTF-8: then one word is wrong, but the game can still be read.
    db.text_factory = partial(str, encoding="utf-8", errors="replace")
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open the file so that it and its neighbours stay as they are, writer or none.

    The one exception is a log that lost its ``-shm``: SQLite then makes it, an index of the log.
    """
    if not size(_sidecar(path, "-wal")):
        return connect(path, "immutable=1")  # there is no log: the file is all there is
    index = _sidecar(path, "-shm").exists()
    return connect(path, f"mode=ro&readonly_shm={index:d}")


def size(path: Path) -> int:
    """The bytes at ``path``, 0 if there is nothing."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def find_fault(path: Path) -> Fault | None:
    """Judge by the header, changing nothing; None if the file is ours or new (no bytes yet)."""
    if not path.is_file() and os.path.lexists(path):
        return Fault.FOREIGN
    if not size(path):  # never written to; but a log that lost its file would spoil a new one
        return Fault.DAMAGED if size(_sidecar(path, "-wal")) else None
    with path.open("rb") as file:
        header = file.read(100)
    version, application = (int.from_bytes(header[at : at + 4], "big") for at in (60, 68))
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        return Fault.DAMAGED
    if max(header[18:20]) > 2:  # a format that this SQLite could not write
        return Fault.DAMAGED
    if application != APPLICATION:
        return Fault.FOREIGN
    return Fault.NEWER if version > VERSION else None


def is_sound(path: Path) -> bool:
    """Read the whole of an existing file, changing nothing; False if it is damaged."""
    schema = "SELECT sql FROM sqlite_schema ORDER BY name"
    try:
        with closing(connect_to_read(path)) as db, closing(create_in_memory()) as model:
            whole = db.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
            return whole and list(db.execute(schema)) == list(model.execute(schema))
    except _ERRORS as error:
        if _code(error) in _DAMAGE:
            return False
        raise


def quarantine_file(path: Path, now: datetime) -> Path:
    """Rename the file and its neighbours to a free name that tells ``now``; returns that name."""
    aside = free_quarantine_path(path, "damaged", now)
    for (
        side
    ) in _SUFFIXES:  # the file first: its log, left alone by a power cut, is then set aside too
        if os.path.lexists(_sidecar(path, side)):
            _sidecar(path, side).rename(_sidecar(aside, side))
    sync_folder(path.parent)
    return aside


def free_quarantine_path(path: Path, why: str, now: datetime) -> Path:
    """A name beside ``path`` that nothing has yet, for a journal set aside."""
    stem, count = f"{path.stem}.{why}-{now:%Y%m%d-%H%M%S}", 1
    aside = path.with_name(f"{stem}{path.suffix}")
    while any(os.path.lexists(_sidecar(aside, side)) for side in _SUFFIXES):
        count += 1
        aside = path.with_name(f"{stem}-{count}{path.suffix}")
    return aside


def create_in_memory() -> sqlite3.Connection:
    """Make a journal without a line, in memory."""
    db = sqlite3.connect(":memory:")
    # A commit writes whole pages, so the smallest pages cost the fewest bytes an answer.
    db.execute("PRAGMA page_size = 512")
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    for table, columns in _TABLES.items():
        db.execute(f"CREATE TABLE {table} ({columns}) STRICT")
        for deed in ("update", "delete"):
            db.execute(
                f"CREATE TRIGGER {table}_no_{deed} BEFORE {deed} ON {table}"
                " BEGIN SELECT RAISE(ABORT, 'append-only'); END"
            )
    return db


def create(path: Path) -> None:
    """Put an empty journal at ``path``, whole or not at all, durably."""
    with closing(create_in_memory()) as db:
        image = db.serialize()
    new = _sidecar(path, ".new")
    with new.open("wb") as file:
        file.write(image)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in ``folder`` durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sidecar(path: Path, side: str) -> Path:
    return path.with_name(path.name + side)


def _code(error: sqlite3.Error | UnicodeDecodeError) -> int:
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_MISUSE)
