"""The panel's rest: dim, dark, awake again, and a picture that does not burn in."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from companion.devices.buttons import Debouncer
from companion.devices.resting import DIM_AFTER, OFF_AFTER, SHIFT_EVERY, Light, Resting
from companion.interfaces import Edge, Press


def dark() -> Resting:
    """A panel that went dark at 1000 seconds."""
    resting = Resting(1000.0 - OFF_AFTER)
    resting.tick(1000.0)
    assert resting.light is Light.OFF
    return resting


def test_a_key_that_comes_without_edges_wakes_and_counts_the_next_time() -> None:
    resting = dark()
    assert not resting.key(Press.OK, 1001.0)
    assert resting.light is Light.BRIGHT
    assert not resting.key(Press.RELEASED, 1001.2)
    assert resting.key(Press.OK, 1001.3)
    assert resting.key(Press.RELEASED, 1001.4)


@pytest.mark.parametrize(("first", "then"), [(Press.BACK, Press.MENU), (Press.MENU, Press.BACK)])
def test_a_key_that_woke_has_said_all_it_says(first: Press, then: Press) -> None:
    resting = dark()
    assert not resting.key(first, 1001.0)
    assert resting.key(then, 1002.0)
    assert resting.counts(Press.MENU), "the box's own BACK held down long is not lost either"


def test_another_key_than_the_one_that_woke_counts_at_once() -> None:
    resting = dark()
    assert not resting.key(Press.TOWER_1, 1001.0)
    assert resting.key(Press.HEIGHT_2, 1001.1)
    assert resting.deadline() == 1001.1 + DIM_AFTER


def heard(resting: Resting, edges: Iterable[Edge], until: float) -> list[Press]:
    """Presses that count, as the loop finds them: edges first, then what holding them says."""
    buttons, counted = Debouncer(), []
    for edge in edges:
        resting.edge(edge)
        counted += [press for press in buttons.edge(edge) if resting.counts(press)]
    while (at := buttons.deadline()) is not None and at <= until:
        counted += [press for press in buttons.tick(at) if resting.counts(press)]
    return counted


def said_by(button: Press) -> list[Press]:
    """What a short press says: OK is the one that is told to have been let go."""
    return [Press.OK, Press.RELEASED] if button is Press.OK else [button]


def press(button: Press, at: float, held: float = 0.1) -> list[Edge]:
    return [Edge(button, True, at), Edge(button, False, at + held)]


def test_it_is_dimmed_after_a_minute_and_dark_after_ten_each_at_its_deadline() -> None:
    resting, seen = Resting(5.0), []
    while (at := resting.deadline()) is not None:
        resting.tick(at - 0.001)
        before = resting.light
        resting.tick(at)
        seen.append((at - 5.0, before, resting.light))
    assert seen == [
        (DIM_AFTER, Light.BRIGHT, Light.DIM),
        (OFF_AFTER, Light.DIM, Light.OFF),
    ]


def test_dark_it_asks_for_no_wake_up() -> None:
    assert dark().deadline() is None


@pytest.mark.parametrize("start", [0.1, 1e5 + 0.3, 12345678.9])
def test_a_deadline_once_reached_is_over(start: float) -> None:
    """Otherwise the loop would turn without rest."""
    resting = Resting(start)
    for _ in range(2):
        at = resting.deadline()
        assert at is not None
        resting.tick(at)
        assert resting.deadline() != at


def test_a_late_tick_goes_straight_to_dark() -> None:
    resting = Resting(0.0)
    resting.tick(OFF_AFTER + 1)
    assert resting.light is Light.OFF


def test_a_press_begins_the_time_anew() -> None:
    resting = Resting(0.0)
    resting.edge(Edge(Press.OK, True, 50.0))
    resting.tick(DIM_AFTER)
    assert resting.light is Light.BRIGHT
    assert resting.deadline() == 50.0 + DIM_AFTER


def test_an_opening_contact_does_not() -> None:
    resting = Resting(0.0)
    resting.edge(Edge(Press.OK, False, 50.0))
    assert resting.deadline() == DIM_AFTER


def test_a_press_at_a_dimmed_picture_brightens_it_and_counts() -> None:
    resting = Resting(0.0)
    resting.tick(DIM_AFTER)
    assert heard(resting, press(Press.OK, 100.0), 101.0) == said_by(Press.OK)
    assert resting.light is Light.BRIGHT


@pytest.mark.parametrize("button", [press for press in Press if press is not Press.RELEASED])
def test_the_press_that_wakes_a_dark_panel_does_nothing_else(button: Press) -> None:
    resting = dark()
    assert heard(resting, press(button, 2000.0), 2001.0) == []
    assert resting.light is Light.BRIGHT
    assert heard(resting, press(button, 2002.0), 2003.0) == said_by(button)


@pytest.mark.parametrize("button", [Press.UP, Press.NEXT, Press.BACK])
def test_nor_does_its_button_while_it_is_held(button: Press) -> None:
    resting = dark()
    assert heard(resting, press(button, 2000.0, held=1.5), 2001.4) == []


@pytest.mark.parametrize("button", [Press.OK, Press.UP, Press.BACK])
def test_nor_do_its_bounces_when_it_closes_and_when_it_opens(button: Press) -> None:
    resting = dark()
    closing = [Edge(button, i % 2 == 0, 2000.0 + i * 0.004) for i in range(9)]
    opening = [Edge(button, i % 2 == 1, 2000.7 + i * 0.004) for i in range(9)]
    assert heard(resting, closing + opening, 2001.0) == []


def test_another_button_counts_while_the_waking_one_is_held() -> None:
    resting = dark()
    edges = [Edge(Press.UP, True, 2000.0), *press(Press.OK, 2000.2)]
    assert heard(resting, edges, 2000.3) == [Press.OK]


def test_what_else_happens_wakes_too_and_takes_no_press_away() -> None:
    resting = dark()
    resting.stir(2000.0)
    assert resting.light is Light.BRIGHT
    assert heard(resting, press(Press.OK, 2001.0), 2002.0) == said_by(Press.OK)


def test_the_picture_stays_while_the_game_goes_on() -> None:
    resting = Resting(0.0)
    assert {resting.place(float(now)) for now in range(int(SHIFT_EVERY))} == {(0, 0)}


def test_after_a_while_it_moves_by_a_pixel_to_each_of_four_places() -> None:
    resting, now, places = Resting(0.0), 0.0, []
    for _ in range(5):
        places.append(resting.place(now))
        now += SHIFT_EVERY
    assert len(set(places[:4])) == 4
    assert places[4] == places[0]
    steps = [abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(places)]
    assert steps == [1, 1, 1, 1]


def test_it_moves_when_it_is_dimmed_and_when_it_goes_dark() -> None:
    resting = Resting(0.0)
    places = [resting.place(0.0)]
    for _ in range(2):
        at = resting.deadline()
        assert at is not None
        resting.tick(at)
        places.append(resting.place(at))
    assert len(set(places)) == 3
