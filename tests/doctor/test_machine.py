"""The real machine as far as it is the same everywhere, and the fake's refusals."""

import errno
from pathlib import Path

import pytest

from companion.config import Config
from companion.devices.virtual_buttons import MockPins
from companion.doctor.machine import CommandResult, Machine
from tests.doctor.examinations import HAT
from tests.fakes.machine import FakeBus, FakeMachine, fake_pi


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


def test_a_fake_bus_knows_no_other_addresses_and_can_be_closed() -> None:
    bus = FakeBus({0x3C: 0x43})
    assert bus.read_byte(0x3C) == 0x43
    for address, number in ((0x02, errno.EINVAL), (0x78, errno.EINVAL), (0x3D, errno.EREMOTEIO)):
        with pytest.raises(OSError, match=r"\[Errno") as refused:
            bus.read_byte(address)
        assert refused.value.errno == number
    bus.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        bus.read_byte(0x3C)


def test_a_fake_machine_opens_only_what_exists_and_may_be_used(tmp_path: Path) -> None:
    laptop = FakeMachine(tmp_path / "laptop")
    pi = fake_pi(tmp_path / "pi")
    for opening in (
        lambda: laptop.open_bus(1),
        lambda: laptop.open_screen(Config()),
        lambda: pi.open_screen(HAT),
        laptop.pin_factory,
        lambda: laptop.try_writing(tmp_path / "none"),
    ):
        with pytest.raises(OSError, match=r"\w"):
            opening()
    pi.no_access = {Path("/dev/i2c-1")}
    with pytest.raises(PermissionError):
        pi.open_bus(1)
