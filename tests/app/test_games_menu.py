"""Several games on one device: which is offered first, how home names them, points in any."""

from dataclasses import replace

import pytest

from companion.app.demo.rig import Rig
from companion.app.home import Home
from companion.app.recent_games import REMEMBERED, Suggestions
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.games import BUILT_IN, load_plugin, read_record, replay_session, title_of
from companion.text import Words
from companion.ui.input.box_pages import Peek
from companion.ui.input.menu import Menu
from companion.ui.input.outlook import Outlook, PointsNow
from companion.ui.screens import render
from companion.ui.screens.menus import label_of, labels_of
from tests.app.at_the_box import choose, hold, let_go
from tests.app.conftest import MakeRig
from tests.app.journeys import go_home, journey
from tests.app.reading import playing, pointed_at
from tests.buttons import LEFT, MENU, OK
from tests.games.bologna.rules.staging import MAP
from tests.shipped import read_shipped

PRINTED = ("kinds", "prefecture")


def begin(rig: Rig, game: str, turns: int = 1) -> Session:
    """Keep the beginning of the shipped record: its setup, and a few turns."""
    record = read_shipped(game)
    begins = load_plugin(game).rules.turn_begins
    places = [at for at, asked in enumerate(record.asked) if asked.key in begins]
    pairs = [(answer.key, answer.word) for answer in record.answers[: places[turns]]]
    number = rig.journal.begin(game, len(record.table.players), rig._now())
    rig.journal.append(number, pairs, rig._now())
    return record


def home(rig: Rig) -> list[str]:
    """What the home menu offers, in words."""
    assert isinstance(rig.entry, Menu)
    return [labels_of(rig.host.view, item, rig.entry)[0] for item in rig.entry.items]


def test_all_games_are_offered_in_their_order(stick: Rig) -> None:
    journey(stick, ("home", OK), ("game",))
    assert isinstance(stick.entry, Menu)
    titles = [label_of(stick.host.view, item, stick.entry) for item in stick.entry.items]
    assert titles == [title_of(game) for game in BUILT_IN]


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", BUILT_IN)
def test_the_cursor_stands_on_the_game_played_last_and_its_number_of_players(
    make_rig: MakeRig, game: str
) -> None:
    rig = make_rig("bonnet")
    others = [each for each in BUILT_IN if each != game]
    for each in (*others, game):
        record = begin(rig, each)
    rig = make_rig("bonnet")
    rig.choose("home", "new")
    assert pointed_at(rig.entry) == game
    rig.press(OK)
    assert isinstance(rig.entry, Menu)
    assert [item.value for item in rig.entry.items] == list(BUILT_IN[game][0].seats)
    assert pointed_at(rig.entry) == len(record.table.players)


