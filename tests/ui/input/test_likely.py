"""Where the cursor starts: on the average nothing is nearer, and never on what can't be meant."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.conversation import (
    Answer,
    Objection,
    ObjectTo,
    Question,
    accept_any,
    build_objection,
)
from companion.ui.input.likely import (
    expected_presses,
    normalise,
    ring_distance,
    start_in_ring,
    weigh_options,
)

WEIGHTS = st.lists(st.floats(0, 9), min_size=1, max_size=9)


def steps(places: int) -> dict[int, int]:
    """Presses from place 0 to every place of a ring, found by trying."""
    found, ahead = {0: 0}, deque([0])
    while ahead:
        at = ahead.popleft()
        for push in (1, -1):
            to = (at + push) % places
            if to not in found:
                found[to] = found[at] + 1
                ahead.append(to)
    return found


@pytest.mark.parametrize("places", range(1, 11))
def test_presses_in_a_ring_are_those_that_trying_finds(places: int) -> None:
    tried = steps(places)
    presses = ring_distance(places)
    for at in range(places):
        assert [presses(at, (at + way) % places) for way in range(places)] == [
            tried[way] for way in range(places)
        ]


@given(WEIGHTS, st.integers(0, 8))
def test_from_no_other_place_are_fewer_presses_expected(weights: list[float], home: int) -> None:
    chances = normalise(dict(enumerate(weights)))
    costs = expected_presses(chances, ring_distance(len(chances)))
    at = start_in_ring(chances.values(), home)
    assert chances[at] > 0
    assert costs[at] <= min(costs[each] for each in chances if chances[each]) + 1e-6


def test_the_likeliest_is_not_the_nearest_where_much_lies_together() -> None:
    assert start_in_ring([0.0, 0.3, 0.2, 0.2, 0.2, 0.1]) == 2
    assert start_in_ring([0.6, 0.1, 0.1, 0.1, 0.1]) == 0


def test_where_all_is_alike_the_cursor_stands_at_home() -> None:
    assert start_in_ring([0.2] * 5, home=2) == 2


def test_where_two_places_cost_the_same_the_likelier_is_taken() -> None:
    assert start_in_ring([0.6, 0, 0.4], home=1) == 0


OPTIONS = tuple(Answer("tower", word) for word in ("blue", "red"))


def not_red(answer: Answer) -> Objection | None:
    return build_objection("not-open") if answer.value == "red" else None


def neither(_answer: Answer) -> Objection | None:
    return build_objection("not-open")


@pytest.mark.parametrize(
    ("find_objection", "weight", "expected"),
    [
        (accept_any, 1, [0.5, 0.5]),
        (not_red, 1, [1, 0]),
        (not_red, 0, [1, 0]),  # nothing speaks for blue, but red can't be
        (neither, 1, [0.5, 0.5]),
    ],
)
def test_what_is_objected_to_has_no_chance_unless_there_is_nothing_else(
    find_objection: ObjectTo, weight: float, expected: list[float]
) -> None:
    question = Question("tower", 0, OPTIONS, find_objection)
    assert list(weigh_options(question, lambda _: weight).values()) == expected
