"""The real machine as far as it is the same everywhere, and the fake's refusals."""

import errno
from pathlib import Path

import pytest

from companion.config import Config
from companion.devices.virtual_buttons import MockPins
from companion.doctor.fake import FakeBus, FakeMachine, fake_pi
from companion.doctor.machine import Machine, Ran, ThisMachine
from tests.doctor.patients import HAT


def test_commands() -> None:
    machine = ThisMachine()
    assert machine.run("echo", "two words ") == Ran(0, "two words")
    assert machine.run("false") == Ran(1, "")
    assert machine.run("no-such-program") is None


def test_packages() -> None:
    assert ThisMachine().version("no-such-package") is None
    assert ThisMachine().version("gpiozero")


def test_the_pin_factory_in_force(pins: MockPins) -> None:
    assert pins
    assert ThisMachine().pin_factory() == "mock"


def test_a_bus_that_is_not_there() -> None:
    with pytest.raises(OSError, match="No such file"):
        ThisMachine().open_bus(9999)


def test_writing_leaves_nothing_behind(tmp_path: Path) -> None:
    ThisMachine().try_writing(tmp_path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError):
        ThisMachine().try_writing(tmp_path / "none")
    assert ThisMachine().free(tmp_path) > 0
    assert not ThisMachine().may_use(tmp_path / "none")


def test_who_is_asking() -> None:
    machine: Machine = ThisMachine()
    groups = machine.groups()
    assert groups is None or groups
    assert machine.user()
    assert machine.now().tzinfo is not None


# The fake refuses what a real one would ----------------------------------------------------


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


def test_a_fake_machine_opens_only_what_is_there_and_open(tmp_path: Path) -> None:
    laptop = FakeMachine(tmp_path / "laptop")
    pi = fake_pi(tmp_path / "pi")
    for opening in (
        lambda: laptop.open_bus(1),
        lambda: laptop.open_panel(Config()),
        lambda: pi.open_panel(HAT),
        laptop.pin_factory,
        lambda: laptop.try_writing(tmp_path / "none"),
    ):
        with pytest.raises(OSError, match=r"\w"):
            opening()
    pi.closed = {Path("/dev/i2c-1")}
    with pytest.raises(PermissionError):
        pi.open_bus(1)
