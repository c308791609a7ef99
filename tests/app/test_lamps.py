"""The tower panel's lamps in the course of a game: where to press, whose turn, who takes what."""

import pytest

from companion.app.demo.rig import Rig
from companion.box.devices.picture import DIM_AFTER, OFF_AFTER
from companion.core.conversation import Answer
from companion.core.events import SCORING
from companion.core.interfaces import DARK, TOWER_KEYS, Effect, Lamp, Press
from companion.games import read_record
from companion.games.campanile.input import TiePage, TowerPage
from companion.games.campanile.palette import CAMPANILE_PALETTE
from companion.games.campanile.rules.flags import Award
from companion.games.campanile.rules.towers import STYLES
from companion.ui.input.guide import Guide, Page, RankingPage, Standings, Winner
from tests.app.conftest import MakeRig
from tests.app.journeys import begin, new_game, stands, stored
from tests.app.reading import playing
from tests.app.test_keys import BEGUN, BEIGE, BLUE, NONE, RED, TWO, YELLOW
from tests.buttons import BACK, LEFT, MENU, OK

ROW = ("beige", "blue", "brown", "yellow", "red")
NO_TOWER = (DARK,) * 5


@pytest.fixture
def begun(make_rig: MakeRig) -> Rig:
    """Two players at their first turn."""
    rig = make_rig("bonnet")
    begin(rig, BEGUN)
    return rig


def lamp(colour: str) -> Lamp:
    return Lamp(*CAMPANILE_PALETTE[colour].lamp)


def towers(rig: Rig) -> tuple[Lamp, ...]:
    return rig.lamps.shown[:5]


def seats(rig: Rig) -> tuple[Lamp, ...]:
    return rig.lamps.shown[5:]


def only(*styles: str) -> tuple[Lamp, ...]:
    return tuple(lamp(style) if style in styles else DARK for style in ROW)


def test_the_lamps_say_where_a_key_may_be_pressed(begun: Rig) -> None:
    assert towers(begun) == only(*ROW)
    begun.keys(BLUE)
    assert towers(begun) == (DARK, lamp("blue")._replace(effect=Effect.BREATHING), *[DARK] * 3)
    begun.keys(TWO)
    assert towers(begun) == only("yellow", "red")  # a marker's tower must lie open
    begun.keys(RED)
    assert towers(begun) == only("yellow", "red")  # an open card
    begun.keys(YELLOW)
    assert towers(begun) == only(*ROW)  # whatever is turned up


def test_a_seat_breathes_in_the_colour_of_whose_turn_it_is(begun: Rig) -> None:
    assert seats(begun) == (lamp("red")._replace(effect=Effect.BREATHING), *[DARK] * 4)
    begun.keys(BLUE, TWO, NONE, YELLOW, BEIGE)
    assert seats(begun) == (DARK, lamp("blue")._replace(effect=Effect.BREATHING), *[DARK] * 3)


def test_the_lamps_stand_as_the_towers_are_drawn(begun: Rig) -> None:
    begun.host.mirrored = True
    begun.keys(TOWER_KEYS[4], TWO)  # beige
    assert towers(begun) == only("yellow", "red")[::-1]


def test_while_the_row_is_laid_the_lamps_are_the_styles_left(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    assert towers(rig) == NO_TOWER
    new_game(rig, read_record(BEGUN))
    rig.press(OK, OK)
    assert towers(rig) == tuple(lamp(style) for style in STYLES)
    rig.keys(RED)
    assert towers(rig) == (*(lamp(style) for style in STYLES[:4]), DARK)


def test_a_menu_over_the_game_darkens_the_towers_but_not_the_seat(begun: Rig) -> None:
    before = seats(begun)
    begun.press(MENU)
    assert towers(begun) == NO_TOWER
    assert seats(begun) == before


def test_a_scoring_shows_the_flags_ranks_the_takers_and_the_winner(make_rig: MakeRig) -> None:
    rig, record = make_rig("bonnet"), stored("four-players")
    new_game(rig, record)
    seen: set[type[Page]] = set()
    for _ in stands(rig, record):
        if isinstance(rig.entry, Guide):
            seen.add(type(rig.entry.page))
            check(rig, rig.entry.page)
    assert seen >= {RankingPage, TowerPage, TiePage, Standings, Winner}


def check_tower(rig: Rig, award: Award) -> None:
    table = playing(rig).table
    [breathing] = [
        style
        for style, shown in zip(table.row, towers(rig), strict=True)
        if shown.effect is Effect.BREATHING
    ]
    assert breathing == award.style


def check(rig: Rig, page: Page) -> None:
    table = playing(rig).table
    light = {style: sum(shown[:3]) for style, shown in zip(table.row, towers(rig), strict=True)}
    if isinstance(page, RankingPage) and page.event.kind is SCORING:
        blinking = [shown for shown in towers(rig) if shown.effect is Effect.BLINKING]
        assert len(blinking) == len(page.event.source.awards)
    elif isinstance(page, RankingPage):
        check_tower(rig, page.event.source)
        takers = {seat for seat, _ in page.event.source.chips}
        assert {seat for seat, shown in enumerate(seats(rig)) if shown != DARK} == takers
    if isinstance(page, TowerPage | TiePage):
        check_tower(rig, page.event.source)
    if isinstance(page, TiePage):
        level = {place.seat for place in page.level}
        assert {seat for seat, shown in enumerate(seats(rig)) if shown != DARK} == level
    if isinstance(page, Standings):
        scoring = page.event.source
        shares = [light[a.style] / sum(lamp(a.style)[:3]) for a in scoring.awards]
        assert shares == sorted(shares)
        assert len({round(share, 1) for share in shares[-3:]}) == 3
        assert all(light[each.style] == 0 for each in scoring.unflagged)
    if isinstance(page, Winner):
        assert towers(rig) == NO_TOWER
        won = {seat for seat, shown in enumerate(seats(rig)) if shown.effect is Effect.BLINKING}
        assert won == set(page.event.seats)


def test_the_lamps_rest_with_the_picture_and_a_key_that_wakes_it_says_nothing(begun: Rig) -> None:
    shining = begun.lamps.shown
    pass_by(begun, DIM_AFTER)
    assert begun.lamps.shown == (DARK,)
    pass_by(begun, OFF_AFTER)
    begun.keys(BLUE)
    assert begun.lamps.shown == shining
    begun.keys(BLUE, TWO)
    assert playing(begun).answers[-2:] == [Answer("tower", "blue"), Answer("floors", 2)]


def test_ok_that_wakes_the_picture_ends_with_its_release(begun: Rig) -> None:
    begun.press(MENU)
    begun.choose("box", "standings")
    pass_by(begun, OFF_AFTER)
    begun.keys(OK, Press.RELEASED)
    begun.keys(BACK, BACK, LEFT)
    assert len(playing(begun).answers) == len(read_record(BEGUN).answers)


def pass_by(rig: Rig, seconds: float) -> None:
    rig.seconds += seconds
    rig.app.pump()
