"""Where the cursor starts: on the average nothing is nearer, and never on what can't be meant."""

from collections import deque
from collections.abc import Callable

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
from companion.games.campanile.rules.table import CampanileReason
from companion.input.likely import (
    average_presses,
    cheapest_start,
    line_presses,
    normalise,
    ring_presses,
    start_in_ring,
    weigh_options,
)

WEIGHTS = st.lists(st.floats(0, 9), min_size=1, max_size=9)


def steps(places: int, pushes: tuple[int, ...]) -> dict[int, int]:
    """Presses from place 0 to every place of a ring, found by trying."""
    found, ahead = {0: 0}, deque([0])
    while ahead:
        at = ahead.popleft()
        for push in pushes:
            to = (at + push) % places
            if to not in found:
                found[to] = found[at] + 1
                ahead.append(to)
    return found


@pytest.mark.parametrize("places", range(1, 11))
@pytest.mark.parametrize("stride", [1, 2, 3])
def test_presses_in_a_ring_are_those_that_trying_finds(places: int, stride: int) -> None:
    tried = steps(places, (1, -1, stride, -stride))
    presses = ring_presses(places, stride)
    for at in range(places):
        assert [presses(at, (at + way) % places) for way in range(places)] == [
            tried[way] for way in range(places)
        ]


@given(WEIGHTS)
def test_shares_are_together_one(weights: list[float]) -> None:
    likely = normalise(dict(enumerate(weights)))
    assert sum(likely.values()) == pytest.approx(1)
    assert normalise(dict(enumerate(weights))) == likely


@given(
    WEIGHTS, st.sampled_from([line_presses, ring_presses(9), ring_presses(9, 2)]), st.integers(0, 8)
)
def test_from_nowhere_else_it_is_nearer_on_the_average(
    weights: list[float], presses: Callable[[int, int], int], home: int
) -> None:
    likely = normalise(dict(enumerate(weights)))
    costs = average_presses(likely, presses)
    at = cheapest_start(likely, presses, home)
    assert likely[at] > 0
    assert costs[at] <= min(costs[each] for each in likely if likely[each]) + 1e-6


def test_the_likeliest_is_not_the_nearest_where_much_lies_together() -> None:
    assert start_in_ring([0.0, 0.3, 0.2, 0.2, 0.2, 0.1]) == 2
    assert start_in_ring([0.6, 0.1, 0.1, 0.1, 0.1]) == 0


def test_where_all_is_alike_the_cursor_stands_at_home() -> None:
    assert start_in_ring([0.2] * 5, home=2) == 2
    assert cheapest_start(normalise(dict.fromkeys((1, 2, 3), 1.0)), line_presses, 2) == 2


def test_where_two_places_cost_the_same_the_likelier_is_taken() -> None:
    assert start_in_ring([0.6, 0, 0.4], home=1) == 0
    assert cheapest_start({1: 0.5, 2: 0.2, 3: 0.3}, line_presses, 2) == 1


OPTIONS = tuple(Answer("tower", word) for word in ("blue", "red"))


def not_red(answer: Answer) -> Objection | None:
    return build_objection(CampanileReason.NOT_OPEN) if answer.value == "red" else None


def neither(_answer: Answer) -> Objection | None:
    return build_objection(CampanileReason.NOT_OPEN)


@pytest.mark.parametrize(
    ("objection", "weight", "expected"),
    [
        (accept_any, 1, [0.5, 0.5]),
        (not_red, 1, [1, 0]),
        (not_red, 0, [1, 0]),  # nothing speaks for blue, but red can't be
        (neither, 1, [0.5, 0.5]),
    ],
)
def test_what_is_objected_to_has_no_chance_unless_there_is_nothing_else(
    objection: ObjectTo, weight: float, expected: list[float]
) -> None:
    question = Question("tower", 0, OPTIONS, objection)
    assert list(weigh_options(question, lambda _: weight).values()) == expected
