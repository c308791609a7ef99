"""Real gpiozero buttons on mock pins, pressed by a finger."""

import threading

import pytest

from companion.devices.boards import BOARDS, Board
from companion.devices.buttons import Buttons, Debouncer
from companion.devices.errors import DeviceMissingError, Lack
from companion.devices.virtual import Finger, MockPins
from companion.interfaces import Edge, Press


class Table:
    """Buttons, a finger on them, and a clock that only the finger's waiting moves."""

    def __init__(self, pins: MockPins, board: Board) -> None:
        self.now = 100.0
        self.edges: list[Edge] = []
        self.buttons = Buttons(board, self.edges.append, lambda: self.now)
        self.finger = Finger(pins, board)

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def said(self) -> list[Press]:
        debouncer = Debouncer()
        return [press for edge in self.edges for press in debouncer.edge(edge)] + debouncer.tick(
            self.now + 0.1
        )


@pytest.fixture(params=BOARDS.values(), ids=list(BOARDS))
def table(request: pytest.FixtureRequest, pins: MockPins) -> Table:
    return Table(pins, request.param)


def test_a_pin_going_down_and_up_posts_two_edges(pins: MockPins) -> None:
    table = Table(pins, BOARDS["bonnet"])
    pins.pin(6).drive_low()
    table.wait(0.25)
    pins.pin(6).drive_high()
    assert table.edges == [Edge(Press.BACK, True, 100.0, 6), Edge(Press.BACK, False, 100.25, 6)]
    table.buttons.close()


def test_each_pin_says_its_own_press(pins: MockPins) -> None:
    wiring = {17: "up", 22: "down", 27: "left", 23: "right", 4: "ok", 5: "ok", 6: "back"}
    table = Table(pins, BOARDS["bonnet"])
    for pin in wiring:
        pins.pin(pin).drive_low()
        pins.pin(pin).drive_high()
    assert [edge.button.value for edge in table.edges if edge.down] == list(wiring.values())
    table.buttons.close()


def test_two_pins_that_say_ok_are_one_button(pins: MockPins) -> None:
    table = Table(pins, BOARDS["bonnet"])
    for drive in (
        pins.pin(4).drive_low,
        pins.pin(5).drive_low,
        pins.pin(4).drive_high,
        pins.pin(5).drive_high,
    ):
        table.wait(0.1)
        drive()
    assert [(edge.pin, edge.down) for edge in table.edges] == [
        (4, True),
        (5, True),
        (4, False),
        (5, False),
    ]
    assert table.said() == [Press.OK, Press.RELEASED]
    table.buttons.close()


def held_pins(*numbers: int) -> MockPins:
    """Mock pins in force, of which these are joined to ground before we come."""
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs
    from gpiozero.pins.mock import (  # type: ignore[import-untyped]  # gpiozero has no stubs
        MockFactory,
        MockPin,
    )

    class Held(MockPin):  # type: ignore[misc]  # gpiozero has no stubs
        """Stays low when pulled up, as a pin does that a finger joins to ground."""

        def _set_pull(self, value: str) -> None:
            self._pull = value
            self._state = False

    Device.pin_factory = pins = MockFactory()
    for number in numbers:
        pins.pin(number, pin_class=Held)
    held: MockPins = pins
    return held


def test_a_button_held_while_we_come_is_found_and_says_nothing_even_if_it_bounces_open() -> None:
    pins = held_pins(6)
    table = Table(pins, BOARDS["bonnet"])
    assert table.edges == [Edge(Press.BACK, True, 100.0, 6, found=True)]
    pins.pin(6).drive_high()
    pins.pin(6).drive_low()
    pins.pin(6).drive_high()
    assert len(table.edges) == 4
    assert table.said() == []
    table.buttons.close()


def test_a_stick_held_while_we_come_leaves_the_key_that_says_the_same() -> None:
    pins = held_pins(4)
    table = Table(pins, BOARDS["bonnet"])
    pins.pin(5).drive_low()
    table.wait(0.1)
    pins.pin(5).drive_high()
    assert table.said() == [Press.OK, Press.RELEASED]
    table.buttons.close()


