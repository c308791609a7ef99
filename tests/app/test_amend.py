"""An old answer said anew by way of mock pins: turns in words, the rest told over, kept or left."""

import pytest

from companion.app.demo.rig import Rig, steps_to_new_game
from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import read_record, replay_session
from companion.ui.input.amendment import AmendmentPreview, ConflictNotice, StrokePicker, TurnPicker
from companion.ui.input.commands import AmendAt
from companion.ui.input.entry import Answered
from companion.ui.screens import render
from companion.ui.screens.drawing import MARK_HEIGHT, SAFE_WIDTH
from tests import depth
from tests.app.amended import offers, open_and_choose, refuse_to_keep, told
from tests.app.at_the_box import mid_turn, set_next
from tests.app.conftest import MakeRig
from tests.app.journeys import EITHER_BOARD, cut, go_home, play_on, resume, resumed, stored
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import BACK, MENU, OK, UP
from tests.core.test_amend import GAME, place


def amend(rig: Rig, at: int) -> None:
    """Choose an old answer at the box's menu."""
    open_and_choose(rig, "amend")
    assert isinstance(rig.entry, TurnPicker)
    rig.press_until(lambda step: step == AmendAt(at))


def test_a_card_taken_is_said_anew_and_what_hangs_on_it(rig: Rig) -> None:
    old = resumed(rig, read_record(GAME))
    amend(rig, place(old, "take"))
    assert asked(rig.entry) == "take"
    assert pointed_at(rig.entry) == "red"
    rig.say([Answer("take", "yellow")])
    assert isinstance(rig.entry, ConflictNotice)
    assert rig.entry.why is not None
    assert kept(rig).answers == old.answers, "nothing is kept before the end"
    rig.press(OK)
    rig.say([Answer("take", "red")])
    assert isinstance(rig.entry, AmendmentPreview)
    assert rig.entry.replaced.pairs == (("take", "red"),)
    assert rig.entry.replacement.pairs == (("take", "yellow"),)
    rig.press(OK)
    assert asked(rig.entry) == "tower"
    said = kept(rig)
    assert [a.value for a in said.answers if a.key == "take"] == ["yellow", "red", "blue"]
    assert len(said.answers) == len(old.answers)
    assert playing(rig).answers == said.answers


def test_back_at_the_end_leaves_the_game_as_it_was(rig: Rig) -> None:
    old = resumed(rig, read_record(GAME))
    amend(rig, place(old, "tower"))
    rig.say([Answer("tower", "red"), Answer("floors", 3)])
    while not isinstance(rig.entry, AmendmentPreview):
        assert rig.session is not None
        if isinstance(rig.entry, ConflictNotice):
            rig.press(OK)
        else:
            rig.say([Answer("marker", "none")])
    rig.press(BACK)
    assert asked(rig.entry) == "tower"
    assert kept(rig).answers == old.answers
    assert playing(rig).answers == old.answers


def corner(rig: Rig) -> bytes:
    """Where the mark of an amendment stands."""
    picture = render(rig.host.view)
    return picture.crop((SAFE_WIDTH - 30, 0, SAFE_WIDTH, MARK_HEIGHT)).tobytes()


def test_every_screen_says_that_it_is_an_amendment_and_of_which_turn(rig: Rig) -> None:
    old = resumed(rig, read_record(GAME))
    plain = corner(rig)
    amend(rig, place(old, "take"))
    mark = corner(rig)
    assert mark != plain
    assert rig.host.view.amending == 1
    rig.say([Answer("take", "yellow")])
    assert isinstance(rig.entry, ConflictNotice)
    assert corner(rig) == mark
    rig.press(OK)
    assert corner(rig) == mark
    rig.say([Answer("take", "red")])
    assert isinstance(rig.entry, AmendmentPreview)
    assert corner(rig) == mark
    open_and_choose(rig, "cancel")
    assert corner(rig) == plain
    assert playing(rig).answers == kept(rig).answers == old.answers


