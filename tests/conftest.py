"""What all tests share: the depth of the run, catalogues compiled, the pin factory put back."""

import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import disk_usage

import pytest
from hypothesis import settings

from companion.app.ending import SIGNALS
from companion.box.devices.keyboard import MockPins, use_mock_pins
from companion.core import guard
from companion.text.catalogues.compiling import compile_all
from tests import depth
from tests.fakes.clock import SetClock

settings.register_profile("soak", deadline=None)
settings.register_profile("quick", settings.get_profile("soak"), max_examples=depth.examples(100))
settings.load_profile("soak" if depth.SOAK else "quick")


MEMORY, ROOM = Path("/dev/shm"), 2**30
"""Files in memory, and how many bytes of room `make test` wants there."""

if not depth.SOAK and MEMORY.is_dir() and disk_usage(MEMORY).free > ROOM:
    # A seventh of all CPU went to syncs and metadata of a disk; `make soak` keeps to the disk.
    os.environ.setdefault("TMPDIR", str(MEMORY))
    tempfile.tempdir = None

MANY_FILES = 100
"""Open files of a process that are too many: `select` can't wait for one whose number is 1,024."""

guard.strict = True
"""A fault of a game fails its test; the fixture `unstrict` guards as at the box."""


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks with which a test says how much of it `make test` runs.

    Collecting makes many objects that stay, and a test few that refer to themselves: looking for
    these as often as Python does by itself took a tenth of all CPU.
    """
    gc.set_threshold(50_000, 20, 100)
    for mark in ("sample(n): `make test` runs at most n of the cases", "soak: `make soak` only"):
        config.addinivalue_line("markers", mark)


def pytest_sessionstart() -> None:
    """Compile the catalogues that have changed since: a checkout need not be installed."""
    list(compile_all())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only `make soak` runs, and from that what has been run."""
    chosen = depth.not_yet_run(items) if depth.SOAK else list(depth.sampled(items))
    kept = set(map(id, chosen))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
    items[:] = chosen


def pytest_collection_finish() -> None:
    """Leave what has been collected out of the search for garbage."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Function) -> None:
    depth.begin(item)


def pytest_runtest_teardown() -> None:
    """Close files that only a circle of objects holds, as paho's: nothing else does so soon."""
    if len(os.listdir("/dev/fd")) > MANY_FILES:
        gc.collect()


def pytest_runtest_makereport(item: pytest.Function, call: pytest.CallInfo[None]) -> None:
    """Write down what has passed; the report itself is made by pytest."""
    if call.when == "call" and call.excinfo is None:
        depth.write_down(item)


@pytest.fixture(autouse=True)
def _pin_factory_restored() -> Iterator[None]:
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs

    found = Device.pin_factory
    yield
    if Device.pin_factory is not found:
        Device.pin_factory.close()
        Device.pin_factory = found


@pytest.fixture
def unstrict(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Guard the parts of games as at the box; no fault is known before the test or after it."""
    monkeypatch.setattr(guard, "strict", False)
    guard.forget_faults()
    yield
    guard.forget_faults()


@pytest.fixture
def signals_restored() -> Iterator[None]:
    """For tests that run `play` in their own process, which catches signals."""
    handlers = {each: signal.getsignal(each) for each in SIGNALS}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    yield
    signal.set_wakeup_fd(-1)
    for each, handler in handlers.items():
        signal.signal(each, handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@pytest.fixture
def clock() -> SetClock:
    """The time of the mock pins."""
    return SetClock()


@pytest.fixture
def pins(clock: SetClock) -> MockPins:
    """Mock pins, in force until the test ends."""
    return use_mock_pins(clock)
