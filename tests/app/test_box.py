"""The box's own menu, by way of mock pins: what a table does with the device itself."""

from pathlib import Path

import pytest

from companion import __version__
from companion.app.demo.rig import Rig
from companion.app.open_table import OpenTable
from companion.box.devices.boards import BOARDS
from companion.box.devices.debouncer import LONG_PRESS, STUCK_AFTER
from companion.box.devices.keyboard import LONG_TAP
from companion.core.events import rank_points
from companion.core.interfaces import Frame
from companion.ui.input.box_pages import About, Peek
from companion.ui.input.menu import NewSign
from companion.ui.screens.box_pages import LEGEND
from tests import depth
from tests.app.amended import asks, resumed_where
from tests.app.at_the_box import choose, hold, let_go, mid_turn, picture_of
from tests.app.conftest import MakeRig
from tests.app.journeys import go_home, journey, new_game, stands, stored
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import BACK, DOWN, LEFT, MENU, OK, RIGHT, UP

ANY_BOARD = pytest.mark.parametrize("board", BOARDS)


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
        question, picture = asked(rig.entry), picture_of(rig, rig.entry)
        if question in opened and not depth.is_soak():
            continue
        before = list(rig.session.answers) if rig.session else []
        journey(rig, (question, MENU), ("box", DOWN, MENU), ("box", BACK), (question,))
        assert picture_of(rig, rig.entry) == picture
        rig.press(MENU)
        choose(rig, "resume")
        assert (asked(rig.entry), picture_of(rig, rig.entry)) == (question, picture)
        assert rig.session is not None
        if before and not rig.session.events:  # else its pages come first
            go_home(rig)
            journey(rig, ("home", BACK), (question,))
        assert rig.session.answers == before
        opened.add(question)
    assert opened >= {"player 1", "row 1", "open 1", "tower", "marker", "take", "show"}
    assert opened >= {"page scoring", "page award", "page Standings"}
    assert kept(rig).result == record.result


def test_a_back_held_long_is_the_menu_and_no_back(stick: Rig) -> None:
    mid_turn(stick)
    before = kept(stick).answers
    hold(stick, BACK, LONG_PRESS - 0.125)
    assert asked(stick.entry) == "take"
    stick._wait(0.15)
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
    rig._buttons.tap(BACK, lambda _: rig._wait(LONG_TAP))  # and its BACK does the same, held
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
    assert items == ["home", "history", "phone", "settings", "signs", "about", "off"]


# Points so far ----------------------------------------------------------------------------------


def peeking(rig: Rig) -> Frame:
    """A game after Intermezzo, at the closed page of the points; its picture."""
    resumed_where(rig, stored("four-players"), asks("take", 25))
    rig.press(MENU)
    choose(rig, "standings")
    return rig.frame


def test_the_points_are_shown_only_while_ok_is_held(stick: Rig) -> None:
    closed = peeking(stick)
    assert isinstance(stick.entry, Peek)
    points = [each.value for each in stick.entry.standings]
    assert points == sorted((p.points for p in playing(stick).table.players), reverse=True)
    assert points[0] > 0
    # Hidden, it is the same picture whatever the points.
    nil = Peek(standings=rank_points([]), below=stick.entry.below)
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
    hold(stick, UP, STUCK_AFTER - 1)
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


# Signs ------------------------------------------------------------------------------------------


def test_what_the_signs_mean_is_a_page_of_the_menu(stick: Rig) -> None:
    """Also in a game, whose signs come first; BACK leads to the menu from any page."""
    mid_turn(stick)
    question = stick.frame
    stick.press(MENU)
    choose(stick, "signs")
    shown = []
    while stick.frame not in shown:
        shown.append(stick.frame)
        stick.press(OK)
    assert len(shown) > len(LEGEND), "the game has signs of its own"
    assert stick.frame == shown[0]
    journey(stick, ("legend", LEFT, BACK), ("box", BACK))
    assert stick.frame == question


def test_a_sign_is_explained_once_a_game_where_it_first_appears(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the next game; an undo does not tell it again."""
    record, found = stored("three-players-at-intermezzo"), list[str]()
    find = OpenTable._find_new_sign

    def find_and_note(table: OpenTable) -> NewSign | None:
        if sign := find(table):
            found.append(sign.key)
        return sign

    monkeypatch.setattr(OpenTable, "_find_new_sign", find_and_note)
    for _ in range(2):
        found.clear()
        new_game(stick, record)
        for _ in stands(stick, record):
            pass
        assert found == ["thin"]
        go_home(stick)


def test_what_a_sign_means_goes_with_the_next_press_which_counts(stick: Rig) -> None:
    resumed_where(stick, stored("three-players-at-intermezzo"), asks("marker", 3))
    assert stick.host.view.new_sign is None
    stick.press(RIGHT)
    assert stick.host.view.new_sign == NewSign("thin")
    before = stick.entry
    stick.press(RIGHT)
    assert stick.host.view.new_sign is None
    assert stick.entry != before


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
    monkeypatch.setattr("companion.box.service.machine.ROUTES", routes)
    monkeypatch.setattr("companion.app.box.time.clock_gettime", lambda _: 7319.5)
    for _ in range(2):
        mid_turn(stick, 1)
        go_home(stick)
    told = about(stick).values
    assert told["version"] == __version__
    assert told["address"] == "192.168.7.23"
    assert told["minutes"] == 121
    assert told["games"] == 2
    assert told["health"] == "sound"
    assert (told["board"], told["choice"]) == ("bonnet", "set")
    journey(stick, ("about", OK), ("box",))
    assert pointed_at(stick.entry) == "about"


def test_about_without_a_network_or_its_table(
    stick: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.box.service.machine.ROUTES", tmp_path / "none")
    assert about(stick).values["address"] == ""
    stick.press(BACK)
    routes = tmp_path / "routes"
    routes.write_text("".join(ROUTES.splitlines(keepends=True)[:5]))
    monkeypatch.setattr("companion.box.service.machine.ROUTES", routes)
    assert about(stick).values["address"] == ""


def test_about_tells_that_a_damaged_journal_was_set_aside(
    make_rig: MakeRig, tmp_path: Path
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "games.sqlite").write_bytes(b"not a journal")
    rig = make_rig("bonnet")
    journey(rig, ("notice aside", OK), ("home",))
    assert about(rig).values["health"] == "aside"
