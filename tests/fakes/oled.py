"""An `Oled` on luma's real serial classes, a fake bus and a model of the panel's controller."""

from collections.abc import Callable
from dataclasses import dataclass
from unittest import mock

from companion.box.devices.boards import Controller, I2c
from companion.box.devices.buses import Serial, open_i2c
from companion.box.devices.drivers import create_driver
from companion.box.devices.frames import CONTRAST
from companion.box.devices.oled import Oled
from tests.fakes.buses import FakeGpioPins, FakeSmbus, FakeSpi, Faults, never_fails
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
class WiredOled:
    """A panel, the bus before it, and the `Oled` that drives it."""

    panel: ModelPanel
    bus: FakeSmbus | FakeSpi
    oled: Oled

    def take_sent(self) -> list[bytes]:
        messages = [sent.message for sent in self.bus.transactions]
        self.bus.transactions.clear()
        return messages


def wire_oled(
    controller: str = "ssd1306",
    wire: str = "i2c",
    *,
    faults: Faults = never_fails,
    rotated: bool = False,
    contrast: int = CONTRAST,
    panel: ModelPanel | None = None,
) -> WiredOled:
    """Wire up ``panel``, or a new one full of noise; nothing is sent yet."""
    panel = panel or MODELS[controller]()
    bus, open_bus = (_on_spi if wire == "spi" else _on_i2c)(panel, wire, faults)
    oled = Oled(create_driver(controller), open_bus, rotated=rotated, contrast=contrast)
    return WiredOled(panel, bus, oled)


def _on_i2c(panel: ModelPanel, wire: str, faults: Faults) -> tuple[FakeSmbus, Callable[[], Serial]]:
    from luma.core.interface.serial import i2c  # type: ignore[import-untyped]  # luma has no stubs

    smbus = FakeSmbus(panel, faults=faults)

    def managed() -> Serial:
        with mock.patch("smbus2.SMBus", smbus.open):
            return open_i2c(I2c())

    def in_blocks() -> Serial:
        serial: Serial = i2c(bus=smbus.open(1))
        return serial

    return smbus, managed if wire == "i2c" else in_blocks


def _on_spi(panel: ModelPanel, _wire: str, faults: Faults) -> tuple[FakeSpi, Callable[[], Serial]]:
    from luma.core.interface.serial import spi

    lines = FakeGpioPins(panel)
    spidev = FakeSpi(lines.is_data, panel, faults)

    def connect() -> Serial:
        serial: Serial = spi(spi=spidev, gpio=lines)
        return serial

    return spidev, connect
