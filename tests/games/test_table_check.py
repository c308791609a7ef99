"""The table check of every game on mock pins: corrections by buttons alone."""

import pytest

from companion.app.demo.rig import Rig
from companion.core.conversation import Refused, is_correction
from companion.core.interfaces import Press
from companion.core.record import write_record
from companion.games import read_record, replay_session
from companion.store.unnamed import show_names
from companion.ui.input.field_pages import list_check_pages
from companion.ui.input.guide import Guide
from companion.ui.input.table_check import BoardCheck, FieldEditor, TableCheck
from tests.app.amended import open_and_choose
from tests.app.conftest import MakeRig
from tests.app.correcting import at_a_turn, correct, leave, open_rows
from tests.app.journeys import EITHER_BOARD, PLAYTHROUGHS, resumed, stored
from tests.app.reading import kept, playing
from tests.buttons import BACK, OK

LATE = {
    "bologna": "bologna-three-players-moved-roof",
    "capitol": "capitol-four-players",
    "campanile": "three-players",
}
FOURTH_TURN = (3, "Rosa", "Emma")
"""Where the games are resumed, and the names of their first players."""
CORRECTIONS = {
    "bologna": [
        "cards unknown",
        "stack 4-3:Emma+Rosa",
        "roof 4-3:Emma",
        "roof 4-3:none",
        "stack 4-3:none",
        "kind 4-3:noble",
        "kind 4-3:unknown",
        "plague 4-6:5-7",
        "plague none",
        "stones Rosa:3",
        "roofs Emma:0",
        "points Rosa:-4",
        "collected Emma:noble+farmer",
        "player Emma",
        "open 3,plague-2,8,fire-8",
        "pile 20",
        "scorings 2",
        "tracking light",
        "open 3,4,5,6",
    ],
    "capitol": [
        "prefecture Hill 3:pink:9:2:0",
        "houses Hill 3:square:Rosa:1+2,Emma:2",
        "fountains Hill 3:2",
        "buildings Hill 3:amphitheatre",
        "supply 1",
        "roofless Rosa:1+2",
        "finished Emma:round:1,square:2",
        "roofs Rosa:1,0",
        "hand Emma:2,1,3",
        "hand Emma:unknown",
        "hand Emma:0,1,0",
        "points Rosa:112",
        "consul Emma",
        "player Emma",
        "passed Rosa",
        "passed none",
        "round 2",
        "cards unknown",
    ],
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", CORRECTIONS)
def test_every_kind_of_correction_is_pressed(rig: Rig, game: str) -> None:
    """The table is as a record's line makes it, and the page shows the new value."""
    at_a_turn(rig, LATE[game], *FOURTH_TURN)
    open_and_choose(rig, "table_check")
    for line in CORRECTIONS[game]:
        key, word = line.split(" ", 1)
        recorded = replay_session(playing(rig).name, [])
        recorded.replay(playing(rig).answers)
        recorded.answer_pair(f"correct {key}", word)
        correct(rig, key, word)
        assert playing(rig).result == recorded.result
        assert playing(rig).answers[-1] == recorded.answers[-1]
        assert isinstance(rig.entry, TableCheck)
        assert rig.entry.changed
    leave(rig)
    assert not isinstance(rig.entry, TableCheck)
    assert read_record(write_record(kept(rig))).result == playing(rig).result


def test_the_journeys_above_have_every_correction_there_is() -> None:
    """What the rules take, the pages offer."""
    for game, lines in CORRECTIONS.items():
        session = stored(LATE[game])
        session.undo(2)
        made = list_check_pages(session.game.corrections, session.table)
        pages = [each for page in made for each in (page, *page.places)]
        offered = {row.key for page in pages for row in page.rows}
        assert {line.split(" ")[0] for line in lines} >= offered
        with pytest.raises(Refused) as refused:
            session.answer_pair("correct nothing", "x")
        known = refused.value.objection.values["known"]
        assert isinstance(known, tuple)
        assert {each.split(" ")[0] for each in known} == offered


CAMPANILE = """
game campanile-2009
player Rosa  colour red
player Jakob  colour black
player Zoe  colour white
row blue,red,beige,yellow,brown
open red,red,yellow
correct floors brown:7
correct floors beige:12
correct influence brown:Jakob:3+2,Rosa:1,Zoe:1
correct influence blue:Zoe:2+1
correct pile 20
correct chips Rosa:4+2
correct chips Zoe:3
correct player Zoe
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["campanile", "1996", "bologna", "capitol"])
def test_a_game_under_way_is_taken_over(rig: Rig, name: str) -> None:
    """By its setup and the table check; corrections may stand between later turns, too."""
    file = PLAYTHROUGHS / f"{name}-taken-over.game"
    text = CAMPANILE if name == "campanile" else file.read_text(encoding="utf-8")
    record = show_names(read_record(text), rig.host.words)
    first = next(at for at, answer in enumerate(record.answers) if is_correction(answer))
    begun = [(each.key, each.word) for each in record.answers[:first]]
    resumed(rig, replay_session(record.name, begun))
    rest = record.answers[first:]
    while rest:
        if isinstance(rig.entry, Guide):
            rig.press(OK)
        elif is_correction(rest[0]):
            open_and_choose(rig, "table_check")
            while rest and is_correction(rest[0]):
                correction = rest.pop(0)
                correct(rig, correction.key.removeprefix("correct "), correction.word)
            leave(rig)
        else:
            before = len(playing(rig).answers)
            rig.say(rest)
            del rest[: len(playing(rig).answers) - before]
    assert kept(rig).result == record.result
    assert read_record(write_record(kept(rig))).result == record.result


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", LATE)
def test_back_leaves_every_editor_with_nothing_changed(rig: Rig, game: str) -> None:
    at_a_turn(rig, LATE[game], *FOURTH_TURN)
    onward = Press.RIGHT if rig.board.axes == 2 else Press.NEXT
    rig.press(onward)
    before, picture = kept(rig).answers, rig.frame
    open_and_choose(rig, "table_check")
    for page in open_rows(rig):
        rig.press(onward, BACK)
        while isinstance(rig.entry, FieldEditor):
            rig.press(BACK)
        assert rig.entry == page
    leave(rig)
    assert kept(rig).answers == before
    assert rig.frame == picture


def test_what_can_not_be_is_refused_with_its_reason_and_not_kept(rig: Rig) -> None:
    at_a_turn(rig, LATE["capitol"], *FOURTH_TURN)
    before = kept(rig).answers
    open_and_choose(rig, "table_check")
    correct(rig, "buildings", "Hill 3:temple+temple")
    assert rig.entry.refused is not None
    assert rig.entry.refused.reason == "too-many-there"
    assert isinstance(rig.entry, FieldEditor)
    assert kept(rig).answers == before
    rig.press(BACK)
    assert isinstance(rig.entry, TableCheck)
    assert kept(rig).answers == before


@EITHER_BOARD
def test_nothing_is_corrected_at_the_basilica(make_rig: MakeRig, board: str) -> None:
    rig = make_rig(board)
    at_a_turn(rig, LATE["bologna"], *FOURTH_TURN)
    open_and_choose(rig, "table_check")
    rig.press_until(
        lambda step: isinstance(step, BoardCheck) and step.cursor.in_row and step.cursor.place == 24
    )
    rig.press(OK)
    assert rig.entry.refused is not None
    assert rig.entry.refused.reason == "no-tower"
    rig.press(BACK)
    assert isinstance(rig.entry, BoardCheck)
