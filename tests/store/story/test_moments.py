"""Moments of made-up turns: what all estimates say, and of whom it is told."""

import pytest

from companion.core.events import TURN, GameEvent
from companion.core.story import Assessment, Chances, Moment, TurnChances
from companion.store.history.play import PlayedTurn
from companion.store.story.curve import AssessedTurn
from companion.store.story.facts import find_lead_changes, tell_facts
from companion.store.story.moments import MomentFinder

Points = tuple[int, ...]
LEVEL = (0.25, 0.25, 0.25, 0.25)


def a_turn(
    number: int,
    *estimates: Chances,
    points: Points = (0, 0, 0, 0),
    corrected: bool = False,
    scoring: str = "",
) -> AssessedTurn:
    """A turn of the seats in their order, with one estimate or all three."""
    seat = (number - 1) % len(points) if number else None
    played = PlayedTurn(number, seat, own=bool(number))
    model, *ends = estimates or (LEVEL,)
    return AssessedTurn(
        played,
        b"%d" % number,
        TurnChances(number, seat, model, points, *ends),
        Assessment((), points, scoring=scoring),
        corrected,
    )


def find(*turns: AssessedTurn) -> MomentFinder:
    return MomentFinder(turns, (), lambda _old, _new: (), lambda _turn: GameEvent(kind=TURN))


def told(moments: tuple[Moment, ...]) -> list[tuple[int, int]]:
    return [(each.turn, each.player) for each in moments]


def all_say(chances: Chances) -> tuple[Chances, ...]:
    return (chances,) * 3


def test_a_turn_is_a_moment_where_all_three_say_ten_points() -> None:
    up, little = (0.4, 0.2, 0.2, 0.2), (0.34, 0.22, 0.22, 0.22)

    assert told(find(a_turn(0, *all_say(LEVEL)), a_turn(1, *all_say(up))).find_moments()) == [
        (1, 0)
    ]
    assert not find(a_turn(0, *all_say(LEVEL)), a_turn(1, up, up, little)).find_moments()
    down = (0.1, 0.3, 0.3, 0.3)
    assert not find(a_turn(0, *all_say(LEVEL)), a_turn(1, up, down, up)).find_moments()


def test_nobody_is_blamed_for_a_turn() -> None:
    fell = (0.1, 0.3, 0.3, 0.3)

    assert not find(a_turn(0, *all_say(LEVEL)), a_turn(1, *all_say(fell))).find_moments()
    of_another = find(a_turn(1, *all_say(LEVEL)), a_turn(2, *all_say(fell)))
    assert told(of_another.find_moments()) == [(2, 0)]


def test_who_gains_is_told_before_who_loses() -> None:
    moved = (0.0, 0.38, 0.31, 0.31)

    assert told(find(a_turn(2, *all_say(LEVEL)), a_turn(3, *all_say(moved))).find_moments()) == [
        (3, 1)
    ]


def test_the_strongest_three_are_told_in_order_of_time() -> None:
    highs = (0.25, 0.4, 0.85, 0.25, 0.6, 0.25, 0.5)
    turns = [
        a_turn(number * 4 + 1, *all_say((high, *[(1 - high) / 3] * 3)))
        for number, high in enumerate(highs)
    ]

    assert told(find(*turns).find_moments()) == [(9, 0), (17, 0), (25, 0)]


@pytest.mark.parametrize("corrected", [False, True])
def test_a_correction_hides_what_changed_with_it(corrected: bool) -> None:
    up = all_say((0.7, 0.1, 0.1, 0.1))
    finder = find(a_turn(0, *all_say(LEVEL)), a_turn(1, *up, corrected=corrected))

    assert told(finder.find_moments()) == ([] if corrected else [(1, 0)])


def test_points_of_different_scorings_are_not_compared() -> None:
    first, then = (3, 1, 0, 0), (3, 5, 0, 0)
    same = [a_turn(1, points=first), a_turn(2, points=then)]
    other = [a_turn(1, points=first, scoring="first"), a_turn(2, points=then, scoring="last")]

    assert [each.leader for each in find_lead_changes(same)] == [1]
    assert not [*find_lead_changes(other)]


def test_the_last_change_of_the_lead_is_told_and_the_largest_swings() -> None:
    points = [(3, 1), (1, 9), (9, 8), (1, 10), (10, 9), (11, 12), (12, 12), (14, 12)]
    turns = [a_turn(number, (0.5, 0.5), points=each) for number, each in enumerate(points)]

    assert told(find(*turns).find_moments()) == [(1, 1), (3, 1), (7, 0)]


def test_a_best_moment_is_an_own_turn_where_there_is_one() -> None:
    points = [(0, 0), (1, 0), (9, 0), (10, 2)]
    turns = [a_turn(number, (0.5, 0.5), points=each) for number, each in enumerate(points)]

    best = [find(*turns).find_best(seat) for seat in (0, 1)]

    assert [each and each.turn for each in best] == [1, 3]


@pytest.mark.parametrize(
    ("corrected", "key"), [(False, "story.led-at-last"), (True, "story.led-since")]
)
def test_nobody_goes_ahead_by_a_correction(corrected: bool, key: str) -> None:
    turns = [
        a_turn(0),
        a_turn(1, points=(9, 2, 0, 0)),
        a_turn(2, points=(4, 6, 0, 0), corrected=corrected),
    ]

    assert [each.key for each in tell_facts(turns, (1,))][:1] == [key]
