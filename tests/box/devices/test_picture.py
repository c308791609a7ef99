"""The picture through an evening: sent, dimmed, dark, awake, lost and back."""

import logging
from collections.abc import Iterable
from itertools import pairwise

import pytest

from companion.box.devices.debouncer import Debouncer
from companion.box.devices.oled import FakeOled
from companion.box.devices.picture import (
    DIM_AFTER,
    DIM_BRIGHTNESS,
    OFF_AFTER,
    PIXEL_SHIFT_EVERY,
    BurnInGuard,
    PanelState,
    Picture,
)
from companion.core.interfaces import Edge, Press
from tests.fakes.buses import fails_between
from tests.fakes.oled import wire_oled


def guard_when_off() -> BurnInGuard:
    """A guard whose panel went off at 1000 seconds."""
    guard = BurnInGuard(1000.0 - OFF_AFTER)
    guard.tick(1000.0)
    assert guard.state is PanelState.OFF
    return guard


def test_a_key_that_comes_without_edges_wakes_and_counts_the_next_time() -> None:
    guard = guard_when_off()
    assert not guard.add_key(Press.OK, 1001.0)
    assert guard.state is PanelState.BRIGHT
    assert not guard.add_key(Press.RELEASED, 1001.2)
    assert guard.add_key(Press.OK, 1001.3)
    assert guard.add_key(Press.RELEASED, 1001.4)


@pytest.mark.parametrize(("first", "then"), [(Press.BACK, Press.MENU), (Press.MENU, Press.BACK)])
def test_a_key_that_woke_is_followed_by_no_other_press(first: Press, then: Press) -> None:
    guard = guard_when_off()
    assert not guard.add_key(first, 1001.0)
    assert guard.add_key(then, 1002.0)
    assert guard.counts(Press.MENU), "a long BACK of the board's own counts too"


def test_another_key_than_the_one_that_woke_counts_at_once() -> None:
    guard = guard_when_off()
    assert not guard.add_key(Press.TOWER_1, 1001.0)
    assert guard.add_key(Press.HEIGHT_2, 1001.1)
    assert guard.deadline() == 1001.1 + DIM_AFTER


def counted_presses(guard: BurnInGuard, edges: Iterable[Edge], until: float) -> list[Press]:
    """Presses that count, found as the loop does: edges first, then what holding gives."""
    buttons, counted = Debouncer(), []
    for edge in edges:
        guard.add_edge(edge)
        counted += [press for press in buttons.add_edge(edge) if guard.counts(press)]
    while (at := buttons.deadline()) is not None and at <= until:
        counted += [press for press in buttons.tick(at) if guard.counts(press)]
    return counted


def short_press(button: Press) -> list[Press]:
    return [Press.OK, Press.RELEASED] if button is Press.OK else [button]


def press(button: Press, at: float, held: float = 0.1) -> list[Edge]:
    return [Edge(button, True, at), Edge(button, False, at + held)]


def test_it_is_dimmed_after_a_minute_and_dark_after_ten_each_at_its_deadline() -> None:
    guard, seen = BurnInGuard(5.0), []
    while (at := guard.deadline()) is not None:
        guard.tick(at - 0.001)
        before = guard.state
        guard.tick(at)
        seen.append((at - 5.0, before, guard.state))
    assert seen == [
        (DIM_AFTER, PanelState.BRIGHT, PanelState.DIM),
        (OFF_AFTER, PanelState.DIM, PanelState.OFF),
    ]


@pytest.mark.parametrize("start", [0.1, 1e5 + 0.3, 12345678.9])
def test_a_deadline_once_reached_is_over(start: float) -> None:
    """Otherwise the loop would spin."""
    guard = BurnInGuard(start)
    for _ in range(2):
        at = guard.deadline()
        assert at is not None
        guard.tick(at)
        assert guard.deadline() != at


def test_a_late_tick_goes_straight_to_dark() -> None:
    guard = BurnInGuard(0.0)
    guard.tick(OFF_AFTER + 1)
    assert guard.state is PanelState.OFF


def test_a_press_restarts_the_delays() -> None:
    guard = BurnInGuard(0.0)
    guard.add_edge(Edge(Press.OK, True, 50.0))
    guard.tick(DIM_AFTER)
    assert guard.state is PanelState.BRIGHT
    assert guard.deadline() == 50.0 + DIM_AFTER


def test_an_opening_contact_is_no_press() -> None:
    guard = BurnInGuard(0.0)
    guard.add_edge(Edge(Press.OK, False, 50.0))
    assert guard.deadline() == DIM_AFTER


@pytest.mark.parametrize("button", [press for press in Press if press is not Press.RELEASED])
def test_the_press_that_wakes_a_dark_panel_does_nothing_else(button: Press) -> None:
    guard = guard_when_off()
    assert counted_presses(guard, press(button, 2000.0), 2001.0) == []
    assert guard.state is PanelState.BRIGHT
    assert counted_presses(guard, press(button, 2002.0), 2003.0) == short_press(button)


@pytest.mark.parametrize("button", [Press.UP, Press.NEXT, Press.BACK])
def test_its_button_does_nothing_while_held(button: Press) -> None:
    guard = guard_when_off()
    assert counted_presses(guard, press(button, 2000.0, held=1.5), 2001.4) == []


@pytest.mark.parametrize("button", [Press.OK, Press.UP, Press.BACK])
def test_its_bounces_do_nothing(button: Press) -> None:
    guard = guard_when_off()
    closing = [Edge(button, i % 2 == 0, 2000.0 + i * 0.004) for i in range(9)]
    opening = [Edge(button, i % 2 == 1, 2000.7 + i * 0.004) for i in range(9)]
    assert counted_presses(guard, closing + opening, 2001.0) == []


def test_another_button_counts_while_the_waking_one_is_held() -> None:
    guard = guard_when_off()
    edges = [Edge(Press.UP, True, 2000.0, pin=1), *press(Press.OK, 2000.2)]
    assert counted_presses(guard, edges, 2000.3) == [Press.OK]


def test_waking_without_a_press_lets_the_next_press_count() -> None:
    guard = guard_when_off()
    guard.wake(2000.0)
    assert guard.state is PanelState.BRIGHT
    assert counted_presses(guard, press(Press.OK, 2001.0), 2002.0) == short_press(Press.OK)


def test_the_picture_stays_while_the_game_goes_on() -> None:
    guard = BurnInGuard(0.0)
    assert {guard.pixel_shift(float(now)) for now in range(int(PIXEL_SHIFT_EVERY))} == {(0, 0)}


def test_after_a_while_it_moves_by_a_pixel_to_each_of_four_places() -> None:
    guard, now, places = BurnInGuard(0.0), 0.0, []
    for _ in range(5):
        places.append(guard.pixel_shift(now))
        now += PIXEL_SHIFT_EVERY
    assert len(set(places[:4])) == 4
    assert places[4] == places[0]
    steps = [abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(places)]
    assert steps == [1, 1, 1, 1]


def test_it_moves_when_it_is_dimmed_and_when_it_goes_dark() -> None:
    guard = BurnInGuard(0.0)
    places = [guard.pixel_shift(0.0)]
    for _ in range(2):
        at = guard.deadline()
        assert at is not None
        guard.tick(at)
        places.append(guard.pixel_shift(at))
    assert len(set(places)) == 3


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
