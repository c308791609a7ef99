"""The table check of Campanile on mock pins: confirmed or corrected by buttons alone."""

import pytest

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.core.record import write_record
from companion.games import read_record, replay_session
from companion.games.campanile.rules.towers import STYLES
from companion.ui.input.table_check import TableCheck
from tests.app.amended import offers, open_and_choose, refuse_to_keep, told
from tests.app.conftest import MakeRig
from tests.app.correcting import at_a_turn, correct, leave
from tests.app.journeys import resume, resumed, stored
from tests.app.reading import asked, kept, playing
from tests.buttons import BACK, MENU, OK

PAGES = 7


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


@pytest.mark.parametrize(("turn", "present"), [(0, "unknown"), (1, "known")])
def test_hands_are_unknown_until_a_card_was_counted(rig: Rig, turn: int, present: str) -> None:
    """Nothing is offered that would do nothing."""
    at_a_turn(rig, "three-players", turn)
    open_and_choose(rig, "table_check")
    assert isinstance(rig.entry, TableCheck)
    (row,) = [row for page in rig.entry.pages for row in page.rows if row.key == "cards"]
    assert row.present == present


def test_back_to_the_game_leads_out_of_what_the_menu_has_opened(rig: Rig) -> None:
    at_a_turn(rig, "three-players")
    picture = rig.frame
    for item in ("table_check", "amend"):
        open_and_choose(rig, item)
        rig.press(OK)
        open_and_choose(rig, "resume")
        assert rig.frame == picture


def test_a_correction_is_told_shown_and_taken_back(rig: Rig) -> None:
    at_a_turn(rig, "three-players")
    style = playing(rig).table.row[0]
    floors = playing(rig).table.towers[style].floors
    open_and_choose(rig, "table_check")
    correct(rig, "floors", f"{style}:{floors + 2}")
    assert isinstance(rig.entry, TableCheck)
    assert rig.entry.page.rows[rig.entry.at - 1].present == str(floors + 2)
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
    correct(stick, "open", ",".join([style] * 3))
    leave(stick)
    assert table.open_cards == [style] * 3
    assert playing(stick).question is not None
    assert playing(stick).answers[-1] == Answer("correct open", ",".join([style] * 3))


def test_the_piles_of_1996_are_tracked_no_more_for_some_turns(rig: Rig) -> None:
    at_a_turn(rig, "1996-three-players-higher-chips")
    left = sum(playing(rig).result["pile"])
    open_and_choose(rig, "table_check")
    correct(rig, "tracking", "light")
    assert isinstance(rig.entry, TableCheck)
    assert [row.key for row in rig.entry.page.rows] == ["open", "pile"]
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
    correct(rig, "open", "red,red,blue")
    leave(rig)
    rig.say([Answer("tower", "red"), Answer("floors", 1)])
    if asked(rig.entry) == "marker":
        rig.say([Answer("marker", "none")])
    assert asked(rig.entry) == "show"
    open_and_choose(rig, "table_check")
    correct(rig, "tracking", "light")
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
    with monkeypatch.context() as full:
        full.setattr(stick.journal, "append", refuse_to_keep)
        correct(stick, "floors", f"{style}:30")
        assert asked(stick.entry) == "notice unsaved-full"
    assert playing(stick).result == before
    stick.press(OK)
    assert isinstance(stick.entry, TableCheck)
    correct(stick, "floors", f"{style}:30")
    assert kept(stick).table.towers[style].floors == 30


def test_a_game_not_begun_has_no_table_check(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    assert not offers(rig, "table_check")


def test_the_power_may_fail_between_two_corrections(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    at_a_turn(rig, "three-players")
    open_and_choose(rig, "table_check")
    table = playing(rig).table
    player = table.players[table.seat - 1].name
    correct(rig, "player", player)
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
    piles = session.table.counts
    piles[session.table.floors_built - 1] = 0
    open_and_choose(rig, "table_check")
    correct(rig, "pile", ",".join(map(str, piles)))
    assert asked(rig.entry).startswith("page")
    assert kept(rig).question is None
