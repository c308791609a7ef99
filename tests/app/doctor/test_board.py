"""What the doctor finds with an operator before the device: screen, buttons, chime, keypads."""

import os
from collections.abc import Mapping, Sequence

import pytest

from companion.app.doctor.board import draw_test_picture
from companion.app.doctor.examination import (
    Check,
    Failed,
    Finding,
    OperatorRequest,
    Passed,
    Prompt,
    Skipped,
)
from companion.app.doctor.machine import CommandResult
from companion.box.config import Config
from companion.box.devices.boards import BOARDS
from companion.box.devices.keyboard import MockPins
from companion.core.interfaces import HEIGHT, WIDTH, Frame, KeyPress, Press
from companion.core.keypad import KEYPAD
from tests.app.doctor.examinations import FakeOperator, Findings, run_checks
from tests.box.panel.test_keypad import KEYPAD_KEYS, add_device
from tests.fakes.machine import FakeMachine

WIRED = Config(BOARDS["four-buttons"])


def test_everything_passes(pi: FakeMachine, pins: MockPins) -> None:
    operator = FakeOperator(pins)
    found = run_checks(pi, WIRED, operator)
    assert not found.failed
    noticed = [each.values for each in found if each.result is Passed.BUTTON]
    assert noticed == [
        {"button": "<", "pin": 17},
        {"button": ">", "pin": 27},
        {"button": "✓", "pin": 22},
        {"button": "↩", "pin": 23},
    ]
    assert [each.prompt for each in operator.requests] == [
        Prompt.PICTURE,
        *[Prompt.PRESS] * 4,
        Prompt.CHIME,
    ]
    assert pi.oled.history[0] == draw_test_picture()
    assert found.result(Check.CHIME) is Passed.CHIME
    assert pi.waited == pytest.approx(0.98)


def test_two_pins_with_the_same_press_are_two_buttons(pi: FakeMachine, pins: MockPins) -> None:
    found = run_checks(pi, Config(), FakeOperator(pins, {5: ()}))
    silent = [each for each in found if each.result is Failed.BUTTON]
    assert [each.values for each in silent] == [{"button": "A", "pin": 5}]
    assert len([each for each in found if each.result is Passed.BUTTON]) == 6
    assert found.result(Check.CHIME) is Skipped.NO_BUZZER


def test_swapped_wires_are_both_reported(pi: FakeMachine, pins: MockPins) -> None:
    operator = FakeOperator(pins, {17: (27,), 27: (17,)})
    found = [each for each in run_checks(pi, WIRED, operator) if each.result is Failed.BUTTON_OTHER]
    assert [each.values for each in found] == [
        {"button": "<", "pin": 17, "other": ">", "at": 27},
        {"button": ">", "pin": 27, "other": "<", "at": 17},
    ]


def test_a_repeated_press_does_not_count_for_the_next_button(
    pi: FakeMachine, pins: MockPins
) -> None:
    operator = FakeOperator(pins, {17: (17, 17, 17)})
    assert not run_checks(pi, WIRED, operator).failed


def test_a_press_counts_before_its_release(pi: FakeMachine, pins: MockPins) -> None:
    assert not run_checks(pi, WIRED, FakeOperator(pins, holds=True)).failed


def test_a_pin_that_cannot_be_opened(pi: FakeMachine, pins: MockPins) -> None:
    invalid = Config(WIRED.board._replace(pins={17: Press.OK, 99: Press.BACK}))
    found = run_checks(pi, invalid, FakeOperator(pins))
    assert found.failed == {Failed.BUTTONS_NONE}


def test_a_chime_that_cannot_be_opened_or_heard(pi: FakeMachine, pins: MockPins) -> None:
    invalid = Config(WIRED.board._replace(buzzer=99))
    assert run_checks(pi, invalid, FakeOperator(pins)).failed == {Failed.CHIME_NONE}
    deaf = FakeOperator(pins, answers={Prompt.CHIME: False})
    unheard = run_checks(pi, WIRED, deaf).only(Check.CHIME)
    assert (unheard.result, unheard.values) == (Failed.CHIME, {"pin": 12})