def test_home_offers_the_latest_three_unfinished_games(make_rig: MakeRig) -> None:
    """Of games in their setup only the one played last, which is first in the list."""
    rig = make_rig("bonnet")
    records = [begin(rig, game) for game in ("campanile-2009", "campanile-1996", "capitol")]
    _, old, romans = [", ".join(each.name for each in its.table.players) for its in records]
    for colour in ("red", "blue"):
        number = rig.journal.begin("bologna-towers", 3, rig._now())
        rig.journal.append(number, [("player", "Ada"), ("colour", colour)], rig._now())
    rig = make_rig("bonnet")
    assert home(rig) == [
        "Türme von Bologna, setup: Ada",
        f"Capitol, round 1: {romans}",
        f"Campanile 1996, turn 2: {old}",
        f"Same as last time: Capitol, {romans}",
        "New game",
    ]
    rig.press(OK)
    assert playing(rig).name == "bologna-towers"
    go_home(rig)
    rig.choose("home", "resume-3")
    assert playing(rig).name == "campanile-1996"
    go_home(rig)
    rig.choose("home", "again")
    assert playing(rig).name == "capitol"


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_points_of_any_game_can_be_seen(make_rig: MakeRig, game: str) -> None:
    record = begin(make_rig("bonnet"), game, turns=3)
    rig = make_rig("bonnet")
    rig.press(OK, MENU)
    rig.choose("box", "standings")
    assert isinstance(rig.entry, Peek)
    hidden = rig.frame
    assert {each.seat for each in rig.entry.standings} == set(range(len(record.table.players)))
    rig.host.press(Press.OK)
    rig.app.draw()
    assert rig.frame != hidden
    rig.host.press(Press.RELEASED)
    rig.app.draw()
    assert rig.frame == hidden


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_outlook_of_any_game_hides_the_points_until_ok_is_held(
    make_rig: MakeRig, game: str
) -> None:
    begin(make_rig("bonnet"), game, turns=3)
    rig = make_rig("bonnet")
    rig.press(OK, MENU)
    choose(rig, "outlook")
    rig.press(LEFT)
    entry = rig.entry
    assert isinstance(entry, Outlook)
    assert [type(page) is PointsNow for page in entry.pages] == [False] * entry.at + [True]
    hidden = rig.frame
    hold(rig, OK)
    assert rig.frame != hidden
    let_go(rig, OK)
    assert rig.frame == hidden
    rig.host.entry = replace(entry, standings=())
    assert render(rig.host.view).tobytes() == hidden


@pytest.mark.parametrize("first", ["build 4-4", "plague 4-4", "fire 4-4", "heal 5-5", "pass yes"])
def test_as_last_time_takes_nothing_over_from_the_first_turn(make_rig: MakeRig, first: str) -> None:
    """However it began, and whatever was corrected before it."""
    setup = "game bologna-towers player A colour red player B colour blue player C colour green\n"
    light = read_record(f"{setup} variant light\n correct points A:7\n {first}")
    keep(make_rig("bonnet"), light)
    rig = make_rig("bonnet")
    rig.choose("home", "again")
    question = playing(rig).question
    assert question is not None
    assert (question.key, playing(rig).answers[-1].key) == ("build", "kinds")


def test_a_building_turn_of_capitol_that_does_nothing_is_not_taken_over(make_rig: MakeRig) -> None:
    record = read_shipped("capitol")
    end = next(at for at, asked in enumerate(record.asked) if asked.key == "play")
    text = [(each.key, each.word) for each in record.answers[:end]]
    keep(make_rig("bonnet"), replay_session("capitol", [*text, ("blank", "roof")]))
    rig = make_rig("bonnet")
    rig.choose("home", "again")
    assert playing(rig).answers == record.answers[:end]


def keep(rig: Rig, game: Session) -> None:
    """The journal keeps this game."""
    number = rig.journal.begin(game.name, len(game.table.players), rig._now())
    rig.journal.append(number, [(each.key, each.word) for each in game.answers], rig._now())


@pytest.mark.parametrize("game", ["bologna-towers", "capitol"])
def test_a_board_that_was_told_once_is_never_lost(make_rig: MakeRig, game: str) -> None:
    """Behind games without, games that ended in their setup, and more games than people."""
    rig = make_rig("bonnet")
    record = read_shipped(game)
    pairs = [(each.key, each.word) for each in record.answers if each.key != "kinds"]
    at = next(at for at, (key, _) in enumerate(pairs) if key in ("open", "prefecture"))
    whole = [*pairs[:at], ("kinds", MAP)] if game == "bologna-towers" else pairs[: at + 9]
    unfinished = [*pairs[:at], ("kinds", "")] if game == "bologna-towers" else pairs[: at + 8]
    for kept in (whole, *[unfinished] * (REMEMBERED + 1)):
        keep(rig, replay_session(game, kept))
    board = Suggestions.look(rig.journal, game).board
    assert [(each.key, each.word) for each in board] == [p for p in whole if p[0] in PRINTED]
    home, rules = Home(rig.box), load_plugin(game).rules()
    assert home.input_context(rules, (), Words()).board == board
