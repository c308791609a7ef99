"""The machines that the doctor's tests examine."""

from pathlib import Path

import pytest

from tests.fakes.machine import FakeMachine, fake_pi


@pytest.fixture
def pi(tmp_path: Path) -> FakeMachine:
    return fake_pi(tmp_path)


@pytest.fixture
def laptop(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path)
