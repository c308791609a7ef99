"""Keys decoded, and the keyboard's thread pressing mock pins."""

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.devices.boards import BOARDS, Board
from companion.box.devices.buttons import Buttons
from companion.box.devices.debouncer import Debouncer
from companion.box.devices.keyboard import Key, Keyboard, KeyDecoder, MockPins, VirtualButtons
from companion.core.interfaces import Edge, Letter, Press
from tests.fakes.clock import SetClock

UP, DOWN, LEFT, RIGHT = Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT
OK, BACK, MENU = Press.OK, Press.BACK, Press.MENU


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", [UP, DOWN, RIGHT, LEFT]),
        (b"\x1bOA\x1bOB\x1bOC\x1bOD", [UP, DOWN, RIGHT, LEFT]),
        (b"kjlhKJLH", [UP, DOWN, RIGHT, LEFT] * 2),
        (b"\r\n \x1bOM", [OK] * 4),
        (b"\x7f\x08", [BACK, BACK]),
        (b"mM", [MENU, MENU]),
        (b"qQ\x03\x04", ["quit"] * 4),
        (b"\x1b\x1b[A", [BACK, UP]),
        (b"\x1b\r", [BACK, OK]),
        (b"\t", ["hold"]),
        (b"x\x1a1\xc3\xa9", []),
        (b"\x1b[3~\x1b[1;5A\x1b[15~\x1bOP\x1b[Z\r", [OK]),
        (b"\x1b[\x1b[A", [UP]),
        (b"\x1b[12\rh", [OK, LEFT]),
    ],
)
def test_bytes_are_keys_and_the_unknown_is_passed_over(data: bytes, keys: list[Key]) -> None:
    assert KeyDecoder().feed(data) == keys


def test_while_a_name_is_spelt_letters_mean_themselves() -> None:
    typed = "Zoë kq 1?\x7f\r\x1b[A\t\x03€".encode()
    letters = [Letter(each) for each in "Zoë kq 1"]
    keys = [*letters, "help", BACK, OK, UP, "hold", "quit"]
    assert KeyDecoder().feed(typed, spelling=True) == keys
    assert Letter("k") not in KeyDecoder().feed(typed)


@given(st.data())
def test_however_the_bytes_are_split_the_keys_are_the_same(data: st.DataObject) -> None:
    signs = [b"\x1b[A", b"\x1bOD", b"\x1b[3~", b"q", b"\r", b" ", b"\x7f", b"m", b"\xc3\xab"]
    names, spelling = st.sampled_from(signs), data.draw(st.booleans())
    text = b"".join(data.draw(st.lists(names)))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)))) | {0, len(text)})
    decoder = KeyDecoder()
    pieces = [text[a:b] for a, b in pairwise(cuts)]
    keys = [key for piece in pieces for key in decoder.feed(piece, spelling=spelling)]
    assert keys == KeyDecoder().feed(text, spelling=spelling)
    assert not decoder.undecided


@given(st.lists(st.binary(max_size=8)))
def test_after_any_rubbish_an_arrow_is_understood(pieces: list[bytes]) -> None:
    decoder = KeyDecoder()
    for piece in [*pieces, b"\x18"]:  # a control character ends any sequence
        decoder.feed(piece)
    assert decoder.feed(b"\x1b[A") == [UP]


def test_a_lone_escape_waits_and_is_then_back() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.undecided
    assert decoder.flush() == [BACK]
    assert not decoder.undecided
    assert decoder.flush() == []


def test_an_escape_that_becomes_an_arrow_is_no_back() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.feed(b"[") == []
    assert not decoder.undecided
    assert decoder.flush() == []
    assert decoder.feed(b"A") == [UP]


class TypingDesk:
    """A keyboard at the end of a pipe; the clock moves only while a button is tapped."""

    def __init__(self, pins: MockPins, clock: SetClock, board: Board) -> None:
        self.clock = clock
        self.edges: SimpleQueue[Edge] = SimpleQueue()
        self.quit = Event()
        self.source, self.writer = os.pipe()
        self.buttons = Buttons(board, self.edges.put, clock)
        self.spells = False
        self.posted: list[Letter | str] = []
        self.keyboard = Keyboard(
            VirtualButtons(pins, board),
            self.quit.set,
            self.wait,
            self.source,
            spells=lambda: self.spells,
            type_letter=self.posted.append,
            toggle_help=lambda: self.posted.append("help"),
        )

    def wait(self, seconds: float) -> None:
        self.clock.now += seconds

    def type(self, data: bytes) -> list[Press]:
        """Type ``data`` and end the input; returns the presses but RELEASED."""
        return [press for press in self.type_with_releases(data) if press is not Press.RELEASED]

    def type_with_releases(self, data: bytes) -> list[Press]:
        """Type ``data`` and end the input; returns the presses."""
        os.write(self.writer, data)
        os.close(self.writer)
        assert self.quit.wait(10)
        debouncer = Debouncer()
        presses = []
        while not self.edges.empty():
            presses += debouncer.add_edge(self.edges.get())
        return presses + debouncer.tick(self.clock.now + 1)

    def close(self) -> None:
        self.keyboard.close()
        self.keyboard.close()
        self.buttons.close()
        os.close(self.source)


