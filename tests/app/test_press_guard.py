"""An OK that comes sooner after a new question than anybody can have read it does not count."""

import pytest

from companion.app.demo.rig import Rig
from companion.box.devices.debouncer import DEBOUNCE_TIME
from companion.core.interfaces import Edge, KeyPress, PanelStatus, Press
from tests.app.amended import asks, resumed_where
from tests.app.journeys import begun_in_short, journey, new_game, open_setup, stands, stored
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import LEFT, OK, RIGHT

ONE_OF_EACH_GAME = pytest.mark.parametrize(
    "name",
    [
        "three-players-finito-at-once",
        "three-players-light-at-intermezzo",
        "1996-three-players-higher-chips",
        "bologna-three-players-moved-roof",
        "capitol-two-players",
    ],
)


def strike(rig: Rig, *presses: Press) -> None:
    """Press buttons as fast as contacts allow, without a look at the screen."""
    for press in presses:
        rig._buttons.tap(press, rig._wait)


def at_the_marker(rig: Rig) -> None:
    """A tower has just been built: the marker's question has been shown for a moment only."""
    record = stored("three-players")
    resumed_where(rig, record, asks("tower", 1))
    while asked(rig.entry) != "marker":
        rig.press(OK)


@pytest.mark.parametrize(("after", "counts"), [(0.05, False), (0.14, False), (0.16, True)])
def test_ok_counts_when_the_question_has_been_shown_for_150_ms(
    rig: Rig, after: float, counts: bool
) -> None:
    at_the_marker(rig)
    rig.look()
    rig.inbox.put(Edge(OK, True, rig.seconds))
    rig._wait(0.0)
    rig.inbox.put(Edge(OK, False, rig.seconds + DEBOUNCE_TIME))
    assert asked(rig.entry) == "take"
    rig._wait(after)
    rig.inbox.put(Edge(OK, True, rig.seconds))
    rig._wait(0.0)
    assert asked(rig.entry) == ("show" if counts else "take")
    assert kept(rig).answers == playing(rig).answers


def test_a_second_ok_that_waits_while_the_first_is_committed_does_not_count(stick: Rig) -> None:
    """Both come in one batch: the question between them has never been shown."""
    at_the_marker(stick)
    stick.look()
    for step, down in enumerate((True, False, True)):
        stick.inbox.put(Edge(OK, down, stick.seconds + step / 10))
    stick._wait(1.0)
    assert asked(stick.entry) == "take"


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@ONE_OF_EACH_GAME
def test_no_second_ok_at_once_does_anything_in_a_whole_game(rig: Rig, name: str) -> None:
    """Whatever the press before has led to: a question, a page, the winner."""
    record = begun_in_short(stored(name, "Bo", "Al"))
    new_game(rig, record)
    for _ in stands(rig, record):
        entry = rig.entry
        strike(rig, OK, OK)
        assert rig.entry is entry


def test_directions_count_at_once_and_ok_soon_after_them(stick: Rig) -> None:
    open_setup(stick, LEFT)
    assert asked(stick.entry) == "player 1"
    first = pointed_at(stick.entry)
    strike(stick, RIGHT, OK)
    assert asked(stick.entry) == "player 1"
    assert pointed_at(stick.entry) != first
    stick.look()
    strike(stick, RIGHT, OK)
    assert asked(stick.entry) == "player 2"


def test_one_letter_twice_is_two_letters_however_fast(stick: Rig) -> None:
    open_setup(stick)
    stick.press_until(lambda step: getattr(step, "name", None) == "")
    stick.press(OK)
    stick.look()
    strike(stick, OK, OK)
    assert pointed_at(stick.entry) == ("Aa", "a")


def test_a_notice_that_comes_by_itself_is_not_put_away_unread(stick: Rig) -> None:
    stick.inbox.put(PanelStatus.LOST)
    stick._wait(0.0)
    strike(stick, OK)
    journey(stick, ("notice tower-panel-lost", OK), ("home",))


def test_a_key_of_the_panel_counts_at_once_but_not_twice(stick: Rig) -> None:
    record = stored("three-players")
    resumed_where(stick, record, asks("tower", 1))
    stick.keys(Press.TOWER_2, Press.HEIGHT_1, Press.NONE)
    assert asked(stick.entry) == "take"
    assert stick.entry.keys is not None
    others = [key for key in stick.entry.keys.answers if not stick.entry.keys.find_objection(key)]
    for key, question in ((Press.NONE, "take"), (others[0], "show")):
        stick.inbox.put(KeyPress(key, stick.seconds))
        stick._wait(0.02)
        assert asked(stick.entry) == question
        assert stick.entry.refused is None
