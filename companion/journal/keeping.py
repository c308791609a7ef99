"""What keeps a journal for years: a copy amid a game, the way back, and a file without gaps.

Whoever puts another file in the journal's place is its writer for that moment, so that nobody
plays meanwhile; the journal is always there whole, the one before or the one behind.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from companion.journal import file
from companion.journal.errors import Fault, JournalBusy, JournalUnreadable, JournalUnwritable
from companion.journal.journal import hold

TRIES = 5
"""How often a copy is begun again when a writer has just come or gone."""


def backup(folder: Path, to: Path) -> None:
    """Copy the folder's journal as it stands into the one file ``to``, which is written anew.

    A game may be played meanwhile; the copy has all answers up to one of them. Raises
    JournalUnreadable where there is nothing sound to copy, JournalUnwritable for ``to``.
    """
    path, new = folder / file.NAME, to.with_name(to.name + ".new")
    try:
        with file.trouble(to, JournalUnwritable):
            for _ in range(TRIES):
                new.unlink(missing_ok=True)
                if _copy(path, new):
                    break
            else:
                raise JournalBusy(folder)
            _put(new, to)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _copy(path: Path, new: Path) -> bool:
    """Copy by SQLite's backup; False where the file was changed under our eyes."""
    before = _look(path)
    with closing(sqlite3.connect(new)) as copy:
        with file.trouble(path, JournalUnreadable):
            _demand_sound(path)
            with closing(file.connect_to_read(path)) as source:
                source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
    # Without a log the file is read as if nobody could change it; a writer that comes may.
    return (before == _look(path) or bool(before[2])) and file.sound(new)


def _look(path: Path) -> tuple[int, int, int]:
    found = path.stat() if path.exists() else None
    log = file.size(path.with_name(f"{path.name}-wal"))
    return (found.st_mtime_ns, found.st_size, log) if found is not None else (0, 0, 0)


def restore(folder: Path, source: Path, now: datetime) -> Path | None:
    """Put a backup in the place of the folder's journal.

    What was there gets another name, which is returned; None where nothing was. Raises
    JournalBusy while somebody plays, JournalUnreadable where ``source`` is no sound journal of
    ours, JournalUnwritable.
    """
    with file.trouble(source, JournalUnreadable):
        _demand_sound(source)
    path = folder / file.NAME
    with _held(folder) as like:
        new = path.with_name(f"{path.name}.new")
        with file.trouble(source, JournalUnreadable):
            shutil.copyfile(source, new)
        aside = None
        if file.fault(path) is not None or (file.size(path) and not file.sound(path)):
            aside = file.set_aside(path, now)
        elif file.size(path):
            _fold(path)
            aside = file.free_name(path, "replaced", now)
            os.link(path, aside)
        _own(new, like)
        _put(new, path)
    return aside


def tidy(folder: Path, forget: Collection[int] = ()) -> tuple[int, int]:
    """Write the journal anew without gaps, and without the lines of the games to ``forget``.

    The numbers of games stay as they are and are never given again; of the settings the last
    values stay. Returns the file's bytes before and behind. Raises JournalBusy while somebody
    plays, JournalUnreadable, JournalUnwritable.
    """
    path = folder / file.NAME
    with _held(folder) as like:
        with file.trouble(path, JournalUnreadable):
            _demand_sound(path)
            _fold(path)
            image = _without(path, forget)
        before, new = file.size(path), path.with_name(f"{path.name}.new")
        new.write_bytes(image)
        _own(new, like)
        _put(new, path)
    return before, len(image)


def _without(path: Path, forget: Collection[int]) -> bytes:
    """The journal's image without the lines of these games."""
    settings = "SELECT * FROM setting WHERE id IN (SELECT max(id) FROM setting GROUP BY name)"
    with closing(file.connect_to_read(path)) as old, closing(file.empty()) as new, new:
        new.executemany(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?)", old.execute("SELECT * FROM game")
        )
        lines = (row for row in old.execute("SELECT * FROM line") if row[2] not in forget)
        new.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?)", lines)
        new.executemany("INSERT INTO setting VALUES (?, ?, ?, ?)", old.execute(settings))
        new.commit()
        return new.serialize()


@contextmanager
def _held(folder: Path) -> Iterator[os.stat_result]:
    """Be the folder's one writer; gives whose files lie there."""
    path = folder / file.NAME
    with file.trouble(path, JournalUnwritable), hold(folder):
        yield (path if path.exists() else folder).stat()


def _fold(path: Path) -> None:
    """Fold the log into the sound file, so that another file may take its place."""
    with closing(file.connect(path, "mode=rw")) as db:
        busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise JournalBusy(path.parent)


def _demand_sound(path: Path) -> None:
    """Raise JournalUnreadable where there is no sound journal of ours at ``path``."""
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    fault = file.fault(path)
    if fault is None and not (file.size(path) and file.sound(path)):
        fault = Fault.DAMAGED
    if fault is not None:
        raise JournalUnreadable(path, 0, "", fault)


def _own(new: Path, like: os.stat_result) -> None:
    """Give the file to whom its neighbours belong: root restores for the service."""
    if os.geteuid() == 0:
        os.chown(new, like.st_uid, like.st_gid)


def _put(new: Path, place: Path) -> None:
    """Give ``new`` the name ``place``, durably."""
    with new.open("rb") as written:
        os.fsync(written.fileno())
    new.replace(place)
    file.sync_folder(place.parent)
