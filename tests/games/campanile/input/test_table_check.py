"""The table check on mock pins: page by page, confirmed or corrected by buttons alone."""

import pytest

from companion.app.demo import Rig
from companion.core.conversation import Answer
from companion.core.record import decode_record, write_record
from companion.core.session import Session
from companion.games import read_record, replay_session
from companion.games.campanile.input.table_check import (
    CheckField,
    ListEditor,
    NumberEditor,
    TableCheck,
)
from companion.games.campanile.rules.towers import STYLES
from companion.interfaces import Press
from tests.app.amended import offers, open_and_choose, refuse_to_keep, resume, resumed, told
from tests.app.conftest import MakeRig
from tests.app.journeys import PLAYTHROUGHS, stored
from tests.app.reading import asked, kept, playing
from tests.buttons import BACK, MENU, OK

PAGES = 9


def at_a_turn(rig: Rig, name: str, turn: int = 12) -> Session:
    """A stored game, resumed where that turn begins."""
    whole = stored(name)
    at = [n for n, answer in enumerate(whole.answers) if answer.key == "tower"][turn]
    pairs = [(answer.key, answer.word) for answer in whole.answers[:at]]
    resumed(rig, replay_session(whole.name, pairs))
    return whole


def onward(rig: Rig) -> Press:
    return Press.RIGHT if rig.board.axes == 2 else Press.NEXT


def open_field(rig: Rig, wanted: CheckField) -> None:
    """From the page of the table check to the editor of a field, perhaps pages ahead."""
    for _ in range(PAGES):
        assert isinstance(rig.entry, TableCheck)
        if wanted in rig.entry.page.fields:
            break
        rig.press(OK)
    while isinstance(rig.entry, TableCheck) and rig.entry.chosen != wanted:
        rig.press(onward(rig))
    rig.press(OK)


def number(rig: Rig, wanted: int) -> None:
    assert isinstance(rig.entry, NumberEditor)
    way = 1 if wanted > rig.entry.value else -1
    while isinstance(rig.entry, NumberEditor) and rig.entry.value != wanted:
        rig.press(onward(rig) if way > 0 else back_way(rig))
    rig.press(OK)


def back_way(rig: Rig) -> Press:
    return Press.LEFT if rig.board.axes == 2 else Press.PREVIOUS


def lay(rig: Rig, *items: str) -> None:
    """Lay all of these down in turn, after what lay there has been given back."""
    while isinstance(rig.entry, ListEditor) and rig.entry.laid:
        rig.press(BACK)
    for item in items:
        while isinstance(rig.entry, ListEditor) and rig.entry.choice != item:
            rig.press(onward(rig))
        rig.press(OK)


def correct(rig: Rig, correction: Answer) -> None:
    """Press any correction of a record, from the first page on."""
    key, word = correction.key.removeprefix("correct "), correction.word
    names = [player.name for player in playing(rig).table.players]
    about, _, rest = word.partition(":")
    if key == "floors":
        open_field(rig, CheckField(key, about))
        number(rig, int(rest))
    elif key == "influence":
        open_field(rig, CheckField(key, about))
        rows = [] if rest == "none" else [row.split(":") for row in rest.split(",")]
        items = [f"{names.index(name)}:{m}" for name, its in rows for m in its.split("+")]
        lay(rig, *items, "done")
    elif key == "chips":
        open_field(rig, CheckField(key, about))
        lay(rig, *([] if rest == "none" else rest.split("+")), "done")
    elif key == "pile":
        for place, count in enumerate(word.split(","), 1):
            open_field(rig, CheckField(key, str(place)))
            number(rig, int(count))
    elif key in ("open", "player"):
        open_field(rig, CheckField(key))
        lay(rig, *word.split(","))
    else:
        open_field(rig, CheckField(key))


def leave(rig: Rig) -> None:
    """Confirm the rest of the pages."""
    while isinstance(rig.entry, TableCheck):
        rig.press(OK)


