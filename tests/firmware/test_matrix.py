"""The key matrix on simulated wiring: debounced, and without ghosts."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import pins
from firmware.fakes import clock, machine
from firmware.matrix import DEBOUNCE_MS, RELEASE_MS, Matrix

KEYS = range(16)


class WiredMatrix:
    """A matrix wired as in the firmware."""

    def __init__(self, diodes: Sequence[int] = KEYS, ticks_from: int = 0) -> None:
        self.board = machine.use_board(machine.Board(pins.ROWS, pins.COLUMNS, diodes=diodes))
        self.board.ticks_from = ticks_from
        rows = [machine.Pin(n, machine.Pin.OPEN_DRAIN, value=1) for n in pins.ROWS]
        columns = [machine.Pin(n, machine.Pin.IN, machine.Pin.PULL_UP) for n in pins.COLUMNS]
        self.matrix = Matrix(rows, columns, lambda: clock.sleep_us(10))

    def scan(self, ms: int) -> list[tuple[int, bool]]:
        """Scan every 2 ms; return each key that changed, and whether it went down."""
        changes = []
        for _ in range(0, ms, 2):
            changed = self.matrix.scan(clock.ticks_ms())
            changes += [(k, bool(self.down >> k & 1)) for k in KEYS if changed >> k & 1]
            clock.sleep_ms(2)
        return changes

    @property
    def down(self) -> int:
        return self.matrix.down


def bits(keys: Sequence[int] | set[int]) -> int:
    return sum(1 << key for key in keys)


@pytest.mark.parametrize("key", KEYS)
def test_each_key_is_itself(key: int) -> None:
    keys = WiredMatrix()
    keys.board.press(key)
    assert keys.scan(20) == [(key, True)]
    keys.board.press(key, False)
    assert keys.scan(30) == [(key, False)]


def test_keys_are_in_the_order_of_the_wire() -> None:
    """`docs/wire.md` specifies the order; the first line of `pins.KEYS` is the first row."""
    things = [f"tower {n}" for n in range(1, 6)] + [f"height {n}" for n in range(1, 4)]
    things += ["none", "card 1", "card 2", "back", "previous", "next", "OK", "menu"]
    assert list(pins.KEYS) == things
    assert len({*pins.ROWS, *pins.COLUMNS, pins.LAMPS}) == 9


@given(st.lists(st.sets(st.sampled_from(KEYS)), min_size=1, max_size=4))
def test_any_number_of_keys_at_once(held: list[set[int]]) -> None:
    keys = WiredMatrix()
    for now_held in held:
        for key in KEYS:
            keys.board.press(key, key in now_held)
        keys.scan(30)
        assert keys.down == bits(now_held)


def test_one_missing_diode_causes_a_ghost() -> None:
    """Three corners of a rectangle produce the fourth; so the test above can fail."""
    keys = WiredMatrix(diodes=[key for key in KEYS if key != 0])
    for key in (0, 1, 4):
        keys.board.press(key)
    keys.scan(20)
    assert keys.down == bits([0, 1, 4, 5])


@given(st.sampled_from(KEYS), st.integers(0, 40), st.integers(0, 40), st.integers(0, 2000))
def test_bouncing_is_one_press_and_one_release(key: int, down: int, up: int, phase: int) -> None:
    """However long a contact bounces, and wherever between two scans it starts."""
    keys = WiredMatrix()
    clock.sleep_us(phase)
    keys.board.press(key, True, bounce_ms=down)
    assert keys.scan(down + 20) == [(key, True)]
    keys.board.press(key, False, bounce_ms=up)
    assert keys.scan(up + 30) == [(key, False)]


@given(st.integers(1, DEBOUNCE_MS * 1000 - 1), st.integers(0, 2000))
def test_a_pulse_shorter_than_the_debounce_time_is_ignored(us: int, phase: int) -> None:
    keys = WiredMatrix()
    clock.sleep_us(phase)
    keys.board.press(3)
    keys.board.press(3, False, after_us=us)
    assert keys.scan(40) == []


@given(st.integers(1, RELEASE_MS - 2), st.integers(0, 2000))
def test_a_key_that_slips_under_the_finger_stays_down(ms: int, phase: int) -> None:
    keys = WiredMatrix()
    clock.sleep_us(phase)
    keys.board.press(3)
    assert keys.scan(40) == [(3, True)]
    keys.board.press(3, False)
    keys.board.press(3, after_us=ms * 1000)
    assert keys.scan(60) == []


def test_a_key_that_keeps_bouncing_delays_no_other() -> None:
    keys = WiredMatrix()
    keys.board.press(0, bounce_ms=1000)
    keys.scan(100)
    keys.board.press(9)
    assert keys.scan(20) == [(9, True)]


@pytest.mark.parametrize("before", range(12))
def test_the_ticks_may_wrap_at_any_moment(before: int) -> None:
    keys = WiredMatrix(ticks_from=2**30 - before)
    keys.board.press(3, bounce_ms=4)
    assert keys.scan(30) == [(3, True)]


def test_a_press_is_reported_within_ten_milliseconds() -> None:
    keys = WiredMatrix()
    keys.board.press(7)
    assert keys.scan(10) == [(7, True)]
