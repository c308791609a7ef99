"""The OLED driven over luma's real serial classes, against strict models of its controllers."""

import errno
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices.boards import BOARDS, I2c, Spi
from companion.devices.buses import SpiSerial
from companion.devices.controllers import Sh1106
from companion.devices.drivers import driver_of
from companion.devices.errors import DeviceMissingError, Lack
from companion.devices.fakebus import FakeSpi, Fault, gone, only_at
from companion.devices.frames import turned
from companion.devices.oled import CONTRAST, REFRESH_EVERY, FakeOled, Oled, open_oled
from companion.devices.virtual import MockPins
from companion.ports import Display, Frame
from tests.glass import WIRES, mounted

BLANK = bytes(1024)
PICTURE = bytes(i * 7 % 256 for i in range(1024))
ERRNOS = (errno.EIO, errno.EREMOTEIO, errno.ETIMEDOUT)
ALL = [(controller, wire) for controller in ("ssd1306", "sh1106") for wire in WIRES]
on_all = pytest.mark.parametrize(("controller", "wire"), ALL)


def changed(frame: Frame, at: int) -> Frame:
    return frame[:at] + bytes([frame[at] ^ 0x10]) + frame[at + 1 :]


@on_all
def test_the_panel_shows_the_frame_pixel_by_pixel(controller: str, wire: str) -> None:
    glass = mounted(controller, wire)
    oled: Display = glass.oled
    oled.show(PICTURE)
    assert glass.panel.picture() == PICTURE
    oled.show(changed(PICTURE, 500))
    assert glass.panel.picture() == changed(PICTURE, 500)


@on_all
def test_a_rotated_panel_shows_it_upside_down_to_who_holds_it_upright(
    controller: str, wire: str
) -> None:
    glass = mounted(controller, wire, rotated=True)
    glass.oled.show(PICTURE)
    assert glass.panel.picture() == turned(PICTURE)


@pytest.mark.parametrize("controller", ["ssd1309", "ssd1315"])
def test_the_ssd1306s_like_get_only_what_has_changed_too(controller: str) -> None:
    glass = mounted(controller)
    glass.oled.show(PICTURE)
    glass.sent()
    glass.oled.show(changed(PICTURE, 500))
    assert glass.panel.picture() == changed(PICTURE, 500)
    assert sum(map(len, glass.sent())) == 9


# The promise of the partial path ------------------------------------------------------------


class Weather:
    """Faults that are planned while the panel is in use, counted from the next transaction."""

    def __init__(self) -> None:
        self.well = self.failing = 0
        self.fault = Fault(errno.EIO)
        self.returns: Callable[[], object] = lambda: None

    def __call__(self, _number: int) -> Fault | None:
        if self.well:
            self.well -= 1
        elif self.failing:
            self.failing -= 1
            if not self.failing:
                self.returns()
            return self.fault
        return None


class Evening:
    """A panel in use: pictures, faults, sleep; each is told what hypothesis has thought of."""

    def __init__(self, controller: str, wire: str, rotated: bool) -> None:
        self.weather = Weather()
        self.glass = mounted(controller, wire, faults=self.weather, rotated=rotated)
        self.rotated = rotated
        self.frame = BLANK
        self.share = 1.0

    def patch(self, patches: list[tuple[int, bytes]]) -> None:
        for at, new in patches:
            self.frame = (self.frame[:at] + new + self.frame[at + len(new) :])[:1024]
        self.show()

    def new(self, seed: int) -> None:
        self.frame = Random(seed).randbytes(1024)
        self.show()

    def dim(self, share: float) -> None:
        self.share = share
        error_of(lambda: self.glass.oled.brightness(share), self.weather.fault.errno)

    def sleep(self, _nothing: None) -> None:
        if error_of(self.glass.oled.sleep, self.weather.fault.errno) is None:
            assert not self.glass.panel.lit

    def trouble(self, plan: tuple[int, int, Fault, bool]) -> None:
        self.weather.well, self.weather.failing, fault, dies = plan
        self.weather.fault = fault._replace(arrived=0) if dies else fault
        self.weather.returns = lambda: self.glass.panel.power_on(0xA5) if dies else None

    def show(self) -> None:
        """As the loop does: try again until it goes well, which it must when faults are over."""
        for _ in range(6):
            if error_of(lambda: self.glass.oled.show(self.frame), self.weather.fault.errno) is None:
                break
        seen = self.glass.panel.picture()
        assert (turned(seen) if self.rotated else seen) == self.frame
        assert self.glass.panel.registers["contrast"] == round(self.share * CONTRAST)


