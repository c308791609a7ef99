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
MOST_ERRORS = 1 << 16
"""Bytes that a pipe holds."""


class _Worker(NamedTuple):
    pid: int
    pipe: int
    """Where it reads the numbers of games."""
    errors: int
    """What it has written to its stderr."""

    def read_last_line(self) -> str:
        """The last line of its stderr, which says why it has failed; "" for none."""
        with suppress(BlockingIOError):
            lines = os.read(self.errors, MOST_ERRORS).decode(errors="replace").split("\n")
            return next((line for line in reversed(lines) if line.strip()), "")
        return ""


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
            why = self._worker.read_last_line() if self._worker is not None else ""
            log.warning("no more ends of games are played out: %s", why or error.strerror)
            self.close()

    def close(self) -> None:
        """End the process at once."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        os.close(worker.pipe)
        os.close(worker.errors)
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(worker.pid, 0)


def _start(folder: Path) -> _Worker:
    reader, writer = os.pipe()
    errors, stderr = os.pipe()
    for each in (writer, errors, stderr):  # a full pipe stops neither of the two
        os.set_blocking(each, False)
    try:
        pid = os.posix_spawn(
            sys.executable,
            [sys.executable, "-m", MODULE, str(folder)],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, reader, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_DUP2, stderr, 2),
            ],
            setsigmask=[],
            setsigdef=[signal.SIGINT, signal.SIGTERM],
        )
    except OSError:
        os.close(writer)
        os.close(errors)
        raise
    finally:
        os.close(reader)
        os.close(stderr)
    return _Worker(pid, writer, errors)
