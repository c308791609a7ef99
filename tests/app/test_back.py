"""BACK: to the answer before, with the cursor on what was said; across a turn's border it asks.

The cursor stands elsewhere where that would end the game or start a scoring again.
"""

import pytest

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.ui.input.choice import ListPicker
from companion.ui.input.entry import Entry
from companion.ui.input.people import SeatPicker
from tests.app.amended import asks, has_scored, resumed_where
from tests.app.conftest import MakeRig
from tests.app.journeys import (
    back,
    begun_in_short,
    ends_or_scores,
    go_home,
    journey,
    new_game,
    open_setup,
    play_on,
    resumed,
    stands,
    stored,
)
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import BACK, LEFT, OK, RIGHT, UP

OF_CAMPANILE = (
    "two-players-moving",
    "three-players-finito-at-once",
    "five-players",
    "1996-three-players-higher-chips",
)
OF_OTHERS = ("bologna-three-players-ended-by-towers-of-six", "capitol-two-players")


def said(rig: Rig) -> list[Answer]:
    return [] if rig.session is None else list(rig.session.answers)


def stroke_by_ok(rig: Rig) -> list[Answer]:
    """Press OK until something is answered; what that is."""
    before = said(rig)
    for _ in range(8):
        rig.press(*[OK] * (said(rig) == before))
    return said(rig)[len(before) :]


def undo(rig: Rig) -> list[Answer]:
    """BACK to the answer before, through whatever is half entered; what is left."""
    before = said(rig)
    while said(rig) == before:
        back(rig)
    return said(rig)


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", [*OF_CAMPANILE, *OF_OTHERS])
def test_back_stands_on_what_was_said_so_that_ok_says_it_again(rig: Rig, name: str) -> None:
    """After each answer of a game: BACK, and then nothing but OK leads to the same answer.

    To another one where the same would end the game or start a scoring.
    """
    record = begun_in_short(stored(name, "Bo", "Al"))
    new_game(rig, record)
    astray: list[tuple[list[Answer], list[Answer]]] = []
    before: list[Answer] = []
    for _ in stands(rig, record):
        now = said(rig)
        if now == before:
            continue
        left = undo(rig)
        assert left == now[: len(left)]
        assert len(left) >= len(before) - 1  # where to move is one stroke with what moves
        wanted = now[len(left) :]
        ends = ends_or_scores(rig, wanted)
        again = stroke_by_ok(rig)
        is_same = again == wanted[: len(again)]
        if is_same == ends:
            astray.append((wanted, again))
        while not is_same and undo(rig) != left:
            pass
        while said(rig) != now:
            rig.say(now[len(said(rig)) :])
        before = now
    assert astray == []


def test_back_at_the_first_player_stands_on_the_number_said(stick: Rig) -> None:
    open_setup(stick, RIGHT)
    journey(stick, ("player 1", BACK), ("players",))
    assert pointed_at(stick.entry) == 4
    journey(stick, ("players", BACK), ("game", BACK), ("home",))


def test_back_across_a_turns_border_asks_once(rig: Rig) -> None:
    record = stored("three-players")
    resumed_where(rig, record, asks("tower", 3))
    rig.press(RIGHT)
    cursor = pointed_at(rig.entry)
    journey(rig, ("tower", BACK), ("confirm undo", RIGHT), ("tower",))
    assert pointed_at(rig.entry) == cursor
    journey(rig, ("tower", BACK), ("confirm undo", OK))
    journey(rig, ("show", BACK), ("take", BACK), ("marker", BACK), ("tower",))
    assert playing(rig).table.turn == 2
    journey(rig, ("tower", BACK), ("confirm undo", OK), ("show", OK), ("tower",))
    play_on(rig, record)


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("three-players-at-intermezzo", "bonnet"),
        ("three-players-light-at-intermezzo", "four-buttons"),
        ("1996-three-players-higher-chips", "bonnet"),
        ("bologna-three-players-moved-roof", "four-buttons"),
        ("capitol-two-players", "bonnet"),
    ],
)
def test_back_again_and_again_never_leads_to_and_fro(
    make_rig: MakeRig, name: str, board: str
) -> None:
    """BACK ends at the border of the turn, one arrow away from its question; or it leads home."""
    rig, record = make_rig(board), stored(name, "Bo", "Al")
    new_game(rig, record)
    borders = 0
    for count, _ in enumerate(stands(rig, record)):
        if rig.session is None or not rig.session.table.started or count % 31:
            continue
        shown: list[Entry] = [rig.entry]
        while not any(rig.entry is each for each in shown[:-1]):
            rig.press(BACK)
            shown.append(rig.entry)
        assert shown[-1] is shown[-2]
        assert asked(rig.entry) in ("confirm undo", "home")
        if asked(rig.entry) == "home":
            break
        borders += 1
        rig.press(LEFT if board == "bonnet" else Press.PREVIOUS)
        assert rig.entry is shown[-3]
    assert borders > 1


def test_back_before_the_first_turn_asks_nothing(stick: Rig) -> None:
    record = stored("four-players-before-the-first-turn", "Al", "Bo", "Cy", "Di")
    resumed(stick, record)
    play_on(stick, record)
    journey(stick, ("tower", BACK), *[(f"open {n}", BACK) for n in (3, 2, 1)], ("variant", BACK))
    journey(
        stick,
        *[(f"row {n}", BACK) for n in (4, 3, 2, 1)],
        ("player 4", BACK),
        ("player 3", BACK),
        ("player 2", BACK),
        ("player 1", BACK),
        ("players",),
    )


