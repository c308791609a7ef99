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


def test_the_watchdog_resets_if_it_is_not_fed(board: machine.Board) -> None:
    dog = machine.WDT(timeout=100)
    board.advance(100_000)
    dog.feed()
    board.advance(100_000)
    with pytest.raises(machine.Reset, match="watchdog"):
        board.advance(1)


@pytest.mark.parametrize("ms", [0, 8389])
def test_the_watchdogs_range(ms: int) -> None:
    with pytest.raises(ValueError, match="8388"):
        machine.WDT(timeout=ms)


def test_lamps_accept_only_colours_for_lamps_that_exist(board: machine.Board) -> None:
    strip = neopixel.NeoPixel(Pin(10), 10)
    with pytest.raises(IndexError):
        strip[10] = (1, 2, 3)
    for wrong in ((256, 0, 0), (0, -1, 0), (1, 2)):
        with pytest.raises(ValueError, match="not a colour"):
            strip[0] = wrong  # type: ignore[assignment] # the error under test
    strip[9] = (1, 2, 3)
    strip.write()
    assert board.colours == ((0, 0, 0),) * 9 + ((1, 2, 3),)


def test_a_read_that_would_block_is_refused() -> None:
    port = usb.FakeUsbPort()
    port.received += b"a"
    byte = bytearray(1)
    assert port.readinto(byte) == 1
    with pytest.raises(RuntimeError, match="block"):
        port.readinto(byte)


def test_a_write_without_room_costs_time_and_is_lost() -> None:
    port = usb.FakeUsbPort()
    waited: list[int] = []
    port.wait_us = waited.append
    port.write(bytes(usb.BUFFER_SIZE + 1))
    assert (len(port.sent), waited, port.stalled_ms) == (usb.BUFFER_SIZE, [500_000], 500)


def test_a_poll_returns_what_would_not_block() -> None:
    port = usb.FakeUsbPort()
    poll = usb.poll()
    poll.register(port, usb.POLLIN)
    assert poll.poll(0) == []
    port.received += b"a"
    assert poll.poll(0) == [(port, usb.POLLIN)]
    poll.register(port, usb.POLLOUT)
    port.sent += bytes(usb.BUFFER_SIZE)
    assert poll.poll(0) == []
    with pytest.raises(RuntimeError, match="block"):
        poll.poll(10)
