"""Nothing is stranded: any unfinished game goes on, from home or the history, where it stood."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import read_record
from companion.ui.input.amendment import AmendmentPreview
from companion.ui.input.commands import ResumeGame
from companion.ui.input.guide import Guide
from companion.ui.input.history import GamePicker
from companion.ui.input.menu import Menu
from tests.app.amended import (
    asks,
    has_scored,
    offers,
    open_and_choose,
    refuse_to_keep,
    resumed_where,
)
from tests.app.at_the_box import mid_turn
from tests.app.conftest import MakeRig
from tests.app.journeys import (
    EITHER_BOARD,
    begin,
    go_home,
    journey,
    play_on,
    resume,
    resumed,
    stands,
    stored,
)
from tests.app.reading import asked, kept, playing
from tests.app.test_amend import amend
from tests.buttons import BACK, DOWN, MENU, NEXT, OK
from tests.core.test_amend import place

OTHER = """
game campanile-1996
player Dora  colour red
player Emil  colour blue
row yellow,red,brown,blue,beige
open blue,brown,blue
tower blue  floors 1  marker none  show red
"""
LIGHT = """
game campanile-2009
player Ada  colour white
player Bert  colour black
row yellow,red,brown,blue,beige
variant light
tower red  floors 1  marker none
tower blue  floors 1  marker none
"""
OLD_SETUP = "game capitol player Dora colour red"


def items(rig: Rig) -> list[object]:
    assert isinstance(rig.entry, Menu)
    assert rig.entry.title == "home"
    return [item.value for item in rig.entry.items]


def thinking_times(rig: Rig) -> tuple[timedelta, ...]:
    assert rig.host.game is not None
    return rig.host.game.thinking_time()


def from_home(rig: Rig) -> None:
    """The older of two games."""
    rig.choose("home", "resume-2")


def from_the_history(rig: Rig) -> None:
    """The older of two games, amid the other."""
    journey(rig, ("home", OK), ("tower", MENU))
    rig.choose("box", "history")
    journey(rig, ("history", OK), ("kept games", DOWN if rig.board.axes == 2 else NEXT, OK))
    journey(rig, ("saved-game", OK))


BOTH_WAYS = pytest.mark.parametrize("resume_old", [from_home, from_the_history])


@EITHER_BOARD
@BOTH_WAYS
def test_a_game_set_aside_goes_on_exactly_where_it_stood(
    make_rig: MakeRig, board: str, resume_old: Callable[[Rig], None]
) -> None:
    """What was undone can be redone, and the time that was thought is still known."""
    rig = make_rig(board)
    for _ in stands(rig, mid_turn(rig, 2)):  # thinking takes time, which resuming does not
        if asks("take", 3)(playing(rig)):
            break
    rig.press(BACK)
    before, session = asked(rig.entry), playing(rig)
    times = thinking_times(rig)
    assert any(times)
    go_home(rig)
    begin(rig, OTHER)
    rig = make_rig(board)
    assert items(rig) == ["resume", "resume-2", "again", "new"]
    resume_old(rig)
    assert asked(rig.entry) == before
    assert playing(rig).answers == session.answers
    assert thinking_times(rig) == times
    open_and_choose(rig, "redo")
    assert len(playing(rig).answers) == len(session.answers) + 1
    assert len(kept(rig, 2).answers) == len(read_record(OTHER).answers)


@BOTH_WAYS
def test_an_amendment_can_still_be_taken_back_in_a_light_game_set_aside(
    make_rig: MakeRig, resume_old: Callable[[Rig], None]
) -> None:
    rig, record = make_rig("bonnet"), read_record(LIGHT)
    resumed(rig, record)
    play_on(rig, record)
    amend(rig, place(record, "floors") - 1)
    rig.say([Answer("tower", "red"), Answer("floors", 3)])
    assert isinstance(rig.entry, AmendmentPreview)
    rig.press(OK)
    amended = kept(rig).answers
    assert amended != record.answers
    go_home(rig)
    begin(rig, OTHER)
    rig = make_rig("bonnet")
    resume_old(rig)
    assert playing(rig).answers == amended
    open_and_choose(rig, "undo")
    assert playing(rig).answers == kept(rig).answers == record.answers


def test_of_four_unfinished_games_home_has_three_and_the_history_all(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    for _ in range(4):
        begin(rig, OTHER)
        go_home(rig)
    assert items(rig) == ["resume", "resume-2", "resume-3", "again", "new"]
    numbers = []
    for item in ("resume", "resume-2", "resume-3"):
        rig = make_rig("bonnet")
        rig.choose("home", item)
        assert rig.host.game is not None
        numbers.append(rig.host.game.number)
    assert numbers == [4, 3, 2]
    rig.press(MENU)
    rig.choose("box", "history")
    journey(rig, ("history", OK), ("kept games", DOWN, DOWN, DOWN, OK), ("saved-game", OK))
    assert asked(rig.entry) == "tower"
    assert rig.host.game is not None
    assert rig.host.game.number == 1


def test_of_games_in_their_setup_home_has_the_last_one(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    for text in (OLD_SETUP, OTHER, OLD_SETUP):
        begin(rig, text)
        go_home(rig)
    assert items(rig) == ["resume", "resume-2", "again", "new"]
    rig.press(MENU)
    rig.choose("box", "history")
    journey(rig, ("history", OK), ("kept games", DOWN, DOWN, OK), ("saved-game", OK))
    assert asked(rig.entry) == "player 2"
    assert playing(rig).answers == read_record(OLD_SETUP).answers


def test_the_history_resumes_a_game_whose_record_was_imported(make_rig: MakeRig) -> None:
    """Nobody has said at the device how many play."""
    rig, record = make_rig("bonnet"), read_record(OTHER)
    pairs = [(answer.key, answer.word) for answer in record.answers]
    rig.journal.import_game(record.name, pairs[: 2 * len(record.table.players)], rig._now())
    rig.press(MENU)
    rig.choose("box", "history")
    journey(rig, ("history", OK), ("kept games", OK), ("saved-game", OK))
    assert asked(rig.entry) == "row 1"
    play_on(rig, record)


def test_what_lies_under_the_menu_of_an_unfinished_game_is_found_again(stick: Rig) -> None:
    record = begin(stick, OTHER)
    stick.press(MENU)
    stick.choose("box", "history")
    journey(stick, ("history", OK), ("kept games", OK), ("saved-game", BACK), ("kept games", OK))
    assert isinstance(stick.entry.below, GamePicker)  # type: ignore[attr-defined]  # a menu
    journey(stick, ("saved-game", MENU), ("box", BACK), ("tower",))
    assert playing(stick).answers == record.answers


# The last result ----------------------------------------------------------------------------------


def finished(rig: Rig) -> Session:
    record = stored("two-players-moving")
    resumed(rig, record)
    play_on(rig, record)
    journey(rig, ("page Winner", OK), ("home",))
    return record


def test_the_last_result_stays_until_a_new_game_has_its_first_turn(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    record = finished(rig)
    assert items(rig) == ["story", "again", "new", "result"]
    rig.choose("home", "again")
    assert asked(rig.entry) == "open 1"
    rig = make_rig("bonnet")
    assert items(rig) == ["resume", "again", "new", "result"]
    rig.choose("home", "result")
    assert isinstance(rig.entry, Guide)
    assert playing(rig).answers == record.answers
    go_home(rig)
    journey(rig, ("home", OK), ("open 1", OK), ("open 2", OK), ("open 3", OK), ("tower", MENU))
    rig.choose("box", "home")
    assert "result" in items(rig)
    journey(rig, ("home", OK), ("tower", OK), ("marker", MENU))
    rig.choose("box", "home")
    assert items(rig) == ["resume", "again", "new"]


def test_an_older_game_resumed_does_not_take_the_result_away(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    begin(rig, OTHER)
    go_home(rig)
    finished(rig)
    assert items(rig) == ["story", "again", "new", "result", "resume"]
    rig.choose("home", "resume")
    journey(rig, ("tower", OK))
    assert items(make_rig("bonnet")) == ["resume", "again", "new", "result"]


# What has not been read comes first --------------------------------------------------------------


def scored(rig: Rig) -> None:
    """Resume a game at the first page of a scoring amid it."""
    resumed_where(rig, stored("three-players"), has_scored)


def read_all(rig: Rig) -> None:
    while isinstance(rig.entry, Guide):
        rig.press(OK)


@EITHER_BOARD
def test_a_scoring_is_opened_again_until_its_last_page_was_left(
    make_rig: MakeRig, board: str
) -> None:
    rig = make_rig(board)
    scored(rig)
    assert isinstance(rig.entry, Guide)
    pages = rig.entry.pages
    for page in range(len(pages)):
        rig.press(*[OK] * page)
        assert rig.entry == replace(rig.entry, at=page)
        rig = make_rig(board)
        assert rig.entry == Guide(pages=pages)


def test_a_scoring_read_to_its_end_is_not_opened_at_the_next_start(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    scored(rig)
    read_all(rig)
    question = asked(rig.entry)
    rig = make_rig("bonnet")
    assert items(rig)[0] == "resume"
    resume(rig)
    read_all(rig)
    assert asked(rig.entry) == question


def test_another_scoring_in_place_of_one_that_was_read_comes_first(make_rig: MakeRig) -> None:
    """As many answers as before; but the one read was taken back."""
    rig = make_rig("bonnet")
    scored(rig)
    count = len(playing(rig).answers)
    read_all(rig)
    rig.press(BACK)
    if asked(rig.entry).startswith("confirm"):
        rig.press(OK)
    assert len(playing(rig).answers) < count
    open_and_choose(rig, "redo")
    assert len(playing(rig).answers) == count
    assert isinstance(make_rig("bonnet").entry, Guide)


def test_a_scoring_left_for_another_game_waits_in_its_own(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    scored(rig)
    go_home(rig)
    assert isinstance(make_rig("bonnet").entry, Guide)
    rig = make_rig("bonnet")
    go_home(rig)
    begin(rig, OTHER)
    rig = make_rig("bonnet")
    from_home(rig)
    assert isinstance(rig.entry, Guide)


def test_a_finished_game_that_was_imported_is_not_opened_by_itself(make_rig: MakeRig) -> None:
    rig, record = make_rig("bonnet"), stored("two-players-moving")
    pairs = [(answer.key, answer.word) for answer in record.answers]
    rig.journal.import_game(record.name, pairs, rig._now() - timedelta(days=9))
    rig = make_rig("bonnet")
    assert items(rig) == ["again", "new", "result"]
    assert not offers(rig, "undo")


def import_unfinished(rig: Rig, record: Session) -> int:
    """Import a record as the command does while nobody plays; returns the game's number."""
    number = rig.journal.begin(record.name, None, rig._now())
    pairs = [(answer.key, answer.word) for answer in record.answers]
    rig.journal.append(number, pairs, rig._now())
    return number


@EITHER_BOARD
def test_an_imported_game_resumed_at_the_device_counts_as_played_there(
    make_rig: MakeRig, board: str
) -> None:
    rig, record = make_rig(board), stored("three-players-at-intermezzo")
    number = import_unfinished(rig, record)
    rig = make_rig(board)
    assert items(rig)[0] == "resume", "and is not opened by itself before"
    resume(rig)
    assert isinstance(rig.entry, Guide)
    import_unfinished(rig, read_record(OTHER))
    rig = make_rig(board)
    assert isinstance(rig.entry, Guide), "an import is not played"
    assert playing(rig).answers == record.answers
    read_all(rig)
    go_home(rig)
    menu = rig.entry
    assert isinstance(menu, Menu)
    assert menu.commands[menu.at] == ResumeGame(number)


def test_a_disk_that_is_full_only_shows_the_scoring_again(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    scored(rig)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "companion.store.journal.Journal.mark_read", lambda *_, over: refuse_to_keep(over)
        )
        read_all(rig)
    assert not asked(rig.entry).startswith("notice")
    assert isinstance(make_rig("bonnet").entry, Guide)
