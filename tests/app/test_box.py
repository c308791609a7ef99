"""The box's own menu, by way of mock pins: what a table does with the device itself."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion import __version__
from companion.demo import BEGINNING, Rig
from companion.devices.boards import BOARDS
from companion.devices.buttons import LONG, STUCK
from companion.devices.chime import GpiozeroChime
from companion.devices.picture import Picture
from companion.devices.resting import DIM_AFTER, DIMMED
from companion.devices.virtual import LONG_TAP, TAP
from companion.entry.box import About, Peek
from companion.entry.guide import standings_of
from companion.entry.menu import Notice
from companion.entry.people import NamePicker, SeatPicker
from companion.entry.step import Entry
from companion.games.conversation import Answer
from companion.host.box import Box
from companion.host.preferences import BRIGHTNESS, LANGUAGE, SOUND, VALUES, Preferences
from companion.journal import JournalUnwritable
from companion.ports import Frame, Press, Tune
from companion.screens import render
from companion.session.session import Session
from tests.app.conftest import MakeRig
from tests.app.journeys import (
    BACK,
    DOWN,
    LEFT,
    MENU,
    OK,
    RIGHT,
    UP,
    asked,
    go_home,
    journey,
    kept,
    new_game,
    pointed_at,
    stands,
    stored,
)

ANY_BOARD = pytest.mark.parametrize("board", BOARDS)


def choose(rig: Rig, item: str) -> None:
    """Press an item of the box's menu, which stands open."""
    rig.say([Answer("box", item)])


def set_next(rig: Rig, setting: str) -> None:
    """From the box's menu: the next value of a setting."""
    choose(rig, "settings")
    rig.say([Answer("settings", setting)])


def hold(rig: Rig, press: Press, seconds: float = TAP) -> None:
    """Put a finger on a button and leave it there."""
    rig._finger.down(press)
    rig._wait(seconds)


def let_go(rig: Rig, press: Press) -> None:
    rig._finger.up(press)
    rig._wait(TAP)


def mid_turn(rig: Rig, turn: int = 3) -> Session:
    """Play a game to the display's card of some turn; the whole game's record."""
    record = stored("three-players-at-intermezzo")
    new_game(rig, record)
    for _ in stands(rig, record):
        if rig.session and rig.session.table.turn == turn and asked(rig.entry) == "take":
            return record
    raise AssertionError("no such turn")


# The menu's doors -------------------------------------------------------------------------------


@ANY_BOARD
def test_the_menu_opens_from_every_question_and_leads_back_to_it(
    make_rig: MakeRig, board: str
) -> None:
    rig, record = make_rig(board), stored("three-players-at-intermezzo")
    journey(
        rig,
        ("home", MENU),
        ("box", BACK),
        ("home", OK),
        ("game", OK),
        ("players", MENU),
        ("box", BACK),
    )
    journey(rig, ("players", BACK), ("game", BACK), ("home",))
    new_game(rig, record)
    opened: set[str] = set()
    for _ in stands(rig, record):
        question, picture = asked(rig.entry), rig.frame
        before = list(rig.session.answers) if rig.session else []
        journey(rig, (question, MENU), ("box", DOWN, MENU), ("box", BACK), (question,))
        assert rig.frame == picture
        rig.press(MENU)
        choose(rig, "resume")
        assert (asked(rig.entry), rig.frame) == (question, picture)
        assert rig.session is not None
        assert rig.session.answers == before
        opened.add(question)
    assert opened >= {"player 1", "row 1", "open 1", "tower", "marker", "take", "show"}
    assert opened >= {"page Announcement", "page AwardPage", "page Standings"}
    assert kept(rig).result == record.result


def test_what_is_half_entered_stands_as_before_after_the_menu(stick: Rig) -> None:
    """Three colours of the row, then the menu, with a look at everything in it, and back."""
    journey(
        stick,
        ("home", OK),
        ("game", OK),
        ("players", OK),
        *[(f"player {n}", OK) for n in (1, 2, 3)],
    )
    journey(stick, *[(f"row {n}", OK) for n in (1, 2, 3)], ("row 4", RIGHT))
    picture = stick.frame
    stick.press(MENU)
    set_next(stick, BRIGHTNESS)
    journey(stick, ("settings", BACK), ("box",))
    choose(stick, "about")
    journey(stick, ("about", MENU), ("box", BACK), ("row 4",))
    assert stick.frame == picture


