"""Light play at the device: a turn is tower, floors and marker; a scoring card is few presses."""

import pytest

from companion.app.demo.rig import PANEL, Rig, route
from companion.core.conversation import Answer
from companion.core.interfaces import DARK, HEIGHT_KEYS, TOWER_KEYS, Effect, Press
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record
from companion.games.campanile.input.towers import NextPicker
from companion.games.campanile.screens.lamps import STYLE_LAMPS
from companion.ui.input.guide import Guide
from tests.app.conftest import MakeRig
from tests.app.journeys import EITHER_BOARD, begin, journey, new_game, open_setup, stored
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import BACK, DOWN, LEFT, NEXT, OK, PREVIOUS, RIGHT, UP

SETUP = """game campanile-2009
player "Player 1"  colour red
player "Player 2"  colour blue
player "Player 3"  colour white
row beige,blue,brown,yellow,red
variant light

"""
FIRST = "tower brown  floors 2  marker none\n"
ONE, TWO, THREE = HEIGHT_KEYS
BEIGE, BLUE, BROWN, YELLOW, RED = TOWER_KEYS
NONE, INTERMEZZO, FINITO = Press.NONE, Press.CARD_1, Press.CARD_2


def begun(rig: Rig, turns: str = FIRST) -> Rig:
    """At the first turn, and then the turns of a record."""
    begin(rig, SETUP + turns)
    return rig


def turns_of(rig: Rig) -> str:
    """What has been told since the setup, as the record writes it."""
    return write_record(playing(rig)).removeprefix(SETUP)


def points_at(rig: Rig) -> object:
    entry = rig.entry
    if isinstance(entry, NextPicker) and entry.card is not None:
        return entry.card.word
    return pointed_at(entry)


def test_from_the_setup_to_the_next_turn_on_the_stick(stick: Rig) -> None:
    open_setup(stick)
    journey(
        stick,
        *((f"player {number}", OK) for number in (1, 2, 3)),
        *((f"row {number}", OK) for number in (1, 2, 3, 4)),
        ("variant", DOWN, OK),
        ("tower", OK),
        ("marker", OK),
        ("tower", RIGHT, UP, OK),
        ("marker", LEFT, OK),
        ("tower",),
    )
    assert turns_of(stick).splitlines()[-1] == "tower yellow  floors 3  marker red"


def test_on_four_buttons(four: Rig) -> None:
    begun(four)
    journey(four, ("tower", NEXT, OK), ("floors", NEXT, OK), ("marker", PREVIOUS, OK), ("tower",))
    assert turns_of(four).splitlines()[-1] == "tower yellow  floors 3  marker red"


@pytest.mark.parametrize(
    ("push", "tower"), [(RIGHT, "beige"), (DOWN, "blue"), (UP, "yellow"), (LEFT, "red")]
)
def test_a_marker_is_one_push_from_four_towers(stick: Rig, push: Press, tower: str) -> None:
    begun(stick)
    journey(stick, ("tower", OK), ("marker", push, OK), ("tower",))
    assert turns_of(stick).splitlines()[-1].endswith(f"marker {tower}")


@EITHER_BOARD
def test_a_scoring_card_is_four_presses_and_the_next_tower_follows(
    make_rig: MakeRig, board: str
) -> None:
    rig = begun(make_rig(board))
    back, on = (LEFT, RIGHT) if board == "bonnet" else (PREVIOUS, NEXT)
    rig.press(back, back, back)
    assert points_at(rig) == "intermezzo"
    journey(rig, ("tower", OK), ("doubt intermezzo-early", OK), ("page scoring",))
    assert turns_of(rig).endswith("marker none  show intermezzo\n")
    while isinstance(rig.entry, Guide):
        rig.press(OK)
    assert points_at(rig) == ("brown", 2)
    rig.press(on, on, on)
    assert points_at(rig) == "finito"
    journey(rig, ("tower", OK), ("doubt finito-early", BACK), ("tower",))
    assert points_at(rig) == "finito"


def test_from_a_card_up_and_down_lead_back_to_the_towers(stick: Rig) -> None:
    begun(stick)
    stick.press(LEFT, LEFT, LEFT, DOWN)
    assert points_at(stick) == ("brown", 2)


