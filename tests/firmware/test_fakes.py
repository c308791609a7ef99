"""The simulated Pico refuses what would damage a real one or have no effect there."""

from collections.abc import Callable

import pytest

from firmware.fakes import machine, neopixel, usb
from firmware.fakes.machine import HardwareMisuse, Pin

pytestmark = pytest.mark.usefixtures("board")


@pytest.mark.parametrize(
    ("misuse", "reason"),
    [
        *((lambda number=number: Pin(number), "no pin") for number in (-1, 23, 24, 25, 29)),
        (lambda: (Pin(2), Pin(2)), "twice"),
        (lambda: Pin(2, Pin.IN, Pin.PULL_UP).off(), "input"),
        (lambda: Pin(6, Pin.IN).value(), "nothing drives"),
        (lambda: Pin(2, 7), "mode"),
        (lambda: Pin(2, Pin.IN, 3), "pull"),
        (lambda: neopixel.NeoPixel(Pin(10), 9).write(), "no 9 lamps"),
        (lambda: neopixel.NeoPixel(Pin(11), 10).write(), "no 10 lamps"),
    ],
)
def test_a_misused_pin_is_refused(misuse: Callable[[], object], reason: str) -> None:
    with pytest.raises(HardwareMisuse, match=reason):
        misuse()


def test_two_outputs_that_drive_against_each_other() -> None:
    """Two keys in a column without diodes connect two rows, if rows are driven high."""
    board = machine.use_board(machine.Board(diodes=()))
    rows = [Pin(n, Pin.OUT, value=1) for n in board.rows]
    columns = [Pin(n, Pin.IN, Pin.PULL_UP) for n in board.columns]
    board.press(0)
    board.press(4)
    rows[0].off()
    with pytest.raises(HardwareMisuse, match="joined"):
        columns[0].value()


def test_a_read_that_would_block_is_refused() -> None:
    port = usb.FakeUsbPort()
    port.received += b"a"
    byte = bytearray(1)
    assert port.readinto(byte) == 1
    with pytest.raises(RuntimeError, match="block"):
        port.readinto(byte)
