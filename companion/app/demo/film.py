"""The demonstration as a film: the virtual device in the terminal plays a record by itself.

`play_film` is given its screen and its pauses, so it needs neither a terminal nor time.
"""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Protocol

from companion.app.box import Preference
from companion.app.demo.rig import DemoResult, Rig, check_result, people_of, play_record
from companion.box.devices.boards import Board
from companion.box.devices.terminal import TerminalScreen
from companion.core.interfaces import Press, Screen
from companion.core.session import Session
from companion.text import Words
from companion.ui.input.guide import Guide

PRESS_TIME = 0.4
"""Seconds from the name of a button to its press."""
ANSWER_TIME = 0.8
"""Seconds for which the screen after an answer is shown, before the next button is named."""
PAGE_TIME = 2.4
"""Seconds for which a page of a scoring is shown."""
END_TIME = 6.0
"""Seconds for which the last page is shown."""
LEGEND_WIDTH = 16
"""Characters kept free for the names of buttons, so that the line does not move."""
NO_BREAK = "\N{NO-BREAK SPACE}"
ARROWS = {
    Press.UP: "↑",
    Press.DOWN: "↓",
    Press.LEFT: "←",
    Press.RIGHT: "→",
    Press.PREVIOUS: "←",
    Press.NEXT: "→",
}
_QUIT_KEYS = b"qQ\x03\x04"  # Ctrl-C and Ctrl-D, where they are no signal and no end of input
_ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Pause = Callable[[float], None]
"""Waits so many seconds; raises FilmEnded when somebody ends the film."""


class FilmEnded(Exception):
    """Somebody has ended the film before its end."""


class LegendScreen(Screen, Protocol):
    """A screen with a line beneath its picture, drawn with each of them."""

    legend: Callable[[], str]


def play_film(
    record: Session, board: Board, words: Words, screen: LegendScreen, pause: Pause
) -> DemoResult:
    """Play the record on ``screen``, and name each button beneath before it is pressed.

    Raises DemoFailed if the result differs, and as ``pause`` does.
    """
    pressed: list[str] = []
    """The buttons pressed since the last answer."""

    def legend() -> str:
        names = " ".join(pressed).replace(" ", NO_BREAK)
        return words.say("demo.keys", presses=f"{names:{NO_BREAK}<{LEGEND_WIDTH}}")

    def name_press(press: Press) -> None:
        label = board.button_names.get(press.value) or ARROWS.get(press)
        pressed.append(label or words.named("button", press.value))
        screen.show(rig.frame)
        pause(PRESS_TIME)

    def end_step(seconds: float) -> None:
        screen.show(rig.frame)
        pause(seconds)
        pressed.clear()

    screen.legend = legend
    given: Mapping[str, str] = {Preference.LANGUAGE: words.language}
    people = people_of(record)
    with (
        TemporaryDirectory() as folder,
        Rig(board, Path(folder), people, given=given, before_press=name_press) as rig,
    ):
        for _ in play_record(rig, record):
            end_step(PAGE_TIME if isinstance(rig.entry, Guide) else ANSWER_TIME)
        end_step(END_TIME)
        return check_result(rig, record)


def show_film(record: Session, board: Board, words: Words) -> DemoResult | None:
    """Play the record as a film in this terminal, until its end, or q: then there is no result.

    Raises DemoFailed if the result differs, and DeviceMissingError without a terminal.
    """
    too_small = partial(words.say, "cli.too-small")
    try:
        with TerminalScreen(lambda: "", too_small) as terminal, _wake_on_signals() as wake:
            return play_film(record, board, words, terminal, TerminalPause(terminal.redraw, wake))
    except FilmEnded:
        return None


class TerminalPause:
    """Waits in a terminal, and redraws it when its window has changed.

    Called with seconds; raises FilmEnded for q, Ctrl-C, Ctrl-D, a signal that ends the program, and
    a terminal that was closed. ``wake`` is where the numbers of signals are read from.
    """

    def __init__(self, redraw: Callable[[], None], wake: int, source: int = 0) -> None:
        self._redraw = redraw
        self._wake = wake
        self._source = source

    def __call__(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self._source, self._wake], [], [], left)
            if self._wake in ready:
                self._take_signals()
            if self._source in ready:
                self._take_keys()

    def _take_signals(self) -> None:
        numbers = os.read(self._wake, 64)
        if any(each in numbers for each in _ENDINGS):
            raise FilmEnded
        self._redraw()

    def _take_keys(self) -> None:
        try:
            keys = os.read(self._source, 64)
        except OSError:  # hung up: the same as the end of input
            keys = b""
        if not keys or any(key in _QUIT_KEYS for key in keys):
            raise FilmEnded


@contextmanager
def _wake_on_signals() -> Iterator[int]:
    """Where the number of each signal of the terminal can be read, which does nothing else."""
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    before = {each: signal.signal(each, lambda *_: None) for each in (*_ENDINGS, signal.SIGWINCH)}
    signal.set_wakeup_fd(waker)
    try:
        yield wake
    finally:
        signal.set_wakeup_fd(-1)
        for each, handler in before.items():
            signal.signal(each, handler)
        os.close(wake)
        os.close(waker)


LOOK_EVERY = 0.5
"""Seconds from one look at the files to the next."""


def watch_files(folder: Path, show: Callable[[], None]) -> None:
    """Show it, and again after each change of a file in the folder; only an interrupt ends it."""
    while True:
        before = _times_of(folder)
        show()
        while _times_of(folder) == before:
            sleep(LOOK_EVERY)


def _times_of(folder: Path) -> Mapping[Path, int]:
    """When each file was changed, but for what Python keeps."""
    found = (each for each in folder.rglob("*") if each.suffix != ".pyc" and each.is_file())
    return {file: file.stat().st_mtime_ns for file in found}
