"""Real gpiozero buttons on mock pins, pressed by virtual buttons."""

import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from types import ModuleType
from typing import Any

import pytest

from companion.box.devices.boards import BOARDS, Board
from companion.box.devices.buttons import (
    READ_WITHIN,
    WATCHED_FOR,
    Buttons,
    PinLevel,
    PinWatcher,
    claim_pin,
)
from companion.box.devices.chime import GpiozeroChime
from companion.box.devices.debouncer import Debouncer
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.keyboard import MockPins, VirtualButtons, use_mock_pins
from companion.box.devices.light import GpiozeroLight
from companion.core.interfaces import Clock, Edge, Press
from tests.fakes.clock import SetClock

BUSY = 22


class LibraryError(Exception):
    """As lgpio's and pigpio's: no kin of gpiozero's errors, nor of OSError."""


class OurMistakeError(Exception):
    """What no pin factory raises."""


@pytest.fixture(params=["lgpio", "pigpio"])
def busy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pin factory with one pin in use by another program, as this library reports it."""
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs
    from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]  # gpiozero has no stubs

    class BusyPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no stubs
        """Refuses to be opened."""

        def __init__(self, *_: object) -> None:
            raise LibraryError("GPIO busy")

    class MockedPins(MockFactory):  # type: ignore[misc]  # gpiozero has no stubs
        """Has one pin that is taken."""

        def pin(self, name: int) -> object:
            return super().pin(name, pin_class=BusyPin if name == BUSY else MockPWMPin)

    library = ModuleType(request.param)
    library.error = LibraryError  # type: ignore[attr-defined]  # a stub
    monkeypatch.setitem(sys.modules, request.param, library)
    Device.pin_factory = MockedPins()


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize(
    "claim",
    [
        lambda: Buttons(BOARDS["bonnet"], lambda _: None, lambda: 0.0),
        lambda: GpiozeroChime(BUSY),
        lambda: GpiozeroLight((BUSY,)),
        lambda: GpiozeroLight((17, 27, BUSY)),
    ],
    ids=["buttons", "chime", "light", "rgb light"],
)
def test_a_busy_pin_is_named_and_the_others_are_given_back(claim: Callable[[], object]) -> None:
    with pytest.raises(DeviceMissingError) as caught:
        claim()
    assert (caught.value.missing, caught.value.where) == (MissingDevice.GPIO, "GPIO22")
    assert isinstance(caught.value.__cause__, LibraryError)
    GpiozeroLight((17, 27, 4)).close()


@pytest.mark.parametrize("error", [OSError, RuntimeError])
def test_what_the_other_factories_raise_is_a_pin_that_cannot_be_had(error: type[Exception]) -> None:
    with pytest.raises(DeviceMissingError, match="GPIO5"), claim_pin(5):
        raise error


def test_a_mistake_of_ours_is_not_taken_for_a_busy_pin() -> None:
    with pytest.raises(OurMistakeError), claim_pin(5):
        raise OurMistakeError


PIN = 6


class Contact:
    """A contact, its watcher and the clock."""

    def __init__(self) -> None:
        self.clock = SetClock(10.0)
        self.closed = False
        self.watcher = PinWatcher(self.read, [PIN], self.clock)

    def read(self, pin: int) -> bool:
        assert pin == PIN
        return self.closed

    def look_at(self, at: float) -> PinLevel:
        self.clock.now = at
        return self.watcher.look()[PIN]

    def close_at(self, at: float) -> None:
        self.closed = True
        self.watcher.note_closing(PIN, at)


@pytest.fixture
def contact() -> Contact:
    return Contact()


def test_a_contact_is_closed_since_its_edge_and_open_since_it_was_read_so(contact: Contact) -> None:
    contact.close_at(20.0)
    assert contact.look_at(20.05) == (True, 20.0)
    assert contact.look_at(20.10) == (True, 20.0)
    contact.closed = False
    assert contact.look_at(20.15) == (False, 20.15)
    assert contact.look_at(99.0) == (False, 20.15)


def test_a_contact_that_was_not_read_for_a_while_may_have_opened(contact: Contact) -> None:
    contact.close_at(20.0)
    late = 20.0 + READ_WITHIN + 0.001
    assert contact.look_at(late) == (True, late)
    assert contact.look_at(late + READ_WITHIN) == (True, late)


def test_bounce_and_a_contact_that_closes_without_an_edge(contact: Contact) -> None:
    contact.close_at(20.0)
    contact.watcher.note_closing(PIN, 20.004)
    assert contact.look_at(20.01) == (True, 20.0)
    contact.closed = False
    contact.look_at(20.02)
    contact.closed = True
    assert contact.look_at(20.03) == (True, 20.03)


def test_a_reading_begun_before_an_edge_says_nothing_about_it(contact: Contact) -> None:
    def read_late(pin: int) -> bool:
        level = contact.read(pin)
        contact.close_at(20.01)
        return level

    watcher = contact.watcher = PinWatcher(read_late, [PIN], contact.clock)
    contact.clock.now = 20.0
    assert watcher.look()[PIN] == (True, 20.01)


def test_a_button_is_held_while_it_is_closed_until_it_must_be_stuck(contact: Contact) -> None:
    assert not contact.watcher.is_held()
    contact.close_at(10.0)
    while contact.clock.now < 10.0 + WATCHED_FOR:
        assert contact.watcher.is_held()
        contact.clock.now += READ_WITHIN / 2
    assert not contact.watcher.is_held()


def test_a_thread_reads_again_and_again_while_a_contact_is_closed() -> None:
    read: SimpleQueue[int] = SimpleQueue()

    def note_reading(pin: int) -> bool:
        read.put(pin)
        return True

    before = threading.active_count()
    watcher = PinWatcher(note_reading, [PIN], time.monotonic)
    watcher.start()
    watcher.note_closing(PIN, time.monotonic())
    assert [read.get(timeout=10) for _ in range(4)] == [PIN] * 4
    watcher.close()
    watcher.close()
    assert threading.active_count() == before


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

    class HeldPin(pins.pin_class):  # type: ignore[misc]  # gpiozero has no stubs
        """Stays low when pulled up, as a pin joined to ground does."""

        def _set_pull(self, value: str) -> None:
            self._pull = value
            self._state = False

    for number in numbers:
        pins.pin(number, pin_class=HeldPin)
    held: MockPins = pins
    return held


def test_buttons_are_gpiozeros_and_none_of_them_keeps_a_thread(
    pins: MockPins, clock: SetClock
) -> None:
    """Against the gpiozero that is installed: its own Button has one, which wakes and is joined."""
    from gpiozero import Button  # gpiozero has no stubs

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
