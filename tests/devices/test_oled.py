"""The panel's drivers against a model of its memory, and the fake's refusals."""

import pytest

from companion.devices.boards import BOARDS, Controller
from companion.devices.errors import DeviceMissingError, Lack
from companion.devices.oled import FakeOled, LumaOled, open_oled
from companion.devices.virtual import MockPins
from companion.ports import HEIGHT, WIDTH, Display, Frame


class Panel:
    """The memory behind a serial line, addressed as the controllers' data sheets say."""

    def __init__(self, controller: Controller) -> None:
        self.columns = {Controller.SSD1306: 128, Controller.SH1106: 132}[controller]
        self.memory = bytearray(self.columns * 8)
        self.controller = controller
        self.at = self.start = 0
        self.lit = self.closed = self.lost = False

    def command(self, *cmd: int) -> None:
        self._answer()
        assert len(cmd) <= 32
        match cmd:
            case (0xAF | 0xAE,):
                self.lit = cmd == (0xAF,)
            case (0x21, 0, 127, 0x22, 0, 7) if self.controller is Controller.SSD1306:
                self.at = 0
            case (page, low, high) if 0xB0 <= page <= 0xB7 and low < 0x10 <= high < 0x20:
                assert self.controller is Controller.SH1106
                self.at = (page & 7) * self.columns + (high & 15) * 16 + low

    def data(self, data: list[int]) -> None:
        self._answer()
        self.memory[self.at : self.at + len(data)] = bytes(data)
        self.at += len(data)
        assert len(self.memory) == self.columns * 8

    def cleanup(self) -> None:
        self.closed = True

    def _answer(self) -> None:
        assert not self.closed
        if self.lost:
            raise OSError(121, "Remote I/O error")

    def frame(self) -> Frame:
        """What the glass shows."""
        left = (self.columns - WIDTH) // 2
        rows = bytearray()
        for y in range(HEIGHT):
            page = self.memory[y // 8 * self.columns + left :][:WIDTH]
            bits = "".join(str(column >> y % 8 & 1) for column in page)
            rows += int(bits, 2).to_bytes(WIDTH // 8)
        return bytes(rows)


PICTURE = bytes(i * 7 % 256 for i in range(1024))


@pytest.fixture(params=Controller, ids=lambda controller: controller.value)
def panel(request: pytest.FixtureRequest) -> Panel:
    return Panel(request.param)


def test_the_panel_shows_the_frame_pixel_by_pixel(panel: Panel) -> None:
    oled: Display = LumaOled(panel.controller, panel, "0x3C")
    assert panel.frame() == bytes(1024)
    assert panel.lit
    oled.show(PICTURE)
    assert panel.frame() == PICTURE
    oled.close()


def test_closing_leaves_the_panel_dark_and_lets_go_of_the_bus(panel: Panel) -> None:
    oled = LumaOled(panel.controller, panel, "0x3C")
    oled.show(PICTURE)
    oled.close()
    oled.close()
    assert not panel.lit
    assert panel.closed
    with pytest.raises(ValueError, match="closed"):
        oled.show(PICTURE)


def test_a_lost_panel_is_an_oserror_and_can_still_be_closed(panel: Panel) -> None:
    oled = LumaOled(panel.controller, panel, "0x3C")
    panel.lost = True
    with pytest.raises(OSError, match="Remote"):
        oled.show(PICTURE)
    oled.close()
    assert panel.closed


def test_where_no_panel_answers_that_is_named_and_the_bus_let_go(panel: Panel) -> None:
    panel.lost = True
    with pytest.raises(DeviceMissingError) as caught:
        LumaOled(panel.controller, panel, "0x3C")
    assert (caught.value.lack, caught.value.where) == (Lack.PANEL, "0x3C")
    assert panel.closed


def test_without_a_bus_the_bus_is_named() -> None:
    from dataclasses import replace

    from companion.devices.boards import I2c

    with pytest.raises(DeviceMissingError) as caught:
        open_oled(replace(BOARDS["bonnet"], bus=I2c(port=99)))
    assert (caught.value.lack, caught.value.where) == (Lack.BUS, "/dev/i2c-99")


def test_without_spi_its_lack_is_named_and_the_pins_are_given_back(pins: MockPins) -> None:
    assert pins
    errors = []  # kept, for a collected device would give its pins back by itself
    for _ in range(2):
        with pytest.raises(DeviceMissingError) as caught:
            open_oled(BOARDS["waveshare-hat"])
        errors.append(caught.value)
        assert caught.value.lack in {Lack.LIBRARY, Lack.BUS}


@pytest.mark.parametrize("length", [0, 1023, 1025])
def test_a_frame_of_another_length_is_refused(length: int) -> None:
    for oled in (FakeOled(), LumaOled(Controller.SSD1306, Panel(Controller.SSD1306), "0x3C")):
        with pytest.raises(ValueError, match=f"1024 bytes, not {length}"):
            oled.show(bytes(length))
        oled.close()


def test_the_fake_keeps_what_it_was_shown() -> None:
    oled = FakeOled()
    assert oled.frame is None
    blank = bytes(1024)
    oled.show(blank)
    oled.show(PICTURE)
    assert oled.frame == PICTURE
    assert list(oled.history) == [blank, PICTURE]


def test_the_fakes_history_is_bounded() -> None:
    oled = FakeOled()
    for i in range(1000):
        oled.show(i.to_bytes(1024))
    assert len(oled.history) == 100
    assert oled.history[-1] == (999).to_bytes(1024)


def test_the_fake_refuses_after_close_and_keeps_the_last_frame() -> None:
    oled = FakeOled()
    oled.show(PICTURE)
    oled.close()
    oled.close()
    with pytest.raises(ValueError, match="closed"):
        oled.show(bytes(1024))
    assert oled.frame == PICTURE


def test_a_lost_fake_does_not_answer() -> None:
    oled = FakeOled()
    oled.lost = True
    with pytest.raises(OSError, match="does not answer"):
        oled.show(PICTURE)
    assert oled.frame is None