def test_an_incomplete_picture(pi: FakeMachine, pins: MockPins) -> None:
    operator = FakeOperator(pins, answers={Prompt.PICTURE: False})
    assert run_checks(pi, WIRED, operator).failed == {Failed.SCREEN}


def test_an_operator_who_does_not_answer(pi: FakeMachine, pins: MockPins) -> None:
    operator = FakeOperator(pins, answers={Prompt.PICTURE: None, Prompt.CHIME: None})
    found = run_checks(pi, WIRED, operator)
    assert found.result(Check.SCREEN) is found.result(Check.CHIME) is Skipped.NOT_ASKED


def test_without_a_screen_the_buttons_are_still_checked(pi: FakeMachine, pins: MockPins) -> None:
    pi.parts = {}
    found = run_checks(pi, WIRED, FakeOperator(pins))
    assert found.failed == {Failed.ADDRESSES_NONE, Failed.SCREEN_NONE}
    assert found.result(Check.BUTTONS) is Passed.BUTTON


def test_nothing_that_the_running_service_uses_is_checked(pi: FakeMachine, pins: MockPins) -> None:
    pi.commands["systemctl", "is-active", "companion.service"] = CommandResult(0, "active")
    operator = FakeOperator(pins)
    found = run_checks(pi, WIRED, operator)
    assert (
        found.result(Check.SCREEN)
        is found.result(Check.BUTTONS)
        is found.result(Check.CHIME)
        is Skipped.IN_USE
    )
    assert operator.requests == []


def test_without_a_pin_factory_no_button_is_checked(pi: FakeMachine, pins: MockPins) -> None:
    pi.path("/dev/gpiochip0").unlink()
    found = run_checks(pi, WIRED, FakeOperator(pins))
    assert found.only(Check.BUTTONS).values == {"first": Check.PINS}
    assert found.result(Check.SCREEN) is Passed.SCREEN


# On the screen -----------------------------------------------------------------------------


