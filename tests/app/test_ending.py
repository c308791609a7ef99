"""The end keeps its time, whatever a device does: time is simulated, and no device is real."""

import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from companion.app.ending import (
    CLOSED_BY,
    FAREWELL_UNTIL,
    LEAST_CLOSING_TIME,
    Ending,
    Task,
    run_within,
)
from companion.store.journal import JournalReader
from tests.app.command import PATIENCE, environment, python
from tests.fakes.clock import SetClock
from tests.store.journal import ANSWERS, played

# The box, with a tenth of the time; `blocks` says what hangs from the first press on.
BOX = """
import os, sys, threading
from companion import cli
from companion.app import ending
from companion.app.loop import App
from companion.box.devices import oled
from companion.box.devices.keyboard import use_mock_pins
from companion.box.panel import link

blocks, hangs = sys.argv[1].split(","), threading.Event()
ending.FAREWELL_UNTIL, ending.CLOSED_BY = 0.1, 0.4
ending.LEAST_CLOSING_TIME, ending.LIMIT = 0.1, 2.0

def hang(what):
    if what in blocks and hangs.is_set():
        threading.Event().wait()

class Panel(oled.FakeOled):
    def show(self, frame):
        hang("panel")
        super().show(frame)
    def sleep(self):
        hang("panel")
        super().sleep()
    def close(self):
        self.sleep()
        super().close()

class Port:
    def __init__(self, path):
        self.pipe = os.pipe()
    def fileno(self):
        return self.pipe[0]
    def write(self, data):
        return len(data)
    def close(self):
        hang("port")

def step(app):
    hangs.set()
    os.write(1, b"ready")
    hang("loop")
    return real_step(app)

real_step, App.step = App.step, step
use_mock_pins()
threading.Thread(target=threading.Event().wait, daemon=True).start()  # of a library, say
oled.open_oled = lambda *_, **__: Panel()
link.PanelLink.__init__.__defaults__ = (Port,)
sys.exit(cli.main(["play", "--board", "bonnet"]))
"""
FOR_EVER = 1e9
"""Seconds that a device takes that hangs."""


class SlowDevice:
    """Takes its time for a picture and to close, one after the other; notes the calls that end."""

    def __init__(self, clock: SetClock, close: float, show: float = 0.0) -> None:
        self._clock = clock
        self._takes = {"show": show, "close": close}
        self._free_at = 0.0
        self._ends: list[tuple[str, float]] = []

    def show(self) -> None:
        """Show a picture."""
        self._call("show")

    def close(self) -> None:
        """Be closed."""
        self._call("close")

    def _call(self, name: str) -> None:
        self._free_at = max(self._free_at, self._clock.now) + self._takes[name]
        self._clock.now = self._free_at
        self._ends.append((name, self._free_at))

    @property
    def done(self) -> list[str]:
        """The calls that have ended by now."""
        return [name for name, at in self._ends if at <= self._clock.now]


@pytest.fixture
def ending(clock: SetClock) -> Ending:
    """An end whose threads take the time that their tasks add to the clock."""

    def run(tasks: Sequence[Task], seconds: float) -> None:
        began, ends = clock.now, [clock.now]
        for task in tasks:
            clock.now = began
            task()
            ends.append(clock.now)
        clock.now = min(max(ends), began + seconds)

    def wait(seconds: float) -> None:
        clock.now += seconds

    return Ending(lambda: clock.now, run, wait)


def finish(ending: Ending, clock: SetClock, panel: SlowDevice, *others: SlowDevice) -> float:
    """Ask for the end, and go through it; returns how many seconds it took."""
    ending.closes_screen(panel.close)
    for other in others:
        ending.closes(other.close)
    began = clock.now
    ending.ask()
    with ending:
        ending.show_farewell(panel.show)
    return clock.now - began


def test_the_farewell_is_shown_for_a_second(clock: SetClock, ending: Ending) -> None:
    panel = SlowDevice(clock, 0.02, show=0.02)
    assert finish(ending, clock, panel) == pytest.approx(FAREWELL_UNTIL + 0.02)
    assert panel.done == ["show", "close"]


def test_a_late_end_has_no_farewell(clock: SetClock, ending: Ending) -> None:
    """The signal came while the loop was waiting for a slow picture."""
    panel = SlowDevice(clock, 0.01, show=3.0)
    ending.ask()
    clock.now += FAREWELL_UNTIL
    assert finish(ending, clock, panel) == pytest.approx(0.01)
    assert panel.done == ["close"]


def test_a_panel_of_three_seconds_a_picture_is_asleep_in_time(
    clock: SetClock, ending: Ending
) -> None:
    panel = SlowDevice(clock, 0.01, show=3.0)
    assert finish(ending, clock, panel) <= CLOSED_BY
    assert panel.done == ["show", "close"]


@pytest.mark.parametrize("late", [0.0, 2.0, 3.4, 4.0])
def test_what_hangs_is_left_behind(clock: SetClock, ending: Ending, late: float) -> None:
    """A bus that hangs, a port that blocks when it is closed, a voice that does not die."""
    panel, port, voice = (SlowDevice(clock, FOR_EVER, show=FOR_EVER) for _ in range(3))
    chime = SlowDevice(clock, 0.1)
    ending.ask()
    clock.now += late
    assert finish(ending, clock, panel, port, voice, chime) <= max(
        CLOSED_BY - late, LEAST_CLOSING_TIME
    )
    assert chime.done == ["close"]
    assert not panel.done + port.done + voice.done


def test_a_fault_that_ends_it_closes_all(clock: SetClock, ending: Ending) -> None:
    panel = SlowDevice(clock, 0.1)
    ending.closes_screen(panel.close)
    with suppress(ZeroDivisionError), ending:
        raise ZeroDivisionError
    assert panel.done == ["close"]


def test_tasks_run_side_by_side_and_what_blocks_is_left_behind() -> None:
    one, two, never = Event(), Event(), Event()

    def meet(mine: Event, other: Event) -> None:
        mine.set()
        assert other.wait(10)

    run_within([lambda: meet(one, two), lambda: meet(two, one)], 10)
    assert one.is_set()
    assert two.is_set()
    run_within([never.wait], 0.01)
    never.set()


def test_the_screen_is_not_closed_amid_a_picture() -> None:
    shown, closed = Event(), Event()
    ending = Ending(run=lambda tasks, _: run_within(tasks, 0.01), wait=lambda _: None)
    ending.closes_screen(closed.set)
    with ending:
        ending.show_farewell(lambda: shown.wait(10))
    assert not closed.is_set()
    shown.set()
    assert closed.wait(10)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("blocks", "closed"), [("nothing", True), ("panel,port", True), ("loop", False)]
)
def test_the_box_ends_in_time_and_closes_its_journal(
    tmp_path: Path, blocks: str, closed: bool
) -> None:
    """Even if the loop itself hangs, in a bus or a disk; then the journal keeps its log."""
    played(tmp_path)
    box = subprocess.Popen(
        python(BOX, blocks), env=environment(tmp_path), stdout=subprocess.PIPE, bufsize=0
    )
    with box:
        assert box.stdout is not None
        assert box.stdout.read(5) == b"ready"
        box.send_signal(signal.SIGTERM)
        try:
            assert box.wait(PATIENCE) == 0
        finally:
            box.kill()
    assert (tmp_path / "games.sqlite-wal").exists() != closed
    assert JournalReader(tmp_path).answers(1) == ANSWERS