def test_a_back_held_long_is_the_menu_and_no_back(stick: Rig) -> None:
    mid_turn(stick)
    before = kept(stick).answers
    hold(stick, BACK, LONG - 0.1)
    assert asked(stick.entry) == "take"
    stick._wait(0.1)
    assert asked(stick.entry) == "box"
    let_go(stick, BACK)
    assert asked(stick.entry) == "box"
    assert kept(stick).answers == before


def test_the_third_key_of_the_hat_is_the_menu_at_once(make_rig: MakeRig) -> None:
    rig = make_rig("waveshare-hat")
    hold(rig, MENU)
    assert asked(rig.entry) == "box"
    let_go(rig, MENU)
    choose(rig, "home")
    journey(rig, ("home", BACK), ("home",))
    rig._finger.tap(BACK, lambda _: rig._wait(LONG_TAP))  # and its BACK does the same, held
    assert asked(rig.entry) == "box"


def test_from_the_menus_of_another_game_back_leads_to_the_game_under_way(stick: Rig) -> None:
    mid_turn(stick)
    go_home(stick)
    journey(stick, ("home", BACK), ("take", MENU), ("box",))
    assert [item.value for item in stick.entry.items][:3] == [  # type: ignore[attr-defined]  # a menu
        "resume",
        "undo",
        "standings",
    ]


def test_going_on_playing_leads_from_home_to_the_game(stick: Rig) -> None:
    mid_turn(stick)
    go_home(stick)
    stick.press(MENU)
    choose(stick, "resume")
    assert asked(stick.entry) == "take"


def test_between_games_there_is_nothing_to_resume_or_take_back(stick: Rig) -> None:
    stick.press(MENU)
    items = [item.value for item in stick.entry.items]  # type: ignore[attr-defined]  # a menu
    assert items == ["home", "history", "settings", "about", "off"]


def test_undo_takes_back_a_step_and_so_does_the_journal(stick: Rig) -> None:
    mid_turn(stick)
    before = kept(stick).answers
    stick.press(MENU)
    choose(stick, "undo")
    assert asked(stick.entry) == "marker"
    assert kept(stick).answers == before[:-1]
    stick.press(OK)
    assert kept(stick).answers == before


# Points so far ----------------------------------------------------------------------------------


def peeking(rig: Rig) -> Frame:
    """A game after Intermezzo, at the closed page of the points; its picture."""
    record = stored("four-players")
    new_game(rig, record)
    for _ in stands(rig, record):
        if rig.session and rig.session.table.turn > 24 and asked(rig.entry) == "take":
            break
    rig.press(MENU)
    choose(rig, "standings")
    return rig.frame


def test_the_points_are_shown_only_while_ok_is_held(stick: Rig) -> None:
    closed = peeking(stick)
    assert isinstance(stick.entry, Peek)
    assert stick.session is not None
    points = [each.points for each in stick.entry.standings]
    assert points == sorted((p.points for p in stick.session.table.players), reverse=True)
    assert points[0] > 0
    # Hidden, it is the same picture whatever the points.
    nil = Peek(None, standings_of([]), stick.entry.below)
    assert closed == picture_of(stick, nil)
    stick._wait(5)
    assert stick.frame == closed
    hold(stick, OK)
    opened = stick.frame
    assert opened != closed
    stick._wait(20)
    assert stick.frame == opened
    let_go(stick, OK)
    assert stick.frame == closed
    journey(stick, ("peek", LEFT, RIGHT, UP, DOWN), ("peek", BACK), ("box", BACK), ("take",))


def test_the_points_do_not_stand_open_when_they_are_left_or_come_back_to(stick: Rig) -> None:
    closed = peeking(stick)
    hold(stick, OK)
    hold(stick, BACK)
    let_go(stick, BACK)
    assert asked(stick.entry) == "box"
    let_go(stick, OK)
    assert asked(stick.entry) == "box"
    choose(stick, "standings")
    assert stick.frame == closed


def test_a_notice_that_comes_while_they_are_held_open_leaves_them_hidden(stick: Rig) -> None:
    closed = peeking(stick)
    hold(stick, UP, STUCK - 1)
    hold(stick, OK, 2.0)
    assert asked(stick.entry) == "notice stuck"
    let_go(stick, OK)
    stick.press(BACK)
    assert asked(stick.entry) == "peek"
    assert stick.frame == closed