def test_the_menu_goes_on_with_an_amendment_or_cancels_it(rig: Rig) -> None:
    old = resumed(rig, read_record(GAME))
    amend(rig, place(old, "row"))
    open_and_choose(rig, "amending")
    assert asked(rig.entry).startswith("row")
    assert rig.host.view.amending == 0
    open_and_choose(rig, "settings")
    rig.press(BACK)
    assert offers(rig, "cancel")
    open_and_choose(rig, "cancel")
    assert rig.host.view.amending is None
    assert playing(rig).answers == old.answers


def test_a_change_goes_on_in_another_language(rig: Rig) -> None:
    """Also where the language words the players, and amid the answers given anew."""
    at = place(mid_turn(rig), "player", 1)
    amend(rig, at)
    assert names(rig) == ["Player 1"]
    in_the_next_language(rig)
    assert names(rig) == ["Spieler 1"]
    assert rig.host.view.amending == 0
    assert (asked(rig.entry), offers(rig, "cancel")) == ("player 2", True)
    rig.say([Answer("player", "Spieler 2"), Answer("colour", "white")])
    assert isinstance(rig.entry, AmendmentPreview)
    in_the_next_language(rig)
    assert isinstance(rig.entry, AmendmentPreview)
    assert names(rig) == ["Joueur 1", "Joueur 2", "Joueur 3"]
    assert kept(rig).answers[at + 1] == Answer("colour", "yellow"), "nothing is kept before OK"
    rig.press(OK)
    assert kept(rig).answers[at + 1] == Answer("colour", "white")


def names(rig: Rig) -> list[str]:
    assert rig.session is not None
    return [player.name for player in rig.session.table.players]


def in_the_next_language(rig: Rig) -> None:
    """From anything: the next language at the settings, and back."""
    rig.press(MENU)
    set_next(rig, "language")
    rig.press(BACK, BACK)


def test_back_and_the_menu_lead_out_of_it(rig: Rig) -> None:
    old = resumed(rig, read_record(GAME))
    picture = rig.frame
    amend(rig, place(old, "take", 1))
    rig.press(BACK)
    assert rig.frame == picture
    amend(rig, place(old, "row"))
    assert not any(offers(rig, each) for each in ("undo", "standings", "table_check", "amend"))
    rig.press(*[BACK] * 4)  # each item of the row, and out
    assert rig.frame == picture
    open_and_choose(rig, "amend")
    rig.press(OK)
    assert isinstance(rig.entry, StrokePicker)
    rig.press(BACK, BACK)
    assert rig.frame == picture
    assert kept(rig).answers == old.answers


def test_players_swap_seats_without_a_name_spelt_again(stick: Rig) -> None:
    for menu, item in steps_to_new_game(read_record(GAME)):
        stick.choose(menu, item)
    setup = read_record(GAME).answers
    while asked(stick.entry) != "tower":
        assert stick.session is not None
        stick.say(setup[len(stick.session.answers) :])
    first, second = (answers_of_seat(kept(stick), seat) for seat in (0, 1))
    amend(stick, place(kept(stick), "player"))
    stick.press_until(lambda step: step == Answered((*second,)))
    assert isinstance(stick.entry, ConflictNotice)
    stick.press(OK, OK)
    assert isinstance(stick.entry, AmendmentPreview)
    stick.press(OK)
    now = kept(stick)
    assert (answers_of_seat(now, 0), answers_of_seat(now, 1)) == (second, first)


def answers_of_seat(game: Session, seat: int) -> list[Answer]:
    player = game.table.players[seat]
    return [Answer("player", player.name), Answer("colour", player.colour)]


def test_back_goes_from_answer_to_answer_said_anew(rig: Rig) -> None:
    old = resumed(rig, read_record(GAME))
    picture = rig.frame
    amend(rig, place(old, "take"))
    first = rig.entry
    rig.say([Answer("take", "yellow")])
    rig.press(OK)
    second = rig.frame
    rig.say([Answer("take", "red")])
    assert isinstance(rig.entry, AmendmentPreview)
    amended = rig.frame
    rig.press(BACK)
    assert rig.frame == picture, "the game is left as it was"
    amend(rig, place(old, "take"))
    rig.say([Answer("take", "yellow")])
    rig.press(OK, BACK)
    assert asked(rig.entry) == asked(first)
    assert pointed_at(rig.entry) == "yellow"
    rig.say([Answer("take", "yellow")])
    rig.press(OK)
    assert rig.frame == second
    rig.say([Answer("take", "red")])
    assert rig.frame == amended


