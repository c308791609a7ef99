"""A model panel behind luma's real serial classes on a fake bus, for the tests of the OLED."""

from collections.abc import Callable
from dataclasses import dataclass
from unittest import mock

from companion.devices.boards import Controller, I2c, Spi
from companion.devices.buses import Serial, i2c_serial
from companion.devices.drivers import driver_of
from companion.devices.oled import Oled
from tests.fakes.buses import FakeLines, FakeSmbus, FakeSpi, Faults, none_at_all
from tests.fakes.oled_controllers import ModelPanel, Sh1106, Ssd1306

MODELS: dict[str, type[ModelPanel]] = {
    Controller.SSD1306: Ssd1306,
    Controller.SSD1309: Ssd1306,
    Controller.SSD1315: Ssd1306,
    Controller.SH1106: Sh1106,
}
WIRES = ("i2c", "smbus blocks", "spi")
BOTH_ON_ALL = [(controller, wire) for controller in ("ssd1306", "sh1106") for wire in WIRES]
"""The two controllers, each on every wire."""
BLANK = bytes(1024)
PICTURE = bytes(i * 7 % 256 for i in range(1024))


@dataclass
class Mounted:
    """A panel, the bus before it, and the device that drives it."""

    panel: ModelPanel
    bus: FakeSmbus | FakeSpi
    oled: Oled

    def sent(self) -> list[bytes]:
        """What has gone over the bus since this was asked last."""
        messages = [sent.message for sent in self.bus.transactions]
        self.bus.transactions.clear()
        return messages


def mounted(
    controller: str = "ssd1306",
    wire: str = "i2c",
    *,
    faults: Faults = none_at_all,
    rotated: bool = False,
    panel: ModelPanel | None = None,
) -> Mounted:
    """Wire up a panel, a new one full of noise if none is given; nothing is sent yet."""
    panel = panel or MODELS[controller]()
    bus, connect = (_on_spi if wire == "spi" else _on_i2c)(panel, wire, faults)
    driver = driver_of(controller, Spi() if wire == "spi" else I2c())
    return Mounted(panel, bus, Oled(driver, connect, rotated=rotated))


def _on_i2c(panel: ModelPanel, wire: str, faults: Faults) -> tuple[FakeSmbus, Callable[[], Serial]]:
    from luma.core.interface.serial import i2c  # type: ignore[import-untyped]  # luma has no stubs

    smbus = FakeSmbus(panel, faults=faults)

    def managed() -> Serial:
        with mock.patch("smbus2.SMBus", smbus.open):
            return i2c_serial(I2c())

    def in_blocks() -> Serial:
        serial: Serial = i2c(bus=smbus.open(1))
        return serial

    return smbus, managed if wire == "i2c" else in_blocks


def _on_spi(panel: ModelPanel, _wire: str, faults: Faults) -> tuple[FakeSpi, Callable[[], Serial]]:
    from luma.core.interface.serial import spi

    lines = FakeLines(panel)
    spidev = FakeSpi(lines.says_data, panel, faults)

    def connect() -> Serial:
        serial: Serial = spi(spi=spidev, gpio=lines)
        return serial

    return spidev, connect
