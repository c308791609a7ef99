"""The debouncer, edge by edge; times in seconds."""

from collections.abc import Iterable, Mapping
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.devices.buttons import PinLevel
from companion.box.devices.debouncer import (
    DEBOUNCE_TIME,
    LATEST_EDGE,
    LONG_PRESS,
    LOOK_EVERY,
    REPEAT_AFTER,
    REPEAT_EVERY,
    STUCK_AFTER,
    Debouncer,
)
from companion.core.interfaces import Edge, Press

OK, BACK, MENU, UP, NEXT = Press.OK, Press.BACK, Press.MENU, Press.UP, Press.NEXT
RELEASED = Press.RELEASED
BUTTONS = [press for press in Press if press is not RELEASED]
Timed = list[tuple[float, Press]]


def run(edges: Iterable[Edge], until: float) -> Timed:
    """Return what ``live`` returns, without RELEASED."""
    return [(at, press) for at, press in live(edges, until) if press is not RELEASED]


def live(edges: Iterable[Edge], until: float, debouncer: Debouncer | None = None) -> Timed:
    """Add ``edges`` and run until ``until``, ticking at each deadline as the loop does."""
    debouncer = debouncer or Debouncer()
    timed: Timed = []

    def wake(before: float) -> None:
        while (at := debouncer.deadline()) is not None and at < before:
            timed.extend((at, press) for press in debouncer.tick(at))

    for each in edges:
        wake(each.at)
        timed.extend((each.at, press) for press in debouncer.add_edge(each))
    wake(until)
    return timed


def edge(button: Press, down: bool, at: float, pin: int | None = None, found: bool = False) -> Edge:
    """An edge at a pin; each button has one of its own, unless told otherwise."""
    return Edge(button, down, at, BUTTONS.index(button) + 50 if pin is None else pin, found)


def contact(button: Press, *times: float, pin: int | None = None) -> list[Edge]:
    """Edges of a contact that closes at the first time, opens at the second, and so on."""
    return [edge(button, i % 2 == 0, at, pin) for i, at in enumerate(times)]


def in_order(*contacts: list[Edge]) -> list[Edge]:
    return sorted((edge for edges in contacts for edge in edges), key=lambda edge: edge.at)


def presses(timed: Timed) -> list[Press]:
    return [press for _, press in timed]


SAID: Mapping[str, tuple[list[Edge], Timed]] = {
    "bounce at closing is one press": (
        contact(OK, 0, 0.001, 0.002, 0.004, 0.005, 0.1),
        [(0, OK)],
    ),
    "so is bounce longer than the debounce time": (
        contact(OK, *(i * 0.004 for i in range(21)), 0.3),
        [(0, OK)],
    ),
    "chatter at opening is no press": (
        contact(OK, 0, 0.2, 0.203, 0.204, 0.209, 0.211, 0.219, 0.22),
        [(0, OK)],
    ),
    "nor is a contact that slips under the finger": (
        contact(OK, 0, 0.2, 0.2 + DEBOUNCE_TIME / 2, 0.4),
        [(0, OK)],
    ),
    "a press shorter than the debounce time is heard, and so is the next": (
        contact(OK, 0, 0.003, 0.05, 0.053),
        [(0, OK), (0.05, OK)],
    ),
    "it never rested open": (contact(OK, 0, 0.05, 0.06, 0.061, 0.062, 0.3), [(0, OK)]),
    "begun while bouncing": (contact(OK, 0, 0.05, 0.07, 0.3), [(0, OK), (0.07, OK)]),
    "held from the start": (
        [edge(OK, False, 1.0), edge(OK, True, 1.002), edge(OK, False, 1.004)],
        [],
    ),
    "OK does not repeat": (contact(OK, 0, 5), [(0, OK)]),
    "nor does MENU": (contact(MENU, 0, 5), [(0, MENU)]),
    "a long BACK is MENU and not BACK": (contact(BACK, 0, 2), [(LONG_PRESS, MENU)]),
    "a stuck BACK is MENU once": (contact(BACK, 0, 50), [(LONG_PRESS, MENU)]),
    "also if it never opens": (contact(BACK, 0), [(LONG_PRESS, MENU)]),
    "released just before it is long": (
        contact(BACK, 0, LONG_PRESS - 0.001),
        [(LONG_PRESS - 0.001 + DEBOUNCE_TIME, BACK)],
    ),
    "a BACK that bounces": (
        contact(BACK, 0, 0.002, 0.003, 0.1, 0.102, 0.103),
        [(0.103 + DEBOUNCE_TIME, BACK)],
    ),
    "OK beside a held BACK leaves no MENU": (
        in_order(contact(BACK, 0, 3), contact(OK, 0.4, 0.5)),
        [(0.4, BACK), (0.4, OK)],
    ),
    "OK beside a held direction ends its repeat": (
        in_order(contact(UP, 0, 3), contact(OK, 0.3, 0.4)),
        [(0, UP), (0.3, OK)],
    ),
    "an earlier button that is let go leaves the repeat of the later alone": (
        in_order(contact(UP, 0, 0.2), contact(NEXT, 0.1, 0.65)),
        [(0, UP), (0.1, NEXT), (0.1 + REPEAT_AFTER, NEXT)],
    ),
    "another contact in doubt does not delay a repeat": (
        in_order(contact(OK, 0, 0.59), contact(UP, 0.1, 0.7)),
        [(0, OK), (0.1, UP), (0.1 + REPEAT_AFTER, UP)],
    ),
    "one bouncing contact does not deafen another": (
        in_order(contact(UP, 0, 0.004, 0.005, 0.2), contact(OK, 0.002, 0.1)),
        [(0, UP), (0.002, OK)],
    ),
}
"""What the edges of contacts say, and when."""


