"""The error for a device that cannot be used; its words for people are in `text`."""

from enum import Enum


class MissingDevice(Enum):
    """What is missing, and so what the remedy is about."""

    BUS = "bus"
    """The I2C or SPI bus does not exist: its interface is switched off."""
    PERMISSION = "permission"
    """The bus exists, but this user may not use it."""
    PANEL = "panel"
    """Nothing answers at the panel's address: wiring, power, or another address."""
    SCREEN = "screen"
    """No screen answers on the bus on which one is looked for."""
    LIBRARY = "library"
    """A Python package that drives the device is not installed."""
    GPIO = "gpio"
    """The pin is unusable: no GPIO on this machine, in use, or without a needed function."""
    TERMINAL = "terminal"
    """There is no terminal to draw in and to read keys from."""


class DeviceMissingError(OSError):
    """A device cannot be used: ``missing`` says why, ``where`` names the device.

    ``where`` is a name and no sentence: "/dev/i2c-1", "0x3C", "GPIO12", "spidev", "stdin".
    """

    def __init__(self, missing: MissingDevice, where: str) -> None:
        super().__init__(f"{missing.value}: {where}")
        self.missing = missing
        self.where = where
