"""Backup, restore and prune: each leaves either the old journal or the new one, always whole.

Whoever replaces the file holds the folder's lock meanwhile, so that nobody plays.
"""

import os
import sqlite3
from collections.abc import Collection
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from companion.store.journal import file, replacement
from companion.store.journal.errors import JournalUnreadable, JournalUnwritable, translate_errors


def backup(folder: Path, to: Path) -> None:
    """Copy the folder's journal into the single file ``to``, also while a game is played.

    The copy holds all answers up to some moment of the copying. Raises JournalUnreadable if the
    journal is missing or damaged, JournalUnwritable for ``to``.
    """
    _copy(folder / file.NAME, to)


def restore(folder: Path, source: Path, now: datetime) -> Path | None:
    """Replace the folder's journal by a backup; returns the replaced file's new name, if any.

    Raises JournalBusy while somebody plays: then the backup waits for the next `Journal.open`.
    Raises JournalUnreadable if ``source`` is not a sound journal of ours, JournalUnwritable.
    """
    path = folder / file.NAME
    with translate_errors(source, JournalUnreadable):
        replacement.require_sound(source)
    with translate_errors(path, JournalUnwritable):
        replacement.make_folder(folder)
        pending = replacement.pending_restore_path(path)
        is_another = pending.exists()
        try:
            _copy(source, pending, owner=_owner_of(path))
            is_another = False
            with replacement.lock_folder(folder):
                return replacement.install_pending_restore(path, now)
        except (OSError, sqlite3.Error, JournalUnwritable):
            if not is_another:  # a restore that failed must not happen later
                pending.unlink(missing_ok=True)
            raise


def _copy(path: Path, to: Path, owner: os.stat_result | None = None) -> None:
    """Copy a journal to ``to`` atomically, and give the copy to ``owner``."""
    new = to.with_name(to.name + ".new")
    try:
        with translate_errors(to, JournalUnwritable):
            replacement.copy_journal(path, new)
            if owner is not None:
                replacement.set_owner(new, owner)
            replacement.move_into_place(new, to)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def prune(folder: Path, deleted: Collection[int] = ()) -> tuple[int, int]:
    """Rewrite the journal without gaps, old values of settings, and the ``deleted`` games.

    Games keep their numbers, and no number is given again. Returns the file's size in bytes before
    and after. Raises JournalBusy while somebody plays or a game is imported, JournalUnreadable,
    JournalUnwritable.
    """
    path = folder / file.NAME
    with (
        translate_errors(path, JournalUnwritable),
        replacement.lock_folder(folder),
        replacement.replacing(folder),
    ):
        with translate_errors(path, JournalUnreadable):
            replacement.require_sound(path)
            replacement.fold_log(path)
            image = _pruned_image(path, deleted)
        before, new = file.size(path), path.with_name(f"{path.name}.new")
        new.write_bytes(image)
        replacement.set_owner(new, _owner_of(path))
        replacement.move_into_place(new, path)
    return before, len(image)


def _pruned_image(path: Path, deleted: Collection[int]) -> bytes:
    settings = "SELECT * FROM setting WHERE id IN (SELECT max(id) FROM setting GROUP BY name)"
    with closing(file.connect_to_read(path)) as old, closing(file.create_in_memory()) as new, new:
        # The rows of deleted games stay: their numbers must not be given again.
        new.executemany(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?)", old.execute("SELECT * FROM game")
        )
        lines = (row for row in old.execute("SELECT * FROM line") if row[2] not in deleted)
        new.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?)", lines)
        new.executemany("INSERT INTO setting VALUES (?, ?, ?, ?)", old.execute(settings))
        new.commit()
        return new.serialize()


def _owner_of(path: Path) -> os.stat_result:
    return (path if path.exists() else path.parent).stat()
