"""The ways to a panel, by luma's serial interfaces: I2C, and SPI with its pins by gpiozero."""

from contextlib import ExitStack
from typing import Any, Protocol

from companion.devices.boards import I2c, Spi
from companion.devices.errors import DeviceMissingError, Lack


class Serial(Protocol):
    """The way to the panel, as luma knows it."""

    def command(self, *cmd: int) -> None:
        """Send a command and its arguments, 32 bytes at most."""

    def data(self, data: list[int]) -> None:
        """Send bytes for the panel's memory."""

    def cleanup(self) -> None:
        """Let go of the bus. May be called twice."""


def connect(bus: I2c | Spi) -> Serial:
    """Open the bus; raises DeviceMissingError naming what is lacking."""
    return i2c_serial(bus) if isinstance(bus, I2c) else SpiSerial(bus)


def name_of(bus: I2c | Spi) -> str:
    """The panel's place for an error message: "0x3C" or "/dev/spidev0.0"."""
    return f"0x{bus.address:02X}" if isinstance(bus, I2c) else _path(bus)


def _path(bus: Spi) -> str:
    return f"/dev/spidev{bus.port}.{bus.device}"


def i2c_serial(bus: I2c) -> Serial:
    """Open an I2C bus; raises DeviceMissingError."""
    from luma.core.error import (  # type: ignore[import-untyped]  # luma has no stubs
        DeviceNotFoundError,
        DevicePermissionError,
    )
    from luma.core.interface.serial import i2c  # type: ignore[import-untyped]  # luma has no stubs

    where = f"/dev/i2c-{bus.port}"
    try:
        serial: Serial = i2c(port=bus.port, address=bus.address)
    except DevicePermissionError as error:
        raise DeviceMissingError(Lack.PERMISSION, where) from error
    except (DeviceNotFoundError, OSError) as error:
        raise DeviceMissingError(Lack.BUS, where) from error
    return serial


class _Lines:
    """The pins beside an SPI bus, by gpiozero: luma's own way needs RPi.GPIO, dead on a Pi 5."""

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self) -> None:
        self._lines: dict[int, Any] = {}

    def setup(self, pin: int, mode: str) -> None:  # noqa: ARG002  the shape luma expects
        from gpiozero import GPIOZeroError, OutputDevice  # type: ignore[import-untyped]  # no stubs

        try:
            self._lines[pin] = OutputDevice(pin)
        except GPIOZeroError as error:
            raise DeviceMissingError(Lack.GPIO, f"GPIO{pin}") from error

    def output(self, pin: int, level: bool) -> None:
        self._lines[pin].value = level

    def close(self) -> None:
        for line in self._lines.values():
            line.close()


class SpiSerial:
    """luma's SPI with its pins by gpiozero; opening it resets the panel.

    ``device`` stands in for spidev's. Raises DeviceMissingError.
    """

    def __init__(self, bus: Spi, device: object = None) -> None:
        from luma.core.error import DeviceNotFoundError
        from luma.core.interface.serial import spi

        lines = _Lines()
        with ExitStack() as failed:
            failed.callback(lines.close)
            try:
                serial = spi(
                    spi=device,
                    gpio=lines,
                    port=bus.port,
                    device=bus.device,
                    gpio_DC=bus.dc,
                    gpio_RST=bus.reset,
                    reset_hold_time=0.001,
                    reset_release_time=0.001,
                )
            except ImportError as error:
                raise DeviceMissingError(Lack.LIBRARY, "spidev") from error
            except PermissionError as error:
                raise DeviceMissingError(Lack.PERMISSION, _path(bus)) from error
            except (DeviceNotFoundError, FileNotFoundError) as error:
                raise DeviceMissingError(Lack.BUS, _path(bus)) from error
            failed.pop_all()
        self.command = serial.command
        self.data = serial.data
        self._ends = (serial.cleanup, lines.close)

    def cleanup(self) -> None:
        """Let go of the bus and the pins. May be called twice."""
        for end in self._ends:
            end()
