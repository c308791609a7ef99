"""The buses to a panel, by luma's serial interfaces: I2C, and SPI with its pins by gpiozero."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

from companion.box.devices.boards import I2c, Spi
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.pins import claim_pin


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
    from luma.core.error import (  # type: ignore[import-untyped]  # luma has no stubs
        DeviceNotFoundError,
        DevicePermissionError,
    )
    from luma.core.interface.serial import i2c  # type: ignore[import-untyped]  # luma has no stubs

    where = node_of(bus)
    try:
        serial: Serial = i2c(port=bus.port, address=bus.address)
    except DevicePermissionError as error:
        raise DeviceMissingError(MissingDevice.PERMISSION, where) from error
    except (DeviceNotFoundError, OSError) as error:
        raise DeviceMissingError(MissingDevice.BUS, where) from error
    return serial


class _GpiozeroPins:
    """The pins beside an SPI bus, by gpiozero: luma's own way needs RPi.GPIO, dead on a Pi 5."""

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self) -> None:
        self._pins: dict[int, Any] = {}

    def setup(self, pin: int, mode: str) -> None:  # noqa: ARG002  the signature luma expects
        from gpiozero import OutputDevice  # type: ignore[import-untyped]  # no stubs

        with claim_pin(pin):
            self._pins[pin] = OutputDevice(pin)

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
        from luma.core.error import DeviceNotFoundError
        from luma.core.interface.serial import spi

        pins = _GpiozeroPins()
        with ExitStack() as on_error:
            on_error.callback(pins.close)
            try:
                serial = spi(
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
            except (DeviceNotFoundError, FileNotFoundError) as error:
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
