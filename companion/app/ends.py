"""Ends of games played out in a process of their own; the box never waits for it."""

from __future__ import annotations

import logging
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

log = logging.getLogger(__name__)

MODULE = "companion.store.ends_worker"


class _Worker(NamedTuple):
    pid: int
    pipe: int
    """Where it reads the numbers of games."""


class EndsProcess:
    """The process that plays out ends, started with the first game that has any.

    If it fails, one line is logged, and no ends are told of what it has not reached.
    """

    def __init__(self, folder: Path) -> None:
        """Play out ends of the journal in ``folder``."""
        self._folder = folder
        self._worker: _Worker | None = None
        self._failed = False

    def play_out(self, number: int) -> None:
        """Have the ends of a game played out that are missing."""
        if self._failed:
            return
        try:
            self._worker = self._worker or _start(self._folder)
            os.write(self._worker.pipe, b"%d\n" % number)
        except BlockingIOError:
            pass  # it has enough to do; the next turn wakes it again
        except OSError as error:
            self._failed = True
            log.warning("no more ends of games are played out: %s", error.strerror)
            self.close()

    def close(self) -> None:
        """End the process at once."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        os.close(worker.pipe)
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(worker.pid, 0)


def _start(folder: Path) -> _Worker:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        pid = os.posix_spawn(
            sys.executable,
            [sys.executable, "-m", MODULE, str(folder)],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, reader, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
            setsigmask=[],
            setsigdef=[signal.SIGINT, signal.SIGTERM],
        )
    except OSError:
        os.close(writer)
        raise
    finally:
        os.close(reader)
    return _Worker(pid, writer)


class NoEnds:
    """Plays out nothing, but remembers the numbers of games."""

    def __init__(self) -> None:
        self.history: list[int] = []

    def play_out(self, number: int) -> None:
        """Remember the number."""
        self.history.append(number)

    def close(self) -> None:
        """Do nothing."""


Ends = EndsProcess | NoEnds