def amend_what_is_taken(rig: Rig) -> Session:
    """Amend a kept game to its end; returns it as it was before."""
    old = resumed(rig, read_record(GAME))
    amend(rig, place(old, "take"))
    rig.say([Answer("take", "yellow")])
    rig.press(OK)
    rig.say([Answer("take", "red")])
    rig.press(OK)
    return old


@EITHER_BOARD
def test_undo_takes_an_amendment_back_as_a_whole_and_redo_does_it_again(
    make_rig: MakeRig, board: str
) -> None:
    rig = make_rig(board)
    old = amend_what_is_taken(rig)
    amended = kept(rig).answers
    assert amended != old.answers

    rig = make_rig(board)  # it is known beyond the power, too
    resume(rig)
    rig.press(BACK)
    assert asked(rig.entry) == "confirm undo-change"
    rig.press(BACK)
    open_and_choose(rig, "undo")
    assert told(rig) == "change undone – Rosa: takes red"
    assert kept(rig).answers == old.answers
    assert offers(rig, "redo")
    open_and_choose(rig, "undo")
    assert told(rig) == "undone – Rosa: turns up beige"
    open_and_choose(rig, "redo")
    assert told(rig) == "redone – Rosa: turns up beige"
    open_and_choose(rig, "redo")
    assert told(rig) == "change redone – Rosa: takes red"
    assert kept(rig).answers == amended
    assert not offers(rig, "redo")
    rig.press(BACK, OK)
    assert told(rig) == "change undone – Rosa: takes red"
    assert kept(rig).answers == old.answers
    rig.say([Answer("tower", "red"), Answer("floors", 2)])
    assert not offers(rig, "redo")


@EITHER_BOARD
def test_what_was_undone_behind_an_amendment_can_be_done_again_behind_it(
    make_rig: MakeRig, board: str
) -> None:
    rig = make_rig(board)
    amend_what_is_taken(rig)
    rig.say([Answer("tower", "red"), Answer("floors", 2)])
    before = kept(rig).answers
    for _ in range(3):
        open_and_choose(rig, "undo")
    assert told(rig) == "undone – Rosa: turns up beige"
    rig = make_rig(board)  # it is known beyond the power, too
    resume(rig)
    for _ in range(3):
        assert offers(rig, "redo")
        open_and_choose(rig, "redo")
    assert kept(rig).answers == before
    assert not offers(rig, "redo")


def test_undo_of_a_change_stands_at_the_winner_again(rig: Rig) -> None:
    old = resumed(rig, stored("three-players-finito-at-once"))
    amend(rig, place(old, "show", -1))
    rig.say([Answer("show", "brown")])
    rig.press(OK)
    assert asked(rig.entry) == "tower"
    open_and_choose(rig, "undo")
    assert asked(rig.entry) == "page scoring"
    assert told(rig).startswith("change undone – ")
    assert playing(rig).answers == old.answers


def test_a_game_amended_to_be_shorter_comes_back_whole(stick: Rig) -> None:
    old = resumed(stick, stored("two-players-light-moving"))
    first = place(old, "show")
    amend(stick, first)
    stick.say([Answer("show", "finito")])
    while not isinstance(stick.entry, AmendmentPreview):
        stick.press(OK)
    stick.press(OK)
    assert len(kept(stick).answers) == first + 1
    open_and_choose(stick, "undo")
    assert kept(stick).answers == old.answers


