"""The picture through an evening: sent, dimmed, dark, awake, lost and back."""

import logging
from itertools import pairwise

import pytest

from companion.box.devices.burn_in import DIM_AFTER, DIM_BRIGHTNESS, OFF_AFTER
from companion.box.devices.oled import FakeOled
from companion.box.devices.picture import Picture
from companion.core.interfaces import Edge, Press
from tests.fakes.buses import fails_between
from tests.fakes.oled import wire_oled

FIRST = bytes(i * 7 % 256 for i in range(1024))
SECOND = bytes(i * 11 % 256 for i in range(1024))


def idle(picture: Picture, until: float, frame: bytes = FIRST) -> list[float]:
    """Let nobody press; returns when the loop had to wake up."""
    woken: list[float] = []
    while (at := picture.deadline()) is not None and at <= until:
        woken.append(at)
        assert len(woken) < 10_000, "it never rests"
        picture.show(frame, at)
    return woken


def touch(picture: Picture, at: float, frame: bytes = FIRST) -> bool:
    """Press OK; returns whether that counts."""
    picture.burn_in.add_edge(Edge(Press.OK, True, at))
    counts = picture.burn_in.counts(Press.OK)
    picture.burn_in.add_edge(Edge(Press.OK, False, at + 0.1))
    picture.show(frame, at + 0.1)
    return counts


def test_a_picture_is_sent_when_it_has_changed_or_was_forgotten() -> None:
    oled = FakeOled()
    picture = Picture(oled, 0.0)
    for now, frame in enumerate((FIRST, FIRST, SECOND, SECOND)):
        picture.show(frame, float(now))
    assert list(oled.history) == [FIRST, SECOND]
    picture.forget_shown()
    picture.show(SECOND, 5.0)
    assert list(oled.history) == [FIRST, SECOND, SECOND]


def test_in_the_dark_nothing_is_sent() -> None:
    oled = FakeOled()
    picture = Picture(oled, 0.0)
    picture.show(FIRST, 0.0)
    idle(picture, 2000.0)
    shown = len(oled.history)
    picture.show(SECOND, 2001.0)
    assert (len(oled.history), oled.lit) == (shown, False)


def test_the_brightness_in_use_is_a_share_and_dimming_a_share_of_that() -> None:
    oled = FakeOled()
    picture = Picture(oled, 0.0)
    picture.full_brightness = 0.5
    picture.show(FIRST, 0.0)
    assert oled.brightness == 0.5
    picture.full_brightness = 0.8
    picture.show(FIRST, 1.0)
    assert oled.brightness == 0.8
    idle(picture, DIM_AFTER + 1)
    assert oled.brightness == 0.8 * DIM_BRIGHTNESS
    with pytest.raises(ValueError, match="from 0 to 1"):
        picture.full_brightness = 1.5


def test_a_lost_panel_is_logged_once_tried_ever_more_seldom_and_comes_back_right(
    caplog: pytest.LogCaptureFixture,
) -> None:
    oled = FakeOled()
    picture = Picture(oled, 0.0)
    picture.show(FIRST, 0.0)
    oled.lost = True
    with caplog.at_level(logging.WARNING):
        for now in range(100, 105):
            touch(picture, float(now), SECOND)
        assert picture.lost
        assert [record.levelname for record in caplog.records] == ["WARNING"]
        waits = idle(picture, 150.0, SECOND)
        gaps = [round(b - a, 1) for a, b in pairwise(waits)]
        assert gaps == sorted(gaps)
        assert len(waits) < 8
        oled.lost = False
        idle(picture, 170.0, SECOND)
    assert not picture.lost
    assert oled.frame is not None
    assert oled.lit
    assert "again" in caplog.text


def test_a_bus_that_comes_late_is_used_within_a_second_in_the_first_minute() -> None:
    """At power-on the node may appear long after the start; no busy waiting until then."""
    for comes_at in range(1, 59):
        oled = FakeOled()
        oled.lost = True
        picture = Picture(oled, 0.0)
        picture.show(FIRST, 0.0)
        assert len(idle(picture, float(comes_at))) <= comes_at + 1
        oled.lost = False
        idle(picture, comes_at + 1.0)
        assert oled.frame == FIRST


@pytest.mark.parametrize("answered", [False, True])
def test_after_a_minute_or_once_it_has_answered_the_tries_grow_rare(answered: bool) -> None:
    oled = FakeOled()
    picture = Picture(oled, 0.0)
    oled.lost = not answered
    picture.show(FIRST, 0.0)
    oled.lost = True
    touch(picture, 1.0, SECOND)
    assert len(idle(picture, 58.0)) == (6 if answered else 56)
    assert len(idle(picture, 400.0)) <= 20


def test_a_panel_that_is_absent_all_night_costs_no_wake_ups_in_the_dark() -> None:
    wired = wire_oled(faults=fails_between(0, 100_000))
    picture = Picture(wired.oled, 0.0)
    picture.show(FIRST, 0.0)
    assert picture.lost
    assert max(idle(picture, 86400.0)) <= OFF_AFTER + 30.0


@pytest.mark.parametrize("quiet", [DIM_AFTER, OFF_AFTER])
def test_a_panel_lost_while_dimming_or_going_dark_is_tried_again(quiet: float) -> None:
    oled = FakeOled()
    picture = Picture(oled, 0.0)
    picture.show(FIRST, 0.0)
    idle(picture, quiet - 1)
    oled.lost = True
    idle(picture, quiet)
    oled.lost = False
    oled.lit = True  # it received nothing
    idle(picture, quiet + 1)
    assert (oled.brightness, oled.lit) == (DIM_BRIGHTNESS, quiet == DIM_AFTER)
