"""The light, seen on mock PWM pins, with the time passed in."""

import threading
from itertools import pairwise

import pytest

from companion.box.devices.errors import DeviceMissingError
from companion.box.devices.keyboard import MockPins
from companion.box.devices.light import (
    BREATH_PERIOD,
    BREATHS,
    FLASH_PERIOD,
    FLASHES,
    STEADY_BRIGHTNESS,
    STEP,
    GpiozeroLight,
)
from companion.core.palette import PALETTE
from companion.games import BUILT_IN, load_plugin

RGB = (17, 27, 22)
PLAIN = (18,)
RED, BLUE, YELLOW = (PALETTE[colour].light for colour in ("red", "blue", "yellow"))
FLASHING = FLASHES * FLASH_PERIOD
Seen = list[tuple[float, tuple[float, ...]]]


def shine(pins: MockPins, numbers: tuple[int, ...]) -> tuple[float, ...]:
    """How much of its time each pin is high."""
    return tuple(pins.pin(pin).state for pin in numbers)  # type: ignore[attr-defined]  # a mock pin


def watch(
    pins: MockPins, light: GpiozeroLight, now: float, numbers: tuple[int, ...] = PLAIN
) -> Seen:
    """Wake as the loop would until it asks for no more; returns when it shone how."""
    seen = []
    while (then := light.tick(now)) is not None:
        assert 0 < then - now <= STEP + 1e-9
        seen.append((now, shine(pins, numbers)))
        now = then
    return [*seen, (now, shine(pins, numbers))]


def peaks(seen: Seen) -> list[float]:
    levels = [(at, max(parts)) for at, parts in seen]
    return [
        at
        for (_, a), (at, b), (_, c) in zip(levels, levels[1:], levels[2:], strict=False)
        if a < b >= c
    ]


def test_it_is_dark_until_it_is_somebodys_turn(pins: MockPins) -> None:
    light = GpiozeroLight(RGB)
    assert light.tick(0) is None
    assert shine(pins, RGB) == (0, 0, 0)


def test_a_turn_is_three_breaths_and_then_a_steady_light_without_deadlines(pins: MockPins) -> None:
    light = GpiozeroLight(PLAIN)
    light.show_turn(RED, 100)
    seen = watch(pins, light, 100)
    assert seen[0] == (100, (STEADY_BRIGHTNESS,))
    assert peaks(seen) == pytest.approx([102, 106, 110], abs=STEP)
    assert seen[-1][0] == pytest.approx(100 + BREATHS * BREATH_PERIOD)
    assert seen[-1][1] == (STEADY_BRIGHTNESS,)
    assert max(parts[0] for _, parts in seen) > 0.99
    assert min(parts[0] for _, parts in seen) >= STEADY_BRIGHTNESS
    steps = [abs(b[0] - a[0]) for (_, a), (_, b) in pairwise(seen)]
    assert max(steps) < 0.05  # no jump is seen
    assert light.tick(5000) is None


def test_brightness_depends_on_the_time_alone(pins: MockPins) -> None:
    """A loop that was busy meanwhile sees the light where it would have been anyway."""
    often, seldom = GpiozeroLight((18,)), GpiozeroLight((13,))
    often.show_turn(RED, 0)
    seldom.show_turn(RED, 0)
    for i in range(50):
        often.tick(i * 0.1)
    seldom.tick(4.9)
    assert shine(pins, (18,)) == shine(pins, (13,)) != (STEADY_BRIGHTNESS,)


@pytest.mark.parametrize("colour", PALETTE)
def test_every_player_has_a_light_that_can_be_seen(pins: MockPins, colour: str) -> None:
    light = GpiozeroLight(RGB)
    light.show_turn(PALETTE[colour].light, 0)
    light.tick(BREATH_PERIOD / 2)
    assert shine(pins, RGB) == PALETTE[colour].light
    # lgpio cuts to whole hundredths: what is left of the steady light must not be darkness
    light.tick(1000)
    assert max(shine(pins, RGB)) >= 0.03


@pytest.mark.parametrize("game", BUILT_IN)
def test_no_two_players_share_a_light_and_none_is_dark(game: str) -> None:
    plugin = load_plugin(game)
    lights = {plugin.screens.palette[str(colour)].light for colour in plugin.rules.colours}
    assert len(lights | {(0, 0, 0)}) == len(plugin.rules.colours) + 1


def test_red_green_and_blue_are_the_pins_in_that_order(pins: MockPins) -> None:
    light = GpiozeroLight(RGB)
    light.show_turn(BLUE, 0)
    light.tick(BREATH_PERIOD / 2)
    assert shine(pins, RGB) == (0, 0, 1)
    light.show_turn(YELLOW, 10)
    light.tick(10 + BREATH_PERIOD / 2)
    assert shine(pins, RGB) == (1, 0.5, 0)


def test_a_plain_light_breathes_alike_for_all(pins: MockPins) -> None:
    light = GpiozeroLight(PLAIN)
    shown = set()
    for i, colour in enumerate(PALETTE.values()):
        light.show_turn(colour.light, i * 100)
        light.tick(i * 100 + 1.3)
        shown.add(round(shine(pins, PLAIN)[0], 6))
    assert len(shown) == 1


