"""Campanile 1996 at the device: its setup, a turn in few presses, its refusals, its own scoring."""

import pytest

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.core.interfaces import HEIGHT_KEYS, TOWER_KEYS, Effect, Press
from companion.games import read_record
from companion.games.campanile.input.towers import BetPicker
from companion.games.campanile.screens.lamps import STYLE_LAMPS
from companion.ui.input.guide import Guide, Winner
from tests.app.conftest import MakeRig
from tests.app.journeys import EITHER_BOARD, begin, cut, journey, resumed, stored, to_the_winner
from tests.app.reading import answered, asked, pointed_at, refusal
from tests.buttons import BACK, DOWN, LEFT, NEXT, OK, PREVIOUS, RIGHT, UP

HIGHER = "1996-three-players-higher-chips"
BEGUN = """
game campanile-1996
player "Player 1"  colour red
player "Player 2"  colour blue
row beige,blue,brown,yellow,red
variant higher-chips
open red,yellow,red
"""
SETUP = len(read_record(BEGUN).answers)
ONE, TWO, THREE = HEIGHT_KEYS
BEIGE, BLUE, BROWN, YELLOW, RED = TOWER_KEYS
NONE = Press.NONE


@pytest.fixture
def begun(rig: Rig) -> Rig:
    """Two players at their first turn, on either board."""
    begin(rig, BEGUN)
    return rig


def said(rig: Rig) -> list[str]:
    return answered(rig, SETUP)


def test_from_the_setup_to_the_winner_on_the_stick(stick: Rig) -> None:
    journey(
        stick,
        ("home", OK),
        ("game", DOWN, OK),
        ("players", OK),
        ("player 1", LEFT, OK),  # white
        ("player 2", RIGHT, RIGHT, OK),  # red
        ("player 3", OK),  # blue
        ("row 1", RIGHT, RIGHT, RIGHT, OK),
        ("row 2", OK),
        ("row 3", OK),
        ("row 4", OK),
        ("variant", DOWN, OK),
        ("variant", OK),
        ("open 1", RIGHT, RIGHT, OK),
        ("open 2", RIGHT, RIGHT, OK),
        ("open 3", LEFT, OK),
        ("tower", LEFT, LEFT, DOWN, OK),
        ("marker", RIGHT, UP, OK),
        ("show",),
    )
    assert answered(stick)[-4:] == ["tower red", "floors 1", "marker blue", "value 3"]
    to_the_winner(stick, stored(HIGHER))


def test_from_the_setup_to_the_winner_on_four_buttons(four: Rig) -> None:
    journey(
        four,
        ("home", OK),
        ("game", NEXT, OK),
        ("players", OK),
        ("player 1", PREVIOUS, OK),
        ("player 1 name", OK),
        ("player 2", NEXT, NEXT, OK),
        ("player 2 name", OK),
        ("player 3", OK),
        ("player 3 name", OK),
        ("row 1", NEXT, NEXT, NEXT, OK),
        ("row 2", OK),
        ("row 3", OK),
        ("row 4", OK),
        ("variant", NEXT, OK),
        ("variant", OK),
        ("open 1", NEXT, NEXT, OK),
        ("open 2", NEXT, NEXT, OK),
        ("open 3", PREVIOUS, OK),
        ("tower", PREVIOUS, PREVIOUS, OK),
        ("floors", PREVIOUS, OK),
        ("marker", NEXT, OK),
        ("value", NEXT, OK),
        ("show",),
    )
    assert answered(four)[-4:] == ["tower red", "floors 1", "marker blue", "value 3"]
    to_the_winner(four, stored(HIGHER))


@EITHER_BOARD
def test_as_last_time_keeps_the_variants_and_a_new_game_points_at_them(
    make_rig: MakeRig, board: str
) -> None:
    rig = make_rig(board)
    begin(rig, BEGUN)
    rig = make_rig(board)
    rig.choose("home", "new")
    assert pointed_at(rig.entry) == "campanile-1996"
    rig.press(OK, OK)
    for name, colour in (("Player 1", "red"), ("Player 2", "blue")):
        rig.say([Answer("player", name), Answer("colour", colour)])
    rig.press(*[OK] * 4)  # the row
    assert (asked(rig.entry), pointed_at(rig.entry)) == ("variant", "higher-chips")
    rig.press(OK)
    assert (asked(rig.entry), pointed_at(rig.entry)) == ("variant", "")
    rig.press(OK)
    assert asked(rig.entry) == "open 1"


# A turn --------------------------------------------------------------------------------------


def test_a_turn_is_three_strokes_and_the_bet_brings_its_chip_along(stick: Rig) -> None:
    begin(stick, BEGUN)
    stick.say([Answer("tower", "blue"), Answer("floors", 2)])
    before = stick.presses
    stick.press(RIGHT, UP, OK)
    assert said(stick)[2:] == ["marker yellow", "value 3"]
    stick.say([Answer("show", "brown")])
    assert stick.presses - before <= 6
    assert asked(stick.entry) == "tower"


