"""The boards supported out of the box: buttons, panel, buzzer and light, and their pins.

Pins are BCM numbers; every button joins its pin to ground.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, NamedTuple

from companion.core.interfaces import Press


class Controller(StrEnum):
    """The panel controllers with a driver of our own, by luma.oled's names.

    An SH1106 taken for an SSD1306 shows the picture two pixels off.
    """

    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SSD1315 = "ssd1315"
    SH1106 = "sh1106"


class I2c(NamedTuple):
    """A panel on the I2C bus ``/dev/i2c-<port>``."""

    port: int = 1
    address: int = 0x3C


class Spi(NamedTuple):
    """A panel on ``/dev/spidev<port>.<device>``, with its data/command and reset pins."""

    port: int = 0
    device: int = 0
    dc: int = 24
    reset: int = 25


class Board(NamedTuple):
    """A wired set of buttons and a panel; ``buzzer`` is the piezo's pin, if there is one.

    ``controller`` is a Controller, or luma.oled's name for any other panel that is large enough.
    Two pins may have the same press.
    """

    name: str
    pins: Mapping[int, Press]
    controller: str
    bus: I2c | Spi
    buzzer: int | None = None
    led: tuple[int, ...] = ()
    """The light's pin, or three for red, green and blue; empty for no light."""
    labels: Mapping[int, str] = {}
    """By pin what is printed on its button, or engraved; nothing for a button without a label."""

    @property
    def axes(self) -> Literal[1, 2]:
        """2 with a stick (up/down and left/right), 1 with only previous and next."""
        return 2 if Press.UP in self.pins.values() else 1

    @property
    def button_names(self) -> Mapping[str, str]:
        """By a press's value the label of its button; nothing for a press without a label."""
        return {
            press.value: self.labels[pin] for pin, press in self.pins.items() if pin in self.labels
        }


_BOARDS = (
    Board(
        "bonnet",
        {
            17: Press.UP,
            22: Press.DOWN,
            27: Press.LEFT,
            23: Press.RIGHT,
            4: Press.OK,  # the stick pressed in
            5: Press.OK,
            6: Press.BACK,
        },
        Controller.SSD1306,
        I2c(),
        labels={5: "A", 6: "B"},
    ),
    Board(
        "waveshare-hat",
        {
            6: Press.UP,
            19: Press.DOWN,
            5: Press.LEFT,
            26: Press.RIGHT,
            13: Press.OK,  # the stick pressed in
            21: Press.OK,
            20: Press.BACK,
            16: Press.MENU,
        },
        Controller.SH1106,
        Spi(),
        labels={21: "KEY1", 20: "KEY2", 16: "KEY3"},
    ),
    # Header pins 11, 13, 15, 16 with ground beside them at 9 and 14, clear of I2C, SPI, UART and
    # 1-wire; the piezo on a hardware PWM channel, header pin 32, with ground at 34.
    Board(
        "four-buttons",
        {17: Press.PREVIOUS, 27: Press.NEXT, 22: Press.OK, 23: Press.BACK},
        Controller.SSD1306,
        I2c(),
        buzzer=12,
        led=(16,),
        labels={17: "<", 27: ">", 22: "✓", 23: "↩"},
    ),
)

BOARDS: Mapping[str, Board] = {board.name: board for board in _BOARDS}
"""The boards by name."""
