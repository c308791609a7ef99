"""The OLED over luma's real serial classes, against strict models of its controllers."""

import errno
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.box.devices.drivers import PAGE_MEMORIES
from companion.box.devices.frames import CONTRAST, rotate_frame
from companion.box.devices.oled import REFRESH_EVERY, FakeOled
from companion.core.interfaces import Frame, Screen
from tests import depth
from tests.fakes.buses import Fault, fails_at
from tests.fakes.oled import BLANK, BOTH_ON_ALL, PICTURE, wire_oled

ERRNOS = (errno.EIO, errno.EREMOTEIO, errno.ETIMEDOUT)
on_all = pytest.mark.parametrize(("controller", "wire"), BOTH_ON_ALL)


NEGATIVE = bytes(0xFF - byte for byte in PICTURE)


def changed(frame: Frame, at: int) -> Frame:
    return frame[:at] + bytes([frame[at] ^ 0x10]) + frame[at + 1 :]


@on_all
def test_the_panel_shows_the_frame_pixel_by_pixel(controller: str, wire: str) -> None:
    wired = wire_oled(controller, wire)
    screen: Screen = wired.oled
    screen.show(PICTURE)
    assert wired.panel.picture() == PICTURE
    screen.show(changed(PICTURE, 500))
    assert wired.panel.picture() == changed(PICTURE, 500)


@on_all
def test_a_rotated_panel_shows_it_upside_down_to_who_holds_it_upright(
    controller: str, wire: str
) -> None:
    wired = wire_oled(controller, wire, rotated=True)
    wired.oled.show(PICTURE)
    assert wired.panel.picture() == rotate_frame(PICTURE)


# Any sequence of pictures and faults ------------------------------------------------------------


class FaultPlan:
    """Faults planned while the panel is in use, counted from the next transaction."""

    def __init__(self) -> None:
        self.good = self.failing = 0
        self.fault = Fault(errno.EIO)
        self.on_return: Callable[[], object] = lambda: None

    def __call__(self, _number: int) -> Fault | None:
        if self.good:
            self.good -= 1
        elif self.failing:
            self.failing -= 1
            if not self.failing:
                self.on_return()
            return self.fault
        return None


class BusScript:
    """A panel in use: its methods are the steps that hypothesis chooses from."""

    def __init__(self, controller: str, wire: str, rotated: bool) -> None:
        self.plan = FaultPlan()
        self.wired = wire_oled(controller, wire, faults=self.plan, rotated=rotated)
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
        error_of(lambda: self.wired.oled.set_brightness(share), self.plan.fault.errno)

    def sleep(self, _nothing: None) -> None:
        if error_of(self.wired.oled.sleep, self.plan.fault.errno) is None:
            assert not self.wired.panel.lit

    def plan_faults(self, plan: tuple[int, int, Fault, bool]) -> None:
        self.plan.good, self.plan.failing, fault, dies = plan
        self.plan.fault = fault._replace(arrived=0) if dies else fault
        self.plan.on_return = lambda: self.wired.panel.power_on(0xA5) if dies else None

    def show(self) -> None:
        """Try until it succeeds, as the loop does; it must when the faults are over."""
        for _ in range(6):
            if error_of(lambda: self.wired.oled.show(self.frame), self.plan.fault.errno) is None:
                break
        seen = self.wired.panel.picture()
        assert (rotate_frame(seen) if self.rotated else seen) == self.frame
        assert self.wired.panel.registers["contrast"] == round(self.share * CONTRAST)


def error_of(act: Callable[[], object], number: int) -> OSError | None:
    """Return the OSError with that errno that ``act`` raises; None if it succeeds."""
    try:
        act()
    except OSError as error:
        if error.errno != number:
            raise
        return error
    return None


