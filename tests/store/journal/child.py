"""The child process of the tests: it plays, or dies within ``open``."""

import fcntl
import os
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from companion.store.journal import Journal
from companion.store.journal.file import INDEX_SIZE, NAME

NOW = datetime(2026, 11, 20, 19, 30, 5, tzinfo=UTC)
Play = list[tuple[str, str]]
SOMEBODY_HAS_IT = 128
"""The byte of the index that SQLite locks while it is open."""


def play(step: int, live: Play) -> tuple[Play, int]:
    """The answers to add at ``step``, or how many to take back."""
    if step % 5 == 4:
        return [], min(4, len(live))
    return [(f"key{step}", str(part)) for part in range(1 + step % 3)], 0


def states(steps: int) -> list[Play]:
    """The live answers after 0, 1, ... ``steps`` steps."""
    found: list[Play] = [[]]
    for step in range(steps):
        added, back = play(step, found[-1])
        found.append(found[-1][: len(found[-1]) - back] + added)
    return found


def go_on(folder: Path, number: int, step: int) -> None:
    """Play on from ``step`` for ever; print each step on a line of its own once it is durable."""
    journal = Journal.open(folder, NOW)
    while True:
        added, back = play(step, journal.answers(number))
        if back:
            journal.undo(number, back, NOW)
        else:
            journal.append(number, added, NOW)
        step += 1
        os.write(1, b"%d\n" % step)


def die(folder: Path, calls: int) -> None:
    """Open the journal, and be killed before call number ``calls`` of fsync, rename and replace."""
    left = calls

    def deadly(name: str) -> None:
        real: Callable[..., object] = getattr(os, name)

        def call(*args: object) -> object:
            nonlocal left
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            return real(*args)

        setattr(os, name, call)

    for name in ("fsync", "rename", "replace"):
        deadly(name)
    Journal.open(folder, NOW).close()


def start_slowly(folder: Path) -> None:
    """Be a writer that has not made the log's index yet, and play on once something comes."""
    with (folder / f"{NAME}-shm").open("r+b") as index:
        index.truncate()
        index.truncate(INDEX_SIZE)
        fcntl.lockf(index, fcntl.LOCK_SH, 1, SOMEBODY_HAS_IT)
        os.write(1, b"starting\n")
        sys.stdin.readline()
    journal = Journal.open(folder, NOW)
    journal.append(1, [("late", "1")], NOW)
    os.write(1, b"playing\n")
    sys.stdin.readline()


if __name__ == "__main__":
    actions: dict[str, Callable[..., None]] = {"go_on": go_on, "die": die, "start": start_slowly}
    actions[sys.argv[1]](Path(sys.argv[2]), *map(int, sys.argv[3:]))