@EITHER_BOARD
def test_back_asks_at_a_turns_end_and_takes_a_stroke_back_whole(
    make_rig: MakeRig, board: str
) -> None:
    rig = begun(make_rig(board))
    rig.say([Answer("show", "ordinary"), Answer("tower", "red"), Answer("floors", 3)])
    told = list(playing(rig).answers)
    rig.press(BACK)
    assert (asked(rig.entry), pointed_at(rig.entry)) == ("tower", ("red", 3))
    assert playing(rig).answers == told[:-3]
    rig.press(BACK)
    journey(rig, ("confirm undo", OK), ("marker", BACK), ("tower", BACK), ("variant",))
    assert "light" in kept(rig).table.variants or kept(rig).question is not None


@EITHER_BOARD
def test_it_is_remembered(make_rig: MakeRig, board: str) -> None:
    begun(make_rig(board))
    rig = make_rig(board)
    rig.press(OK)
    assert (asked(rig.entry), points_at(rig)) == ("tower", ("brown", 2)), "resumed"
    rig.press(Press.MENU)
    rig.choose("box", "home")
    rig.choose("home", "again")
    assert asked(rig.entry) == "tower"
    assert playing(rig).table.light
    rig.press(Press.MENU)
    rig.choose("box", "home")
    record = read_record(SETUP)
    new_game(rig, record)
    rig.say(record.answers)
    while asked(rig.entry) != "variant":
        assert rig.session is not None
        rig.say(record.answers[len(playing(rig).answers) :])
    assert pointed_at(rig.entry) == "light"


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", ["four-players-light", "two-players-light-moving"])
def test_whole_games_by_keys(rig: Rig, name: str) -> None:
    record = stored(name)
    new_game(rig, record)
    while rig.session is None or rig.session.question is not None:
        if isinstance(rig.entry, Guide):
            rig.keys(OK)
            continue
        done = rig.session.answers if rig.session is not None else []
        rig.keys(*route(rig.entry, record.answers[len(done) :], PANEL))
    assert rig.session.result == record.result


@EITHER_BOARD
def test_a_turn_is_three_keys(make_rig: MakeRig, board: str) -> None:
    rig = begun(make_rig(board))
    rig.keys(BLUE, TWO, RED, THREE, BROWN, NONE)
    assert turns_of(rig).splitlines()[-2:] == [
        "tower blue  floors 2  marker red",
        "tower brown  floors 3  marker none",
    ]
    rig.keys(NONE)
    assert rig.entry.refused is not None
    rig.keys(BROWN, INTERMEZZO)
    assert asked(rig.entry) == "doubt intermezzo-early"


def test_the_lamps_are_those_of_the_next_turn(stick: Rig) -> None:
    begun(stick)
    *towers, first, second, third = stick.lamps.shown[:8]
    assert towers == [STYLE_LAMPS[style] for style in ("beige", "blue", "brown", "yellow", "red")]
    assert (first, third) == (DARK, DARK)
    assert second == STYLE_LAMPS["blue"]._replace(effect=Effect.BREATHING)
    stick.keys(RED)
    assert stick.lamps.shown[4] == STYLE_LAMPS["red"]._replace(effect=Effect.BREATHING)
    stick.keys(LEFT, LEFT, LEFT, LEFT, LEFT)
    assert points_at(stick) == "intermezzo"
    assert stick.lamps.shown[4] == STYLE_LAMPS["red"]


def test_by_count_only_scoring_cards_are_left_and_a_tower_is_doubted() -> None:
    from companion.ui.input.context import InputContext
    from companion.ui.input.entry import Answered, Doubt
    from tests.entries import entry_for

    session: Session = read_record(f"{SETUP}{FIRST}correct pile 1\n")
    entry = entry_for(session, InputContext())
    step = entry.by_key(BROWN)
    assert isinstance(step, NextPicker)
    doubt = step.by_key(TWO)
    assert isinstance(doubt, Doubt)
    said = doubt.press(OK)
    assert isinstance(said, Answered)
    assert [answer.word for answer in said.answers] == ["ordinary", "brown", "2"]
