"""The screen found on the bus, and its controller by its status byte."""

import errno
import os
from collections.abc import Mapping
from functools import partial

import pytest

from companion.box.devices.boards import Controller
from companion.box.devices.buses import FoundScreen, controller_of, find_screen
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from tests.fakes.buses import FakeSmbus
from tests.fakes.machine import FakeBus
from tests.fakes.oled import PICTURE, wire_oled

BOTH = (0x3C, 0x3D)
BUSY = OSError(errno.EBUSY, os.strerror(errno.EBUSY))
STUCK = OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))


def find(parts: Mapping[int, int | OSError], *addresses: int) -> FoundScreen:
    """Find a screen on such a bus, which is closed afterwards."""
    bus = FakeBus(parts)
    try:
        return find_screen(1, addresses or BOTH, lambda _: bus)
    finally:
        assert not bus.is_open
        assert bus.asked == set(addresses or BOTH)


@pytest.mark.parametrize(
    ("status", "controller"),
    [
        (0x03, Controller.SSD1306),
        (0x04, Controller.SSD1306),
        (0x06, Controller.SSD1306),
        (0x08, Controller.SH1106),
        *((status, None) for status in (0x00, 0x07, 0x0F, 0x13, 0x83, 0x88, 0xBF)),
    ],
)
def test_the_controller_by_its_status_dark_or_lit(
    status: int, controller: Controller | None
) -> None:
    assert controller_of(status) is controller_of(status | 0x40) is controller


def test_the_address_that_answers_is_told() -> None:
    assert find({0x3D: 0x48}) == FoundScreen(0x3D, 0x48)
    assert find({0x3C: 0x43, 0x3D: 0x48}, 0x3D) == FoundScreen(0x3D, 0x48)


def test_of_two_screens_the_first_that_is_known_counts() -> None:
    assert find({0x3C: 0x43, 0x3D: 0x48}).address == 0x3C
    assert find({0x3C: 0x4F, 0x3D: 0x48}).address == 0x3D
    assert find({0x3C: 0x4F, 0x3D: 0x00}) == FoundScreen(0x3C, 0x4F)


def test_a_screen_with_a_driver_of_the_kernel_is_there_but_unknown() -> None:
    found = find({0x3C: BUSY})
    assert found == FoundScreen(0x3C, None)
    assert found.controller is None
    assert find({0x3C: BUSY, 0x3D: 0x48}).address == 0x3D


@pytest.mark.parametrize("parts", [{}, {0x68: 0x03}, {0x3C: STUCK, 0x3D: STUCK}])
def test_where_no_screen_answers_the_bus_is_named(parts: Mapping[int, int | OSError]) -> None:
    with pytest.raises(DeviceMissingError) as caught:
        find(parts)
    assert (caught.value.missing, caught.value.where) == (MissingDevice.SCREEN, "/dev/i2c-1")


@pytest.mark.parametrize(
    ("number", "missing"),
    [(errno.ENOENT, MissingDevice.BUS), (errno.EACCES, MissingDevice.PERMISSION)],
)
def test_a_bus_that_cannot_be_opened_is_named(number: int, missing: MissingDevice) -> None:
    def refuse(_port: int) -> FakeBus:
        raise OSError(number, os.strerror(number))

    with pytest.raises(DeviceMissingError) as caught:
        find_screen(3, BOTH, refuse)
    assert (caught.value.missing, caught.value.where) == (missing, "/dev/i2c-3")


@pytest.mark.parametrize("controller", ["ssd1306", "sh1106"])
def test_a_screen_in_use_is_known_lit_and_dark(
    controller: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when data was sent to it last, as by a companion that was killed."""
    wired = wire_oled(controller)
    monkeypatch.setattr("smbus2.SMBus", (bus := FakeSmbus(wired.panel)).open)
    wired.oled.show(bytes(1024))
    statuses = set()
    for change in (partial(wired.oled.show, PICTURE), wired.oled.sleep):
        change()
        before = wired.panel.picture()
        found = find_screen(1, BOTH)
        assert found.controller == controller
        assert wired.panel.picture() == before
        statuses.add(found.status)
    assert len(statuses) == 2
    bus.has_driver = True
    assert find_screen(1, BOTH) == FoundScreen(0x3C, None)
