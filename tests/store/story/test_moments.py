"""Moments of made-up turns: what all estimates say, and of whom it is told."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from companion.core.conversation import Answer
from companion.core.events import STANDINGS, TURN, GameEvent, Ranked, Wording
from companion.core.story import Assessment, Chances, Moment, TurnChances
from companion.store.history.play import PlayedAnswer, PlayedTurn
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


def after_scoring(turn: AssessedTurn, name: str, points: Points) -> AssessedTurn:
    """The turn with a scoring in it, after which everybody has these points."""
    ranking = tuple(Ranked(seat, each, 1) for seat, each in enumerate(points))
    event = GameEvent(kind=STANDINGS, name=name, ranking=ranking)
    answer = PlayedAnswer(
        0, Answer("card", name), False, datetime(2026, 5, 1, tzinfo=UTC), timedelta(), (), (event,)
    )
    return turn._replace(played=replace(turn.played, answers=(answer,)))


def find(*turns: AssessedTurn) -> MomentFinder:
    return MomentFinder(
        turns, lambda _old, _new: (), lambda turn: GameEvent(kind=TURN, seat=turn.seat)
    )


def find_within(*turns: AssessedTurn) -> MomentFinder:
    """The moments of turns after which the game goes on."""
    return find(*turns, turns[-1]._replace(corrected=True))


def told(moments: tuple[Moment, ...]) -> list[tuple[int, int]]:
    return [(each.turn, each.player) for each in moments]


def all_say(chances: Chances) -> tuple[Chances, ...]:
    return (chances,) * 3


def test_a_turn_is_a_moment_where_all_three_say_ten_points() -> None:
    up, little = (0.4, 0.2, 0.2, 0.2), (0.34, 0.22, 0.22, 0.22)

    assert told(
        find_within(a_turn(0, *all_say(LEVEL)), a_turn(1, *all_say(up))).find_moments()
    ) == [(1, 0)]
    assert not find_within(a_turn(0, *all_say(LEVEL)), a_turn(1, up, up, little)).find_moments()
    down = (0.1, 0.3, 0.3, 0.3)
    assert not find_within(a_turn(0, *all_say(LEVEL)), a_turn(1, up, down, up)).find_moments()


def test_nobody_is_blamed_for_a_turn() -> None:
    fell = (0.1, 0.3, 0.3, 0.3)

    assert not find_within(a_turn(0, *all_say(LEVEL)), a_turn(1, *all_say(fell))).find_moments()
    level = (0.1, 0.25, 0.325, 0.325)
    of_another = find_within(a_turn(1, *all_say(LEVEL)), a_turn(2, *all_say(level)))
    assert told(of_another.find_moments()) == [(2, 0)]
    (fall,) = of_another.find_moments()
    assert (fall.seat, fall.done.seat) == (None, None), "nor is it said whose turn it was"
    (rise,) = find_within(
        a_turn(0, *all_say(LEVEL)), a_turn(1, *all_say((0.4, 0.2, 0.2, 0.2)))
    ).find_moments()
    assert (rise.seat, rise.done.seat) == (0, 0)


def test_what_others_gain_by_a_fall_in_an_own_turn_is_no_moment() -> None:
    handed_over = (0.5, 0.1, 0.2, 0.2)

    assert not find_within(
        a_turn(1, *all_say(LEVEL)), a_turn(2, *all_say(handed_over))
    ).find_moments()


def test_who_falls_behind_in_an_own_turn_hands_over_no_lead() -> None:
    turns = [a_turn(1, (0.5, 0.5), points=(2, 4)), a_turn(2, (0.5, 0.5), points=(4, 3))]

    assert [each.leader for each in find_lead_changes(turns)] == [0]
    assert not find(*turns).find_moments()


def test_the_result_of_the_last_turn_is_no_estimate() -> None:
    won = (a_turn(0, *all_say(LEVEL)), a_turn(1, *all_say((1.0, 0.0, 0.0, 0.0))))

    assert told(find_within(*won).find_moments()) == [(1, 0)]
    assert not find(*won).find_moments()
    assert (best := find(*won).find_best(0)) is not None
    assert best.before is None


def test_the_lowest_chance_is_the_lowest_that_is_told() -> None:
    steady, lower = (0.1, 0.3, 0.3, 0.3), (0.0, 0.34, 0.33, 0.33)
    raised = (0.12, 0.28, 0.3, 0.3)
    turns = [a_turn(0), a_turn(1, *all_say(steady)), a_turn(2, raised, lower, lower), a_turn(3)]

    (lowest,) = [each for each in tell_facts(turns, (0,)) if each.key == "story.lowest"]

    assert dict(lowest.values)["turn"] == 2


def test_who_gains_is_told_before_who_loses() -> None:
    moved = (0.0, 0.38, 0.31, 0.31)

    assert told(
        find_within(a_turn(2, *all_say(LEVEL)), a_turn(3, *all_say(moved))).find_moments()
    ) == [(3, 1)]


def test_the_strongest_three_are_told_in_order_of_time() -> None:
    highs = (0.25, 0.4, 0.85, 0.25, 0.6, 0.25, 0.5)
    turns = [
        a_turn(number * 4 + 1, *all_say((high, *[(1 - high) / 3] * 3)))
        for number, high in enumerate(highs)
    ]

    assert told(find_within(*turns).find_moments()) == [(9, 0), (17, 0), (25, 0)]


@pytest.mark.parametrize("corrected", [False, True])
def test_a_correction_hides_what_changed_with_it(corrected: bool) -> None:
    up = all_say((0.7, 0.1, 0.1, 0.1))
    finder = find_within(a_turn(0, *all_say(LEVEL)), a_turn(1, *up, corrected=corrected))

    assert told(finder.find_moments()) == ([] if corrected else [(1, 0)])


def test_points_of_different_scorings_are_not_compared() -> None:
    first, then = (3, 1, 0, 0), (3, 5, 0, 0)
    same = [a_turn(1, points=first), a_turn(2, points=then)]
    other = [a_turn(1, points=first, scoring="first"), a_turn(2, points=then, scoring="last")]

    assert [each.leader for each in find_lead_changes(same)] == [1]
    assert not [*find_lead_changes(other)]


def test_the_last_change_of_the_lead_is_told_and_the_largest_swings() -> None:
    points = [(1, 3), (9, 1), (8, 9), (10, 9), (10, 19), (12, 19), (12, 20), (21, 20)]
    turns = [a_turn(number, (0.5, 0.5), points=each) for number, each in enumerate(points)]

    assert told(find(*turns).find_moments()) == [(1, 0), (4, 1), (7, 0)]


def test_a_best_moment_is_an_own_turn_where_there_is_one() -> None:
    points = [(0, 0), (1, 0), (9, 0), (10, 2)]
    turns = [a_turn(number, (0.5, 0.5), points=each) for number, each in enumerate(points)]

    best = [find(*turns).find_best(seat) for seat in (0, 1)]

    assert [each and (each.turn, each.seat) for each in best] == [(1, 0), (3, 0)]


@pytest.mark.parametrize(("chance", "by_chance"), [(0.34, False), (0.36, True)])
def test_a_best_moment_is_one_of_chances_from_ten_points_on(chance: float, by_chance: bool) -> None:
    up = (chance, *[(1 - chance) / 3] * 3)
    turns = [a_turn(0, *all_say(LEVEL)), a_turn(1, *all_say(up), points=(5, 0, 0, 0))]

    best = find_within(*turns).find_best(0)

    assert best is not None
    assert (best.turn, best.before is not None) == (1, by_chance)


def reasons_of(moment: Moment | None) -> list[tuple[str, dict[str, object]]]:
    assert moment is not None
    worded = [each for each in moment.reasons if isinstance(each, Wording)]
    return [(each.key, dict(each.values)) for each in worded]


def test_a_best_moment_without_own_points_tells_the_distance() -> None:
    turns = [a_turn(0, (0.5, 0.5), points=(0, 7)), a_turn(1, (0.5, 0.5), points=(0, 6))]

    assert [
        (key, values["before"], values["after"])
        for key, values in reasons_of(find(*turns).find_best(0))
    ] == [("story.distance", -7, -6)]


def test_where_the_points_are_as_before_those_of_whoever_changed_are_told() -> None:
    up = all_say((0.4, 0.2, 0.2, 0.2))
    then, now, same = (3, 9, 0, 0), (3, 4, 0, 0), (3, 9, 0, 0)
    before = a_turn(0, *all_say(LEVEL), points=then)

    for points, key in ((now, "story.points"), (same, "story.same-points")):
        (moment,) = find_within(before, a_turn(1, *up, points=points)).find_moments()
        assert [each for each, _ in reasons_of(moment)] == [key]


def test_a_scoring_that_was_held_is_told_once() -> None:
    before = a_turn(0, (0.5, 0.5), points=(0, 3), scoring="finito")
    after = a_turn(1, (0.5, 0.5), points=(5, 3), scoring="finito")

    (moment,) = find(before, after_scoring(after, "finito", (5, 3))).find_moments()

    keys = [key for key, _ in reasons_of(moment)]
    assert keys == ["story.took-lead", "gain.scoring", "story.points-held"]


@pytest.mark.parametrize("held", [True, False])
def test_a_scoring_that_changes_who_leads_is_a_moment(held: bool) -> None:
    before = a_turn(0, (0.5, 0.5), points=(3, 5), scoring="1")
    after = a_turn(1, (0.5, 0.5), points=(9, 12), scoring="2")
    scored = after_scoring(after, "1" if held else "another", (6, 5))

    finder = find(before, scored, a_turn(2, (0.5, 0.5), points=(9, 12), scoring="2"))

    assert told(finder.find_moments()) == ([(1, 0)] if held else [])
    if held:
        points = dict(reasons_of(finder.find_moments()[0])[-1][1])
        assert (points["before"], points["after"]) == (3, 6)


def test_a_best_moment_in_another_turn_is_told_as_such() -> None:
    points = [(0, 0), (0, 0), (3, 0)]
    turns = [a_turn(number, (0.5, 0.5), points=each) for number, each in enumerate(points)]

    best = find(*turns).find_best(0)

    assert best is not None
    assert best.seat == 1
    assert [key for key, _ in reasons_of(best)] == ["story.not-own", "story.points"]


@pytest.mark.parametrize(
    ("corrected", "key"), [(False, "story.led-at-last"), (True, "story.led-since")]
)
def test_nobody_goes_ahead_by_a_correction(corrected: bool, key: str) -> None:
    turns = [
        a_turn(0),
        a_turn(1, points=(9, 2, 0, 0)),
        a_turn(2, points=(4, 6, 0, 0), corrected=corrected),
    ]

    assert [each.key for each in tell_facts(turns, (1,))][:2] == ["story.as-scored", key]


def test_how_the_lead_is_counted_is_said_once_before_it() -> None:
    points = [(0, 0), (1, 3), (9, 1)]
    turns = [a_turn(number, (0.5, 0.5), points=each) for number, each in enumerate(points)]

    assert [each.key for each in tell_facts(turns, (0,))] == [
        *("story.as-scored", "story.led-at-last", "story.behind")
    ]
    level = [(0, 0), (9, 0), (9, 9)]
    turns = [a_turn(number, (0.5, 0.5), points=each) for number, each in enumerate(level)]
    assert [each.key for each in tell_facts(turns, (0,))] == ["story.level-at-last"]
