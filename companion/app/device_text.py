"""What an error of a device means, in words, and what helps."""

from companion.box.devices.boards import I2c, Spi
from companion.box.devices.buses import name_bus
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.text import Words


def device_error_text(error: DeviceMissingError, words: Words, program: str) -> str:
    """One line for a device that can't be used; ``program`` is how this program is called."""
    bus = "SPI" if "spi" in error.where else "I2C"
    values = {"where": error.where, "program": program, "bus": bus, "switch": f"do_{bus.lower()}"}
    return words.say(f"missing.{error.missing.value}", **values)


def screen_error_text(error: OSError, bus: I2c | Spi) -> str:
    """One line of plain English for the log: why the screen on this bus shows nothing."""
    missing, why = error, ""
    if not isinstance(missing, DeviceMissingError):
        missing = DeviceMissingError(MissingDevice.PANEL, name_bus(bus))
        why = f" ({error.strerror or error})"
    return device_error_text(missing, Words(), "companion") + why
