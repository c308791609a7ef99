"""From exec to the first frame, and memory: the virtual device and the box beside the floor."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple, Self

from companion.box.devices.boards import BOARDS
from companion.box.devices.terminal import BRAILLE, draw_lines
from companion.core.interfaces import Frame, Press
from tests.app.command import AT_ONCE, KEYBOARD
from tests.app.command import COMPANION as COMMAND
from tests.tools.bench import box_start, floor
from tests.tools.bench.played import Played, play
from tests.tools.bench.processes import cpu_seconds_of, memory_of
from tests.tools.bench.rows import Row, Trial

COMPANION = [str(Path(sys.executable).with_name("companion")), "play", "--virtual"]
PLAYED = [sys.executable, "-c", AT_ONCE + COMMAND, "play", "--virtual"]
"""The companion for a player who needs no time to read a picture: here that is a program."""
BOX = [sys.executable, "-m", box_start.__name__]
FLOOR = [sys.executable, "-m", floor.__name__]
PICTURE = re.compile("[⠁-⣿]")
LINE = re.compile(r"\x1b\[(\d+)H\x1b\[K([^\x1b]*(?:\x1b\[[\d;]*m[^\x1b]*)*)")
COLOUR = re.compile(r"\x1b\[[\d;]*m")
KEYS = {
    Press.UP: "\x1b[A",
    Press.DOWN: "\x1b[B",
    Press.RIGHT: "\x1b[C",
    Press.LEFT: "\x1b[D",
    Press.OK: "\r",
}
"""No letters: they write names."""
PATIENCE = 60.0
"""Seconds without a sign of life after which a process is given up."""


class NoPictureError(Exception):
    """The process did not show what was waited for; the message says what it showed last."""


class TimedTerminal:
    """A process in a terminal of 80x24; ended with the ``with`` block."""

    def __init__(self, command: list[str], folder: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._shown: dict[int, str] = {}
        # Compiled files are kept, as they are where the companion is installed.
        environment = {**os.environ, "STATE_DIRECTORY": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._began = perf_counter()
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)

    @property
    def pid(self) -> int:
        return self._process.pid

    def until(self, seen: Callable[[], bool]) -> float:
        """Seconds from the start until ``seen`` is true; raises NoPictureError."""
        while not seen():
            ready, _, _ = select.select([self._master], [], [], PATIENCE)
            try:
                data = os.read(self._master, 1 << 16) if ready else b""
            except OSError:  # the process has gone
                data = b""
            if not data:
                raise NoPictureError(self._last_words())
            self._take(data)
        return perf_counter() - self._began

    def _last_words(self) -> str:
        if self.any_picture():
            return "it stopped at another picture"
        return self._text.strip().rpartition("\n")[2] or "nothing was shown"

    def _take(self, data: bytes) -> None:
        self._text = (self._text + self._decoder.decode(data))[-(1 << 16) :]
        for row, line in LINE.findall(self._text):
            self._shown[int(row)] = COLOUR.sub("", line)

    def any_picture(self) -> bool:
        return PICTURE.search(self._text) is not None

    def shows(self, frame: Frame) -> bool:
        picture = {line.strip(" │") for line in self._shown.values()}
        return {line.strip() for line in draw_lines(frame, BRAILLE)} <= picture

    def says(self, frame: Frame) -> bool:
        """Whether this picture was sent to the box's panel."""
        return frame.hex() in self._text

    def play(self, played: Played) -> None:
        """Press each press once its picture is shown; raises NoPictureError."""
        for frame, press in zip(played.answered, played.presses, strict=True):
            self.until(partial(self.shows, frame))
            os.write(self._master, KEYS[press].encode())

    def cpu_seconds(self) -> float:
        """The time that all threads of the process have run."""
        return cpu_seconds_of(self.pid)

    def memory(self) -> float:
        """The most memory that the process has had resident, in MiB."""
        return memory_of(self.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)


