"""Setup by button: names and letters, as last time, swapped sides, and how few presses it takes."""

from itertools import combinations_with_replacement, permutations

import pytest

from companion.app.demo.rig import FOUR_BUTTONS, STICK, Rig, route, route_to_item
from companion.core.conversation import Answer
from companion.core.interfaces import Letter, Tune
from companion.core.record import write_record
from companion.games.campanile.input.towers import TowerPicker
from companion.games.campanile.rules.towers import STYLES
from companion.ui.input.choice import ListPicker
from companion.ui.input.commands import SwapSides
from companion.ui.input.people import NamePicker, SeatPicker
from tests.app.conftest import MakeRig
from tests.app.journeys import (
    EITHER_BOARD,
    begin,
    go_home,
    journey,
    open_setup,
    play_on,
    resumed,
    stored,
)
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP

THREE = """
game campanile-2009
player Ada  colour white
player Bert  colour black
player Cleo  colour yellow
row yellow,red,brown,blue,beige
open blue,brown,blue
"""
PEOPLE = (("Ada", "white"), ("Bert", "black"), ("Cleo", "yellow"))


def seated(rig: Rig) -> list[str]:
    return [player.name for player in playing(rig).table.players]


# Names ------------------------------------------------------------------------------------


def test_who_gives_no_name_is_called_by_the_seat(stick: Rig) -> None:
    open_setup(stick, LEFT)
    journey(stick, ("player 1", LEFT, OK), ("player 2", RIGHT, OK), ("row 1",))
    assert seated(stick) == ["Player 1", "Player 2"]


def type_letters(rig: Rig, text: str) -> None:
    """Type letters on the keyboard of a terminal."""
    for letter in text:
        rig.inbox.put(Letter(letter))
    rig._wait(0.0)


def test_letters_typed_write_the_name_and_ok_ends_it(rig: Rig) -> None:
    journey(rig, ("home",))
    type_letters(rig, "X")
    open_setup(rig)
    rig.press_until(lambda step: isinstance(step, NamePicker))
    type_letters(rig, "Zoé Q")
    rig.press(BACK)
    type_letters(rig, "J")
    rig._buttons.tap(OK, rig._wait)  # at once
    assert playing(rig).answers[0] == Answer("player", "Zoé J")


def test_letters_typed_at_the_seat_begin_a_name(rig: Rig) -> None:
    open_setup(rig)
    type_letters(rig, "+")
    assert asked(rig.entry) == "player 1"
    assert rig.entry.refused is not None
    type_letters(rig, "quimh")
    rig.press(OK)
    assert playing(rig).answers[0] == Answer("player", "quimh")
    type_letters(rig, "Q")
    rig.press(BACK, BACK)
    assert asked(rig.entry) == "player 2"


def test_a_letter_that_no_name_can_have_is_refused_at_once(stick: Rig) -> None:
    open_setup(stick)
    stick.press_until(lambda step: isinstance(step, NamePicker))
    type_letters(stick, "A+")
    assert stick.entry.refused is not None
    type_letters(stick, "bcdefghijkl")
    assert pointed_at(stick.entry) == ("Abcdefghijkl", "finish")
    assert stick.entry.refused is None
    type_letters(stick, "m")
    assert pointed_at(stick.entry) == ("Abcdefghijkl", "finish")
    assert stick.entry.refused is not None


def test_a_name_is_spelt_with_a_large_letter_at_each_word(stick: Rig) -> None:
    b_o, space = (RIGHT, OK, DOWN, OK), (LEFT, LEFT, LEFT, OK)
    open_setup(stick)
    journey(stick, ("player 1", UP, OK), ("letters", *b_o), ("letters", LEFT, UP, *space))
    assert pointed_at(stick.entry) == ("Bo ", "space")
    journey(stick, ("letters", RIGHT, RIGHT, RIGHT, *b_o, LEFT, UP, LEFT, OK), ("player 2",))
    assert seated(stick) == ["Bo Bo"]
    journey(stick, ("player 2", UP, OK), ("letters", RIGHT, OK, OK, LEFT, LEFT, LEFT, OK))
    assert pointed_at(stick.entry) == ("B", "delete")
    journey(stick, ("letters", BACK), ("letters", BACK), ("player 2",))