def test_back_gives_back_what_was_picked_of_a_list_first(stick: Rig) -> None:
    open_setup(stick, LEFT)
    journey(stick, ("player 1", OK), ("player 2", OK))
    journey(stick, ("row 1", RIGHT, OK), ("row 2", RIGHT, OK), ("row 3", BACK), ("row 2",))
    assert pointed_at(stick.entry) == "brown"
    journey(stick, ("row 2", BACK), ("row 1",))
    assert pointed_at(stick.entry) == "blue"


def test_what_was_said_in_the_setup_is_offered_again_after_back(rig: Rig) -> None:
    """From the first turn to the number of players and forward again: nothing is typed twice."""
    record = stored("three-players", "Zoé", "Bo", "Al")
    new_game(rig, record)
    for _ in stands(rig, record):
        if asked(rig.entry) == "tower":
            break
    setup = said(rig)
    while asked(rig.entry) != "players":
        rig.press(BACK)
    presses = 0
    while asked(rig.entry) != "tower":
        rig.press(OK)
        presses += 1
    assert said(rig) == setup
    assert presses <= 10, "no item of a list is said again"


def test_later_names_outlive_another_colour_and_another_number_of_players(stick: Rig) -> None:
    open_setup(stick)
    for name, colour in (("Zo", "red"), ("Bo", "blue"), ("Al", "white")):
        stick.say([Answer("player", name), Answer("colour", colour)])
    journey(stick, ("row 1", OK), ("row 2", RIGHT, OK), ("row 3", BACK), ("row 2", BACK))
    row = playing(stick).answers and stick.entry
    journey(stick, ("row 1", BACK), *[(f"player {n}", BACK) for n in (3, 2, 1)])
    journey(stick, ("players", RIGHT, OK))
    stick.say([Answer("player", "Zo"), Answer("colour", "blue")])
    assert pointed_at(stick.entry)[0] == "Bo"  # type: ignore[index]  # a name and a colour
    journey(stick, ("player 2", OK), ("player 3",))
    assert pointed_at(stick.entry) == ("Al", "white")
    journey(stick, ("player 3", OK), ("player 4", OK), ("row 1",))
    assert isinstance(stick.entry, ListPicker)
    assert isinstance(row, ListPicker)
    assert stick.entry.last_time[:2] == row.last_time[:2]


def test_who_sat_down_in_a_wrong_order_is_not_spelt_again(stick: Rig) -> None:
    open_setup(stick)
    for name, colour in (("Ada", "blue"), ("Bob", "red"), ("Cleo", "white")):
        stick.say([Answer("player", name), Answer("colour", colour)])
    journey(stick, ("row 1", BACK), ("player 3", BACK), ("player 2", BACK), ("player 1",))
    assert isinstance(stick.entry, SeatPicker)
    assert stick.entry.names["blue"] == ("Ada", "Bob", "Cleo", "Player 1")
    stick.say([Answer("player", "Bob"), Answer("colour", "red")])
    assert isinstance(stick.entry, SeatPicker)
    assert stick.entry.names["white"] == ("Ada", "Cleo", "Player 2")


def test_a_setup_left_for_home_offers_nothing_to_the_next(stick: Rig) -> None:
    open_setup(stick)
    stick.say([Answer("player", "Zo"), Answer("colour", "red")])
    journey(stick, ("player 2", BACK), ("player 1",))
    assert pointed_at(stick.entry) == ("Zo", "red")
    go_home(stick)
    open_setup(stick)
    assert pointed_at(stick.entry) == ("Player 1", "blue")


def test_back_out_of_the_scorings_pages_takes_the_card_back(stick: Rig) -> None:
    record = stored("three-players")
    resumed_where(stick, record, has_scored)
    journey(stick, ("page scoring", OK, OK), ("page award", BACK), ("page TowerPage", BACK))
    journey(stick, ("page scoring", BACK), ("show",))
    assert pointed_at(stick.entry) not in ("intermezzo", "finito")
    assert kept(stick).table.scorings == []
    stick.say([Answer("show", "intermezzo")])
    journey(stick, ("page scoring",))
    while asked(stick.entry) != "page Refill":
        stick.press(OK)
    journey(stick, ("page Refill", OK), ("show", BACK), ("show",))
    assert pointed_at(stick.entry) not in ("intermezzo", "finito")
    play_on(stick, record)


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", OF_CAMPANILE)
def test_undone_to_the_first_question_a_game_comes_to_the_same_end(rig: Rig, name: str) -> None:
    record = begun_in_short(stored(name))
    new_game(rig, record)
    play_on(rig, record)
    borders = 0
    while asked(rig.entry) != "players":
        before = said(rig)
        borders += back(rig)
        assert said(rig) == before[: len(said(rig))]
    turns = sum(answer.key == "tower" for answer in record.answers)
    assert borders == turns - 1
    assert rig.journal.games() == []
    rig.choose("players", len(record.table.players))
    play_on(rig, record)
    (game,) = rig.journal.games()
    assert kept(rig, game.number).result == record.result


def test_a_game_left_for_a_new_one_can_still_be_resumed_until_that_has_an_answer(
    stick: Rig,
) -> None:
    record = stored("three-players-at-intermezzo")
    resumed(stick, record)
    play_on(stick, record)
    go_home(stick)
    journey(stick, ("home", UP, OK), ("game", OK), ("players", OK), ("player 1",))
    go_home(stick)
    journey(stick, ("home", OK), ("page scoring",))
    assert said(stick) == record.answers
    go_home(stick)
    journey(
        stick,
        ("home", UP, OK),
        ("game", OK),
        ("players", LEFT, OK),
        ("player 1", LEFT, OK),
        ("player 2",),
    )
    go_home(stick)
    journey(stick, ("home", OK), ("player 2",))
    assert len(said(stick)) == 2
