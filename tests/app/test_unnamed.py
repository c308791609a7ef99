"""Unnamed players are called by their seat in the language of the day, and are no people."""

import csv
import json
from contextlib import closing
from io import StringIO
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.app.demo.rig import DEMO_STARTED_AT, Rig
from companion.box.config.reader import NAME
from companion.box.service import folders
from companion.core.conversation import Answer
from companion.core.game_base import object_to_name
from companion.core.languages import LANGUAGES
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import replay_session, words_in
from companion.games.campanile.rules.towers import STYLES
from companion.games.unnamed import is_unnamed, name_seats
from companion.store.history.exports import ADDRESS
from companion.store.journal import Journal, JournalReader
from companion.ui.input.history import PersonPicker
from companion.ui.input.menu import Menu
from companion.ui.input.people import SeatPicker
from companion.ui.input.table_check import TableCheck
from tests.app.amended import open_and_choose
from tests.app.at_the_box import mid_turn, set_next
from tests.app.conftest import MakeRig
from tests.app.journeys import journey, new_game, open_setup, play_on, resumed, stored
from tests.app.reading import asked, playing
from tests.app.recent_games import RunCommand
from tests.buttons import BACK, DOWN, LEFT, MENU, OK, RIGHT
from tests.store.history import renamed
from tests.store.history import stored as told

COLOURS = ("blue", "yellow", "red", "black", "white")


def names(session: Session) -> list[str]:
    return [player.name for player in session.table.players]


def keep(folder: Path, game: str, *players: tuple[str, str]) -> None:
    """Keep the players of a game as an older version stored them."""
    pairs = [pair for name, colour in players for pair in (("player", name), ("colour", colour))]
    with closing(Journal.open(folder, DEMO_STARTED_AT)) as journal:
        number = journal.begin(game, len(players), DEMO_STARTED_AT)
        journal.append(number, pairs, DEMO_STARTED_AT)


def german(rig: Rig) -> None:
    """From anything: German at the settings, and back."""
    rig.press(MENU)
    set_next(rig, "language")
    rig.press(BACK, BACK)


def raw(folder: Path, number: int = 1) -> list[str]:
    """The players' names as the journal stores them."""
    pairs = JournalReader(folder).answers(number)
    return [word for key, word in pairs if key == "player" and word]


# At the device ------------------------------------------------------------------------------------


def test_who_gave_no_name_is_not_remembered(make_rig: MakeRig) -> None:
    """Today's yellow is not offered as yesterday's green."""
    rig = make_rig("bonnet")
    open_setup(rig, LEFT)
    journey(rig, ("player 1", LEFT, OK), ("player 2", RIGHT, OK), ("row 1",))
    assert names(playing(rig)) == ["Player 1", "Player 2"]
    rig = make_rig("bonnet")
    rig.choose("home", "new")
    journey(rig, ("game", OK), ("players", OK))
    entry = rig.entry
    assert isinstance(entry, SeatPicker)
    assert entry.colours == COLOURS
    assert entry.names == dict.fromkeys(COLOURS, ("Player 1",))


def test_the_language_of_the_day_words_them_and_the_journal_has_one(
    make_rig: MakeRig, state: Path
) -> None:
    rig = make_rig("bonnet")
    german(rig)
    open_setup(rig, LEFT)
    journey(rig, ("player 1", LEFT, OK), ("player 2", RIGHT, OK), ("row 1",))
    assert names(playing(rig)) == ["Spieler 1", "Spieler 2"]
    assert raw(state) == ["White", "Yellow"]
    german(rig)  # the next one: French
    assert asked(rig.entry) == "row 1"
    assert names(playing(rig)) == ["Joueur 1", "Joueur 2"]
    rig = make_rig("four-buttons")
    rig.press(OK)
    assert names(playing(rig)) == ["Joueur 1", "Joueur 2"]


