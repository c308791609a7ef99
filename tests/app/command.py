"""The command as people run it: in a process of its own, by a pipe or in a terminal; or here."""

import os
import re
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any, NamedTuple, Self

import pytest

from companion.box.devices.boards import BOARDS
from companion.box.devices.keyboard import KEY_NAMES
from companion.cli import main

KEYBOARD = BOARDS["bonnet"]._replace(labels={5: KEY_NAMES["ok"], 6: KEY_NAMES["back"]})
"""A board whose buttons are called as the keys of a terminal."""
COMPANION = "import sys; from companion.cli import main; sys.exit(main())"
AT_ONCE = "from companion.app import press_guard; press_guard.READING_TIME = -1\n"
"""Lets OK count at once, as after 150 ms: tests press before the picture is noted as shown."""
PATIENCE = 20
"""Seconds after which a process that says nothing has failed the test."""
_END_UPDATE = b"\x1b[?2026l"
_LINE = re.compile(r"\x1b\[(\d+)H(.*?)(?=\x1b\[\d*[HJ]|\x1b\[\?|$)", re.DOTALL)
_STYLE = re.compile(r"\x1b\[[\d;]*[mK]")


def python(code: str, *arguments: object) -> list[str]:
    """The command line that runs ``code``."""
    return [sys.executable, "-c", code, *map(str, arguments)]


def companion(
    *arguments: object, state: Path, code: str = COMPANION
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, with games kept in ``state`` and no terminal."""
    return subprocess.run(
        python(code, *arguments),
        env=environment(state),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


class Ended(NamedTuple):
    """How the command has ended, and what it has said."""

    status: int
    said: str
    errors: str


def run_here(capsys: pytest.CaptureFixture[str], *arguments: object) -> Ended:
    """Run the command to its end in the tests' own process, which takes a tenth of the time."""
    try:
        status = main([str(each) for each in arguments])
    except SystemExit as end:
        status = int(end.code or 0)
    return Ended(status, *capsys.readouterr())


def environment(state: Path) -> dict[str, str]:
    """The environment of the tests, but for where games are kept."""
    ours = {"PYTHONUTF8": "1", "PYTHONFAULTHANDLER": "1", "COLUMNS": "100"}
    return {**os.environ, **ours, "STATE_DIRECTORY": str(state)}


class Terminal:
    """The command in a terminal of its own, 80x24, and what someone before it sees."""

    def __init__(
        self,
        *arguments: object,
        state: Path,
        code: str = COMPANION,
        size: tuple[int, int] = (24, 80),
    ) -> None:
        self._outer, self._inner = os.openpty()
        termios.tcsetwinsize(self._inner, size)
        self.modes_before = self.modes()
        self.said = b""
        self._reader: Thread | None = None
        # The first terminal that a session's leader opens is the one whose Ctrl-C it gets.
        opened = ["sh", "-c", 'exec "$@" <"$0" >"$0"', os.ttyname(self._inner)]
        self.process = subprocess.Popen(
            [*opened, *python(AT_ONCE + code, *arguments)],
            env=environment(state),
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def modes(self) -> list[Any]:
        """The terminal's attributes, as the shell finds them."""
        return termios.tcgetattr(self._inner)

    @property
    def is_as_before(self) -> bool:
        """Whether the shell finds the terminal as it left it: modes, cursor, screen."""
        left = self.said.endswith(b"\x1b[?25h\x1b[?1049l")
        return left and self.modes() == self.modes_before

    def press_keys(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._outer, keys)

    @property
    def picture(self) -> list[str]:
        """The panel's last whole picture, line by line, without its frame."""
        window: dict[int, str] = {}
        whole, _, _ = self.said.rpartition(_END_UPDATE)
        for row, line in _LINE.findall(whole.decode(errors="replace")):
            window[int(row)] = _STYLE.sub("", line)
        framed = (line.split("│") for _, line in sorted(window.items()))
        return [parts[1] for parts in framed if len(parts) == 3]

    def wait_for(self, picture: list[str]) -> None:
        """Go on when the panel shows this picture."""
        while self.picture != picture:
            self._read()

    def wait_for_words(self, words: str) -> None:
        """Go on when the terminal has shown these words."""
        while words.encode() not in self.said:
            self._read()

    def _read(self) -> None:
        ready, _, _ = select.select([self._outer], [], [], PATIENCE)
        assert ready, "\n".join(self.picture)
        self.said += os.read(self._outer, 65536)

    def read_along(self, take: Callable[[bytes], None]) -> None:
        """Read in a thread from now on, for one that is full would stop the companion."""

        def read() -> None:
            with suppress(OSError, ValueError):  # it is closed at the end
                while select.select([self._outer], [], []):
                    take(os.read(self._outer, 65536))

        self._reader = Thread(target=read, daemon=True)
        self._reader.start()

    def end(self) -> tuple[int, str]:
        """Wait for the process to end by itself; its exit status and what stood on stderr.

        The terminal is read meanwhile: it holds a few kilobytes only, and then the process waits.
        """
        assert self.process.stderr is not None
        pipe, errors, ended = self.process.stderr.fileno(), b"", False
        while not ended:
            ready, _, _ = select.select([self._outer, pipe], [], [], PATIENCE)
            assert ready, self._abort()
            if self._outer in ready:
                self.said += os.read(self._outer, 65536)
            if pipe in ready:
                errors += (more := os.read(pipe, 65536))
                ended = not more
        os.set_blocking(self._outer, False)
        with suppress(BlockingIOError):
            while rest := os.read(self._outer, 65536):
                self.said += rest
        return self.process.wait(PATIENCE), errors.decode()

    def _abort(self) -> str:
        """Kill a process that hangs; returns where each of its threads was, and its picture."""
        assert self.process.stderr is not None
        self.process.send_signal(signal.SIGABRT)
        return "\n".join([self.process.stderr.read().decode(), *self.picture])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self._inner)
        if self._reader is not None:
            self._reader.join(PATIENCE)  # the other end has gone
        os.close(self._outer)