@pytest.mark.parametrize("name", SAID)
def test_what_a_contact_says(name: str) -> None:
    edges, expected = SAID[name]
    timed = run(edges, 100)
    assert presses(timed) == presses(expected)
    assert [at for at, _ in timed] == pytest.approx([at for at, _ in expected])


@pytest.mark.parametrize("button", [UP, Press.DOWN, Press.LEFT, Press.RIGHT, Press.PREVIOUS, NEXT])
def test_a_held_direction_repeats(button: Press) -> None:
    timed = run(contact(button, 0, 0.8), 2)
    times = [0, REPEAT_AFTER, REPEAT_AFTER + REPEAT_EVERY, REPEAT_AFTER + 2 * REPEAT_EVERY]
    assert presses(timed) == [button] * 4
    assert [at for at, _ in timed] == pytest.approx(times)


@pytest.mark.parametrize(("button", "due"), [(UP, UP), (BACK, MENU)])
def test_a_contact_that_may_have_opened_unseen_is_held_when_no_edge_tells_so(
    button: Press, due: Press
) -> None:
    held = edge(button, True, 0)
    debouncer = Debouncer(lambda: {held.pin: PinLevel(closed=True, since=3)})
    debouncer.add_edge(held)
    [(at, press)] = live([], 3 + LATEST_EDGE + 0.001, debouncer)
    assert at == pytest.approx(3 + LATEST_EDGE)
    assert press is due


def test_a_contact_that_has_slipped_is_held_if_its_edges_have_come() -> None:
    slipping = contact(BACK, 0, 0.4, 0.405)
    debouncer = Debouncer(lambda: {slipping[0].pin: PinLevel(closed=True, since=0.405)})
    assert live(slipping, 1, debouncer) == [(LONG_PRESS, MENU)]


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize(("button", "due"), [(UP, UP), (BACK, MENU)])
def test_while_an_edge_of_another_button_may_come_nothing_is_said_for_being_held(
    button: Press, due: Press, closed: bool
) -> None:
    held, other = edge(button, True, 0), edge(OK, False, 0)
    levels = {held.pin: PinLevel(True, 0), other.pin: PinLevel(closed, 0.4)}
    debouncer = Debouncer(lambda: levels)
    *_, (at, press) = live([other, held], 0.4 + LATEST_EDGE + 0.001, debouncer)
    assert at == pytest.approx(0.4 + LATEST_EDGE)
    assert press is due


def test_a_pin_that_is_seen_open_is_not_held() -> None:
    held = edge(UP, True, 0)
    debouncer = Debouncer(lambda: {held.pin: PinLevel(False, 0.3)})
    assert live([held], STUCK_AFTER, debouncer) == [(0, UP)]


def test_a_back_that_nobody_saw_open_in_time_waits_for_an_edge_that_makes_it_menu() -> None:
    bounce = contact(BACK, 0, 0.015)
    late = contact(BACK, 0.018, 1.2)
    levels = {bounce[0].pin: PinLevel(False, 1.3)}
    debouncer = Debouncer(lambda: levels)
    for each in bounce:
        debouncer.add_edge(each)
    assert debouncer.tick(1.3) == []
    assert [press for each in late for press in debouncer.add_edge(each)] == [MENU]
    for each in contact(BACK, 10, 10.1):
        debouncer.add_edge(each)
    levels[bounce[0].pin] = PinLevel(False, 11.3)
    [(at, press)] = live([], 20, debouncer)
    assert press is BACK
    assert at == pytest.approx(10.1 + DEBOUNCE_TIME + LATEST_EDGE, abs=LOOK_EVERY)