def test_home_says_them_in_the_language_that_was_just_chosen(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    open_setup(rig, LEFT)
    journey(rig, ("player 1", LEFT, OK), ("player 2", RIGHT, OK), ("row 1", MENU))
    rig.choose("box", "home")
    german(rig)
    assert isinstance(rig.entry, Menu)
    assert rig.entry.phrases["resume"].names == ("Spieler 1", "Spieler 2")
    rig.press(OK)
    assert names(playing(rig)) == ["Spieler 1", "Spieler 2"]


def test_a_language_chosen_at_the_table_check_leaves_the_game_playable(
    make_rig: MakeRig, state: Path
) -> None:
    """What is corrected of an unnamed player is stored by the stored name."""
    rig = make_rig("bonnet")
    record = mid_turn(rig)
    assert names(playing(rig)) == ["Player 1", "Player 2", "Player 3"]
    open_and_choose(rig, "table_check")
    german(rig)
    assert names(playing(rig)) == ["Spieler 1", "Spieler 2", "Spieler 3"]
    assert isinstance(rig.entry, TableCheck), "the page that was open"
    rig.host._current_game.take([Answer("correct player", "Spieler 2")])
    stored_pairs = JournalReader(state).answers(1)
    assert stored_pairs[-1] == ("correct player", "Yellow")
    assert names(replay_session(record.name, stored_pairs)) == ["Black", "Yellow", "Blue"]
    rig = make_rig("bonnet")
    rig.press(OK)
    assert playing(rig).table.player.name == "Spieler 2"


def test_who_spells_a_colours_word_goes_by_the_seat(stick: Rig, state: Path) -> None:
    open_setup(stick, LEFT)
    stick.say([Answer("player", "Rot"), Answer("colour", "blue")])
    assert names(playing(stick)) == ["Player 1"]
    assert raw(state) == ["Blue"]
    journey(stick, ("player 2", LEFT, OK), ("row 1",))
    assert names(playing(stick)) == ["Player 1", "Player 2"]


def test_as_last_time_seats_them_in_the_language_of_the_day(make_rig: MakeRig, state: Path) -> None:
    rig, record = make_rig("bonnet"), stored("two-players-moving", "Ada")
    resumed(rig, record)
    play_on(rig, record)
    journey(rig, ("page Winner", OK), ("home",))
    german(rig)
    rig.choose("home", "again")
    assert names(playing(rig)) == ["Ada", "Spieler 2"]
    assert raw(state, 2) == raw(state, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seats_name_is_one_that_a_player_can_have(language: str) -> None:
    names = name_seats(words_in(language), 6)
    assert [object_to_name(name, names[:seat]) for seat, name in enumerate(names)] == [None] * 6
    assert all(is_unnamed(name, "campanile-2009") for name in names)


def test_nobody_is_called_as_a_tower_is(stick: Rig) -> None:
    """Blue, yellow and red are colours of players and of towers."""
    record = stored("three-players")
    new_game(stick, record)
    play_on(stick, record)
    towers = {words_in().named("colour", style) for style in STYLES}
    assert towers.isdisjoint(names(playing(stick)))


# Old journals -------------------------------------------------------------------------------------


def test_a_name_of_another_colour_or_language_in_an_old_journal(
    make_rig: MakeRig, state: Path
) -> None:
    keep(state, "bologna-towers", ("Green", "yellow"), ("Gelb", "green"), ("Ada", "red"))
    rig = make_rig("bonnet")
    assert rig.host._home._suggest("bologna-towers").people == (("Ada", "red"),)
    journey(rig, ("home", OK))
    assert names(playing(rig)) == ["Player 1", "Player 2", "Ada"]
    assert raw(state) == ["Green", "Gelb", "Ada"]


def test_unnamed_players_have_no_figures(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    for record in (stored("two-players-moving", "Ada"), stored("two-players-moving")):
        resumed(rig, record)
        play_on(rig, record)
        journey(rig, ("page Winner", OK), ("home",))
    rig.press(MENU)
    rig.choose("box", "history")
    journey(rig, ("history", DOWN, OK), ("people",))
    assert isinstance(rig.entry, PersonPicker)
    assert [each.name for each in rig.entry.people] == ["Ada"]


# Commands -----------------------------------------------------------------------------------------


@pytest.fixture
def stored_game(state: Path) -> Path:
    """A journal with a finished game of Ada and an unnamed player."""
    with closing(Journal.open(state, DEMO_STARTED_AT)) as journal:
        session = renamed(told("two-players-moving"), "Ada", "Yellow")
        number = journal.begin(session.name, 2, DEMO_STARTED_AT)
        pairs = [(answer.key, answer.word) for answer in session.answers]
        journal.append(number, pairs, DEMO_STARTED_AT)
    return state


@pytest.mark.usefixtures("stored_game")
def test_commands_word_unnamed_players_and_give_them_no_figures(
    said: RunCommand,
    refused: RunCommand,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "Player 2" in said("games", "1")
    (file := tmp_path / folders.NAME / NAME).parent.mkdir()
    file.write_text('language = "de"')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert "Spieler 2" in said("games", "1")
    rows = [line.split("│") for line in said("players").splitlines() if line.startswith("│")]
    assert {row[1].strip() for row in rows} == {"Ada"}
    assert refused("players", "Player 2")


@pytest.mark.usefixtures("state")
def test_an_import_tells_the_winner_as_the_list_does(said: RunCommand, tmp_path: Path) -> None:
    colours = [player.colour.title() for player in told("two-players-moving").table.players]
    record = write_record(renamed(told("two-players-moving"), *colours))
    (file := tmp_path / "unnamed.game").write_text(record)
    assert said("import", file).startswith("saved as game 1: Player ")


@pytest.mark.usefixtures("stored_game")
def test_exports_name_nobody_who_has_no_name(said: RunCommand) -> None:
    """A record must hold a name; a table of results and another program's list need none."""
    assert "player Yellow  colour yellow" in said("export", 1)
    rows = list(csv.DictReader(StringIO(said("export", "--csv"))))
    assert [row["player"] for row in rows] == ["Ada", ""]
    data = json.loads(unquote(said("bg-stats", 1).strip().removeprefix(ADDRESS)))
    assert [player["name"] for player in data["players"]] == ["Ada", "Yellow"]
    assert ["sourcePlayerId" in player for player in data["players"]] == [True, False]