def test_a_thirteenth_letter_is_refused(stick: Rig) -> None:
    open_setup(stick)
    journey(stick, ("player 1", UP, OK), ("letters", *[OK] * 12), ("letters", OK))
    assert pointed_at(stick.entry) == ("Aaaaaaaaaaaa", "a")
    assert str(stick.entry.refused and stick.entry.refused.reason) == "name-length"
    assert stick.chime.history[-1] is Tune.REFUSAL
    journey(stick, ("letters", LEFT, OK), ("player 2",))
    assert seated(stick) == ["Aaaaaaaaaaaa"]


def test_a_name_that_sits_already_is_refused_and_can_be_mended(stick: Rig) -> None:
    open_setup(stick)
    journey(
        stick,
        ("player 1", UP, OK),
        ("letters", OK, LEFT, OK),  # "A"
        ("player 2", UP, OK),
        ("letters", OK, LEFT, OK),
        ("letters",),
    )
    assert str(stick.entry.refused and stick.entry.refused.reason) == "name-taken"
    assert stick.chime.history[-1] is Tune.REFUSAL
    journey(stick, ("letters", RIGHT, OK, LEFT, OK), ("player 3",))
    assert seated(stick) == ["A", "Aa"]


def test_an_empty_name_is_refused(stick: Rig) -> None:
    open_setup(stick)
    journey(stick, ("player 1", UP, OK), ("letters", LEFT, OK))
    assert asked(stick.entry) == "letters"
    assert str(stick.entry.refused and stick.entry.refused.reason) == "name-length"


def test_an_empty_name_does_not_say_that_nobody_else_sits_down(stick: Rig) -> None:
    open_setup(stick)
    journey(stick, ("player 1", OK), ("player 2", OK))
    journey(stick, ("player 3", UP, OK), ("letters", LEFT, OK), ("letters",))
    assert str(stick.entry.refused and stick.entry.refused.reason) == "name-length"
    assert len(seated(stick)) == 2


# Same as last time, and a table of known people ------------------------------------------------


def test_as_last_time_is_two_presses_from_the_winner_to_the_open_cards(rig: Rig) -> None:
    record = stored("two-players-moving", "Ada", "Bert")
    resumed(rig, record)
    play_on(rig, record)
    journey(rig, ("page Winner", OK), ("home",))
    assert pointed_at(rig.entry) == "story"
    journey(rig, ("home", RIGHT, OK), ("open 1",))
    setup = record.answers[: [answer.key for answer in record.answers].index("open")]
    assert kept(rig, 2).answers == setup


def test_an_unfinished_setup_is_not_offered_as_last_time(stick: Rig) -> None:
    open_setup(stick)
    journey(stick, ("player 1", OK), ("player 2",))
    go_home(stick)
    assert [item.value for item in stick.entry.items] == ["resume", "new"]  # type: ignore[attr-defined]  # a menu


@pytest.mark.soak
@pytest.mark.parametrize(("board", "presses"), [("bonnet", STICK), ("four-buttons", FOUR_BUTTONS)])
def test_three_known_people_are_set_up_in_thirty_presses(
    make_rig: MakeRig, board: str, presses: tuple[object, ...]
) -> None:
    """Whatever their new seats, row and open cards: the worst of all is walked.

    The open cards have no order on the table: they are said in the order that takes fewest.
    """
    rig = make_rig(board)
    begin(rig, THREE)
    rig = make_rig(board)
    home = len(route_to_item(rig.entry, "home", "new", presses))  # type: ignore[arg-type]  # presses
    rig.choose("home", "new")
    rig.press(OK)
    count = len(route_to_item(rig.entry, "players", 3, presses))  # type: ignore[arg-type]  # presses
    seats = 0
    for order in permutations(PEOPLE):
        go_home(rig)
        rig.choose("home", "new")
        rig.choose("game", "campanile-2009")
        rig.choose("players", 3)
        before = rig.presses
        for name, colour in order:
            rig.say([Answer("player", name), Answer("colour", colour)])
        seats = max(seats, rig.presses - before)

    def dearest(key: str, lists: list[tuple[str, ...]]) -> tuple[int, tuple[str, ...]]:
        return max((len(route(rig.entry, [Answer(key, each)], presses)), each) for each in lists)  # type: ignore[arg-type]  # presses

    row, worst = dearest("row", list(permutations(STYLES)))
    rig.say([Answer("row", worst)])
    before = rig.presses
    rig.say([Answer("variant", "")])
    row += rig.presses - before
    cards = max(
        min(dearest("open", [each])[0] for each in permutations(some))
        for some in combinations_with_replacement(STYLES, 3)
    )
    assert home + count + seats + row + cards <= 30


