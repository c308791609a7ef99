"""What can be foreseen, by way of mock pins: the pages, the flags while OK is held, fewer hints."""

import pytest

from companion.app.announcer import announcement, describe_page_aloud
from companion.app.demo.rig import Rig
from companion.box.devices.boards import BOARDS
from companion.core.interfaces import Press, Tune
from companion.games import load_plugin, words_in
from companion.games.campanile.outlook import AllTurnsPage
from companion.ui.input.hints import Hints
from companion.ui.input.menu import Menu, Notice
from companion.ui.input.outlook import CountPage, FactPage, Outlook, PointsNow, open_outlook
from companion.ui.screens import render
from tests.app.amended import asks, is_over, resumed_where
from tests.app.at_the_box import choose, hold, let_go
from tests.app.conftest import MakeRig
from tests.app.journeys import journey, new_game, stands, stored
from tests.app.reading import asked, playing, pointed_at
from tests.buttons import BACK, DOWN, LEFT, MENU, OK, RIGHT, UP
from tests.entries import view_of

ANY_BOARD = pytest.mark.parametrize("board", BOARDS)
HINTS = ("settings", "hints")
COUNTED = [FactPage, AllTurnsPage, CountPage]


def late(rig: Rig, name: str = "four-players", turn: int = 30, key: str = "take") -> None:
    """Resume a stored game at this question of a turn."""
    resumed_where(rig, stored(name), asks(key, turn))


def kinds(entry: Outlook) -> list[type]:
    """The types of the pages."""
    return [type(page) for page in entry.pages]


def items(rig: Rig) -> list[object]:
    """What the box's menu offers."""
    rig.press(MENU)
    found = offered(rig)
    rig.press(BACK)
    return found


def offered(rig: Rig) -> list[object]:
    """What the menu that stands open offers."""
    assert isinstance(rig.entry, Menu)
    return [item.value for item in rig.entry.items]


def outlook(rig: Rig) -> Outlook:
    """Open it from the menu, and look at its first page."""
    rig.press(MENU)
    choose(rig, "outlook")
    return seen(rig)


def seen(rig: Rig) -> Outlook:
    assert isinstance(rig.entry, Outlook)
    return rig.entry


def prefer(rig: Rig, hints: Hints) -> None:
    """Choose in the settings until so much is told."""
    rig.press(MENU)
    choose(rig, "settings")
    while rig.host.view.hints is not hints:
        rig.choose(*HINTS)
    journey(rig, ("settings", BACK), ("box", BACK))


@ANY_BOARD
def test_the_flags_are_shown_only_while_ok_is_held(make_rig: MakeRig, board: str) -> None:
    rig = make_rig(board)
    late(rig)
    before = playing(rig).result
    back, on = (LEFT, RIGHT) if BOARDS[board].axes == 2 else (Press.PREVIOUS, Press.NEXT)
    assert isinstance(outlook(rig).page, FactPage)
    rig.press(back)  # the last page is a press from the first
    assert seen(rig).page == PointsNow("finito")
    closed = rig.frame
    hold(rig, OK)
    opened = rig.frame
    assert opened != closed
    rig._wait(20)
    assert rig.frame == opened
    let_go(rig, OK)
    assert rig.frame == closed
    gained = {each.seat: each.gain or 0 for each in seen(rig).standings}
    assert sum(gained.values()) > 0
    for each in seen(rig).standings:
        assert each.value == playing(rig).table.players[each.seat].points + gained[each.seat]
    points = [each.value for each in seen(rig).standings]
    assert points == sorted(points, reverse=True)
    journey(rig, ("outlook", on, BACK), ("box", BACK), ("take",))
    assert playing(rig).result == before


def test_ok_goes_from_page_to_page_and_opens_nothing_on_its_way(stick: Rig) -> None:
    late(stick)
    pages = [type(outlook(stick).page)]
    for _ in range(3):
        hold(stick, OK, 1.0)
        pages.append(type(seen(stick).page))
        assert not seen(stick).open
        let_go(stick, OK)
        assert not seen(stick).open
    assert pages == [*COUNTED, PointsNow]
    journey(stick, ("outlook", RIGHT, DOWN, UP, LEFT), ("outlook",))
    assert isinstance(seen(stick).page, PointsNow)
    hold(stick, OK)
    stick.press(RIGHT)
    assert (seen(stick).at, seen(stick).open) == (0, False)
    let_go(stick, OK)
    assert (seen(stick).at, seen(stick).open) == (0, False)


def test_a_press_sounds_once(stick: Rig) -> None:
    late(stick)
    outlook(stick)
    stick.chime.history.clear()
    stick.press(OK)
    assert [*stick.chime.history] == [Tune.CLICK]


