"""The two rows of pins we solder to, the Raspberry Pi's and the Pico's, and who uses which.

The names of a build's roles and their GPIOs come from `companion.box.devices.boards` and
`firmware/pins.py`; nothing here repeats one.
"""

import runpy
from collections import Counter
from pathlib import Path
from typing import Any

from companion.box.devices.boards import BOARDS, Board, I2c

ROOT = Path(__file__).parents[2]
PANEL: dict[str, Any] = runpy.run_path(str(ROOT / "firmware" / "pins.py"))
"""The wiring of the tower panel, as its firmware has it."""
KEYS: tuple[str, ...] = PANEL["KEYS"]
"""What the panel's keys say: row by row, from the first column on."""

_PI = """
    3.3V GPIO2 GPIO3 GPIO4 GND GPIO17 GPIO27 GPIO22 3.3V GPIO10
    GPIO9 GPIO11 GND GPIO0 GPIO5 GPIO6 GPIO13 GPIO19 GPIO26 GND
    5V 5V GND GPIO14 GPIO15 GPIO18 GND GPIO23 GPIO24 GND
    GPIO25 GPIO8 GPIO7 GPIO1 GND GPIO12 GND GPIO16 GPIO20 GPIO21
"""
_PICO = """
    GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15
    GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND
    VSYS VBUS
"""

PI: dict[int, str] = dict(zip([*range(1, 40, 2), *range(2, 41, 2)], _PI.split(), strict=True))
"""What each pin of the Raspberry Pi's header is: odd ones in the inner row, even ones outside."""
PICO: dict[int, str] = dict(zip(range(1, 41), _PICO.split(), strict=True))
"""What each pin of the Pico is, counted from the USB socket down the left and up the right."""

I2C = {"sda": 2, "scl": 3}
"""GPIOs of the header's I2C bus, which no setting can move."""
SPI = {"mosi": 10, "sclk": 11, "ce0": 8}
"""GPIOs of SPI0 with its first chip select."""


def pin(gpio: int, header: dict[int, str] = PI) -> int:
    """Return the header's pin number of a GPIO; raises ValueError where there is none."""
    names = {f"GPIO{gpio}", f"GP{gpio}"}
    for number, name in header.items():
        if name in names:
            return number
    raise ValueError(f"GPIO {gpio} is not on the header")


def roles_of_board(board: Board) -> dict[str, int]:
    """Return the GPIO of each role: presses by their names, bus, buzzer and light.

    A press that two pins say has its roles numbered in the board's order: `ok-1`, `ok-2`.
    """
    often = Counter(board.pins.values())
    seen: Counter[str] = Counter()
    roles = dict(I2C) if isinstance(board.bus, I2c) else {**SPI, "dc": board.bus.dc}
    if not isinstance(board.bus, I2c):
        roles["reset"] = board.bus.reset
    for gpio, press in board.pins.items():
        seen[press.value] += 1
        name = press.value if often[press] == 1 else f"{press.value}-{seen[press.value]}"
        roles[name] = gpio
    if board.buzzer is not None:
        roles["buzzer"] = board.buzzer
    if board.led:
        (roles["led"],) = board.led
    return roles


def roles_of_panel() -> dict[str, int]:
    """Return the GPIO of each row, column and of the lamps' data line of the tower panel."""
    return {
        **{f"row-{at}": gpio for at, gpio in enumerate(PANEL["ROWS"], start=1)},
        **{f"column-{at}": gpio for at, gpio in enumerate(PANEL["COLUMNS"], start=1)},
        "lamps": PANEL["LAMPS"],
    }


def roles(build: str) -> dict[str, int]:
    """Return the roles of a board by its name in BOARDS, or of the `tower-panel`."""
    return roles_of_panel() if build == "tower-panel" else roles_of_board(BOARDS[build])