@pytest.mark.parametrize("name", ["three-players", "1996-three-players-higher-chips"])
def test_a_table_that_is_right_is_confirmed_page_by_page(rig: Rig, name: str) -> None:
    at_a_turn(rig, name)
    before, picture = kept(rig).answers, rig.frame
    open_and_choose(rig, "table_check")
    pictures = []
    for page in range(PAGES):
        assert isinstance(rig.entry, TableCheck)
        assert rig.entry.page_at == page
        pictures.append(rig.frame)
        rig.press(OK)
    assert len(set(pictures)) == PAGES
    assert rig.frame == picture
    open_and_choose(rig, "table_check")
    rig.press(OK, BACK)
    assert isinstance(rig.entry, TableCheck)
    rig.press(BACK)
    assert rig.frame == picture
    assert kept(rig).answers == before


TAKEN_OVER = """
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


@pytest.mark.parametrize("game", ["2009", "1996"])
def test_a_game_under_way_is_taken_over_by_setup_and_audit(rig: Rig, game: str) -> None:
    old = decode_record((PLAYTHROUGHS / "1996-taken-over.game").read_bytes())
    record = read_record(TAKEN_OVER if game == "2009" else old)
    first = next(n for n, a in enumerate(record.answers) if a.key.startswith("correct "))
    resumed(rig, replay_session(record.name, [(a.key, a.word) for a in record.answers[:first]]))
    rest = record.answers[first:]
    while rest:
        if rest[0].key.startswith("correct "):
            open_and_choose(rig, "table_check")
            correct(rig, rest.pop(0))
            leave(rig)
        else:
            before = len(playing(rig).answers)
            rig.say(rest)
            del rest[: len(playing(rig).answers) - before]
    assert kept(rig).result == record.result
    assert read_record(write_record(kept(rig))).result == record.result


def test_a_correction_is_told_shown_and_taken_back(rig: Rig) -> None:
    at_a_turn(rig, "three-players")
    style = playing(rig).table.row[0]
    floors = playing(rig).table.towers[style].floors
    open_and_choose(rig, "table_check")
    open_field(rig, CheckField("floors", style))
    number(rig, floors + 2)
    assert isinstance(rig.entry, TableCheck)
    assert playing(rig).table.towers[style].floors == floors + 2
    leave(rig)
    assert asked(rig.entry) == "tower"
    open_and_choose(rig, "undo")
    assert told(rig) == f"undone – corrected floors: {style} {floors + 2}"
    assert playing(rig).table.towers[style].floors == floors
    assert offers(rig, "redo")


def test_within_a_turn_what_is_asked_follows_the_correction(stick: Rig) -> None:
    at_a_turn(stick, "three-players")
    stick.press(OK)
    assert asked(stick.entry) in ("marker", "take")
    table = playing(stick).table
    style = next(each for each in table.row if each not in table.display)
    open_and_choose(stick, "table_check")
    open_field(stick, CheckField("open"))
    lay(stick, style, style, style)
    leave(stick)
    assert table.open_cards == [style] * 3
    assert playing(stick).question is not None
    assert playing(stick).answers[-1] == Answer("correct open", ",".join([style] * 3))


def test_what_is_not_changed_is_no_correction(stick: Rig) -> None:
    at_a_turn(stick, "three-players")
    before = kept(stick).answers
    table = playing(stick).table
    open_and_choose(stick, "table_check")
    for page in list(stick.entry.pages):  # type: ignore[attr-defined]  # a TableCheck
        for each in page.fields:
            if each.key in ("cards", "tracking"):
                continue
            open_field(stick, each)
            while isinstance(stick.entry, ListEditor | NumberEditor):
                stick.press(OK)
    assert isinstance(stick.entry, TableCheck)
    assert kept(stick).answers == before
    assert not stick.entry.changed
    assert playing(stick).table is table


def test_tracking_is_left_and_taken_up_again(stick: Rig) -> None:
    at_a_turn(stick, "three-players")
    open_and_choose(stick, "table_check")
    open_field(stick, CheckField("tracking"))
    assert playing(stick).table.light
    open_field(stick, CheckField("open"))
    lay(stick, "red", "red", "blue")
    assert not playing(stick).table.light
    leave(stick)
    assert kept(stick).table.open_cards == ["red", "red", "blue"]


def test_the_piles_of_1996_are_tracked_no_more_for_some_turns(rig: Rig) -> None:
    at_a_turn(rig, "1996-three-players-higher-chips")
    left = sum(playing(rig).result["pile"])
    open_and_choose(rig, "table_check")
    open_field(rig, CheckField("tracking"))
    assert isinstance(rig.entry, TableCheck)
    assert rig.entry.page.fields == (CheckField("open"),)
    leave(rig)
    for turn in range(4):
        assert asked(rig.entry) == "tower"
        assert playing(rig).result["display"] is None
        assert sum(playing(rig).result["pile"]) == left - turn
        rig.say([Answer("tower", STYLES[turn]), Answer("floors", turn % 3 + 1)])
        if asked(rig.entry) == "marker":
            bet = next(each for each in rig.entry.choices if each.value != "none")  # type: ignore[attr-defined]
            rig.say([bet, Answer("value", playing(rig).table.values[-1])])
    open_and_choose(rig, "table_check")
    open_field(rig, CheckField("open"))
    lay(rig, "red", "red", "blue")
    leave(rig)
    rig.say([Answer("tower", "red"), Answer("floors", 1)])
    if asked(rig.entry) == "marker":
        rig.say([Answer("marker", "none")])
    assert asked(rig.entry) == "show"
    open_and_choose(rig, "table_check")
    open_field(rig, CheckField("tracking"))
    leave(rig)
    assert asked(rig.entry) == "tower"
    assert sum(kept(rig).result["pile"]) == left - 5
    open_and_choose(rig, "undo")
    assert asked(rig.entry) == "show"
    assert read_record(write_record(kept(rig))).result == kept(rig).result


def test_a_correction_that_cannot_be_kept_has_not_happened(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_turn(stick, "three-players")
    before = playing(stick).result
    style = playing(stick).table.row[0]
    open_and_choose(stick, "table_check")
    open_field(stick, CheckField("floors", style))
    with monkeypatch.context() as full:
        full.setattr(stick.journal, "append", refuse_to_keep)
        number(stick, 30)
        assert asked(stick.entry) == "notice unsaved"
    assert playing(stick).result == before
    stick.press(OK)
    assert isinstance(stick.entry, TableCheck)
    open_field(stick, CheckField("floors", style))
    number(stick, 30)
    assert kept(stick).table.towers[style].floors == 30


def test_other_games_and_games_not_begun_have_no_audit(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    assert not offers(rig, "table_check")
    record = stored("capitol-three-players-before-the-bid")
    resumed(rig, record)
    assert not offers(rig, "table_check")


def test_the_power_may_fail_between_two_corrections(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    at_a_turn(rig, "three-players")
    open_and_choose(rig, "table_check")
    open_field(rig, CheckField("player"))
    assert isinstance(rig.entry, ListEditor)
    rig.press(Press.RIGHT, OK)
    player = playing(rig).table.player.name
    rig = make_rig("bonnet")
    resume(rig)
    assert playing(rig).table.player.name == player
    rig.press(MENU)
    rig.choose("box", "table_check")
    leave(rig)
    assert asked(rig.entry) == "tower"


def test_an_empty_pile_ends_the_game_of_1996_in_the_audit(rig: Rig) -> None:
    whole = stored("1996-three-players-higher-chips")
    at = [n for n, answer in enumerate(whole.answers) if answer.key == "show"][6]
    pairs = [(answer.key, answer.word) for answer in whole.answers[:at]]
    session = resumed(rig, replay_session(whole.name, pairs))
    pile = session.table.floors_built
    open_and_choose(rig, "table_check")
    open_field(rig, CheckField("pile", str(pile)))
    number(rig, 0)
    assert asked(rig.entry).startswith("page")
    assert kept(rig).question is None