Seen = Callable[[TimedTerminal], bool]
"""Whether a terminal shows what is waited for."""


def rows(trial: Trial) -> Iterator[Row]:
    """The first frame, the home screen and the memory, each beside the floor's."""
    played = play(trial.game, KEYBOARD)

    def home(terminal: TimedTerminal) -> bool:
        return terminal.shows(played.home)

    yield _start_row(
        trial, "first frame, to the floor's", COMPANION, TimedTerminal.any_picture, 0.5
    )
    yield _start_row(trial, "home screen, to the floor's first frame", COMPANION, home, 1.5)
    yield _memory("memory at the home screen, to the floor's", COMPANION, home, 1.1)
    yield _memory(
        "memory after a whole game, to the floor's",
        PLAYED,
        lambda terminal: terminal.shows(played.last),
        1.25,
        lambda terminal: terminal.play(played),
    )
    yield from _box_rows(trial)


def _box_rows(trial: Trial) -> Iterator[Row]:
    """The same without the terminal: as the box starts, on a bus that does nothing."""
    frame = play(trial.game, BOARDS["bonnet"]).home

    def home(terminal: TimedTerminal) -> bool:
        return terminal.says(frame)

    any_picture = TimedTerminal.any_picture
    yield _start_row(trial, "first frame of the box, to the floor's", BOX, any_picture, 1.0)
    yield _start_row(trial, "home screen of the box, to the floor's first frame", BOX, home, 1.5)
    yield _memory("memory of the box at home, to the floor's", BOX, home, 1.15)


class StartTime(NamedTuple):
    """Seconds from exec to a picture, and how many of them the process was at work."""

    seconds: float
    cpu: float


def _start_row(trial: Trial, name: str, command: list[str], seen: Seen, goal: float) -> Row:
    """From exec until something is seen; the median of the ratios, and beside it that of CPU time.

    Other programs disturb the CPU time less.
    """
    try:
        with TemporaryDirectory() as folder:
            starts = partial(_start, command, folder, seen)
            floors = partial(_start, FLOOR, folder, TimedTerminal.any_picture)
            starts(), floors()  # once unmeasured, for the compiled files
            pairs = [(starts(), floors()) for _ in range(trial.rounds)]
    except (NoPictureError, OSError) as trouble:
        return Row(name, None, goal, note=str(trouble))
    ratio = median(own.seconds / other.seconds for own, other in pairs)
    own, other = map(_medians, zip(*pairs, strict=True))
    times = f"{own.seconds * 1e3:.1f} ms against {other.seconds * 1e3:.1f} ms"
    cpu = f"CPU {own.cpu / other.cpu:.2f}, {own.cpu * 1e3:.1f} ms against {other.cpu * 1e3:.1f} ms"
    return Row(name, ratio, goal, note=f"{times}; {cpu}")


def _start(command: list[str], folder: str, seen: Seen) -> StartTime:
    with TimedTerminal(command, folder) as terminal:
        return StartTime(terminal.until(partial(seen, terminal)), terminal.cpu_seconds())


def _medians(starts: Sequence[StartTime]) -> StartTime:
    return StartTime(median(each.seconds for each in starts), median(each.cpu for each in starts))


def _memory(
    name: str,
    command: list[str],
    seen: Seen,
    goal: float,
    use: Callable[[TimedTerminal], None] = lambda _: None,
) -> Row:
    """The most memory by the time something is seen, after some ``use``."""
    try:
        with TemporaryDirectory() as folder:
            with TimedTerminal(FLOOR, folder) as terminal:
                terminal.until(terminal.any_picture)
                other = terminal.memory()
            with TimedTerminal(command, folder) as terminal:
                use(terminal)
                terminal.until(partial(seen, terminal))
                own = terminal.memory()
    except (NoPictureError, OSError) as trouble:
        return Row(name, None, goal, note=str(trouble))
    return Row(name, own / other, goal, note=f"{own:.1f} MiB against {other:.1f} MiB")
