"""Real gpiozero buttons on mock pins, pressed by virtual buttons."""

import threading
from typing import Any

import pytest

from companion.box.devices.boards import BOARDS, Board
from companion.box.devices.buttons import Buttons
from companion.box.devices.debouncer import Debouncer
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.virtual_buttons import MockPins, VirtualButtons, use_mock_pins
from companion.core.interfaces import Clock, Edge, Press
from tests.fakes.clock import SetClock


class PressedBoard:
    """Buttons, virtual buttons that press them, and the clock, which ``wait`` moves."""

    def __init__(self, pins: MockPins, clock: SetClock, board: Board) -> None:
        self.clock = clock
        self.edges: list[Edge] = []
        self.buttons = Buttons(board, self.edges.append, clock)
        self.virtual = VirtualButtons(pins, board)

    def wait(self, seconds: float) -> None:
        self.clock.now += seconds

    def presses(self) -> list[Press]:
        """What a debouncer makes of the edges."""
        debouncer = Debouncer()
        presses = [press for edge in self.edges for press in debouncer.add_edge(edge)]
        return presses + debouncer.tick(self.clock.now + 0.1)


@pytest.fixture(params=BOARDS.values(), ids=list(BOARDS))
def board(request: pytest.FixtureRequest, pins: MockPins, clock: SetClock) -> PressedBoard:
    return PressedBoard(pins, clock, request.param)


def test_a_pin_going_down_and_up_posts_two_edges(pins: MockPins, clock: SetClock) -> None:
    board = PressedBoard(pins, clock, BOARDS["bonnet"])
    pins.pin(6).drive_low()
    board.wait(0.25)
    pins.pin(6).drive_high()
    assert board.edges == [Edge(Press.BACK, True, 0.0, 6), Edge(Press.BACK, False, 0.25, 6)]


def test_each_pin_says_its_own_press(pins: MockPins, clock: SetClock) -> None:
    wiring = {17: "up", 22: "down", 27: "left", 23: "right", 4: "ok", 5: "ok", 6: "back"}
    board = PressedBoard(pins, clock, BOARDS["bonnet"])
    for pin in wiring:
        pins.pin(pin).drive_low()
        pins.pin(pin).drive_high()
    assert [edge.button.value for edge in board.edges if edge.down] == list(wiring.values())


def held_pins(clock: Clock, *numbers: int) -> MockPins:
    """Mock pins in force, of which these are joined to ground before we come."""
    pins: Any = use_mock_pins(clock)

    class Held(pins.pin_class):  # type: ignore[misc]  # gpiozero has no stubs
        """Stays low when pulled up, as a pin joined to ground does."""

        def _set_pull(self, value: str) -> None:
            self._pull = value
            self._state = False

    for number in numbers:
        pins.pin(number, pin_class=Held)
    held: MockPins = pins
    return held


def test_buttons_are_gpiozeros_and_none_of_them_keeps_a_thread(
    pins: MockPins, clock: SetClock
) -> None:
    """Against the gpiozero that is installed: its own Button has one, which wakes and is joined."""
    from gpiozero import Button  # type: ignore[import-untyped]  # gpiozero has no stubs

    before = set(threading.enumerate())
    with Button(21):
        assert set(threading.enumerate()) - before  # else there is nothing to spare
    board = PressedBoard(pins, clock, BOARDS["bonnet"])
    assert all(isinstance(each, Button) for each in board.buttons._buttons.values())
    board.virtual.tap(Press.OK, board.wait)
    assert set(threading.enumerate()) == before
    board.buttons.close()
    assert set(threading.enumerate()) == before


def test_closing_waits_for_no_thread(
    pins: MockPins, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = PressedBoard(pins, clock, BOARDS["bonnet"])
    joined: list[threading.Thread] = []
    monkeypatch.setattr(threading.Thread, "join", lambda self, *_: joined.append(self))
    board.buttons.close()
    assert joined == []


@pytest.mark.parametrize("press", [Press.OK, Press.BACK, Press.MENU])
def test_a_tap_is_one_press(board: PressedBoard, press: Press) -> None:
    board.virtual.tap(press, board.wait)
    assert board.presses() == ([press, Press.RELEASED] if press is Press.OK else [press])


ARROWS = [Press.LEFT, Press.RIGHT, Press.UP, Press.DOWN]


@pytest.mark.parametrize(
    ("name", "presses"),
    [
        ("bonnet", ARROWS),
        ("waveshare-hat", ARROWS),
        ("four-buttons", [Press.PREVIOUS, Press.NEXT, Press.PREVIOUS, Press.NEXT]),
    ],
)
def test_an_arrow_is_the_press_that_the_board_has(
    pins: MockPins, clock: SetClock, name: str, presses: list[Press]
) -> None:
    board = PressedBoard(pins, clock, BOARDS[name])
    for arrow in ARROWS:
        board.virtual.tap(arrow, board.wait)
    assert board.presses() == presses


def test_previous_and_next_are_left_and_right_on_a_stick(pins: MockPins, clock: SetClock) -> None:
    board = PressedBoard(pins, clock, BOARDS["bonnet"])
    board.virtual.tap(Press.PREVIOUS, board.wait)
    board.virtual.tap(Press.NEXT, board.wait)
    assert board.presses() == [Press.LEFT, Press.RIGHT]


def test_a_button_that_the_board_has_not_is_refused(pins: MockPins) -> None:
    with pytest.raises(ValueError, match="no button for menu"):
        VirtualButtons(pins, BOARDS["bonnet"]).down(Press.MENU)


def test_a_closed_board_is_silent_and_gives_its_pins_back(pins: MockPins, clock: SetClock) -> None:
    board = PressedBoard(pins, clock, BOARDS["bonnet"])
    board.buttons.close()
    board.buttons.close()
    board.virtual.tap(Press.OK, board.wait)
    assert board.edges == []
    PressedBoard(pins, clock, BOARDS["bonnet"]).buttons.close()


def test_a_pin_that_is_taken_is_named_and_the_others_are_given_back(
    pins: MockPins, clock: SetClock
) -> None:
    from gpiozero import LED

    with LED(23), pytest.raises(DeviceMissingError) as caught:
        PressedBoard(pins, clock, BOARDS["bonnet"])
    assert (caught.value.missing, caught.value.where) == (MissingDevice.GPIO, "GPIO23")
    PressedBoard(pins, clock, BOARDS["bonnet"]).buttons.close()
