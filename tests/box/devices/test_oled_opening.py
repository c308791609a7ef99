"""The panel opened, lost and closed; displays of other sizes, and what is refused."""

from functools import partial

import pytest

from companion.box.devices.boards import BOARDS, I2c, Spi
from companion.box.devices.buses import SpiSerial
from companion.box.devices.drivers import create_driver
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.keyboard import MockPins
from companion.box.devices.oled import FakeOled, Oled, open_oled
from tests.fakes.buses import FakeSpi, fails_between
from tests.fakes.oled import BOTH_ON_ALL, PICTURE, wire_oled
from tests.fakes.oled_controllers import Sh1106

# Opening and closing ------------------------------------------------------------------------


@pytest.mark.parametrize(("controller", "wire"), BOTH_ON_ALL)
def test_closing_leaves_the_panel_dark_and_lets_go_of_the_bus(controller: str, wire: str) -> None:
    wired = wire_oled(controller, wire)
    wired.oled.show(PICTURE)
    wired.oled.close()
    wired.oled.close()
    assert not wired.panel.lit
    if wire != "smbus blocks":  # those are the owner's to close
        assert not wired.bus.is_open
    for refused in (partial(wired.oled.show, PICTURE), wired.oled.sleep, wired.oled.open):
        with pytest.raises(ValueError, match="closed"):
            refused()


def test_a_lost_panel_can_be_closed() -> None:
    wired = wire_oled()
    wired.oled.show(PICTURE)
    wired.bus.faults = fails_between(0, 1000)
    wired.oled.close()
    assert not wired.bus.is_open


def test_a_fault_lets_go_of_the_bus_until_the_next_try() -> None:
    wired = wire_oled(faults=fails_between(0, 1))
    with pytest.raises(OSError, match="Remote"):
        wired.oled.show(PICTURE)
    assert not wired.bus.is_open
    wired.oled.show(PICTURE)
    assert wired.bus.is_open


def test_where_no_panel_answers_that_is_named_and_the_bus_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wired = wire_oled(faults=fails_between(0, 1000))
    monkeypatch.setattr("smbus2.SMBus", wired.bus.open)
    with pytest.raises(DeviceMissingError) as caught:
        open_oled(BOARDS["bonnet"])
    assert (caught.value.missing, caught.value.where) == (MissingDevice.PANEL, "0x3C")
    assert not wired.bus.is_open


def test_a_panel_at_another_address_is_found_there_only(monkeypatch: pytest.MonkeyPatch) -> None:
    wired = wire_oled()
    assert not isinstance(wired.bus, FakeSpi)
    wired.bus.address = 0x3D
    monkeypatch.setattr("smbus2.SMBus", wired.bus.open)
    with pytest.raises(DeviceMissingError):
        open_oled(BOARDS["bonnet"])
    open_oled(BOARDS["bonnet"]._replace(bus=I2c(address=0x3D))).show(PICTURE)
    assert wired.panel.picture() == PICTURE


def test_without_a_bus_the_bus_is_named_at_once_or_when_first_shown() -> None:
    board = BOARDS["bonnet"]._replace(bus=I2c(port=99))
    with pytest.raises(DeviceMissingError) as caught:
        open_oled(board)
    assert (caught.value.missing, caught.value.where) == (MissingDevice.BUS, "/dev/i2c-99")
    late = open_oled(board, wait=True)
    for _ in range(2):
        with pytest.raises(DeviceMissingError) as caught:
            late.show(PICTURE)
        assert caught.value.missing is MissingDevice.BUS
    late.close()


def test_without_spi_its_lack_is_named_and_the_pins_are_given_back(pins: MockPins) -> None:
    assert pins
    errors = []  # kept, for a collected device would give its pins back by itself
    for _ in range(2):
        with pytest.raises(DeviceMissingError) as caught:
            open_oled(BOARDS["waveshare-hat"])
        errors.append(caught.value)
        assert caught.value.missing in {MissingDevice.LIBRARY, MissingDevice.BUS}


def test_the_hats_panel_is_reset_and_driven_by_its_pins(pins: MockPins) -> None:
    bus = Spi()
    panel = Sh1106()
    spidev = FakeSpi(lambda: pins.pin(bus.dc).state, panel)  # type: ignore[attr-defined]  # the mock's
    oled = Oled(create_driver("sh1106"), lambda: SpiSerial(bus, spidev))
    oled.show(PICTURE)
    assert panel.picture() == PICTURE
    assert spidev.where == (0, 0)
    assert pins.pin(bus.reset).state  # type: ignore[attr-defined]  # gpiozero's mock has it
    levels = [bool(change.state) for change in pins.pin(bus.reset).states]  # type: ignore[attr-defined]  # likewise
    assert levels[-3:] == [True, False, True] or levels[-2:] == [False, True]
    oled.close()
    assert not spidev.is_open


# Other displays, and what is refused --------------------------------------------------------


class Recording:
    """A serial interface that only counts what comes."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []
        self.bytes = 0

    def command(self, *cmd: int) -> None:
        self.commands.append(cmd)

    def data(self, data: list[int]) -> None:
        self.bytes += len(data)

    def cleanup(self) -> None:
        """Nothing to let go of."""


@pytest.mark.filterwarnings("ignore:Image.Image.getdata")  # luma still calls it
@pytest.mark.parametrize(
    ("name", "size"),
    [("sh1107", 1024), ("ssd1305", 1024), ("ssd1327", 8192), ("ssd1322", 8192), ("ssd1351", 32768)],
)
def test_any_other_display_of_luma_is_initialised_and_drawn_by_luma(name: str, size: int) -> None:
    wire = Recording()
    oled = Oled(create_driver(name), lambda: wire)
    oled.open()
    assert wire.commands
    started = wire.bytes
    oled.show(PICTURE)
    assert size <= wire.bytes - started < size + 100  # arguments count as data on some
    oled.sleep()
    assert wire.commands[-1] == (0xAE,)
    started = wire.bytes
    oled.show(PICTURE)  # the same, but who knows what it holds now: cleared, and all of it drawn
    assert wire.bytes - started >= 2 * size
    oled.close()


@pytest.mark.filterwarnings("ignore:Image.Image.getdata")  # luma still calls it
@pytest.mark.parametrize("name", ["ssd1331", "hd44780", "canvas"])
def test_a_display_that_is_unknown_or_too_small_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        open_oled(BOARDS["bonnet"]._replace(controller=name))


@pytest.mark.parametrize("length", [0, 1023, 1025])
def test_a_frame_of_another_length_is_refused(length: int) -> None:
    for oled in (FakeOled(), wire_oled().oled):
        with pytest.raises(ValueError, match=f"1024 bytes, not {length}"):
            oled.show(bytes(length))
