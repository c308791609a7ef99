"""The simulated Pico refuses what a real one would not bear, or would not do."""

import pytest

from firmware.fakes import machine, neopixel, usb
from firmware.fakes.machine import Pin, Refused

pytestmark = pytest.mark.usefixtures("board")


@pytest.mark.parametrize("number", [-1, 23, 24, 25, 29])
def test_a_pin_that_a_pico_has_not(number: int) -> None:
    with pytest.raises(Refused, match="no pin"):
        Pin(number)


def test_a_pin_used_twice() -> None:
    Pin(2)
    with pytest.raises(Refused, match="twice"):
        Pin(2)


def test_an_input_is_not_driven() -> None:
    with pytest.raises(Refused, match="input"):
        Pin(2, Pin.IN, Pin.PULL_UP).off()


def test_an_open_pin_has_no_level() -> None:
    with pytest.raises(Refused, match="nothing holds"):
        Pin(6, Pin.IN).value()


def test_modes_and_pulls_that_there_are_not() -> None:
    with pytest.raises(Refused, match="mode"):
        Pin(2, 7)
    with pytest.raises(Refused, match="pull"):
        Pin(2, Pin.IN, 3)


def test_two_outputs_joined_against_each_other() -> None:
    """Rows that are driven high, and a missing diode: two keys of a column join them."""
    board = machine.use(machine.Board(diodes=()))
    rows = [Pin(n, Pin.OUT, value=1) for n in board.rows]
    columns = [Pin(n, Pin.IN, Pin.PULL_UP) for n in board.columns]
    board.press(0)
    board.press(4)
    rows[0].off()
    with pytest.raises(Refused, match="joined"):
        columns[0].value()


def test_the_watchdog_bites_who_does_not_feed_it(board: machine.Board) -> None:
    dog = machine.WDT(timeout=100)
    board.run_on(100_000)
    dog.feed()
    board.run_on(100_000)
    with pytest.raises(machine.Reset, match="watchdog"):
        board.run_on(1)


@pytest.mark.parametrize("ms", [0, 8389])
def test_the_watchdogs_range(ms: int) -> None:
    with pytest.raises(ValueError, match="8388"):
        machine.WDT(timeout=ms)


def test_lamps_take_colours_for_lamps_that_are_there(board: machine.Board) -> None:
    strip = neopixel.NeoPixel(Pin(10), 10)
    with pytest.raises(IndexError):
        strip[10] = (1, 2, 3)
    for wrong in ((256, 0, 0), (0, -1, 0), (1, 2)):
        with pytest.raises(ValueError, match="no colour"):
            strip[0] = wrong  # type: ignore[assignment] # that is what is tried
    strip[9] = (1, 2, 3)
    strip.write()
    assert board.history == [(0, ((0, 0, 0),) * 9 + ((1, 2, 3),))]


def test_a_chain_of_another_length_or_at_another_pin() -> None:
    with pytest.raises(Refused, match="no 9 lamps"):
        neopixel.NeoPixel(Pin(10), 9).write()
    with pytest.raises(Refused, match="no 10 lamps"):
        neopixel.NeoPixel(Pin(11), 10).write()


def test_a_read_that_would_wait_is_refused() -> None:
    port = usb.Port()
    port.came += b"a"
    byte = bytearray(1)
    assert port.readinto(byte) == 1
    with pytest.raises(RuntimeError, match="waits"):
        port.readinto(byte)


def test_a_write_without_room_costs_time_and_is_lost() -> None:
    port = usb.Port()
    waited: list[int] = []
    port.waits = waited.append
    port.write(bytes(usb.ROOM + 1))
    assert (len(port.goes), waited, port.stalled_ms) == (usb.ROOM, [500_000], 500)


def test_a_poll_tells_what_can_be_done_at_once() -> None:
    port = usb.Port()
    poll = usb.poll()
    poll.register(port, usb.POLLIN)
    assert poll.poll(0) == []
    port.came += b"a"
    assert poll.poll(0) == [(port, usb.POLLIN)]
    poll.register(port, usb.POLLOUT)
    port.goes += bytes(usb.ROOM)
    assert poll.poll(0) == []
    with pytest.raises(RuntimeError, match="waits"):
        poll.poll(10)
