"""The lamps' colours: effects, signals, and the limit of the current."""

from itertools import combinations

from hypothesis import example, given
from hypothesis import strategies as st

from firmware import wire
from firmware.lamps import BUDGET_MA, SIGNALS, compute_colours

COUNT = 10
WHITE = bytes([255, 255, 255, 0]) * COUNT
STATES = st.sampled_from(
    (wire.WAITING, wire.CONNECTED, wire.LOST, wire.OTHER_VERSION, wire.OVERFLOW)
)
LAMPS = st.lists(
    st.tuples(*[st.integers(0, 255)] * 3, st.integers(0, 2)), min_size=COUNT, max_size=COUNT
)
Picture = tuple[tuple[int, int, int], ...]


def picture_of(lamps: bytes, state: str, now: int) -> Picture:
    out = bytearray(3 * COUNT)
    compute_colours(lamps, state, now, out)
    return tuple((out[i], out[i + 1], out[i + 2]) for i in range(0, 3 * COUNT, 3))


def first_lamp(red: int, green: int, blue: int, effect: int) -> bytes:
    """The states of a first lamp with others dark."""
    return bytes([red, green, blue, effect]) + bytes(4 * (COUNT - 1))


def milliamperes(picture: Picture) -> float:
    """The current, from the data sheet of the WS2812: 20 mA for a channel at 255."""
    return sum(map(sum, picture)) * 20 / 255


@given(LAMPS, STATES, st.integers(0, 2**30 - 1))
@example([(255, 255, 255, 1)] * COUNT, wire.CONNECTED, 0)
@example([(255, 255, 255, 2)] * COUNT, wire.CONNECTED, 0)
def test_the_budget_is_never_exceeded(
    lamps: list[tuple[int, int, int, int]], state: str, now: int
) -> None:
    picture = picture_of(bytes(part for lamp in lamps for part in lamp), state, now)
    assert milliamperes(picture) <= BUDGET_MA <= 150


def test_all_lamps_white_use_the_whole_budget_and_stay_white() -> None:
    picture = picture_of(WHITE, wire.CONNECTED, 0)
    assert BUDGET_MA - 10 < milliamperes(picture) <= BUDGET_MA
    assert len(set(picture)) == 1
    assert len(set(picture[0])) == 1


@given(st.tuples(*[st.integers(0, 255)] * 3), st.integers(0, 2**30 - 1))
def test_a_steady_lamp_within_the_budget_is_unchanged(
    colour: tuple[int, int, int], now: int
) -> None:
    assert picture_of(first_lamp(*colour, 0), wire.CONNECTED, now) == (
        colour,
        *[(0, 0, 0)] * (COUNT - 1),
    )


def test_blinking_is_on_and_off_in_turn() -> None:
    assert [
        picture_of(first_lamp(9, 0, 0, 2), wire.CONNECTED, ms)[0][0]
        for ms in (0, 511, 512, 1023, 1024)
    ] == [*(9, 9, 0, 0, 9)]


def test_breathing_rises_and_falls_and_never_goes_out() -> None:
    levels = [
        picture_of(first_lamp(200, 0, 0, 1), wire.CONNECTED, ms)[0][0] for ms in range(0, 2049, 8)
    ]
    middle = len(levels) // 2
    assert levels[:middle] == sorted(levels[:middle], reverse=True)
    assert levels[middle:] == sorted(levels[middle:])
    assert (levels[0], levels[-1]) == (200, 200)
    assert min(levels) == levels[middle] > 0


def test_effects_continue_where_the_ticks_wrap() -> None:
    for effect in range(3):
        lamp = first_lamp(255, 0, 0, effect)
        assert picture_of(lamp, wire.CONNECTED, 2**30 - 2048 + 700) == picture_of(
            lamp, wire.CONNECTED, 700
        )


def motion(state: str, phase: int) -> tuple[tuple[bool, ...], ...]:
    """Which lamps are lit during five seconds, whatever their colour."""
    pictures = (picture_of(WHITE, state, phase + ms) for ms in range(0, 5120, 64))
    return tuple(tuple(any(lamp) for lamp in picture) for picture in pictures)


def test_every_signal_differs_in_its_motion() -> None:
    """For people who see no colours, and from any moment on."""
    signs = {
        s: {motion(s, phase) for phase in range(0, 5120, 64)} for s in (*SIGNALS, wire.CONNECTED)
    }
    for one, other in combinations(signs, 2):
        assert not signs[one] & signs[other], (one, other)


def test_every_signal_differs_in_its_colour() -> None:
    colours = [
        {lamp for ms in range(0, 5120, 64) for lamp in picture_of(b"", s, ms)} for s in SIGNALS
    ]
    for one, other in combinations(colours, 2):
        assert one & other == {(0, 0, 0)}


def test_every_other_state_has_a_signal() -> None:
    assert set(SIGNALS) == {wire.WAITING, wire.LOST, wire.OTHER_VERSION, wire.OVERFLOW}