def test_no_points_are_offered_before_the_first_turn(stick: Rig) -> None:
    new_game(stick, stored("three-players-at-intermezzo"))
    stick.press(OK, MENU)
    items = [item.value for item in stick.entry.items]  # type: ignore[attr-defined]  # a menu
    assert "resume" in items
    assert "undo" in items
    assert "standings" not in items


def picture_of(rig: Rig, entry: Peek | Notice) -> Frame:
    """What the panel would show of an entry, in this rig's game."""
    before, rig.host.entry = rig.host.entry, entry
    frame: Frame = render(rig.host.view).tobytes()
    rig.host.entry = before
    return frame


# What the table may choose ------------------------------------------------------------------------


def preferred(rig: Rig) -> Preferences:
    return Preferences(rig.journal, lambda: BEGINNING)


def test_the_settings_lead_back_to_the_menu_and_the_game(stick: Rig) -> None:
    mid_turn(stick)
    stick.press(MENU)
    choose(stick, "settings")
    journey(stick, ("settings", BACK), ("box",))
    assert pointed_at(stick.entry) == "settings"
    journey(stick, ("box", OK), ("settings", MENU), ("box", BACK), ("take",))


def test_what_the_settings_file_says_holds_till_the_table_chooses(stick: Rig) -> None:
    given = {"hints": "none", "thinking-time": "on"}
    fresh = Preferences(stick.journal, lambda: BEGINNING, given)
    assert (fresh["hints"], fresh["thinking-time"], fresh[SOUND]) == ("none", "on", "on")
    fresh.choose_next("hints")
    again = Preferences(stick.journal, lambda: BEGINNING, given)
    assert (again["hints"], again["thinking-time"]) == ("all", "on")


@ANY_BOARD
def test_a_colours_own_name_is_said_in_the_language_chosen_meanwhile(
    make_rig: MakeRig, board: str
) -> None:
    rig = make_rig(board)
    journey(rig, ("home", OK), ("game", OK), ("players", OK), ("player 1",))
    seat = rig.entry
    assert isinstance(seat, SeatPicker)
    assert seat.names["blue"] == ("Blue",)
    rig.host.entry = replace(seat, names={**seat.names, "red": ("Emma",)})
    after = in_the_next_language(rig)
    assert isinstance(after, SeatPicker)
    assert (after.names["blue"], after.names["red"]) == (("Blau",), ("Emma",))
    rig.host.entry = NamePicker(None, after, "Em")
    letters = in_the_next_language(rig)
    assert isinstance(letters, NamePicker)
    assert letters.text == "Em"
    journey(rig, ("letters", BACK, BACK, BACK), ("player 1",))
    assert isinstance(rig.entry, SeatPicker)
    assert rig.entry.names["blue"] == ("Bleu",)


def in_the_next_language(rig: Rig) -> Entry:
    """What is asked when the table has chosen the next language in the menu."""
    rig.press(MENU)
    set_next(rig, LANGUAGE)
    rig.press(BACK, BACK)
    return rig.entry


def test_a_value_kept_by_another_version_is_passed_over(stick: Rig) -> None:
    stick.journal.set(LANGUAGE, "tlh", BEGINNING)
    assert preferred(stick)[LANGUAGE] == "en"


