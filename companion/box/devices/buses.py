"""The buses to a panel, by luma's serial interfaces, and the search for a screen on one.

I2C, and SPI with its pins by gpiozero. On I2C a screen tells its controller by its status byte.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from companion.box.devices.boards import Controller, I2c, Spi
from companion.box.devices.buttons import claim_pin
from companion.box.devices.early_splash import STATUS_BITS
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.libraries import load_library


class Serial(Protocol):
    """An open bus to a panel, with the methods of luma's serial interfaces."""

    def command(self, *cmd: int) -> None:
        """Send a command and its arguments, 32 bytes at most."""

    def data(self, data: list[int]) -> None:
        """Send bytes for the panel's memory."""

    def cleanup(self) -> None:
        """Close the bus. May be called twice."""


def open_bus(bus: I2c | Spi, lit: Path | None = None) -> Serial:
    """Open the bus; raises DeviceMissingError.

    ``lit`` is a file that exists if the panel is in use already; it is removed.
    """
    return open_i2c(bus) if isinstance(bus, I2c) else SpiSerial(bus, lit=lit)


def name_bus(bus: I2c | Spi) -> str:
    """Return the panel's address for an error message: "0x3C" or "/dev/spidev0.0"."""
    return f"0x{bus.address:02X}" if isinstance(bus, I2c) else node_of(bus)


def node_of(bus: I2c | Spi) -> str:
    """Return the bus's node: "/dev/i2c-1" or "/dev/spidev0.0"."""
    if isinstance(bus, I2c):
        return f"/dev/i2c-{bus.port}"
    return f"/dev/spidev{bus.port}.{bus.device}"


def open_i2c(bus: I2c) -> Serial:
    """Open an I2C bus; raises DeviceMissingError."""
    where, error_of = node_of(bus), load_library("luma.core.error")
    try:
        serial: Serial = load_library("luma.core.interface.serial").i2c(
            port=bus.port, address=bus.address
        )
    except error_of.DevicePermissionError as error:
        raise DeviceMissingError(MissingDevice.PERMISSION, where) from error
    except (error_of.DeviceNotFoundError, OSError) as error:
        raise DeviceMissingError(MissingDevice.BUS, where) from error
    return serial


class _GpiozeroPins:
    """The pins beside an SPI bus, by gpiozero: luma's own way needs RPi.GPIO, dead on a Pi 5."""

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self) -> None:
        self._pins: dict[int, Any] = {}

    def setup(self, pin: int, mode: str) -> None:  # noqa: ARG002  the signature luma expects
        with claim_pin(pin):
            self._pins[pin] = load_library("gpiozero").OutputDevice(pin)

    def output(self, pin: int, level: bool) -> None:
        self._pins[pin].value = level

    def close(self) -> None:
        for pin in self._pins.values():
            pin.close()


class SpiSerial:
    """luma's SPI with its pins by gpiozero; opening it resets the panel, unless ``lit`` exists.

    That file says that the panel is in use already, and is removed: from the second time on the
    panel is reset. ``device`` replaces spidev's, for tests. Raises DeviceMissingError.
    """

    def __init__(self, bus: Spi, device: object = None, *, lit: Path | None = None) -> None:
        error_of, pins = load_library("luma.core.error"), _GpiozeroPins()
        with ExitStack() as on_error:
            on_error.callback(pins.close)
            try:
                serial = load_library("luma.core.interface.serial").spi(
                    spi=device,
                    gpio=pins,
                    port=bus.port,
                    device=bus.device,
                    gpio_DC=bus.dc,
                    gpio_RST=None if _remove(lit) else bus.reset,
                    reset_hold_time=0.001,
                    reset_release_time=0.001,
                )
            except ImportError as error:
                raise DeviceMissingError(MissingDevice.LIBRARY, "spidev") from error
            except PermissionError as error:
                raise DeviceMissingError(MissingDevice.PERMISSION, node_of(bus)) from error
            except (error_of.DeviceNotFoundError, FileNotFoundError) as error:
                raise DeviceMissingError(MissingDevice.BUS, node_of(bus)) from error
            on_error.pop_all()
        self.command = serial.command
        self.data = serial.data
        self._cleanups = (serial.cleanup, pins.close)

    def cleanup(self) -> None:
        """Close the bus and the pins. May be called twice."""
        for cleanup in self._cleanups:
            cleanup()


def _remove(file: Path | None) -> bool:
    """Remove the file, and return whether it was there."""
    try:
        if file:
            file.unlink()
    except OSError:
        return False
    return file is not None


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
    return cast(Bus, load_library("smbus2").SMBus(port))


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
