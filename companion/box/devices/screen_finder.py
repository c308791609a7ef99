"""Finds the screen on an I2C bus, and its controller by its status byte."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import NamedTuple, Protocol, cast

from companion.box.devices.boards import Controller, I2c
from companion.box.devices.buses import node_of
from companion.box.devices.early_splash import STATUS_BITS
from companion.box.devices.errors import DeviceMissingError, MissingDevice

_CONTROLLERS: Mapping[int, Controller] = {
    0x03: Controller.SSD1306,
    0x04: Controller.SSD1306,
    0x06: Controller.SSD1306,
    0x08: Controller.SH1106,
}
"""The controllers by their status: observed on many screens, not promised by a data sheet."""
_NO_COMMAND = 0x00
"""I2C's control byte before commands, with none behind it. After the one before data, an SH1106
would return a byte of its memory instead of its status."""


class Bus(Protocol):
    """An open I2C bus."""

    def write_byte(self, address: int, value: int) -> None:
        """Send one byte to a device; raises OSError."""

    def read_byte(self, address: int) -> int:
        """Read one byte from a device without writing first; raises OSError."""

    def close(self) -> None:
        """Close the bus."""


class FoundScreen(NamedTuple):
    """A device that answers where only a screen does."""

    address: int
    status: int | None
    """Its status byte; None if a driver of the kernel keeps others from reading it."""

    @property
    def controller(self) -> Controller | None:
        """What it probably is, by its status."""
        return None if self.status is None else controller_of(self.status)


FindScreen = Callable[[int, Sequence[int]], FoundScreen]
"""Looks on the bus of this number for a screen at one of these addresses, as `find_screen` does."""


def controller_of(status: int) -> Controller | None:
    """Return the controller that has this status byte, dark or lit; None if none is known to."""
    return _CONTROLLERS.get(status & STATUS_BITS)


def statuses_of(controller: Controller) -> list[int]:
    """Return the status bytes by which this controller is known, when lit."""
    return [status for status, each in _CONTROLLERS.items() if each is controller]


def open_smbus(port: int) -> Bus:
    """Open ``/dev/i2c-<port>``; raises OSError."""
    from smbus2 import SMBus  # where no screen is looked for, its import would be for nothing

    return cast(Bus, SMBus(port))


def read_status(bus: Bus, address: int) -> int:
    """Read a screen's status byte; raises OSError."""
    bus.write_byte(address, _NO_COMMAND)
    return bus.read_byte(address)


def find_screen(
    port: int, addresses: Sequence[int], open_bus: Callable[[int], Bus] = open_smbus
) -> FoundScreen:
    """Return the first screen whose controller is known, or else the first that answers.

    Raises DeviceMissingError if none does, or the bus can't be used.
    """
    node = node_of(I2c(port))
    try:
        bus = open_bus(port)
    except PermissionError as error:
        raise DeviceMissingError(MissingDevice.PERMISSION, node) from error
    except OSError as error:
        raise DeviceMissingError(MissingDevice.BUS, node) from error
    with closing(bus):
        looked_at = (_look_at(bus, address) for address in addresses)
        found = [screen for screen in looked_at if screen is not None]
    if not found:
        raise DeviceMissingError(MissingDevice.SCREEN, node)
    return next((each for each in found if each.controller is not None), found[0])


def _look_at(bus: Bus, address: int) -> FoundScreen | None:
    try:
        return FoundScreen(address, read_status(bus, address))
    except OSError as error:  # nobody is there, or the bus is stuck, as the doctor finds out
        return FoundScreen(address, None) if error.errno == errno.EBUSY else None
