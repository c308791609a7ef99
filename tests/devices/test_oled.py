"""The OLED driven over luma's real serial classes, against strict models of its controllers."""

import errno
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices.fakebus import Fault, only_at
from companion.devices.frames import turned
from companion.devices.oled import CONTRAST, REFRESH_EVERY, FakeOled
from companion.interfaces import Display, Frame
from tests import depth
from tests.glass import BLANK, BOTH_ON_ALL, PICTURE, mounted

ERRNOS = (errno.EIO, errno.EREMOTEIO, errno.ETIMEDOUT)
on_all = pytest.mark.parametrize(("controller", "wire"), BOTH_ON_ALL)


NEGATIVE = bytes(0xFF - byte for byte in PICTURE)


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


@pytest.mark.sample(4)
@pytest.mark.parametrize("rotated", [False, True])
@on_all
@settings(max_examples=depth.examples(40))
@given(st.lists(acts, max_size=12))
def test_whatever_was_shown_and_failed_before_the_panel_shows_the_last_frame(
    controller: str, wire: str, rotated: bool, script: list[tuple[Any, Any]]
) -> None:
    evening = Evening(controller, wire, rotated)
    for act, how in script:
        act(evening, how)
    evening.show()


@pytest.mark.sample(6)
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
    for number in range(1, 2 * REFRESH_EVERY):
        glass.oled.show(changed(PICTURE, number))
        assert glass.panel.picture() != changed(PICTURE, number)
    glass.oled.show(PICTURE)
    assert glass.panel.picture() == PICTURE
    assert glass.panel.registers["contrast"] == round(CONTRAST / 2)
    glass.sent()
    glass.oled.show(changed(PICTURE, 5))
    assert len(glass.sent()) == 2  # and then changes again


@on_all
def test_all_is_sent_with_a_picture_that_is_new_anyway(controller: str, wire: str) -> None:
    glass = mounted(controller, wire)
    glass.oled.show(PICTURE)
    for picture, mended in ((NEGATIVE, False), (PICTURE, True)):
        glass.panel.registers["contrast"] = 1  # without a word
        glass.oled.show(picture)
        assert (glass.panel.registers["contrast"] == CONTRAST) == mended
        for number in range(1, REFRESH_EVERY - 1):
            glass.oled.show(changed(picture, number))


@on_all
def test_the_refresh_does_not_flicker(controller: str, wire: str) -> None:
    glass = mounted(controller, wire)
    for number in range(REFRESH_EVERY):
        glass.oled.show(changed(PICTURE, number))
    glass.sent()
    glass.oled.brightness(0.0)
    glass.oled.show(NEGATIVE)
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
