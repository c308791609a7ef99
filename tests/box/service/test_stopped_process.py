"""A tap while the whole process stands still, by SIGSTOP: it counts like any other.

gpiozero's factory for lgpio, the buttons, the debouncer, the loop and the journal are real. What is
played is compared by the pictures that were shown and by the game in the journal.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.box.devices.boards import BOARDS
from companion.core.interfaces import Press
from companion.store.journal import JournalReader
from tests.fakes.lgpio import Contacts

PINS = {press: pin for pin, press in BOARDS["bonnet"].pins.items()}
TAPS = [Press.OK] * 12 + [Press.DOWN, Press.RIGHT, Press.OK, Press.UP, Press.OK, Press.OK]
TAPPED, PAUSE = 0.06, 0.4
"""Seconds of a tap, and between two: the press guard wants a picture to be seen."""
PATIENCE = 20.0
STOPS = (0.1, 2.0)


class Box:
    """The companion in a process of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.contacts = Contacts(folder)
        environ = {
            **os.environ,
            "RUNTIME_DIRECTORY": str(folder),
            "STATE_DIRECTORY": str(folder),
            "GPIOZERO_PIN_FACTORY": "",
        }
        program = [sys.executable, "-m", "tests.box.service.stopped_service"]
        self.process = subprocess.Popen(program, env=environ)
        self.wait(lambda: len(self.pictures) > 1)

    @property
    def pictures(self) -> list[str]:
        """The sums of the pictures shown."""
        log = self.folder / "frames"
        lines = log.read_text().splitlines() if log.exists() else []
        return [line.split()[1] for line in lines]

    def wait(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end
            time.sleep(0.05)

    def tap(self, press: Press) -> None:
        self.contacts.move(PINS[press], closed=True)
        time.sleep(TAPPED)
        self.contacts.move(PINS[press], closed=False)

    def tap_stopped(self, press: Press, seconds: float) -> None:
        """Tap amid a stop of so many seconds."""
        self.process.send_signal(signal.SIGSTOP)
        time.sleep((seconds - TAPPED) / 2)
        self.tap(press)
        time.sleep((seconds - TAPPED) / 2)
        self.process.send_signal(signal.SIGCONT)

    def game(self) -> list[str]:
        """The answers of the game in the journal."""
        return [str(answer) for answer in JournalReader(self.folder).answers(1)]

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self.contacts.close()


@pytest.fixture
def boxes(tmp_path: Path) -> Iterator[tuple[Box, Box]]:
    with closing(Box(tmp_path / "plain")) as plain, closing(Box(tmp_path / "stopped")) as stopped:
        yield plain, stopped


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_a_tap_amid_a_stop_is_the_press_that_it_would_have_been(
    boxes: tuple[Box, Box], seed: int
) -> None:
    """Stops of 0.1 to 2 s, one at each tap: the same pictures, and the same game in the journal."""
    plain, stopped = boxes
    random = Random(seed)
    for press in TAPS:
        before = plain.pictures[-1]
        plain.tap(press)
        stopped.tap_stopped(press, random.uniform(*STOPS))
        plain.wait(lambda before=before: plain.pictures[-1] != before)  # type: ignore[misc]  # a default
        stopped.wait(lambda: stopped.pictures[-1] == plain.pictures[-1])
        time.sleep(PAUSE)
    assert stopped.game() == plain.game()
    assert plain.game()