def error_of(act: Callable[[], object], number: int) -> OSError | None:
    """The OSError that ``act`` raises, of that errno; None if it goes well."""
    try:
        act()
    except OSError as error:
        if error.errno != number:
            raise
        return error
    return None


patches = st.lists(st.tuples(st.integers(0, 1023), st.binary(min_size=1, max_size=40)), max_size=6)
troubles = st.tuples(
    st.integers(0, 12),  # transactions that still go well
    st.integers(1, 4),  # that fail
    st.builds(Fault, st.sampled_from(ERRNOS), st.integers(0, 5)),
    st.booleans(),  # whether the panel loses its power meanwhile
)
acts = st.one_of(
    st.tuples(st.just(Evening.patch), patches),
    st.tuples(st.just(Evening.new), st.integers(0, 2**32)),
    st.tuples(st.just(Evening.dim), st.floats(0, 1)),
    st.tuples(st.just(Evening.sleep), st.none()),
    st.tuples(st.just(Evening.trouble), troubles),
)


@pytest.mark.parametrize("rotated", [False, True])
@on_all
@settings(max_examples=40, deadline=None)
@given(st.lists(acts, max_size=12))
def test_whatever_was_shown_and_failed_before_the_panel_shows_the_last_frame(
    controller: str, wire: str, rotated: bool, script: list[tuple[Any, Any]]
) -> None:
    evening = Evening(controller, wire, rotated)
    for act, how in script:
        act(evening, how)
    evening.show()


@pytest.mark.parametrize("number", ERRNOS)
@on_all
def test_a_fault_at_each_transaction_is_told_and_the_next_picture_is_right(
    controller: str, wire: str, number: int
) -> None:
    frames = [BLANK, PICTURE, changed(PICTURE, 3), changed(PICTURE, 900), BLANK]
    glass = mounted(controller, wire)
    for frame in frames:
        glass.oled.show(frame)
    for at in range(len(glass.bus.transactions)):
        glass = mounted(controller, wire, faults=only_at(at, Fault(number, arrived=at % 3)))
        told = []
        for frame in frames:
            error = error_of(partial(glass.oled.show, frame), number)
            if error is not None:
                told.append(error)
                glass.oled.show(frame)
            assert glass.panel.picture() == frame
        assert len(told) == 1


# What is sent -------------------------------------------------------------------------------


def test_a_changed_digit_is_a_box_of_its_own_and_no_more() -> None:
    glass = mounted()
    glass.oled.show(BLANK)
    glass.sent()
    glass.oled.show(changed(BLANK, 16 * 9 + 2))  # row 9, the fourth pixel of the third byte
    assert glass.sent() == [bytes([0x00, 0x21, 19, 19, 0x22, 1, 1]), bytes([0x40, 0x02])]


def test_the_sh1106_is_addressed_two_columns_to_the_right() -> None:
    glass = mounted("sh1106")
    glass.oled.show(BLANK)
    glass.sent()
    glass.oled.show(changed(BLANK, 16 * 9 + 2))
    assert glass.sent() == [bytes([0x00, 0xB1, 0x05, 0x11]), bytes([0x40, 0x02])]


def test_the_same_picture_again_sends_nothing() -> None:
    glass = mounted()
    glass.oled.show(PICTURE)
    glass.sent()
    glass.oled.show(PICTURE)
    assert glass.sent() == []


@on_all
def test_the_panel_is_lit_only_when_its_first_picture_stands(controller: str, wire: str) -> None:
    glass = mounted(controller, wire)
    glass.oled.open()
    assert not glass.panel.lit
    assert glass.panel.picture() == BLANK  # and not the noise that its memory is full of
    glass.oled.show(PICTURE)
    on = bytes([0xAF]) if wire == "spi" else bytes([0x00, 0xAF])
    assert glass.sent()[-1] == on


@on_all
def test_a_panel_that_was_left_lit_is_dark_until_then(controller: str, wire: str) -> None:
    left = mounted(controller, wire)
    left.oled.show(PICTURE)
    glass = mounted(controller, wire, panel=left.panel)
    glass.oled.open()
    assert not left.panel.lit