def test_a_key_of_the_tower_panel_is_refused_until_the_next_press(stick: Rig) -> None:
    late(stick)
    outlook(stick)
    stick.press(LEFT)
    closed = stick.frame
    stick.keys(Press.CARD_2)
    assert stick.frame != closed
    stick.press(OK)
    assert stick.frame == closed


def test_with_hints_of_the_deck_alone_there_are_no_flags(stick: Rig) -> None:
    late(stick)
    prefer(stick, Hints.DECK)
    assert kinds(outlook(stick)) == COUNTED
    for _ in range(4):
        hold(stick, OK)
        assert not seen(stick).open
        let_go(stick, OK)


def test_without_hints_there_is_no_outlook_and_no_note_on_the_turns_screens(stick: Rig) -> None:
    late(stick, turn=38, key="show")
    assert "outlook" in items(stick)
    hinted = stick.frame
    prefer(stick, Hints.NONE)
    assert asked(stick.entry) == "show"
    assert "outlook" not in items(stick)
    assert "standings" in items(stick)
    assert stick.frame != hinted
    prefer(stick, Hints.ALL)
    assert stick.frame == hinted


@ANY_BOARD
def test_the_menu_below_the_settings_follows_the_hints_at_once(
    make_rig: MakeRig, board: str
) -> None:
    rig = make_rig(board)
    late(rig)
    rig.press(MENU)
    before = offered(rig)
    choose(rig, "settings")
    rig.choose(*HINTS)
    rig.choose(*HINTS)
    journey(rig, ("settings", BACK), ("box",))
    assert pointed_at(rig.entry) == "settings"
    assert offered(rig) == [item for item in before if item != "outlook"]
    choose(rig, "settings")
    rig.choose(*HINTS)
    journey(rig, ("settings", BACK), ("box",))
    assert offered(rig) == before


def test_it_stands_beside_the_points_and_only_in_a_game_under_way(stick: Rig) -> None:
    assert "outlook" not in items(stick)
    record = stored("three-players-at-intermezzo")
    new_game(stick, record)
    assert "outlook" not in items(stick)
    for _ in stands(stick, record):
        if asked(stick.entry) == "tower":
            break
    found = items(stick)
    assert found[found.index("standings") + 1] == "outlook"
    assert outlook(stick).pages[-1] == PointsNow("intermezzo")


def test_in_the_edition_of_1996_the_flags_are_those_of_the_end(stick: Rig) -> None:
    late(stick, "1996-two-players", turn=9, key="show")
    page = outlook(stick).pages[1]
    assert isinstance(page, AllTurnsPage)
    assert [each.average for each in page.own] == [None, None]
    stick.press(LEFT)
    assert seen(stick).page == PointsNow("final")
    hold(stick, OK)
    assert sum(each.gain or 0 for each in seen(stick).standings) > 0
    let_go(stick, OK)
    assert not seen(stick).open


@pytest.mark.sample(1)
@pytest.mark.parametrize("hints", Hints)
def test_without_hints_the_piles_of_1996_are_not_counted(stick: Rig, hints: Hints) -> None:
    late(stick, "1996-two-players", turn=9, key="tower")
    prefer(stick, hints)
    counted = stick.frame
    playing(stick).table.piles[0] -= 1
    assert (render(stick.host.view).tobytes() == counted) is (hints is Hints.NONE)


def test_a_game_that_is_over_has_no_outlook(stick: Rig) -> None:
    resumed_where(stick, stored("two-players"), is_over)
    assert "outlook" not in items(stick)


def test_without_hints_an_overdue_card_is_still_told(stick: Rig) -> None:
    late(stick, turn=30, key="show")
    pile = playing(stick).table.pile
    pile.intermezzo_seen = False
    assert pile.forecast_intermezzo().overdue
    prefer(stick, Hints.NONE)
    warned = stick.frame
    pile.intermezzo_seen = True
    stick.press(MENU, BACK)
    assert stick.frame != warned


def test_the_voice_does_not_read_what_a_phone_tells_of_the_outlook() -> None:
    session = stored("five-players-mid-turn")
    plugin, table = load_plugin(session.name), session.table
    assert plugin.input.forecast is not None
    words, below = words_in().of(session.name), Notice(key="hush")
    entry = open_outlook(plugin.input.forecast(table), table.players, Hints.ALL, below)
    closed, opened = (view_of(each, session, words) for each in (below, entry))
    assert describe_page_aloud(entry.page, opened) != ""
    assert announcement(closed, opened, woken=False) is None
