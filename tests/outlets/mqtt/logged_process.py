"""A program whose log is read while it runs, so that a test can wait for what it says."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Condition, Thread
from typing import Self

from tests.app.command import PATIENCE


class LoggedProcess:
    """Started anew as often as a test likes; killed at the end of its ``with`` block."""

    patience = PATIENCE
    """Seconds after which it should have said what is waited for."""

    def __init__(self) -> None:
        self.log: list[str] = []
        """The lines of its log, since it was made."""
        self._logged = Condition()
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, with what it had; return when it can be spoken to."""
        raise NotImplementedError

    def launch(self, command: Sequence[str | Path], is_ready: Callable[[str], bool]) -> None:
        """Run the command; return when it ``is_ready`` by a line of its log."""
        assert self._process is None, "it runs"
        seen = len(self.log)
        self._process = subprocess.Popen(
            command, stderr=subprocess.PIPE, encoding="utf-8", errors="replace"
        )
        self._reader = Thread(target=self._read_log, args=[self._process], daemon=True)
        self._reader.start()
        self.wait_for_log(is_ready, seen)

    def kill(self) -> None:
        """End it as a power cut does; may be called twice."""
        if self._process is not None:
            self._process.kill()
        self.wait_for_end()

    def stop(self) -> None:
        """End it as systemd does."""
        if self._process is not None:
            self._process.terminate()
        self.wait_for_end()

    def wait_for_end(self) -> None:
        """Go on when it has ended."""
        if self._process is not None:
            self._process.wait(self.patience)
            self._reader.join(self.patience)
            self._process = None

    def wait_for_log(self, holds: Callable[[str], bool], since: int = 0) -> None:
        """Go on when it ``holds`` of a line of the log, from line ``since`` on."""
        with self._logged:
            assert self._logged.wait_for(
                lambda: any(map(holds, self.log[since:])), self.patience
            ), self.log[since:]

    def _read_log(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        with process.stderr:
            for line in process.stderr:
                with self._logged:
                    self.log.append(line.rstrip("\n"))
                    self._logged.notify_all()
