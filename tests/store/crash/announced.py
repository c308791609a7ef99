"""In the traced process: each change of a journal is announced, done, and acknowledged."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from sqlite3 import connect
from typing import Any
from unittest.mock import patch

from companion.store.journal import Journal, file
from tests.store.crash.held import held_by, held_by_file
from tests.store.crash.promises import WAITING, Change, acknowledge, announce

WRITES = ("begin", "append", "undo", "amend", "mark_read", "set", "import_game")
"""The methods of a journal that change it, each in one transaction."""


def announce_changes() -> None:
    """Let all that changes a journal promise it: it is durable once the call has returned."""
    for name in WRITES:
        patch.object(Journal, name, _announcing(getattr(Journal, name))).start()
    rename = file.rename_durably

    def rename_announced(new: Path, place: Path) -> None:
        change = Change(held_by_file(new), place.name, new.name)
        announce(change)
        rename(new, place)
        if place.name != WAITING:  # else it is promised once the command has ended
            acknowledge(change)

    patch.object(file, "rename_durably", rename_announced).start()


def _announcing(write: Callable[..., Any]) -> Callable[..., Any]:
    def write_announced(journal: Journal, *arguments: Any, **options: Any) -> Any:
        with _copy_in_memory(journal) as copy:
            before = held_by(copy)
            write(copy, *arguments, **options)
            after = held_by(copy)
        changed = {key: held for key, held in after.items() if held != before.get(key)}
        announce(Change(changed))
        result = write(journal, *arguments, **options)
        acknowledge(Change(changed))
        return result

    return write_announced


@contextmanager
def _copy_in_memory(journal: Journal) -> Iterator[Journal]:
    """A copy that changes without a system call."""
    with closing(connect(":memory:", isolation_level="IMMEDIATE")) as db:
        journal._db.backup(db)
        copy = Journal(journal._path.parent, db, ExitStack())
        copy.names = journal.names
        yield copy
