"""What keeps a journal for years: a copy amid a game, the way back, and a file without gaps.

Whoever puts another file in the journal's place is its writer for that moment, so that nobody
plays meanwhile; the journal is always there whole, the one before or the one behind.
"""

import os
from collections.abc import Collection
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from companion.journal import file, placing
from companion.journal.errors import JournalUnreadable, JournalUnwritable
from companion.journal.journal import hold, make


def backup(folder: Path, to: Path) -> None:
    """Copy the folder's journal as it stands into the one file ``to``, which is written anew.

    A game may be played meanwhile; the copy has all answers up to one of them. Raises
    JournalUnreadable where there is nothing sound to copy, JournalUnwritable for ``to``.
    """
    _write(folder / file.NAME, to)


def restore(folder: Path, source: Path, now: datetime) -> Path | None:
    """Put a backup in the place of the folder's journal.

    What was there gets another name, which is returned; None where nothing was. Raises
    JournalBusy while somebody plays: then the backup waits, and the next writer of the folder puts
    it in place. Raises JournalUnreadable where ``source`` is no sound journal of ours,
    JournalUnwritable.
    """
    path = folder / file.NAME
    with file.translate_errors(source, JournalUnreadable):
        placing.demand_sound(source)
    with file.translate_errors(path, JournalUnwritable):
        make(folder)
        waits = placing.waiting(path)
        _write(source, waits, like=_owner(path))
        with hold(folder):
            try:
                return placing.take(path, now)
            except OSError:  # what is told as refused does not come later
                waits.unlink()
                raise


def _write(path: Path, to: Path, like: os.stat_result | None = None) -> None:
    """Copy a journal into ``to``, whole or not at all; ``like`` says whose it will be."""
    new = to.with_name(to.name + ".new")
    try:
        with file.translate_errors(to, JournalUnwritable):
            placing.copy(path, new)
            if like is not None:
                placing.own(new, like)
            placing.put(new, to)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def tidy(folder: Path, forget: Collection[int] = ()) -> tuple[int, int]:
    """Write the journal anew without gaps, and without the lines of the games to ``forget``.

    The numbers of games stay as they are and are never given again; of the settings the last
    values stay. Returns the file's bytes before and behind. Raises JournalBusy while somebody
    plays, JournalUnreadable, JournalUnwritable.
    """
    path = folder / file.NAME
    with file.translate_errors(path, JournalUnwritable), hold(folder):
        with file.translate_errors(path, JournalUnreadable):
            placing.demand_sound(path)
            placing.fold(path)
            image = _without(path, forget)
        before, new = file.size(path), path.with_name(f"{path.name}.new")
        new.write_bytes(image)
        placing.own(new, _owner(path))
        placing.put(new, path)
    return before, len(image)


def _without(path: Path, forget: Collection[int]) -> bytes:
    """The journal's image without the lines of these games."""
    settings = "SELECT * FROM setting WHERE id IN (SELECT max(id) FROM setting GROUP BY name)"
    with closing(file.connect_to_read(path)) as old, closing(file.create_in_memory()) as new, new:
        new.executemany(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?)", old.execute("SELECT * FROM game")
        )
        lines = (row for row in old.execute("SELECT * FROM line") if row[2] not in forget)
        new.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?)", lines)
        new.executemany("INSERT INTO setting VALUES (?, ?, ?, ?)", old.execute(settings))
        new.commit()
        return new.serialize()


def _owner(path: Path) -> os.stat_result:
    """Whose files lie there."""
    return (path if path.exists() else path.parent).stat()