patches = st.lists(st.tuples(st.integers(0, 1023), st.binary(min_size=1, max_size=40)), max_size=6)
troubles = st.tuples(
    st.integers(0, 12),  # transactions that succeed first
    st.integers(1, 4),  # that fail then
    st.builds(Fault, st.sampled_from(ERRNOS), st.integers(0, 5)),
    st.booleans(),  # whether the panel loses its power meanwhile
)
acts = st.one_of(
    st.tuples(st.just(BusScript.patch), patches),
    st.tuples(st.just(BusScript.new), st.integers(0, 2**32)),
    st.tuples(st.just(BusScript.dim), st.floats(0, 1)),
    st.tuples(st.just(BusScript.sleep), st.none()),
    st.tuples(st.just(BusScript.plan_faults), troubles),
)


@pytest.mark.sample(4)
@pytest.mark.parametrize("rotated", [False, True])
@on_all
@settings(max_examples=depth.examples(40))
@given(st.lists(acts, max_size=12))
def test_after_any_pictures_and_faults_the_panel_shows_the_last_frame(
    controller: str, wire: str, rotated: bool, script: list[tuple[Any, Any]]
) -> None:
    run = BusScript(controller, wire, rotated)
    for act, how in script:
        act(run, how)
    run.show()


@pytest.mark.sample(1)
@on_all
def test_a_fault_at_each_transaction_is_raised_and_the_next_picture_is_right(
    controller: str, wire: str
) -> None:
    frames = [BLANK, PICTURE, changed(PICTURE, 3), changed(PICTURE, 900), BLANK]
    wired = wire_oled(controller, wire)
    for frame in frames:
        wired.oled.show(frame)
    for at in range(len(wired.bus.transactions)):
        fault = Fault(ERRNOS[at % 3], arrived=at // 3 % 3)
        wired = wire_oled(controller, wire, faults=fails_at(at, fault))
        errors = []
        for frame in frames:
            error = error_of(partial(wired.oled.show, frame), fault.errno)
            if error is not None:
                errors.append(error)
                wired.oled.show(frame)
            assert wired.panel.picture() == frame
        assert len(errors) == 1


# What is sent -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("controller", "column"),
    [("ssd1306", 0x2), ("ssd1309", 0x2), ("ssd1315", 0x2), ("sh1106", 0x4)],
)
def test_one_run_of_columns_is_sent_for_each_changed_page(controller: str, column: int) -> None:
    """From the first changed column to the last; an SH1106 is addressed two columns further."""
    wired = wire_oled(controller)
    wired.oled.show(BLANK)
    wired.take_sent()
    frame = bytearray(BLANK)
    frame[16 * 9 + 2] = 0x24  # in page 1: columns 18 and 21, in its second row
    frame[16 * 24] = 0x80  # in page 3: column 0, in its first row
    wired.oled.show(bytes(frame))
    assert wired.panel.picture() == frame
    assert wired.take_sent() == [
        bytes([0x00, 0xB1, column, 0x11]),
        bytes([0x40, 0x02, 0x00, 0x00, 0x02]),
        bytes([0x00, 0xB3, column - 2, 0x10]),
        bytes([0x40, 0x01]),
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Pillow's, of what luma still calls
@pytest.mark.parametrize("controller", PAGE_MEMORIES)
def test_the_settings_are_lumas(controller: str) -> None:
    from luma.oled import device  # type: ignore[import-untyped]  # luma has no stubs

    bus = Mock()
    getattr(device, controller)(bus)
    display_off, *sent = bus.command.call_args_list[0].args
    assert display_off == 0xAE
    assert bytes(sent) == PAGE_MEMORIES[controller].settings


def test_the_same_picture_again_sends_nothing() -> None:
    wired = wire_oled()
    wired.oled.show(PICTURE)
    wired.take_sent()
    wired.oled.show(PICTURE)
    assert wired.take_sent() == []


@on_all
def test_the_panel_is_lit_only_after_its_first_picture(controller: str, wire: str) -> None:
    wired = wire_oled(controller, wire)
    wired.oled.open()
    assert not wired.panel.lit
    assert wired.panel.picture() == BLANK  # and not the noise that its memory is full of
    wired.oled.show(PICTURE)
    on = bytes([0xAF]) if wire == "spi" else bytes([0x00, 0xAF])
    assert wired.take_sent()[-1] == on


@on_all
def test_a_refresh_repairs_what_has_changed_unnoticed(controller: str, wire: str) -> None:
    wired = wire_oled(controller, wire)
    wired.oled.show(PICTURE)
    wired.oled.set_brightness(0.5)
    wired.panel.memory[:] = bytes(len(wired.panel.memory))  # unnoticed
    wired.panel.registers |= {"display": 0xAE, "start line": 0x47, "contrast": 1}
    for number in range(1, 2 * REFRESH_EVERY):
        wired.oled.show(changed(PICTURE, number))
        assert wired.panel.picture() != changed(PICTURE, number)
    wired.oled.show(PICTURE)
    assert wired.panel.picture() == PICTURE
    assert wired.panel.registers["contrast"] == round(CONTRAST / 2)
    wired.take_sent()
    wired.oled.show(changed(PICTURE, 5))
    assert len(wired.take_sent()) == 2  # and then only changes


@on_all
def test_a_refresh_comes_with_a_picture_that_has_changed_much(controller: str, wire: str) -> None:
    wired = wire_oled(controller, wire)
    wired.oled.show(PICTURE)
    for picture, refreshed in ((NEGATIVE, False), (PICTURE, True)):
        wired.panel.registers["contrast"] = 1  # unnoticed
        wired.oled.show(picture)
        assert (wired.panel.registers["contrast"] == CONTRAST) == refreshed
        for number in range(1, REFRESH_EVERY - 1):
            wired.oled.show(changed(picture, number))


@on_all
def test_the_refresh_does_not_flicker(controller: str, wire: str) -> None:
    wired = wire_oled(controller, wire)
    for number in range(REFRESH_EVERY):
        wired.oled.show(changed(PICTURE, number))
    wired.take_sent()
    wired.oled.set_brightness(0.0)
    wired.oled.show(NEGATIVE)
    commands = b"".join(message for message in wired.take_sent() if len(message) < 40)
    assert 0xAE not in commands
    assert bytes([0x81, CONTRAST]) not in commands


# Brightness and sleep -----------------------------------------------------------------------


@on_all
def test_asleep_the_panel_is_dark_until_the_next_picture(controller: str, wire: str) -> None:
    wired = wire_oled(controller, wire)
    wired.oled.show(PICTURE)
    wired.oled.sleep()
    assert wired.panel.picture() == BLANK
    wired.panel.power_on(0x77)  # unnoticed
    wired.oled.show(PICTURE)
    assert wired.panel.picture() == PICTURE


def test_a_panel_lost_while_lit_is_made_dark_all_the_same() -> None:
    wired = wire_oled(faults=(plan := FaultPlan()))
    wired.oled.show(PICTURE)
    plan.failing = 1
    assert error_of(partial(wired.oled.set_brightness, 0.0), errno.EIO)
    wired.oled.sleep()
    assert not wired.panel.lit


def test_brightness_is_a_share_of_the_contrast_and_outlasts_a_sleep() -> None:
    wired = wire_oled()
    wired.oled.set_brightness(0.25)
    assert wired.take_sent() == []
    wired.oled.show(PICTURE)
    assert wired.panel.registers["contrast"] == round(0.25 * CONTRAST)
    wired.oled.set_brightness(0.0)
    assert wired.panel.registers["contrast"] == 0
    wired.oled.sleep()
    wired.oled.show(PICTURE)
    assert wired.panel.registers["contrast"] == 0


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_brightness_beyond_the_full_is_refused(share: float) -> None:
    for oled in (FakeOled(), wire_oled().oled):
        with pytest.raises(ValueError, match="from 0 to 1"):
            oled.set_brightness(share)
