"""What the firmware's tests share: a simulated Pico's copper, and Picos in real MicroPython."""

import os
from collections.abc import Iterator

import pytest

from firmware.fakes import machine
from tests.firmware.pico import Pico, missing


@pytest.fixture
def board() -> Iterator[machine.Board]:
    """A fresh Pico for the parts made in this test."""
    yield machine.use(machine.Board())
    machine.use(machine.Board())


@pytest.fixture
def interpreter() -> None:
    """Skips where there is no MicroPython; in CI there must be one."""
    if missing() and "CI" not in os.environ:
        pytest.skip(missing())


@pytest.fixture
def pico(interpreter: None) -> Iterator[Pico]:  # noqa: ARG001 - wanted for its skip
    """A Pico with the firmware, just started."""
    with Pico() as started:
        yield started
