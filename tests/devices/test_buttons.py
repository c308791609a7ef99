"""Real gpiozero buttons on mock pins, pressed by a finger."""

import pytest

from companion.devices.boards import BOARDS, Board
from companion.devices.buttons import Buttons, Debouncer
from companion.devices.errors import DeviceMissingError, Lack
from companion.devices.virtual import Finger, MockPins
from companion.ports import Edge, Press


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
    assert table.edges == [Edge(Press.BACK, True, 100.0), Edge(Press.BACK, False, 100.25)]
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
    assert [(edge.button, edge.down) for edge in table.edges] == [
        (Press.OK, True),
        (Press.OK, False),
    ]
    table.buttons.close()


def test_a_button_held_while_we_come_says_nothing_even_if_it_bounces_open() -> None:
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
    held = pins.pin(6, pin_class=Held)
    table = Table(pins, BOARDS["bonnet"])
    held.drive_high()
    held.drive_low()
    held.drive_high()
    assert len(table.edges) == 3
    assert table.said() == []
    table.buttons.close()


@pytest.mark.parametrize("press", [Press.OK, Press.BACK, Press.MENU])
def test_a_tap_is_one_press(table: Table, press: Press) -> None:
    table.finger.tap(press, table.wait)
    assert table.said() == [press]
    table.buttons.close()


def test_quick_taps_are_all_heard_in_order(table: Table) -> None:
    keys = [Press.OK, Press.OK, Press.BACK, Press.OK, Press.BACK, Press.BACK, Press.MENU, Press.OK]
    for key in keys:
        table.finger.tap(key, table.wait)
    assert table.said() == keys
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