def test_a_back_released_in_time_is_no_menu_by_an_edge_of_another_button() -> None:
    edges = [*contact(BACK, 0, LONG_PRESS - 0.005), edge(OK, True, LONG_PRESS + 0.005)]
    assert presses(run(edges, 1)) == [BACK, OK]


@pytest.mark.parametrize("button", BUTTONS)
def test_a_button_is_stuck_after_its_time_named_and_due_no_more(button: Press) -> None:
    debouncer = Debouncer()
    live(contact(button, 5), 5 + STUCK_AFTER - 0.001, debouncer)
    assert debouncer.ignored == set()
    debouncer.tick(5 + STUCK_AFTER)
    assert debouncer.ignored == {button}
    assert debouncer.deadline() is None


def test_a_loop_that_comes_late_finds_a_button_stuck_and_not_still_repeating() -> None:
    debouncer = Debouncer()
    debouncer.add_edge(edge(UP, True, 0))
    assert debouncer.tick(100) == []
    assert debouncer.ignored == {UP}


def test_a_stuck_ok_is_as_good_as_released_and_its_opening_says_nothing() -> None:
    assert live(contact(OK, 0, 50), 60) == [(0, OK), (STUCK_AFTER, RELEASED)]


def test_a_stuck_button_is_named_until_it_rests_open() -> None:
    debouncer = Debouncer()
    live(contact(OK, 0, 50, 50.001), 51, debouncer)  # a jolt is no opening
    assert debouncer.ignored == {OK}
    assert live([edge(OK, False, 60)], 61, debouncer) == []
    assert debouncer.ignored == set()
    assert live(contact(OK, 62, 62.1), 63, debouncer)[0] == (62, OK)


@pytest.mark.parametrize("button", BUTTONS)
def test_a_button_found_closed_is_named_and_ignored_until_it_has_opened(button: Press) -> None:
    debouncer = Debouncer()
    assert live([edge(button, True, 0, found=True)], 100, debouncer) == []
    assert debouncer.ignored == {button}
    assert debouncer.deadline() is None
    opening = [edge(button, i % 2 == 1, 100 + i * 0.004) for i in range(5)]
    assert live(opening, 101, debouncer) == []
    assert debouncer.ignored == set()
    assert button in [press for _, press in live(contact(button, 102, 102.1), 103, debouncer)]


@pytest.mark.parametrize("found", [True, False])
def test_beside_a_pin_that_is_stuck_another_that_says_the_same_works_on(found: bool) -> None:
    debouncer = Debouncer()
    live([edge(OK, True, 0, 4, found)], 50, debouncer)
    assert live(contact(OK, 51, 51.1, pin=5), 52, debouncer) == [
        (51, OK),
        (pytest.approx(51.1 + DEBOUNCE_TIME), RELEASED),
    ]
    assert debouncer.ignored == {OK}
    live([edge(OK, False, 53, 4)], 54, debouncer)
    assert debouncer.ignored == set()


def test_two_pins_that_say_the_same_are_one_button_closed_while_either_is() -> None:
    edges = in_order(contact(OK, 0, 0.3, pin=4), contact(OK, 0.1, 0.5, pin=5))
    assert live(edges, 1) == [(0, OK), (0.5 + DEBOUNCE_TIME, RELEASED)]
    edges = in_order(contact(UP, 0, 0.3, pin=4), contact(UP, 0.1, 0.7, pin=5))
    assert presses(live(edges, 2)) == [UP, UP, UP]
    edges = in_order(contact(BACK, 0, 0.3, pin=4), contact(BACK, 0.1, 1.0, pin=5))
    assert live(edges, 2) == [(LONG_PRESS, MENU)]


def test_ok_is_followed_by_released_when_it_rests_open() -> None:
    edges = contact(OK, 0, 0.001, 0.002, 2, 2.003, 2.006)
    assert live(edges, 3) == [(0, OK), (2.006 + DEBOUNCE_TIME, RELEASED)]


@pytest.mark.parametrize("button", [each for each in BUTTONS if each is not OK])
def test_only_ok_is_followed_by_released(button: Press) -> None:
    assert RELEASED not in presses(live(contact(button, 0, 0.1), 1))