def test_back_leaves_the_value_then_the_tower_then_the_bet(four: Rig) -> None:
    begin(four, BEGUN)
    four.say([Answer("tower", "blue"), Answer("floors", 2)])
    journey(four, ("marker", NEXT, OK), ("value", NEXT, BACK), ("marker", OK), ("value", OK))
    assert said(four)[2:] == ["marker yellow", "value 3"], "the value stays where it was"
    four.press(BACK)
    assert said(four)[2:] == []
    assert isinstance(four.entry, BetPicker)
    assert (four.entry.choice.value, four.entry.number) == ("yellow", 3)
    four.press(BACK)
    assert said(four) == []


def test_none_has_no_value(four: Rig) -> None:
    begin(four, BEGUN)
    four.say([Answer("tower", "blue"), Answer("floors", 1)])
    journey(four, ("marker", OK), ("show",))
    assert said(four)[2:] == ["marker none"]


def test_the_value_is_not_asked_where_one_alone_is_possible(begun: Rig) -> None:
    begun.say([Answer("tower", "blue"), Answer("floors", 3)])
    assert not isinstance(begun.entry, BetPicker)
    begun.say([Answer("marker", "red")])
    assert said(begun)[2:] == ["marker red"]
    assert asked(begun.entry) == "show"


def test_without_the_variant_a_bet_is_a_tower(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    begin(rig, BEGUN.replace("variant higher-chips\n", ""))
    rig.say([Answer("tower", "blue"), Answer("floors", 1)])
    journey(rig, ("marker", UP, RIGHT, OK), ("show",))


def test_a_start_in_the_middle_of_a_stroke_asks_for_the_value_by_itself(make_rig: MakeRig) -> None:
    """Another version may have kept the tower of a bet without its chip."""
    rig = make_rig("bonnet")
    begin(rig, BEGUN)
    now = rig._now()
    pairs = [("tower", "blue"), ("floors", "1"), ("marker", "red")]
    rig.journal.append(1, pairs, now)
    rig = make_rig("bonnet")
    journey(rig, ("home", OK), ("value", RIGHT, OK), ("show",))
    assert said(rig)[-1] == "value 2"
    journey(rig, ("show", BACK), ("marker",))


# The tower panel -----------------------------------------------------------------------------


def test_a_full_turn_is_five_keys(begun: Rig) -> None:
    begun.keys(BLUE, TWO, RED, THREE, BROWN)
    assert said(begun) == ["tower blue", "floors 2", "marker red", "value 3", "show brown"]
    assert asked(begun.entry) == "tower"


def test_the_chips_value_may_come_before_its_tower(begun: Rig) -> None:
    begun.keys(BLUE, ONE, TWO, YELLOW)
    assert said(begun)[2:] == ["marker yellow", "value 2"]


def test_none_is_a_key_whatever_came_before(begun: Rig) -> None:
    begun.keys(BLUE, ONE, TWO, NONE)
    assert said(begun)[2:] == ["marker none"]
    begun.keys(RED)
    assert said(begun)[-1] == "show red"


def test_keys_that_can_not_be_meant_are_refused_with_their_reason(begun: Rig) -> None:
    begun.keys(BLUE, TWO, BROWN)
    assert refusal(begun) == "no brown card is open"
    begun.keys(ONE)
    assert refusal(begun) == "after +2 no chip of that value may be bet"
    begun.keys(Press.CARD_2)
    assert refusal(begun) == "choose the chip's tower, or none"
    begun.keys(RED)
    assert begun.entry.refused is None
    begun.keys(THREE)
    begun.keys(Press.CARD_1)
    assert begun.entry.refused is not None
    assert asked(begun.entry) == "show"


def test_the_lamp_of_the_tower_that_waits_for_its_chip_breathes(begun: Rig) -> None:
    begun.keys(BLUE, TWO)
    lit = [lamp for lamp in begun.lamps.shown[:5] if any(lamp[:3])]
    assert lit == [STYLE_LAMPS["yellow"], STYLE_LAMPS["red"]]
    begun.keys(RED)
    red = begun.lamps.shown[4]
    assert red == STYLE_LAMPS["red"]._replace(effect=Effect.BREATHING)


# The end -------------------------------------------------------------------------------------


def test_the_final_scoring_is_guided_and_the_win_shared_at_points(stick: Rig) -> None:
    record = stored("1996-five-players-all-that-is-offered")
    resumed(stick, cut(record, len(record.answers) - 12))
    pages = []
    for _ in range(60):
        if isinstance(stick.entry, Guide):
            pages.append(type(stick.entry.page).__name__)
            if isinstance(stick.entry.page, Winner):
                break
            stick.press(OK)
        else:
            assert stick.session is not None
            stick.say(record.answers[len(stick.session.answers) :])
    flag, tie = ("TowerPage", "RankingPage"), "TiePage"
    flags = [*flag, tie, *flag, *flag, tie, *flag, tie]
    assert pages == ["RankingPage", *flags, "Standings", "Winner"]
