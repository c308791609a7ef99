"""Fixtures of the firmware's tests: a simulated board, and Picos in the real MicroPython."""

import os
from collections.abc import Iterator

import pytest

from firmware.fakes import machine
from tests.firmware.pico import Pico, missing_interpreter


@pytest.fixture
def board() -> Iterator[machine.Board]:
    """A new board for the parts made in this test."""
    yield machine.use_board(machine.Board())
    machine.use_board(machine.Board())


@pytest.fixture
def interpreter() -> None:
    """Skip without MicroPython, except in CI."""
    if missing_interpreter() and "CI" not in os.environ:
        pytest.skip(missing_interpreter())


@pytest.fixture
def pico(interpreter: None) -> Iterator[Pico]:  # noqa: ARG001 - used for its skip
    """A Pico that has just started the firmware."""
    with Pico() as started:
        yield started
