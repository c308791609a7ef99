"""What the doctor finds with a person before the device: screen, buttons, chime."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.config import Config
from companion.devices.boards import BOARDS
from companion.devices.virtual import MockPins
from companion.doctor import Asked, Check, Finding, Fine, Request, Untried, Wrong
from companion.doctor.fake import FakeMachine, fake_pi
from companion.doctor.hands import picture
from companion.doctor.machine import Ran
from companion.interfaces import HEIGHT, WIDTH, Frame, Press
from tests.doctor.patients import FakePerson, findings, one, told, wrong

WIRED = Config(BOARDS["four-buttons"])


@pytest.fixture
def pi(tmp_path: Path) -> FakeMachine:
    return fake_pi(tmp_path)


def test_all_is_seen_pressed_and_heard(pi: FakeMachine, pins: MockPins) -> None:
    person = FakePerson(pins)
    found = findings(pi, WIRED, person)
    assert not wrong(found)
    heard = [each.values for each in found if each.told is Fine.BUTTON]
    assert heard == [
        {"button": "previous", "pin": 17},
        {"button": "next", "pin": 27},
        {"button": "ok", "pin": 22},
        {"button": "back", "pin": 23},
    ]
    assert [each.asked for each in person.asked] == [Asked.PICTURE, *[Asked.PRESS] * 4, Asked.CHIME]
    assert pi.oled.history[0] == picture()
    assert told(found)[Check.CHIME] is Fine.CHIME
    assert pi.waited == pytest.approx(0.98)


def test_two_pins_that_say_the_same_are_two_buttons(pi: FakeMachine, pins: MockPins) -> None:
    found = findings(pi, Config(), FakePerson(pins, {5: ()}))
    silent = [each for each in found if each.told is Wrong.BUTTON]
    assert [each.values for each in silent] == [{"button": "ok", "pin": 5}]
    assert len([each for each in found if each.told is Fine.BUTTON]) == 6
    assert told(found)[Check.CHIME] is Untried.NO_BUZZER


def test_crossed_wires_are_both_named(pi: FakeMachine, pins: MockPins) -> None:
    person = FakePerson(pins, {17: (27,), 27: (17,)})
    found = [each for each in findings(pi, WIRED, person) if each.told is Wrong.BUTTON_OTHER]
    assert [each.values for each in found] == [
        {"button": "previous", "pin": 17, "other": "next", "at": 27},
        {"button": "next", "pin": 27, "other": "previous", "at": 17},
    ]


def test_a_press_too_many_is_not_taken_for_the_next_button(pi: FakeMachine, pins: MockPins) -> None:
    person = FakePerson(pins, {17: (17, 17, 17)})
    assert not wrong(findings(pi, WIRED, person))


def test_a_press_is_heard_before_it_ends(pi: FakeMachine, pins: MockPins) -> None:
    assert not wrong(findings(pi, WIRED, FakePerson(pins, holds=True)))


def test_a_pin_that_cannot_be_had(pi: FakeMachine, pins: MockPins) -> None:
    beyond = Config(replace(WIRED.board, pins={17: Press.OK, 99: Press.BACK}))
    found = findings(pi, beyond, FakePerson(pins))
    assert wrong(found) == {Wrong.BUTTONS_NONE}


def test_a_chime_that_cannot_be_had_or_heard(pi: FakeMachine, pins: MockPins) -> None:
    beyond = Config(replace(WIRED.board, buzzer=99))
    assert wrong(findings(pi, beyond, FakePerson(pins))) == {Wrong.CHIME_NONE}
    deaf = FakePerson(pins, answers={Asked.CHIME: False})
    unheard = one(findings(pi, WIRED, deaf), Check.CHIME)
    assert (unheard.told, unheard.values) == (Wrong.CHIME, {"pin": 12})


def test_a_picture_that_is_not_whole(pi: FakeMachine, pins: MockPins) -> None:
    person = FakePerson(pins, answers={Asked.PICTURE: False})
    assert wrong(findings(pi, WIRED, person)) == {Wrong.SCREEN}


def test_a_person_who_has_gone(pi: FakeMachine, pins: MockPins) -> None:
    person = FakePerson(pins, answers={Asked.PICTURE: None, Asked.CHIME: None})
    found = told(findings(pi, WIRED, person))
    assert found[Check.SCREEN] is found[Check.CHIME] is Untried.NOT_ASKED


def test_no_screen_is_no_reason_not_to_try_the_buttons(pi: FakeMachine, pins: MockPins) -> None:
    pi.parts = {}
    found = findings(pi, WIRED, FakePerson(pins))
    assert wrong(found) == {Wrong.ADDRESSES_NONE, Wrong.SCREEN_NONE}
    assert told(found)[Check.BUTTONS] is Fine.BUTTON


def test_while_the_service_runs_its_parts_are_left_alone(pi: FakeMachine, pins: MockPins) -> None:
    pi.commands["systemctl", "is-active", "companion.service"] = Ran(0, "active")
    person = FakePerson(pins)
    found = told(findings(pi, WIRED, person))
    assert found[Check.SCREEN] is found[Check.BUTTONS] is found[Check.CHIME] is Untried.IN_USE
    assert person.asked == []


def test_without_pins_no_button_is_asked_for(pi: FakeMachine, pins: MockPins) -> None:
    pi.at("/dev/gpiochip0").unlink()
    found = findings(pi, WIRED, FakePerson(pins))
    assert one(found, Check.BUTTONS).values == {"first": Check.PINS}
    assert told(found)[Check.SCREEN] is Fine.SCREEN


# On the screen -----------------------------------------------------------------------------


class Drawing:
    """Notes what it is to draw, and draws its number."""

    def __init__(self) -> None:
        self.drawn: list[tuple[int, Asked | None]] = []

    def __call__(self, found: Sequence[Finding], request: Request | None) -> Frame:
        self.drawn.append((len(found), request.asked if request else None))
        return bytes([len(self.drawn)]) * (WIDTH * HEIGHT // 8)


def test_a_screen_that_works_shows_the_rest(pi: FakeMachine, pins: MockPins) -> None:
    drawing = Drawing()
    found = findings(pi, WIRED, FakePerson(pins), drawing)
    seen = [each.check for each in found].index(Check.SCREEN) + 1
    assert drawing.drawn[:3] == [(seen, None), (seen, Asked.PRESS), (seen + 1, None)]
    heard = [each.check for each in found].index(Check.CHIME)
    assert drawing.drawn[-4:-2] == [(heard, Asked.CHIME), (heard + 1, None)]
    assert drawing.drawn[-1] == (len(found), None)
    assert list(pi.oled.history) == [
        picture(),
        *(bytes([n + 1]) * 1024 for n in range(len(drawing.drawn))),
    ]
    with pytest.raises(ValueError, match="closed"):
        pi.oled.show(picture())


def test_a_screen_that_does_not_work_shows_nothing(pi: FakeMachine, pins: MockPins) -> None:
    drawing = Drawing()
    findings(pi, WIRED, FakePerson(pins, answers={Asked.PICTURE: False}), drawing)
    assert drawing.drawn == []


def test_a_screen_lost_on_the_way_ends_nothing(pi: FakeMachine, pins: MockPins) -> None:
    def lose(_found: Sequence[Finding], _request: Request | None) -> Frame:
        pi.oled.lost = True
        return picture()

    assert not wrong(findings(pi, WIRED, FakePerson(pins), lose))


def test_the_picture_shows_a_shift_and_a_turn() -> None:
    from PIL import Image

    image = Image.frombytes("1", (WIDTH, HEIGHT), picture())
    for side in ((0, 0, 1, HEIGHT), (WIDTH - 1, 0, WIDTH, HEIGHT), (0, 0, WIDTH, 1)):
        assert image.crop(side).getextrema() == (255, 255)
    assert image.crop((1, 1, 4, HEIGHT - 1)).getextrema() == (0, 0)
    arrow = image.crop((5, 5, WIDTH - 5, HEIGHT - 5)).getbbox()
    assert arrow is not None
    left, top, right, bottom = (5 + at for at in arrow)
    widths = [image.crop((left, y, right, y + 1)).histogram()[255] for y in range(top, bottom)]
    assert widths[0] < widths[-1] < max(widths), "a point above, a shaft below the head"
    assert widths.index(max(widths)) < len(widths) * 2 / 3
