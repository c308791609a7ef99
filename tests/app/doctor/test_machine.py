"""The real machine as far as it is the same everywhere, and the fake's refusals."""

from pathlib import Path

import pytest

from companion.app.doctor.machine import CommandResult, Machine
from companion.box.devices.keyboard import MockPins
from tests.fakes.machine import FakeMachine


def test_commands() -> None:
    machine = Machine()
    assert machine.run_command("echo", "two words ") == CommandResult(0, "two words")
    assert machine.run_command("false") == CommandResult(1, "")
    assert machine.run_command("no-such-program") is None


def test_packages() -> None:
    assert Machine().package_version("no-such-package") is None
    assert Machine().package_version("gpiozero")


def test_the_pin_factory(pins: MockPins) -> None:
    assert pins
    assert Machine().pin_factory() == "mock"


def test_a_bus_that_is_not_there() -> None:
    with pytest.raises(OSError, match="No such file"):
        Machine().open_bus(9999)


def test_writing_leaves_nothing_behind(tmp_path: Path) -> None:
    Machine().try_writing(tmp_path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError):
        Machine().try_writing(tmp_path / "none")
    assert Machine().free_bytes(tmp_path) > 0
    assert not Machine().can_access(tmp_path / "none")


def test_the_user_and_the_groups() -> None:
    machine: Machine = Machine()
    groups = machine.group_names()
    assert groups is None or groups
    assert machine.user_name()
    assert machine.now().tzinfo is not None


# The fake refuses what a real one would ----------------------------------------------------


def test_the_fake_overrides_every_method_of_the_real_machine() -> None:
    assert vars(Machine).keys() - {"__doc__", "__dict__", "__weakref__"} <= vars(FakeMachine).keys()