def test_buttons_are_gpiozeros_and_none_of_them_keeps_a_thread(pins: MockPins) -> None:
    """Against the gpiozero that is installed: its own Button has one, which wakes and is joined."""
    from gpiozero import Button

    before = set(threading.enumerate())
    with Button(21):
        assert set(threading.enumerate()) - before  # else there is nothing to spare
    table = Table(pins, BOARDS["bonnet"])
    assert all(isinstance(each, Button) for each in table.buttons._buttons)
    table.finger.tap(Press.OK, table.wait)
    assert set(threading.enumerate()) == before
    table.buttons.close()
    assert set(threading.enumerate()) == before


def test_closing_waits_for_no_thread(pins: MockPins, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pins, BOARDS["bonnet"])
    joined: list[threading.Thread] = []
    monkeypatch.setattr(threading.Thread, "join", lambda self, *_: joined.append(self))
    table.buttons.close()
    assert joined == []


@pytest.mark.parametrize("ask", ["is_held", "held_time", "active_time", "value"])
def test_what_a_gpiozero_button_can_be_asked_can_still_be_asked(pins: MockPins, ask: str) -> None:
    table = Table(pins, BOARDS["bonnet"])
    assert not getattr(table.buttons._buttons[0], ask)
    table.buttons.close()


@pytest.mark.parametrize("press", [Press.OK, Press.BACK, Press.MENU])
def test_a_tap_is_one_press(table: Table, press: Press) -> None:
    table.finger.tap(press, table.wait)
    assert table.said() == ([press, Press.RELEASED] if press is Press.OK else [press])
    table.buttons.close()


def test_quick_taps_are_all_heard_in_order(table: Table) -> None:
    keys = [Press.OK, Press.OK, Press.BACK, Press.OK, Press.BACK, Press.BACK, Press.MENU, Press.OK]
    for key in keys:
        table.finger.tap(key, table.wait)
    assert [press for press in table.said() if press is not Press.RELEASED] == keys
    table.buttons.close()


ARROWS = [Press.LEFT, Press.RIGHT, Press.UP, Press.DOWN]


@pytest.mark.parametrize(
    ("name", "heard"),
    [
        ("bonnet", ARROWS),
        ("waveshare-hat", ARROWS),
        ("four-buttons", [Press.PREVIOUS, Press.NEXT, Press.PREVIOUS, Press.NEXT]),
    ],
)
def test_the_finger_says_an_arrow_as_the_board_can(
    pins: MockPins, name: str, heard: list[Press]
) -> None:
    table = Table(pins, BOARDS[name])
    for arrow in ARROWS:
        table.finger.tap(arrow, table.wait)
    assert table.said() == heard
    table.buttons.close()


def test_previous_and_next_are_left_and_right_on_a_stick(pins: MockPins) -> None:
    table = Table(pins, BOARDS["bonnet"])
    table.finger.tap(Press.PREVIOUS, table.wait)
    table.finger.tap(Press.NEXT, table.wait)
    assert table.said() == [Press.LEFT, Press.RIGHT]
    table.buttons.close()


def test_the_finger_refuses_a_button_that_is_not_there(pins: MockPins) -> None:
    with pytest.raises(ValueError, match="no button says menu"):
        Finger(pins, BOARDS["bonnet"]).down(Press.MENU)


def test_a_closed_board_is_silent_and_gives_its_pins_back(pins: MockPins) -> None:
    table = Table(pins, BOARDS["bonnet"])
    table.buttons.close()
    table.buttons.close()
    table.finger.tap(Press.OK, table.wait)
    assert table.edges == []
    Table(pins, BOARDS["bonnet"]).buttons.close()


def test_a_pin_that_is_taken_is_named_and_the_others_are_given_back(pins: MockPins) -> None:
    from gpiozero import LED

    with LED(23), pytest.raises(DeviceMissingError) as caught:
        Table(pins, BOARDS["bonnet"])
    assert (caught.value.lack, caught.value.where) == (Lack.GPIO, "GPIO23")
    Table(pins, BOARDS["bonnet"]).buttons.close()
