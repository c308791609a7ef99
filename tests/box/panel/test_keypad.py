"""Number pads and keyboards from the shop, on a kernel that refuses: each key is one press."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.panel.input_devices import InputDevice, KernelDevices, KeyMove
from companion.box.panel.keypad import (
    LATE_TRIES,
    LOOK_EVERY,
    Keypads,
    KeypadStatus,
    NoKeypads,
    open_keypads,
)
from companion.box.panel.pad_keys import PRESSES, QUICK_TAPS, STUCK_AFTER, PadKeys
from companion.box.panel.panel_session import PANEL_KEYS
from companion.core.interfaces import Inbox, KeyPress, Press
from companion.core.keypad import ARROWS, COLUMNS, KEY_OF, KEYPAD, ROWS
from tests.fakes.input_devices import DOWN, REPEAT, UP, FakeInputDevices, FakePad

FOUND, LOST, REFUSED, READER = KeypadStatus
DIGITS = {key.label: key.codes[0] for key in KEYPAD}
"""The number of each key of a pad, by its label."""


class Desk:
    """A machine at which keypads are plugged in."""

    def __init__(self, wanted: str = "auto") -> None:
        self.kernel = FakeInputDevices()
        self.inbox: Inbox = SimpleQueue()
        self.keypads = Keypads(self.inbox, self.kernel.clock, wanted, self.kernel)

    def look(self, seconds: float = LOOK_EVERY) -> None:
        self.kernel.now += seconds
        self.keypads.look()

    def heard(self) -> list[Press]:
        """What has been pressed since the last call."""
        while ready := self.kernel.ready():
            self.keypads.read(ready)
        return self.posted()

    def posted(self) -> list[Press]:
        posted = []
        while not self.inbox.empty():
            each = self.inbox.get()
            assert isinstance(each, KeyPress)
            posted.append(each.press)
        return posted

    def news(self) -> list[KeypadStatus]:
        return [each.status for each in self.keypads.take_news()]


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.keypads.close()
    made.keypads._drop_all()


@pytest.fixture
def pad(desk: Desk) -> FakePad:
    """A pad that has been found."""
    found = desk.kernel.plug_in()
    desk.look()
    assert (desk.news(), desk.heard()) == ([FOUND], [Press.RELEASED])
    return found


def test_the_pads_keys_are_the_tower_panels() -> None:
    assert set(KEY_OF) == set(PANEL_KEYS)
    assert len(KEYPAD) == 17
    codes = [code for key in KEYPAD for code in key.codes]
    assert len(codes) == len(set(codes))


def test_the_keys_cover_the_pad() -> None:
    cells = [
        (key.column + x, key.row + y)
        for key in KEYPAD
        for x in range(key.wide)
        for y in range(key.high)
    ]
    assert sorted(cells) == [(x, y) for x in range(COLUMNS) for y in range(ROWS)]


def test_each_key_is_one_press_and_numlock_none(desk: Desk, pad: FakePad) -> None:
    for key in KEYPAD:
        pad.press(key.codes[0])
        released = [Press.RELEASED] if key.press is Press.OK else []
        assert desk.heard() == ([key.press, *released] if key.press else [])


def test_a_pad_that_switches_numlock_off_by_itself_says_the_same(desk: Desk, pad: FakePad) -> None:
    off = {"7": 102, "8": 103, "9": 104, "4": 105, "5": 355, "6": 106}
    off |= {"1": 107, "2": 108, "3": 109, "0": 110, ".": 111}
    for label, code in off.items():
        pad.press(69, code)
        assert desk.heard() == [PRESSES[DIGITS[label]]]


def test_the_arrows_of_a_keyboard_are_arrows(desk: Desk) -> None:
    keyboard = desk.kernel.plug_in(has_letters=True)
    desk.look()
    desk.heard()
    keyboard.press(103, 108, 105, 106, 2, 11, 50)
    arrows = [*ARROWS.values()]
    assert desk.heard() == [*arrows, Press.HEIGHT_1, Press.NONE, Press.MENU]


def test_a_held_key_is_pressed_once(desk: Desk, pad: FakePad) -> None:
    pad.move(DIGITS["4"], DOWN)
    for _ in range(5):
        pad.move(DIGITS["4"], REPEAT)
    pad.move(DIGITS["4"], UP)
    pad.press(DIGITS["4"])
    assert desk.heard() == [Press.TOWER_1, Press.TOWER_1]


def test_a_key_held_while_it_is_plugged_in_is_not_pressed(desk: Desk) -> None:
    pad = desk.kernel.plug_in()
    pad.move(DIGITS["4"], DOWN)
    desk.look()
    desk.heard()
    pad.move(DIGITS["4"], REPEAT)
    pad.move(DIGITS["4"], UP)
    assert desk.heard() == []


def test_a_stuck_key_is_named_until_it_is_released_and_the_others_count(
    desk: Desk, pad: FakePad
) -> None:
    pad.move(DIGITS["5"], DOWN)
    assert desk.heard() == [Press.TOWER_2]
    desk.look(STUCK_AFTER + 1)
    assert desk.heard() == [Press.RELEASED]  # which wakes the loop
    assert desk.keypads.stuck == {Press.TOWER_2}
    pad.press(DIGITS["4"])
    assert desk.heard() == [Press.TOWER_1]
    pad.move(DIGITS["5"], UP)
    desk.heard()
    assert desk.keypads.stuck == frozenset()


def test_it_may_be_pulled_out_and_plugged_in_at_any_time(desk: Desk, pad: FakePad) -> None:
    pad.move(DIGITS["Enter"], DOWN)
    assert desk.heard() == [Press.OK]
    pad.pull_out()
    assert desk.heard() == [Press.RELEASED, Press.RELEASED]  # of OK; and the news
    assert desk.news() == [LOST]
    assert not desk.keypads.is_there()
    desk.look()
    assert desk.posted() == []
    pad.plug_in()
    desk.look()
    assert desk.news() == [FOUND]
    desk.heard()
    pad.press(DIGITS["1"])
    assert desk.heard() == [Press.HEIGHT_1]


def test_another_one_plugged_in_at_once_where_it_was_is_another_one(
    desk: Desk, pad: FakePad
) -> None:
    pad.pull_out()
    other = desk.kernel.plug_in("other")
    desk.look()
    assert desk.news() == [LOST, FOUND]
    desk.heard()
    other.press(DIGITS["1"])
    assert desk.heard() == [Press.HEIGHT_1]


def test_several_press_side_by_side_and_only_the_last_is_lost(desk: Desk, pad: FakePad) -> None:
    other = desk.kernel.plug_in("other")
    desk.look()
    desk.heard()
    pad.press(DIGITS["1"])
    other.press(DIGITS["2"])
    assert sorted(each.value for each in desk.heard()) == ["height-1", "height-2"]
    assert desk.news() == [FOUND]
    pad.pull_out()
    desk.heard()
    assert desk.news() == []
    other.pull_out()
    desk.heard()
    assert desk.news() == [LOST]


def test_the_settings_may_name_one() -> None:
    named = Desk("mine")
    named.kernel.plug_in("theirs")
    named.look()
    assert named.news() == []
    named.kernel.plug_in("mine")
    named.look()
    assert [*named.keypads.take_news()] == [(FOUND, "mine")]
    named.keypads._drop_all()
    assert isinstance(open_keypads("off", named.inbox, named.kernel.clock), NoKeypads)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EBUSY, errno.ENODEV])
def test_one_that_is_refused_is_told_once_and_tried_again(desk: Desk, number: int) -> None:
    pad = desk.kernel.plug_in()
    pad.refusal = number
    for _ in range(10):
        desk.look(40.0)
    assert desk.news() == [REFUSED]
    assert not desk.keypads.is_there()
    pad.refusal = None
    desk.look(40.0)
    assert desk.news() == [FOUND]


def test_a_right_that_udev_gives_a_moment_later_is_no_refusal(desk: Desk) -> None:
    pad = desk.kernel.plug_in()
    pad.refusal = errno.EACCES
    for _ in range(LATE_TRIES - 1):
        desk.look()
    pad.refusal = None
    desk.look()
    assert desk.news() == [FOUND]


def test_one_that_is_pulled_out_while_it_is_opened_is_no_refusal(desk: Desk) -> None:
    pad = desk.kernel.plug_in()
    pad.refusal = errno.ENODEV
    desk.look()
    pad.pull_out()
    desk.look()
    assert desk.news() == []


def test_a_barcode_reader_presses_a_few_keys_once_and_is_named(desk: Desk, pad: FakePad) -> None:
    reader = desk.kernel.plug_in("scanner", has_letters=True)
    desk.look()
    desk.heard()
    for _ in range(3):
        reader.press(*range(2, 11), 2, 3, 4, 28, seconds=0.008, apart=0.008)
    heard = desk.heard()
    assert len(heard) - heard.count(Press.RELEASED) == QUICK_TAPS
    assert Press.OK not in heard
    assert [*desk.keypads.take_news()][-1] == (READER, "scanner")
    pad.press(DIGITS["1"])
    assert desk.heard() == [Press.HEIGHT_1]
    reader.pull_out()
    desk.heard()
    assert desk.news() == []


def test_fingers_are_no_barcode_reader(desk: Desk, pad: FakePad) -> None:
    pad.press(*[DIGITS["1"]] * 50, seconds=0.03, apart=0.02)
    for code in range(71, 84):  # a palm on all keys
        pad.move(code, DOWN)
    for code in range(71, 84):
        pad.move(code, UP)
    desk.heard()
    assert desk.keypads.is_there()


def test_keys_that_nobody_has_read_are_lost_and_hold_nothing(desk: Desk, pad: FakePad) -> None:
    pad.move(DIGITS["Enter"], DOWN)
    desk.heard()
    pad.press(*[DIGITS["1"]] * 30)
    heard = desk.heard()
    assert heard[0] is Press.RELEASED
    assert set(heard[1:]) == {Press.HEIGHT_1}
    pad.press(DIGITS["2"])
    assert desk.heard() == [Press.HEIGHT_2]


def test_a_fault_of_ours_ends_nothing(desk: Desk, pad: FakePad) -> None:
    assert pad.reader is not None
    pad.reader.read = lambda: 1 / 0  # type: ignore[method-assign,assignment,return-value]  # the fault
    pad.move(DIGITS["1"], DOWN)
    desk.keypads.start()
    desk.kernel.now += LOOK_EVERY
    desk.keypads._wake_pipe.wake()
    released = desk.inbox.get(timeout=10)
    assert isinstance(released, KeyPress)
    assert desk.news() == [FOUND]  # it was closed, and found anew
    desk.kernel.now += 0.1
    pad.press(DIGITS["2"])
    pressed = desk.inbox.get(timeout=10)
    assert isinstance(pressed, KeyPress)
    assert pressed.press is Press.HEIGHT_2


def test_closed_before_it_has_begun_and_twice() -> None:
    keypads = Keypads(SimpleQueue(), lambda: 0.0, devices=FakeInputDevices())
    keypads.close()
    keypads.close()


MOVES = st.lists(
    st.tuples(
        st.sampled_from([None, 28, 96, 69, 71, 79, 9999]),
        st.sampled_from([DOWN, UP, REPEAT, 7, -1]),
        st.floats(0, 2),
    ),
    max_size=40,
)


@given(MOVES, st.booleans())
def test_no_nonsense_presses_more_than_goes_down(
    moves: list[tuple[int | None, int, float]], letters: bool
) -> None:
    keys, now, down, ok = PadKeys(has_letters=letters), 0.0, 0, False
    for code, value, seconds in moves:
        now += seconds
        presses = keys.take(KeyMove(code, value, now))
        down += value == DOWN
        for press in presses:
            if press is Press.RELEASED:
                assert ok
                ok = False
            else:
                down -= 1
                ok |= press is Press.OK
    assert down >= 0


# The kernel's own files -----------------------------------------------------------------------

KEYPAD_KEYS = sum(1 << code for code in (*range(71, 84), 55, 69, 96, 98))
KEYBOARD_KEYS = (1 << 128) - 2


def add_device(root: Path, number: int, name: str, keys: int, bus: int = 3) -> None:
    node = root / "sys/devices" / f"input{number}"
    (node / "capabilities").mkdir(parents=True)
    (node / "id").mkdir()
    words = [f"{keys >> shift & (1 << 64) - 1:x}" for shift in range(704, -1, -64)]
    (node / "capabilities/key").write_text(" ".join(words) + "\n")
    (node / "name").write_text(f"{name}\n")
    (node / "id/bustype").write_text(f"{bus:04x}\n")
    event = root / "sys/class/input" / f"event{number}"
    event.mkdir(parents=True)
    (event / "device").symlink_to(node)


@pytest.mark.skipif(os.uname().machine not in ("x86_64", "aarch64"), reason="words of 64 bits")
def test_what_is_a_pad_is_read_in_sys(tmp_path: Path) -> None:
    add_device(tmp_path, 0, "Pad", KEYPAD_KEYS)
    add_device(tmp_path, 1, "Keyboard", KEYBOARD_KEYS, bus=5)
    add_device(tmp_path, 2, "Mouse", 0x1F << 272)
    add_device(tmp_path, 3, "Power Button", 1 << 116, bus=0x19)
    add_device(tmp_path, 4, "vc4-hdmi-0", KEYBOARD_KEYS, bus=0x1E)
    (tmp_path / "sys/class/input/event9").mkdir()  # unplugged this moment
    devices = KernelDevices(tmp_path)
    found = [(each.name, each.has_letters) for each in devices.find(None)]
    assert found == [("Pad", False), ("Keyboard", True)]
    assert [each.path for each in devices.find("Keyboard")] == [f"{tmp_path}/dev/input/event1"]
    assert KernelDevices(tmp_path / "nowhere").find(None) == []


def test_what_is_no_device_is_refused_and_closed(tmp_path: Path) -> None:
    node = tmp_path / "event0"
    node.write_bytes(b"")
    before = os.listdir("/proc/self/fd")
    with pytest.raises(OSError, match=r"ioctl|Inappropriate"):
        KernelDevices().open(InputDevice(str(node), "", has_letters=False))
    assert os.listdir("/proc/self/fd") == before
