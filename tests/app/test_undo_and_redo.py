"""Undo and redo by way of mock pins: without limit, in words, lost when something new is said."""

import pytest

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.core.session import Session
from companion.ui.input.menu import Menu
from companion.ui.screens import render
from tests.app.amended import offers, open_and_choose, told
from tests.app.conftest import MakeRig
from tests.app.correcting import at_a_turn
from tests.app.journeys import EITHER_BOARD, PLAYTHROUGHS, back, begun_in_short, journey, resumed
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import BACK, MENU, NEXT, OK, RIGHT
from tests.shipped import read_file

GAMES = (
    "two-players-moving",
    "1996-three-players-higher-chips",
    "bologna-taken-over",
    "capitol-taken-over",
)


def stored_as_kept(rig: Rig, name: str) -> Session:
    """Resume a stored game."""
    return resumed(rig, read_file(PLAYTHROUGHS / f"{name}.game"))


@EITHER_BOARD
def test_what_is_undone_is_told_till_the_next_press(make_rig: MakeRig, board: str) -> None:
    rig = make_rig(board)
    stored_as_kept(rig, "two-players-between-move-and-to")
    open_and_choose(rig, "undo")
    assert told(rig).startswith("undone – ")
    picture = rig.frame
    assert picture == render(rig.host.view).tobytes()
    rig.press(RIGHT if board == "bonnet" else NEXT)
    assert told(rig) == ""


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_undone_can_be_done_again(rig: Rig, name: str) -> None:
    record = resumed(rig, begun_in_short(read_file(PLAYTHROUGHS / f"{name}.game")))
    steps = 0
    while rig.session is not None and rig.session.answers:
        open_and_choose(rig, "undo")
        steps += 1
    again = 0
    while offers(rig, "redo"):
        open_and_choose(rig, "redo")
        again += 1
    assert again == steps
    assert playing(rig).answers == record.answers
    assert kept(rig).result == record.result


def test_redo_is_a_press_a_step_as_undo_is(stick: Rig) -> None:
    """The cursor stands on what was undone, and in the menu on *Redo* while there is any."""
    at_a_turn(stick, "three-players", 5)
    answers = list(playing(stick).answers)
    steps = 0
    while playing(stick).table.turn > 3:
        left = len(playing(stick).answers)
        back(stick)
        steps += len(playing(stick).answers) < left
    assert steps > 6
    for _ in range(steps):
        stick.press(MENU)
        assert isinstance(stick.entry, Menu)
        assert stick.entry.item.value == "redo"
        stick.press(BACK, OK)
    assert playing(stick).answers == answers
    assert not offers(stick, "redo")


@pytest.mark.parametrize(
    "name", ["three-players-at-intermezzo", "bologna-four-players-before-the-fire"]
)
@pytest.mark.usefixtures("undrawn")
def test_ok_behind_an_undo_redoes_a_step_however_many_presses_it_took(
    make_rig: MakeRig, name: str
) -> None:
    """A tower and its floors on a box with one axis, or a line of stones."""
    rig = make_rig("four-buttons")
    stored_as_kept(rig, name)
    answers = list(playing(rig).answers)
    steps = 6
    for _ in range(steps):
        open_and_choose(rig, "undo")
    rig.press(*[OK] * steps)
    assert playing(rig).answers == answers
    assert not offers(rig, "redo")


def test_ok_behind_back_gives_the_first_part_again_and_leaves_the_others_open(stick: Rig) -> None:
    """BACK corrects a slip: who takes the same tower again may take another number of floors."""
    stored_as_kept(stick, "three-players-at-intermezzo")
    answers = list(playing(stick).answers)
    stick.press(BACK)
    while len(playing(stick).answers) == len(answers):  # BACK asks where a turn begins
        stick.press(OK)
    undone = len(answers) - len(playing(stick).answers)
    stick.press(OK)
    assert len(playing(stick).answers) <= len(answers) - undone + 1


def test_redo_is_lost_when_something_else_is_said(stick: Rig) -> None:
    record = stored_as_kept(stick, "three-players-at-intermezzo")
    for _ in range(6):
        open_and_choose(stick, "undo")
    assert offers(stick, "redo")
    while asked(stick.entry) != "tower":
        open_and_choose(stick, "undo")
    tower, floors = record.answers[len(playing(stick).answers) :][:2]
    stick.say([tower, Answer("floors", 1 if floors.value != 1 else 2)])
    assert not offers(stick, "redo")


def test_saying_the_same_again_keeps_what_comes_behind_it(stick: Rig) -> None:
    record = stored_as_kept(stick, "three-players-at-intermezzo")
    for _ in range(6):
        open_and_choose(stick, "undo")
    stick.say(record.answers[len(playing(stick).answers) :])
    for _ in range(5):
        open_and_choose(stick, "redo")
    assert playing(stick).answers == record.answers
    assert not offers(stick, "redo")


def test_what_is_undone_outlives_the_power(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    record = stored_as_kept(rig, "three-players-at-intermezzo")
    for _ in range(4):
        open_and_choose(rig, "undo")
    at = rig.entry
    rig = make_rig("bonnet")
    journey(rig, ("home", OK))
    assert pointed_at(rig.entry) == pointed_at(at), "the cursor stands on what redo would give"
    for _ in range(4):
        open_and_choose(rig, "redo")
    assert playing(rig).answers == record.answers


def test_a_correction_is_taken_back_by_itself(stick: Rig) -> None:
    """The floors of a game taken over are not lost with the first turn after them."""
    record = stored_as_kept(stick, "bologna-taken-over")
    corrections = sum(answer.key.startswith("correct ") for answer in record.answers)
    assert corrections > 1
    while not playing(stick).answers[-1].key.startswith("correct "):
        open_and_choose(stick, "undo")
    before = len(playing(stick).answers)
    open_and_choose(stick, "undo")
    assert len(playing(stick).answers) == before - 1
    assert told(stick).startswith("undone – corrected ")