@on_all
def test_now_and_then_all_is_sent_and_mends_what_went_wrong_unnoticed(
    controller: str, wire: str
) -> None:
    glass = mounted(controller, wire)
    glass.oled.show(PICTURE)
    glass.oled.brightness(0.5)
    glass.panel.memory[:] = bytes(len(glass.panel.memory))  # without a word
    glass.panel.registers |= {"display": 0xAE, "start line": 0x47, "contrast": 1}
    for number in range(1, REFRESH_EVERY):
        glass.oled.show(changed(PICTURE, number))
        assert glass.panel.picture() != changed(PICTURE, number)
    glass.oled.show(PICTURE)
    assert glass.panel.picture() == PICTURE
    assert glass.panel.registers["contrast"] == round(CONTRAST / 2)
    glass.sent()
    glass.oled.show(changed(PICTURE, 5))
    assert len(glass.sent()) == 2  # and then changes again


@on_all
def test_the_refresh_does_not_flicker(controller: str, wire: str) -> None:
    glass = mounted(controller, wire)
    for number in range(REFRESH_EVERY):
        glass.oled.show(changed(PICTURE, number))
    glass.sent()
    glass.oled.brightness(0.0)
    glass.oled.show(PICTURE)
    commands = b"".join(message for message in glass.sent() if len(message) < 40)
    assert 0xAE not in commands
    assert bytes([0x81, CONTRAST]) not in commands


# Brightness and sleep -----------------------------------------------------------------------


@on_all
def test_asleep_the_panel_is_dark_until_the_next_picture(controller: str, wire: str) -> None:
    glass = mounted(controller, wire)
    glass.oled.show(PICTURE)
    glass.oled.sleep()
    assert glass.panel.picture() == BLANK
    glass.panel.power_on(0x77)  # nobody saw it happen
    glass.oled.show(PICTURE)
    assert glass.panel.picture() == PICTURE


def test_a_panel_lost_while_lit_is_made_dark_all_the_same() -> None:
    glass = mounted(faults=(weather := Weather()))
    glass.oled.show(PICTURE)
    weather.failing = 1
    assert error_of(partial(glass.oled.brightness, 0.0), errno.EIO)
    glass.oled.sleep()
    assert not glass.panel.lit


def test_brightness_is_a_share_of_the_contrast_and_outlasts_a_sleep() -> None:
    glass = mounted()
    glass.oled.brightness(0.25)
    assert glass.sent() == []
    glass.oled.show(PICTURE)
    assert glass.panel.registers["contrast"] == round(0.25 * CONTRAST)
    glass.oled.brightness(0.0)
    assert glass.panel.registers["contrast"] == 0
    glass.oled.sleep()
    glass.oled.show(PICTURE)
    assert glass.panel.registers["contrast"] == 0


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_brightness_beyond_the_full_is_refused(share: float) -> None:
    for oled in (FakeOled(), mounted().oled):
        with pytest.raises(ValueError, match="from 0 to 1"):
            oled.brightness(share)


def test_a_fault_while_dimming_is_told_and_mended_by_the_next_picture() -> None:
    weather = Weather()
    glass = mounted(faults=weather)
    glass.oled.show(PICTURE)
    weather.returns = lambda: glass.panel.power_on(0x11)
    for lose in (partial(glass.oled.brightness, 0.5), glass.oled.sleep):
        weather.failing = 1
        assert error_of(lose, errno.EIO)
        glass.oled.show(PICTURE)
        assert glass.panel.picture() == PICTURE
        assert glass.panel.registers["contrast"] == round(CONTRAST / 2)


# Opening and closing ------------------------------------------------------------------------


@on_all
def test_closing_leaves_the_panel_dark_and_lets_go_of_the_bus(controller: str, wire: str) -> None:
    glass = mounted(controller, wire)
    glass.oled.show(PICTURE)
    glass.oled.close()
    glass.oled.close()
    assert not glass.panel.lit
    if wire != "smbus blocks":  # those are the owner's to close
        assert not glass.bus.is_open
    for refused in (partial(glass.oled.show, PICTURE), glass.oled.sleep, glass.oled.open):
        with pytest.raises(ValueError, match="closed"):
            refused()


def test_a_lost_panel_can_be_closed() -> None:
    glass = mounted(faults=gone(6, 1000))
    glass.oled.show(PICTURE)
    glass.oled.close()
    assert not glass.bus.is_open


def test_a_fault_lets_go_of_the_bus_until_the_next_try() -> None:
    glass = mounted(faults=gone(0, 1))
    with pytest.raises(OSError, match="Remote"):
        glass.oled.show(PICTURE)
    assert not glass.bus.is_open
    glass.oled.show(PICTURE)
    assert glass.bus.is_open


def test_a_panel_that_is_absent_at_the_start_may_come_later() -> None:
    glass = mounted(faults=gone(0, 3))
    for _ in range(3):
        with pytest.raises(OSError, match="Remote"):
            glass.oled.show(PICTURE)
    glass.oled.show(PICTURE)
    assert glass.panel.picture() == PICTURE


