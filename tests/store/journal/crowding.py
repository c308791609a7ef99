"""The child process that plays on a small disk until it is full, with every amount of room."""

import shutil
import sys
from contextlib import ExitStack, closing
from pathlib import Path

from companion.store.journal import Journal, JournalUnwritable
from tests.small_disks import fill
from tests.store.journal import NOW, played


def play_until_full(disk: Path, folder: Path, room: int) -> str:
    """Play in ``folder`` on a disk with ``room`` KiB, and on once there is more.

    Returns how far it came, and the error.
    """
    kept: list[tuple[str, str]] = []
    number = 0
    filler = fill(disk, room)
    with ExitStack() as held:
        try:
            journal = held.enter_context(closing(Journal.open(folder, NOW)))
            number = journal.begin("full", None, NOW)
            while True:
                answer = ("step", str(len(kept)))
                journal.append(number, [answer], NOW)
                kept.append(answer)
        except JournalUnwritable as error:
            stage = "append" if number else "open"
            result = f"{stage}: {error.errno} {error.strerror}"
        filler.unlink()
        if not number:
            held.close()
            journal = held.enter_context(closing(Journal.open(folder, NOW)))
            number = journal.begin("full", None, NOW)
        assert journal.answers(number) == kept
        journal.append(number, [("step", "last")], NOW)
    with closing(Journal.open(folder, NOW)) as journal:
        assert journal.quarantined is None
        assert journal.answers(number) == [*kept, ("step", "last")]
    return result


def main(disk: Path, before: int, most: int, step: int) -> None:
    """Leave 0, ``step``, ... KiB; print a line each time. ``before`` games are there already."""
    for room in range(0, most, step):
        folder = disk / str(room)
        folder.mkdir()
        for _ in range(before):
            played(folder)
        print(f"{room} KiB: {play_until_full(disk, folder, room)}", flush=True)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
