"""What is refused, doubted or overruled at the device: the table is told why, and is right."""

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.core.interfaces import Tune
from companion.core.record import write_record
from companion.games import read_record
from companion.games.campanile.input.cards import CardPicker
from companion.ui.input.entry import Doubt
from companion.ui.input.guide import Guide
from tests.app.conftest import MakeRig
from tests.app.journeys import EITHER_BOARD, begin, journey, play_on, resumed, stored
from tests.app.reading import asked, kept, pointed_at, words_of
from tests.buttons import BACK, LEFT, OK, RIGHT

TWO = """
game campanile-2009
player "Player 1"  colour red
player "Player 2"  colour blue
row beige,blue,brown,yellow,red
"""
SIX_REDS = f"""{TWO}
open red,red,red
tower red  floors 3  marker none  take red  show red
tower red  floors 3  marker none  take red
"""
HAND = f"""{TWO}
open red,red,yellow
tower beige  floors 3  marker none  take red  show blue
tower red  floors 3  marker none  take red  show brown
tower blue  floors 1  marker none  take yellow  show red
tower beige  floors 1  marker none  take blue  show red
tower brown  floors 1  marker none  take red  show yellow
tower blue  floors 1  marker none  take red  show yellow
"""
UNKNOWN = Answer("correct cards", "unknown")


def doubted(rig: Rig) -> str:
    assert isinstance(rig.entry, Doubt)
    assert rig.chime.history[-1] is Tune.REFUSAL
    return words_of(rig).why(rig.entry.objection)


def test_an_early_finito_takes_one_confirming_press_and_is_noted(rig: Rig) -> None:
    begin(rig, f"{TWO}open red,red,red\ntower red  floors 2  marker none  take red")
    journey(rig, ("show", LEFT, LEFT, LEFT, OK), ("show other",))
    assert pointed_at(rig.entry) == "other"
    journey(rig, ("show other", OK), ("show", OK), ("show other", RIGHT))
    assert pointed_at(rig.entry) == "intermezzo"
    journey(rig, ("show other", BACK), ("show", OK), ("show other", LEFT, OK))
    assert doubted(rig) == "Finito should be among the last 11 cards"
    before = len(kept(rig).answers)
    journey(rig, ("doubt finito-early", RIGHT), ("doubt finito-early", BACK), ("show other",))
    assert pointed_at(rig.entry) == "finito"
    assert len(kept(rig).answers) == before
    journey(rig, ("show other", OK), ("doubt finito-early", OK), ("page scoring",))
    assert rig.chime.history[-1] is Tune.GAME_OVER
    assert isinstance(rig.entry, Guide)
    assert kept(rig).result["state"] == "finished"
    assert kept(rig).result["notes"] == ["finito-early"]


def test_a_seventh_card_of_six_can_be_overruled(rig: Rig) -> None:
    begin(rig, SIX_REDS)
    before = list(kept(rig).answers)
    rig.press(LEFT)
    while pointed_at(rig.entry) != "red":
        rig.press(LEFT)
    journey(rig, ("show", OK), ("doubt style-used-up",))
    assert doubted(rig) == "all 6 red cards have been seen"
    journey(rig, ("doubt style-used-up", BACK), ("show",))
    assert pointed_at(rig.entry) == "red"
    assert kept(rig).answers == before
    journey(rig, ("show", OK), ("doubt style-used-up", OK), ("tower",))
    assert kept(rig).answers == [*before, UNKNOWN, Answer("show", "red")]
    journey(rig, ("tower", BACK), ("confirm undo", OK), ("show",))
    assert kept(rig).answers == before
    assert pointed_at(rig.entry) == "red"


@EITHER_BOARD
def test_a_hand_of_four_can_be_overruled_and_is_in_the_record(
    make_rig: MakeRig, board: str
) -> None:
    rig = make_rig(board)
    begin(rig, HAND)
    before = list(kept(rig).answers)
    while pointed_at(rig.entry) != ("beige", 2):
        rig.press(LEFT)
    journey(rig, ("tower", OK), *[("floors", OK)] * (rig.board.axes == 1))
    assert doubted(rig) == ("Player 1 was dealt only beige, blue, brown")
    journey(rig, ("doubt hand-known", BACK))
    assert kept(rig).answers == before
    journey(rig, (asked(rig.entry), OK), ("doubt hand-known", OK), ("marker",))
    said = [UNKNOWN, Answer("tower", "beige"), Answer("floors", 2)]
    assert kept(rig).answers == [*before, *said]
    assert write_record(kept(rig)).endswith("\ncorrect cards unknown\ntower beige  floors 2\n")
    assert read_record(write_record(kept(rig))).result == kept(rig).result
    journey(rig, ("marker", BACK), ("tower",))
    assert kept(rig).answers == before
    assert pointed_at(rig.entry) == ("beige", 2)


def test_only_legal_towers_can_be_reached_for_a_marker(stick: Rig) -> None:
    begin(stick, f"{TWO}open red,red,yellow\ntower beige  floors 2")
    seen = []
    for _ in range(4):
        seen.append(pointed_at(stick.entry))
        journey(stick, ("marker", RIGHT))
    assert seen == ["none", "yellow", "red", "none"]


def test_what_can_hardly_come_is_one_step_away_and_else_among_the_cards(stick: Rig) -> None:
    record = stored("three-players-at-intermezzo")
    resumed(stick, record)
    play_on(stick, record)
    assert asked(stick.entry) == "show"
    stick.press(BACK)
    assert isinstance(stick.entry, CardPicker)
    assert [each.word for each in stick.entry.choices[5:]] == ["intermezzo", "other"]
    assert [each.word for each in stick.entry.others] == ["finito"]