@pytest.fixture
def desk(pins: MockPins, clock: SetClock) -> Iterator[TypingDesk]:
    desk = TypingDesk(pins, clock, BOARDS["bonnet"])
    yield desk
    desk.close()


def test_pasted_keys_are_all_heard_in_order(desk: TypingDesk) -> None:
    keys = b"\x1b[C" * 9 + b"\r\x7f\x7f m\x1bOAh\r"
    presses = [RIGHT] * 9 + [OK, BACK, BACK, OK, MENU, UP, LEFT, OK]
    assert desk.type(keys * 5) == presses * 5


def test_on_one_axis_arrows_are_previous_and_next(pins: MockPins, clock: SetClock) -> None:
    desk = TypingDesk(pins, clock, BOARDS["four-buttons"])
    presses = [Press.PREVIOUS, Press.PREVIOUS, Press.NEXT, Press.NEXT, OK, BACK, MENU]
    assert desk.type(b"\x1b[A\x1b[D\x1b[B\x1b[C\r\x7fm") == presses
    desk.close()


def test_tab_holds_ok_until_the_next_key_and_a_second_tab_only_lets_go(desk: TypingDesk) -> None:
    presses = [
        OK,
        Press.RELEASED,
        UP,
        OK,
        Press.RELEASED,
        OK,
        Press.RELEASED,
        OK,
        Press.RELEASED,
        OK,
    ]
    assert desk.type_with_releases(b"\tk\t\t\t\r\t") == presses  # the last is still held


def test_letters_are_posted_while_a_name_is_spelt(desk: TypingDesk) -> None:
    desk.spells = True
    assert desk.type("Zoë\r".encode()) == [OK]
    assert desk.posted == [Letter("Z"), Letter("o"), Letter("ë")]


def test_the_key_after_the_list_of_keys_only_closes_it(desk: TypingDesk) -> None:
    assert desk.type(b"?\r?hk??") == [UP]
    assert desk.posted == ["help"] * 6


def test_closing_lets_a_held_ok_go(desk: TypingDesk) -> None:
    os.write(desk.writer, b"\t")
    assert desk.edges.get(timeout=10).down
    desk.keyboard.close()
    assert not desk.edges.get(timeout=10).down


def test_escape_by_itself_presses_back(desk: TypingDesk) -> None:
    os.write(desk.writer, b"\x1b")
    assert desk.edges.get(timeout=10).button is BACK
    assert desk.type(b"") == []  # an opening without its closing is no press


@pytest.mark.parametrize("key", [b"q", b"\x03", b"\x04"])
def test_quit_is_called_and_presses_nothing(desk: TypingDesk, key: bytes) -> None:
    os.write(desk.writer, key)
    assert desk.quit.wait(10)
    assert desk.edges.empty()


def test_a_terminal_that_hangs_up_is_a_quit(pins: MockPins) -> None:
    outer, inner = os.openpty()
    quit_ = Event()
    keyboard = Keyboard(VirtualButtons(pins, BOARDS["bonnet"]), quit_.set, source=inner)
    os.close(outer)
    assert quit_.wait(10)
    keyboard.close()
    os.close(inner)


def test_a_source_that_cannot_be_read_is_a_quit(pins: MockPins, tmp_path: Path) -> None:
    unreadable = os.open(tmp_path / "keys", os.O_WRONLY | os.O_CREAT)
    quit_ = Event()
    keyboard = Keyboard(VirtualButtons(pins, BOARDS["bonnet"]), quit_.set, source=unreadable)
    assert quit_.wait(10)
    keyboard.close()
    os.close(unreadable)


def test_closing_ends_a_long_paste_with_no_button_left_down(pins: MockPins) -> None:
    """The real wait is cut short, the rest is not pressed, and the pins are all up."""
    board = BOARDS["bonnet"]
    edges: SimpleQueue[Edge] = SimpleQueue()
    buttons = Buttons(board, edges.put, lambda: 0.0)
    source, writer = os.pipe()
    keyboard = Keyboard(VirtualButtons(pins, board), lambda: None, source=source)
    os.write(writer, b"m" * 100)
    first = edges.get(timeout=10)
    keyboard.close()
    rest = [edges.get() for _ in range(edges.qsize())]
    assert [edge.down for edge in [first, *rest]] == [True, False]
    buttons.close()
    os.close(source)
    os.close(writer)