def test_names_used_before_are_offered_with_their_colours(make_rig: MakeRig) -> None:
    begin(make_rig("bonnet"), THREE)
    rig = make_rig("bonnet")
    journey(rig, ("home", UP, OK), ("game", OK), ("players",))
    assert pointed_at(rig.entry) == 3
    rig.press(OK)
    entry = rig.entry
    assert isinstance(entry, SeatPicker)
    assert pointed_at(entry) == ("Ada", "white")
    assert entry.names["white"] == ("Ada", "Bert", "Cleo", "Player 1")
    assert entry.names["yellow"] == ("Cleo", "Ada", "Bert", "Player 1")
    assert entry.colours[:3] == ("white", "black", "yellow")
    journey(rig, ("player 1", RIGHT, DOWN, OK), ("player 2",))  # Bert's black, but Ada plays it
    assert seated(rig) == ["Ada"]


# Swapped sides ----------------------------------------------------------------------------


def test_on_which_side_the_cards_lie_is_a_setting_and_not_in_the_record(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    open_setup(rig)
    journey(rig, *[(f"player {n}", OK) for n in (1, 2, 3)])
    before = rig.frame
    journey(rig, *[(f"row {n}", OK) for n in (1, 2, 3)], ("row 4", LEFT, OK), ("row 4",))
    assert rig.host.mirrored
    assert rig.frame != before
    journey(rig, ("row 4", OK), ("variant", OK))
    journey(rig, ("open 1", OK), ("open 2", OK), ("open 3", OK), ("tower",))
    entry, session = rig.entry, rig.session
    assert isinstance(entry, TowerPicker)
    assert session is not None
    assert entry.towers == session.table.row[::-1]
    assert "swap" not in write_record(kept(rig))

    rig = make_rig("bonnet")
    journey(rig, ("home", OK), ("tower",))
    assert rig.host.mirrored
    go_home(rig)
    journey(rig, ("home", UP, OK), ("game", OK), ("players", OK))
    journey(rig, *[(f"player {n}", OK) for n in (1, 2, 3)])
    assert isinstance(rig.entry, ListPicker)
    rig.press(OK, OK, OK)
    rig.press_until(lambda step: isinstance(step, SwapSides))
    assert not rig.host.mirrored
    go_home(rig)
    open_and_seat(rig)
    assert rig.host.mirrored, "the setup before has not become a game"


def open_and_seat(rig: Rig) -> None:
    """A new game, as far as the row; the one that was left is first in the menu."""
    rig.choose("home", "new")
    journey(rig, ("game", OK), ("players", OK), *[(f"player {n}", OK) for n in (1, 2, 3)])


@EITHER_BOARD
def test_a_side_chosen_in_a_setup_holds_in_that_setup_only(make_rig: MakeRig, board: str) -> None:
    rig = make_rig(board)
    seat = [OK] if rig.board.axes == 2 else [OK, OK]
    open_setup(rig)
    rig.press(*seat * 3)
    journey(rig, *[(f"row {n}", OK) for n in (1, 2, 3)])
    rig.press_until(lambda step: isinstance(step, SwapSides))
    assert rig.host.mirrored
    go_home(rig)
    rig.choose("home", "new")
    journey(rig, ("game", OK), ("players", OK), ("player 1",))
    assert not rig.host.mirrored, "nobody has asked for it in this game"
    go_home(rig)
    rig.choose("home", "resume")
    assert asked(rig.entry) == "row 1"
    assert rig.host.mirrored, "here it was chosen"
    while asked(rig.entry) != "players":
        rig.press(BACK)
    rig.choose("players", 4)
    assert rig.host.mirrored, "BACK loses nothing"
    assert make_rig(board).host.game is None