def test_an_amendment_that_cannot_be_taken_back_stays(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    resumed(stick, read_record(GAME))
    stick.press(BACK, OK)
    amend(stick, place(playing(stick), "tower"))
    stick.say([Answer("tower", "beige"), Answer("floors", 1)])
    while not isinstance(stick.entry, AmendmentPreview):
        if isinstance(stick.entry, ConflictNotice):
            stick.press(OK)
        else:
            stick.say([Answer("marker", "none")])
    stick.press(OK)
    amended = kept(stick).answers
    with monkeypatch.context() as full:
        full.setattr(stick.journal, "amend", refuse_to_keep)
        open_and_choose(stick, "undo")
        assert asked(stick.entry) == "notice unsaved-full"
    assert kept(stick).answers == amended
    assert playing(stick).answers == amended


def test_intermezzo_forgotten_in_light_play_is_said_by_changing_the_turn(rig: Rig) -> None:
    whole = stored("four-players-light")
    old = cut(whole, place(whole, "marker", 11) + 1)
    resumed(rig, old)
    amend(rig, place(old, "show", 3))
    rig.say([Answer("show", "intermezzo")])
    assert isinstance(rig.entry, AmendmentPreview)
    assert rig.entry.left_out == ()
    assert rig.entry.changes
    rig.press(OK)
    assert [a for a in kept(rig).answers if a.key == "tower"] == [
        a for a in old.answers if a.key == "tower"
    ]
    amend(rig, place(kept(rig), "show", 3))
    following = kept(rig).answers[place(kept(rig), "show", 3) + 2 :][:2]
    rig.say([Answer("show", "ordinary"), *following])
    assert isinstance(rig.entry, AmendmentPreview)
    rig.press(OK)
    assert kept(rig).answers == old.answers


def test_the_power_may_fail_in_the_midst(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    old = resumed(rig, read_record(GAME))
    amend(rig, place(old, "take"))
    rig.say([Answer("take", "yellow")])
    rig = make_rig("bonnet")
    rig.press(OK)
    assert playing(rig).answers == old.answers


def test_what_the_journal_cannot_keep_can_be_tried_again(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = resumed(stick, read_record(GAME))
    amend(stick, place(old, "show", 2))
    stick.say([Answer("show", "brown")])
    with monkeypatch.context() as full:
        full.setattr(stick.journal, "amend", refuse_to_keep)
        stick.press(OK)
        assert asked(stick.entry) == "notice unsaved-full"
    assert kept(stick).answers == old.answers
    stick.press(OK)
    assert isinstance(stick.entry, AmendmentPreview)
    stick.press(OK)
    assert kept(stick).answers[-1] == ("show", "brown")


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    "name",
    [
        "capitol-three-players-before-the-bid",
        "bologna-three-players-moved-roof",
        "1996-three-players-higher-chips",
        "two-players-moving",
        "three-players-light-at-intermezzo",
    ],
)
def test_whatever_was_said_opens_its_entry_and_can_be_said_again(stick: Rig, name: str) -> None:
    old = resumed(stick, stored(name))
    open_and_choose(stick, "amend")
    assert isinstance(stick.entry, TurnPicker)
    strokes = [stroke for turn in stick.entry.turns for stroke in turn.strokes]
    assert {stroke.at for stroke in strokes} > {0}
    for stroke in strokes[: -1 : len(strokes) // depth.at_depth(3, 12)]:
        go_home(stick)
        resume(stick)
        amend(stick, stroke.at)
        assert stick.session is not None
        assert stick.session.answers == old.answers[: stroke.at]
        while not isinstance(stick.entry, AmendmentPreview):
            assert not isinstance(stick.entry, ConflictNotice), stroke
            stick.say(old.answers[len(stick.session.answers) :])
        assert stick.session.answers == old.answers


@pytest.mark.usefixtures("undrawn")
def test_an_amended_game_is_played_on_to_its_end(rig: Rig) -> None:
    whole = stored("three-players")
    at = place(whole, "tower", 12)
    resumed(rig, replay_session(whole.name, [(a.key, a.word) for a in whole.answers[:at]]))
    first = place(whole, "tower", 3)
    amend(rig, first)
    rig.say(whole.answers[first:])
    rig.press(UP, OK)
    play_on(rig, whole)
    assert kept(rig).result == whole.result