def test_where_no_panel_answers_that_is_named_and_the_bus_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    glass = mounted(faults=gone(0, 1000))
    monkeypatch.setattr("smbus2.SMBus", glass.bus.open)
    with pytest.raises(DeviceMissingError) as caught:
        open_oled(BOARDS["bonnet"])
    assert (caught.value.lack, caught.value.where) == (Lack.PANEL, "0x3C")
    assert not glass.bus.is_open


def test_a_panel_at_another_address_is_found_there_only(monkeypatch: pytest.MonkeyPatch) -> None:
    glass = mounted()
    assert not isinstance(glass.bus, FakeSpi)
    glass.bus.address = 0x3D
    monkeypatch.setattr("smbus2.SMBus", glass.bus.open)
    with pytest.raises(DeviceMissingError):
        open_oled(BOARDS["bonnet"])
    open_oled(replace(BOARDS["bonnet"], bus=I2c(address=0x3D))).show(PICTURE)
    assert glass.panel.picture() == PICTURE


def test_without_a_bus_the_bus_is_named_at_once_or_when_first_shown() -> None:
    board = replace(BOARDS["bonnet"], bus=I2c(port=99))
    with pytest.raises(DeviceMissingError) as caught:
        open_oled(board)
    assert (caught.value.lack, caught.value.where) == (Lack.BUS, "/dev/i2c-99")
    late = open_oled(board, wait=True)
    for _ in range(2):
        with pytest.raises(DeviceMissingError) as caught:
            late.show(PICTURE)
        assert caught.value.lack is Lack.BUS
    late.close()


def test_without_spi_its_lack_is_named_and_the_pins_are_given_back(pins: MockPins) -> None:
    assert pins
    errors = []  # kept, for a collected device would give its pins back by itself
    for _ in range(2):
        with pytest.raises(DeviceMissingError) as caught:
            open_oled(BOARDS["waveshare-hat"])
        errors.append(caught.value)
        assert caught.value.lack in {Lack.LIBRARY, Lack.BUS}


def test_the_hats_panel_is_reset_and_driven_by_its_pins(pins: MockPins) -> None:
    bus = Spi()
    panel = Sh1106()
    spidev = FakeSpi(lambda: pins.pin(bus.dc).state, panel)  # type: ignore[attr-defined]  # the mock's
    oled = Oled(driver_of("sh1106", bus), lambda: SpiSerial(bus, spidev))
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
    oled = Oled(driver_of(name, I2c()), lambda: wire)
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
        open_oled(replace(BOARDS["bonnet"], controller=name))


@pytest.mark.parametrize("length", [0, 1023, 1025])
def test_a_frame_of_another_length_is_refused(length: int) -> None:
    for oled in (FakeOled(), mounted().oled):
        with pytest.raises(ValueError, match=f"1024 bytes, not {length}"):
            oled.show(bytes(length))


# The fake -----------------------------------------------------------------------------------


def test_the_fake_keeps_what_it_was_shown() -> None:
    oled = FakeOled()
    assert oled.frame is None
    oled.show(BLANK)
    oled.show(PICTURE)
    assert oled.frame == PICTURE
    assert list(oled.history) == [BLANK, PICTURE]


def test_the_fakes_history_is_bounded() -> None:
    oled = FakeOled()
    for i in range(1000):
        oled.show(i.to_bytes(1024))
    assert len(oled.history) == 100
    assert oled.history[-1] == (999).to_bytes(1024)


def test_the_fake_is_lit_by_a_picture_and_dark_asleep() -> None:
    oled = FakeOled()
    assert not oled.lit
    oled.show(PICTURE)
    oled.brightness(0.0)
    assert (oled.lit, oled.share) == (True, 0.0)
    oled.sleep()
    assert not oled.lit
    oled.show(PICTURE)
    assert oled.lit


def test_the_fake_refuses_after_close_and_keeps_the_last_frame() -> None:
    oled = FakeOled()
    oled.show(PICTURE)
    oled.close()
    oled.close()
    for refused in (partial(oled.show, BLANK), oled.sleep, partial(oled.brightness, 1.0)):
        with pytest.raises(ValueError, match="closed"):
            refused()
    assert oled.frame == PICTURE


def test_a_lost_fake_does_not_answer() -> None:
    oled = FakeOled()
    oled.lost = True
    for unanswered in (partial(oled.show, PICTURE), oled.sleep, partial(oled.brightness, 1.0)):
        with pytest.raises(OSError, match="does not answer"):
            unanswered()
    assert oled.frame is None