class Drawing:
    """Notes what it is to draw, and draws its number."""

    def __init__(self) -> None:
        self.drawn: list[tuple[int, Prompt | None]] = []

    def __call__(self, found: Sequence[Finding], request: OperatorRequest | None) -> Frame:
        self.drawn.append((len(found), request.prompt if request else None))
        return bytes([len(self.drawn)]) * (WIDTH * HEIGHT // 8)


def test_a_screen_that_passed_shows_the_findings(pi: FakeMachine, pins: MockPins) -> None:
    drawing = Drawing()
    found = run_checks(pi, WIRED, FakeOperator(pins), drawing)
    seen = [each.check for each in found].index(Check.SCREEN) + 1
    assert drawing.drawn[:3] == [(seen, None), (seen, Prompt.PRESS), (seen + 1, None)]
    chime = [each.check for each in found].index(Check.CHIME)
    assert drawing.drawn[-5:-3] == [(chime, Prompt.CHIME), (chime + 1, None)]
    assert drawing.drawn[-1] == (len(found), None)
    assert list(pi.oled.history) == [
        draw_test_picture(),
        *(bytes([n + 1]) * 1024 for n in range(len(drawing.drawn))),
    ]
    with pytest.raises(ValueError, match="closed"):
        pi.oled.show(draw_test_picture())


def test_a_screen_that_failed_shows_nothing(pi: FakeMachine, pins: MockPins) -> None:
    drawing = Drawing()
    run_checks(pi, WIRED, FakeOperator(pins, answers={Prompt.PICTURE: False}), drawing)
    assert drawing.drawn == []


def test_losing_the_screen_fails_no_other_check(pi: FakeMachine, pins: MockPins) -> None:
    def lose(_found: Sequence[Finding], _request: OperatorRequest | None) -> Frame:
        pi.oled.lost = True
        return draw_test_picture()

    assert not run_checks(pi, WIRED, FakeOperator(pins), lose).failed


def test_the_test_picture_would_show_a_shift_and_a_turn() -> None:
    from PIL import Image

    image = Image.frombytes("1", (WIDTH, HEIGHT), draw_test_picture())
    for side in ((0, 0, 1, HEIGHT), (WIDTH - 1, 0, WIDTH, HEIGHT), (0, 0, WIDTH, 1)):
        assert image.crop(side).getextrema() == (255, 255)
    assert image.crop((1, 1, 4, HEIGHT - 1)).getextrema() == (0, 0)
    arrow = image.crop((5, 5, WIDTH - 5, HEIGHT - 5)).getbbox()
    assert arrow is not None
    left, top, right, bottom = (5 + at for at in arrow)
    widths = [image.crop((left, y, right, y + 1)).histogram()[255] for y in range(top, bottom)]
    assert widths[0] < widths[-1] < max(widths), "a point above, a shaft below the head"
    assert widths.index(max(widths)) < len(widths) * 2 / 3


# Keypads -----------------------------------------------------------------------------------------

LABELS = [key.label for key in KEYPAD if key.press is not None]
PRESSES = {key.label: key.press for key in KEYPAD}


class PadOperator:
    """Presses the requested key, or what ``presses`` says; answers every question with yes."""

    def __init__(
        self, machine: FakeMachine, presses: Mapping[str, str | None] | None = None
    ) -> None:
        self._machine = machine
        self._presses = presses or {}
        self.asked: list[str] = []

    def tell(self, request: OperatorRequest) -> None:
        if "label" not in request.values:
            return
        label = str(request.values["label"])
        self.asked.append(label)
        press = PRESSES[self._presses.get(label, label) or "Num"]
        if press is not None:
            for each in (Press.RELEASED, press, Press.RELEASED):
                self._machine.keypads.put(KeyPress(each, 0.0))

    def answer(self, request: OperatorRequest) -> bool:  # noqa: ARG002  any question
        return True


@pytest.fixture
def padded(pi: FakeMachine, pins: MockPins) -> FakeMachine:  # noqa: ARG001  in force meanwhile
    if os.uname().machine not in ("x86_64", "aarch64"):
        pytest.skip("words of 64 bits")
    add_device(pi.root, 3, "Pad", KEYPAD_KEYS)
    pi.write("/dev/input/event3")
    return pi


def examined(machine: FakeMachine, operator: PadOperator) -> Findings:
    return run_checks(machine, operator=operator)


def test_a_keypad_is_named_and_each_key_checked(padded: FakeMachine) -> None:
    operator = PadOperator(padded)
    found = examined(padded, operator)
    values = {"name": "Pad", "where": "/dev/input/event3", "group": "input"}
    assert (found.result(Check.KEYPAD), found.only(Check.KEYPAD).values) == (Passed.KEYPAD, values)
    assert [each.result for each in found.of(Check.PAD_KEYS)] == [Passed.PAD_KEY] * 16
    assert operator.asked == LABELS


def test_a_key_that_is_another_or_none_is_told(padded: FakeMachine) -> None:
    found = examined(padded, PadOperator(padded, {"7": "8", "0": None}))
    told = {each.values["label"]: each for each in found.of(Check.PAD_KEYS)}
    assert (told["7"].result, told["7"].values["other"]) == (Failed.PAD_KEY_OTHER, "8")
    assert told["0"].result is Failed.PAD_KEY
    assert len(told) == len(LABELS)


def test_where_nobody_presses_the_first_key_no_other_is_asked_for(padded: FakeMachine) -> None:
    operator = PadOperator(padded, {LABELS[0]: None})
    assert examined(padded, operator).only(Check.PAD_KEYS).result is Failed.PAD_KEY
    assert operator.asked == LABELS[:1]


def test_one_that_is_not_for_this_user(padded: FakeMachine) -> None:
    padded.no_access = {type(padded.root)("/dev/input/event3")}
    found = examined(padded, PadOperator(padded))
    assert found.result(Check.KEYPAD) is Failed.KEYPAD_DENIED


def test_none_or_switched_off(pi: FakeMachine) -> None:
    assert run_checks(pi).result(Check.KEYPAD) is Skipped.NO_KEYPAD
    assert run_checks(pi, Config(keypad="off")).result(Check.KEYPAD) is Skipped.KEYPAD_OFF
    assert run_checks(pi).result(Check.PAD_KEYS) is Skipped.NOT_ASKED
