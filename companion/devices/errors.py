"""The one error by which a device says that it cannot be had; the words for it live elsewhere."""

from enum import Enum


class Lack(Enum):
    """What is missing, and so what the remedy is about."""

    BUS = "bus"
    """The I2C or SPI bus is not there: its interface is switched off."""
    PERMISSION = "permission"
    """The bus is there, but this user may not use it."""
    PANEL = "panel"
    """Nothing answers at the panel's address: wiring, power, or another address."""
    LIBRARY = "library"
    """A Python package that drives the part is not installed."""
    GPIO = "gpio"
    """The pin cannot be had: no GPIO here, the pin is taken, or it cannot do what is asked."""
    TERMINAL = "terminal"
    """There is no terminal to draw in and to read keys from."""


class DeviceMissingError(OSError):
    """A device cannot be had: ``lack`` says in which way, ``where`` names the part concerned.

    ``where`` is a name and no sentence: "/dev/i2c-1", "0x3C", "GPIO12", "spidev", "stdin".
    """

    def __init__(self, lack: Lack, where: str) -> None:
        super().__init__(f"{lack.value}: {where}")
        self.lack = lack
        self.where = where
