"""Whole games from an empty journal to the winner, through the pins of both kinds of board."""

import pytest

from companion.app.demo.rig import Rig
from companion.core.interfaces import Tune
from companion.ui.input.guide import Guide
from tests import depth
from tests.app.journeys import journey, new_game, open_setup, stands, stored, to_the_winner
from tests.app.reading import asked
from tests.buttons import LEFT, NEXT, OK, PREVIOUS, RIGHT, UP


def test_three_players_on_the_stick(stick: Rig) -> None:
    open_setup(stick)
    journey(
        stick,
        ("player 1", LEFT, UP, OK),  # white, a new name
        ("letters", OK, RIGHT, RIGHT, RIGHT, OK, LEFT, LEFT, LEFT, OK, LEFT, OK),  # A d a, finish
        ("player 2", LEFT, OK),
        ("player 3", RIGHT, OK),
        ("row 1", RIGHT, RIGHT, RIGHT, OK),
        ("row 2", LEFT, OK),
        ("row 3", LEFT, OK),
        ("row 4", RIGHT, OK),  # and the fifth is the one left
        ("variant", OK),
        ("open 1", LEFT, LEFT, OK),
        ("open 2", LEFT, OK),
        ("open 3", RIGHT, OK),
        ("tower", UP, OK),
        ("marker", RIGHT, OK),
        ("take", RIGHT, OK),
        ("show", LEFT, LEFT, OK),
        ("tower",),
    )
    assert stick.chime.history.count(Tune.CLICK) == stick.presses
    to_the_winner(stick, stored("three-players", "Ada"))


def test_three_players_on_four_buttons(four: Rig) -> None:
    a_to_d, d_to_a = (NEXT, NEXT, NEXT, OK), (PREVIOUS, PREVIOUS, PREVIOUS, OK)
    open_setup(four)
    journey(
        four,
        ("player 1", PREVIOUS, OK),
        ("player 1 name", PREVIOUS, OK),
        ("letters", OK, *a_to_d, *d_to_a, PREVIOUS, OK),
        ("player 2", PREVIOUS, OK),
        ("player 2 name", OK),
        ("player 3", NEXT, OK),
        ("player 3 name", OK),
        ("row 1", NEXT, NEXT, NEXT, OK),
        ("row 2", PREVIOUS, OK),
        ("row 3", PREVIOUS, OK),
        ("row 4", NEXT, OK),
        ("variant", OK),
        ("open 1", PREVIOUS, PREVIOUS, OK),
        ("open 2", PREVIOUS, OK),
        ("open 3", NEXT, OK),
        ("tower", OK),
        ("floors", NEXT, OK),
        ("marker", NEXT, OK),
        ("take", NEXT, OK),
        ("show", PREVIOUS, PREVIOUS, OK),
        ("tower",),
    )
    if depth.is_soak():
        to_the_winner(four, stored("three-players", "Ada"))


@pytest.mark.soak
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["two-players-moving", "five-players"])
def test_two_and_five_players_on_either_board(rig: Rig, name: str) -> None:
    record = stored(name)
    new_game(rig, record)
    to_the_winner(rig, record)
    journey(rig, ("home", LEFT, OK), ("page scoring",))


def test_the_scoring_cards_have_tunes_of_their_own_and_pages_before_the_game_goes_on(
    stick: Rig,
) -> None:
    """Guided scoring: who is told of each flag, lowest first, then the standings, then refill."""
    record = stored("three-players")
    seen, tunes = [], []
    new_game(stick, record)
    for _ in stands(stick, record, by_pins=True):
        if isinstance(stick.entry, Guide):
            seen.append(asked(stick.entry).removeprefix("page "))
            tunes.append(stick.chime.history[-1])
    flag = ["TowerPage", "award"]
    assert seen == [
        *("scoring", *flag * 4, "Standings", "Refill"),
        *("scoring", *flag * 5, "Standings", "Winner"),
    ]
    told = {tune: at for at, tune in enumerate(tunes) if tune is not Tune.CLICK}
    assert told == {Tune.SCORING: 0, Tune.GAME_OVER: seen.index("scoring", 1)}