def test_sound_off_is_heard_at_once_and_lasts(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    rig.press(MENU)
    assert rig.chime.history[-1] is Tune.CLICK
    choose(rig, "settings")
    while pointed_at(rig.entry) != SOUND:
        rig.press(DOWN)
    heard, shown = list(rig.chime.history), rig.frame
    rig.press(OK)
    assert list(rig.chime.history) == heard  # not even the click of this press
    assert rig.frame != shown
    assert pointed_at(rig.entry) == SOUND
    rig.press(DOWN, UP)
    assert list(rig.chime.history) == heard
    rig = make_rig("bonnet")
    rig.press(MENU)
    choose(rig, "settings")
    assert not rig.chime.history
    rig.say([Answer("settings", SOUND)])
    assert list(rig.chime.history) == [Tune.CLICK]
    assert make_rig("bonnet").box.preferences[SOUND] == "on"


def test_a_tune_that_sounds_ends_when_the_sound_is_switched_off(stick: Rig) -> None:
    chime = GpiozeroChime(12)
    box = Box(stick.journal, preferred(stick), Picture(stick.oled, 0.0), chime, stick.voice)
    chime.play(Tune.FINITO, 0.0)
    assert chime._buzzer.is_active
    box.choose_next(SOUND)
    assert not chime._buzzer.is_active
    assert chime.tick(0.1) is None
    chime.close()


def test_a_box_muted_by_its_settings_starts_silent_and_can_be_heard_for_this_evening(
    stick: Rig,
) -> None:
    picture = Picture(stick.oled, 0.0)
    for _ in range(2):  # the second time the table had switched it on last
        stick.chime.muted = True
        box = Box(stick.journal, preferred(stick), picture, stick.chime, stick.voice)
        assert (box.preferences[SOUND], stick.chime.muted) == ("off", True)
        box.choose_next(SOUND)
        assert (box.preferences[SOUND], stick.chime.muted) == ("on", False)


def test_brightness_goes_through_its_levels_and_lasts(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    rig.press(MENU)
    choose(rig, "settings")
    while pointed_at(rig.entry) != BRIGHTNESS:
        rig.press(DOWN)
    shares = [rig.oled.share]
    for _ in VALUES[BRIGHTNESS]:
        assert pointed_at(rig.entry) == BRIGHTNESS
        shown = rig.frame
        rig.press(OK)
        assert rig.frame != shown
        shares.append(rig.oled.share)
    assert shares == [1.0, 0.5, 0.2, 1.0]
    rig.press(OK)
    rig = make_rig("bonnet")
    assert rig.oled.share == 0.5
    rig._wait(DIM_AFTER)
    assert rig.oled.share == 0.5 * DIMMED
    rig.press(OK)
    assert rig.oled.share == 0.5


@pytest.mark.parametrize("item", [SOUND, BRIGHTNESS, "hints"])
def test_a_setting_that_cannot_be_kept_is_told_and_stays(
    stick: Rig, monkeypatch: pytest.MonkeyPatch, item: str
) -> None:
    def full(*_: object) -> None:
        raise JournalUnwritable(Path("games.sqlite"), 28, "No space left on device")

    before = {name: stick.box.preferences[name] for name in VALUES}
    stick.press(MENU)
    with monkeypatch.context() as broken:
        broken.setattr(stick.journal, "set", full)
        set_next(stick, item)
    assert asked(stick.entry) == "notice unsaved"
    assert stick.chime.history[-1] is Tune.REFUSAL
    assert {name: stick.box.preferences[name] for name in VALUES} == before
    assert stick.oled.share == 1.0
    stick.press(OK)
    assert pointed_at(stick.entry) == item
    stick.press(OK)
    assert stick.box.preferences[item] != before[item]


# About ------------------------------------------------------------------------------------------

ROUTES = """Main:
  +-- 0.0.0.0/0 3 0 5
     +-- 127.0.0.0/8 2 0 2
        |-- 127.0.0.1
           /32 host LOCAL
     |-- 192.168.7.0
        /24 link UNICAST
     |-- 192.168.7.23
        /32 host LOCAL
     |-- 192.168.7.255
        /32 link BROADCAST
"""


def about(rig: Rig) -> About:
    rig.press(MENU)
    choose(rig, "about")
    assert isinstance(rig.entry, About)
    return rig.entry


def test_about_tells_version_address_uptime_and_games(
    stick: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    routes = tmp_path / "routes"
    routes.write_text(ROUTES)
    monkeypatch.setattr("companion.host.box.ROUTES", routes)
    monkeypatch.setattr("companion.host.box.time.clock_gettime", lambda _: 7319.5)
    for _ in range(2):
        mid_turn(stick, 1)
        go_home(stick)
    told = about(stick).values
    assert told["version"] == __version__
    assert told["address"] == "192.168.7.23"
    assert told["minutes"] == 121
    assert told["games"] == 2
    assert told["health"] == "sound"
    journey(stick, ("about", OK), ("box",))
    assert pointed_at(stick.entry) == "about"


def test_about_without_a_network_or_its_table(
    stick: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.host.box.ROUTES", tmp_path / "none")
    assert about(stick).values["address"] == ""
    stick.press(BACK)
    routes = tmp_path / "routes"
    routes.write_text("".join(ROUTES.splitlines(keepends=True)[:5]))
    monkeypatch.setattr("companion.host.box.ROUTES", routes)
    assert about(stick).values["address"] == ""


def test_about_tells_that_a_damaged_journal_was_set_aside(
    make_rig: MakeRig, tmp_path: Path
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "games.sqlite").write_bytes(b"not a journal")
    rig = make_rig("bonnet")
    journey(rig, ("notice aside", OK), ("home",))
    assert about(rig).values["health"] == "aside"