def test_another_button_does_not_release_a_held_ok() -> None:
    edges = in_order(contact(OK, 0, 3), contact(UP, 1, 1.1))
    assert presses(live(edges, 4)) == [OK, UP, RELEASED]


def test_a_stuck_button_leaves_the_others_alone_and_may_come_free() -> None:
    edges = [*contact(UP, 0), *contact(OK, 50, 50.1), edge(UP, False, 60), *contact(UP, 61, 61.1)]
    timed = [(at, press) for at, press in run(edges, 100) if at > 40]
    assert timed == [(50, OK), (61, UP)]


def test_a_short_back_is_told_when_it_is_released() -> None:
    debouncer = Debouncer()
    assert debouncer.add_edge(edge(BACK, True, 0)) == []
    assert debouncer.add_edge(edge(BACK, False, 0.1)) == []
    assert debouncer.tick(0.1 + DEBOUNCE_TIME) == [BACK]


def test_a_slow_loop_that_takes_the_edges_first_tells_no_menu() -> None:
    debouncer = Debouncer()
    waiting = contact(BACK, 0, 0.1)
    assert [press for edge in waiting for press in debouncer.add_edge(edge)] == []
    assert debouncer.tick(5) == [BACK]


@pytest.mark.parametrize("released_first", [OK, BACK])
@pytest.mark.parametrize("closed_first", [OK, BACK])
def test_back_and_ok_together_are_two_presses_as_they_closed(
    closed_first: Press, released_first: Press
) -> None:
    second = {OK: BACK, BACK: OK}
    edges = [
        edge(closed_first, True, 0),
        edge(second[closed_first], True, 0.03),
        edge(released_first, False, 0.2),
        edge(second[released_first], False, 0.25),
    ]
    assert presses(run(edges, 3)) == [closed_first, second[closed_first]]


def test_nothing_is_due_at_rest() -> None:
    debouncer = Debouncer()
    assert debouncer.deadline() is None
    debouncer.add_edge(edge(OK, True, 0))
    assert debouncer.deadline() == STUCK_AFTER
    debouncer.add_edge(edge(OK, False, 1))
    assert debouncer.deadline() == 1 + DEBOUNCE_TIME
    debouncer.tick(2)
    assert debouncer.deadline() is None


EDGES = st.lists(
    st.tuples(st.sampled_from(BUTTONS), st.booleans(), st.floats(0.0002, 0.9)), max_size=60
)
Steps = list[tuple[Press, bool, float]]


def steps_in_time(steps: Steps) -> tuple[float, list[Edge]]:
    """The edges with their times, and the time of the last."""
    at, edges = 0.0, []
    for button, down, gap in steps:
        at += gap
        edges.append(edge(button, down, at))
    return at, edges


@given(EDGES)
def test_whatever_the_contacts_do_no_press_comes_from_nothing_or_twice(
    steps: Steps,
) -> None:
    """No press without its own closing edge, and no two within the lock-out, repeats included."""
    at, edges = steps_in_time(steps)
    timed = run(edges, at + 2)
    repeating = set(Press) - {OK, BACK, MENU}
    for button, group in groupby(sorted(timed, key=lambda s: s[1].value), key=lambda s: s[1]):
        times = sorted(time for time, _ in group)
        # MENU may come from a long BACK as well as from a key of its own
        sources = {BACK, MENU} if button is MENU else {button}
        closings = [edge.at for edge in edges if edge.button in sources and edge.down]
        assert closings
        assert times[0] >= closings[0]
        if button not in repeating:
            assert len(times) <= len(closings)
        if button is not MENU:
            assert all(b - a > DEBOUNCE_TIME - 1e-9 for a, b in pairwise(times))


@given(EDGES)
def test_a_finger_after_any_noise_is_heard(steps: Steps) -> None:
    """Once all contacts rest open, a press is reported, whatever went before."""
    at, edges = steps_in_time(steps)
    edges += [edge(button, False, at + 0.1) for button in BUTTONS]
    assert (at + 1, OK) in run([*edges, *contact(OK, at + 1, at + 1.1)], at + 3)


@given(EDGES)
def test_each_ok_is_released_once_before_the_next(steps: Steps) -> None:
    at, edges = steps_in_time(steps)
    pressed = presses(live(edges, at + 2 * STUCK_AFTER))
    oks = [press for press in pressed if press in (OK, RELEASED)]
    assert oks == [OK, RELEASED] * (len(oks) // 2)