def test_the_same_turn_said_again_does_not_begin_again(pins: MockPins) -> None:
    light = GpiozeroLight(PLAIN)
    light.show_turn(RED, 0)
    light.show_turn(RED, 11)
    assert watch(pins, light, 11)[-1][0] == pytest.approx(BREATHS * BREATH_PERIOD)


def test_nobodys_turn_is_dark_at_once(pins: MockPins) -> None:
    light = GpiozeroLight(RGB)
    light.show_turn(PALETTE["white"].light, 0)
    light.tick(1)
    light.show_turn(None, 2)
    assert shine(pins, RGB) == (0, 0, 0)
    assert light.tick(2) is None


def test_a_scoring_flashes_white_and_the_turn_breathes_after_it(pins: MockPins) -> None:
    light = GpiozeroLight(RGB)
    light.show_turn(RED, 0)
    light.flash(100)
    light.show_turn(BLUE, 100)
    seen = watch(pins, light, 100, RGB)
    flashing = [(at, parts) for at, parts in seen if at < 100 + FLASHING]
    assert all(red == green == blue for _, (red, green, blue) in flashing)
    assert len(peaks(flashing)) == FLASHES
    assert seen[len(flashing)][0] == pytest.approx(100 + FLASHING)
    assert seen[len(flashing)][1] == (0, 0, STEADY_BRIGHTNESS)
    assert seen[-1][0] == pytest.approx(100 + FLASHING + BREATHS * BREATH_PERIOD)


def test_after_a_scoring_it_breathes_anew_even_if_the_turn_stays(pins: MockPins) -> None:
    light = GpiozeroLight(PLAIN)
    light.show_turn(RED, 0)
    light.flash(100)
    assert watch(pins, light, 100)[-1][0] == pytest.approx(100 + FLASHING + BREATHS * BREATH_PERIOD)


def test_a_scoring_when_it_is_nobodys_turn_flashes_and_is_dark_again(pins: MockPins) -> None:
    light = GpiozeroLight(PLAIN)
    light.flash(0)
    seen = watch(pins, light, 0)
    assert len(peaks(seen)) == FLASHES
    assert seen[-1][0] == pytest.approx(FLASHING)
    assert seen[-1][1] == (0,)


def test_at_rest_it_is_dark_without_deadlines_whatever_happens(pins: MockPins) -> None:
    light = GpiozeroLight(RGB)
    light.show_turn(RED, 0)
    light.set_dimmed(True, 1)
    for at in range(1, 30):
        light.show_turn([RED, BLUE][at % 2], at)
        light.flash(at)
        light.set_dimmed(True, at)
        assert light.tick(at) is None
        assert shine(pins, RGB) == (0, 0, 0)


def test_waking_it_breathes_anew_for_whose_turn_it_is_now(pins: MockPins) -> None:
    light = GpiozeroLight(RGB)
    light.show_turn(RED, 0)
    light.flash(0.5)
    light.set_dimmed(True, 1)
    light.show_turn(BLUE, 2)
    light.set_dimmed(False, 600)
    light.set_dimmed(False, 601)
    seen = watch(pins, light, 601, RGB)
    assert all(red == green == 0 < blue for _, (red, green, blue) in seen)
    assert seen[-1][0] == pytest.approx(600 + BREATHS * BREATH_PERIOD)


def test_the_press_that_wakes_it_may_bring_a_scoring(pins: MockPins) -> None:
    """At a dimmed picture a press counts: the loop calls flash, and then rest(False)."""
    light = GpiozeroLight(PLAIN)
    light.show_turn(RED, 0)
    light.set_dimmed(True, 60)
    light.flash(90)
    light.set_dimmed(False, 90)
    seen = watch(pins, light, 90)
    assert len(peaks(seen)) == FLASHES + BREATHS
    assert seen[-1][0] == pytest.approx(90 + FLASHING + BREATHS * BREATH_PERIOD)


def test_dark_it_has_its_pwm_off_and_never_a_thread(pins: MockPins) -> None:
    """On lgpio the PWM is a thread of that library's, which should not run all night."""
    before = threading.active_count()
    light = GpiozeroLight(RGB)

    def humming() -> list[bool]:
        return [pins.pin(pin).frequency is not None for pin in RGB]  # type: ignore[attr-defined]  # a mock pin

    assert humming() == [False, False, False]
    light.show_turn(YELLOW, 0)
    assert humming() == [True, True, False]
    light.flash(1)
    assert humming() == [True, True, True]
    assert threading.active_count() == before
    light.set_dimmed(True, 2)
    assert humming() == [False, False, False]


@pytest.mark.parametrize("numbers", [(), (1, 2), (5, 6, 12, 13)])
def test_another_number_of_pins_is_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one pin or three"):
        GpiozeroLight(numbers)


def test_a_pin_without_pwm_is_named() -> None:
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs
    from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]  # gpiozero has no stubs

    Device.pin_factory = MockFactory()
    with pytest.raises(DeviceMissingError, match="GPIO18"):
        GpiozeroLight(PLAIN)


def test_closing_is_dark_and_gives_the_pins_back(pins: MockPins) -> None:
    light = GpiozeroLight(RGB)
    light.show_turn(PALETTE["white"].light, 0)
    light.close()
    light.close()
    assert shine(pins, RGB) == (0, 0, 0)
    assert light.tick(1) is None
    GpiozeroLight(RGB).close()
