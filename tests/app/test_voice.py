"""What a table hears: scorings page by page, whose turn after a pause, and nothing when off."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.box import Preference, Preferences
from companion.app.demo.rig import Rig, people_of, play_record
from companion.box.devices.boards import BOARDS
from companion.box.devices.picture import DIM_AFTER, OFF_AFTER
from companion.core.interfaces import PanelStatus, Press
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.text import Words
from companion.ui.input.guide import Guide, Winner
from tests.app.amended import has_scored, resumed_where
from tests.app.at_the_box import mid_turn, set_next
from tests.app.journeys import journey, open_setup, stored
from tests.app.reading import asked, playing, pointed_at
from tests.buttons import BACK, LEFT, MENU, OK, RIGHT
from tests.shipped import read_shipped

ON: Mapping[str, str] = {Preference.VOICE: "on"}
MakeTable = Callable[..., Rig]


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> MakeTable:
    """Switches on a rig with these settings in its file."""

    def make(given: Mapping[str, str] = ON, record: Session | None = None) -> Rig:
        known = people_of(record) if record is not None else ()
        rig = Rig(BOARDS["bonnet"], tmp_path / "games", known, given=given)
        request.addfinalizer(rig._stack.close)
        return rig

    return make


def heard(rig: Rig) -> list[str]:
    """What was said since this was asked last."""
    assert {language for language, _ in rig.voice.history} <= {"en"}
    said = [sentence for _, sentence in rig.voice.history]
    rig.voice.history.clear()
    return said


def to_a_scoring(rig: Rig) -> Session:
    """Resume a game where Intermezzo has come; the whole game's record."""
    record = stored("three-players-at-intermezzo", "Emma", "Jakob", "Lia")
    return resumed_where(rig, record, has_scored)


# Scorings --------------------------------------------------------------------------------------


def test_a_scoring_is_told_page_by_page(table: MakeTable) -> None:
    rig = table()
    to_a_scoring(rig)
    said = heard(rig)
    while isinstance(rig.entry, Guide):
        rig.press(OK)
        said += heard(rig)
    assert said == TOLD
    assert rig.voice.speaking is None  # the last page is gone, and so are its words


TOLD = [
    "Intermezzo. The flags are scored.",
    "The fourth highest tower is the red one.",
    "Lia has influence 3 and gets 1 point.",
    "The third highest tower is the blue one.",
    "Jakob has influence 3 and gets 2 points.",
    "The second highest tower is the beige one.",
    "Emma has influence 2 and gets 3 points. Jakob has influence 2 and gets 1 point.",
    "Emma and Jakob have 2 each: Emma is nearer the base.",
    "The highest tower is the yellow one.",
    "Lia has influence 2 and gets 4 points. Jakob has influence 2 and gets 2 points.",
    "Lia and Jakob have 2 each: Lia is nearer the base.",
    "The points: Jakob: 5, Lia: 5 and Emma: 3.",
    "Turn up a card to refill the row.",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_language_of_the_display(table: MakeTable, language: str) -> None:
    rig = table({**ON, Preference.LANGUAGE: language})
    rig.press(MENU)
    set_next(rig, Preference.VOICE)
    rig.press(OK)
    assert rig.voice.history[-1] == (language, Words(language).say("say.voice-on"))


def test_back_tells_the_page_before_anew_and_nothing_is_said_twice(table: MakeTable) -> None:
    rig = table()
    to_a_scoring(rig)
    first = heard(rig)
    rig.press(OK)
    second = heard(rig)
    rig.press(BACK)
    assert heard(rig) == first
    rig.press(LEFT)
    rig._wait(1.0)
    assert heard(rig) == []
    assert rig.voice.speaking == first[0]
    rig.press(RIGHT)
    assert heard(rig) == second


def test_the_menu_over_a_page_is_silence(table: MakeTable) -> None:
    rig = table()
    to_a_scoring(rig)
    page = heard(rig)
    rig.press(MENU)
    assert rig.voice.speaking is None
    rig.press(BACK)
    assert heard(rig) == page


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("game", ["campanile-2009", "campanile-1996", "bologna-towers", "capitol"])
def test_every_scoring_of_every_game_is_told_to_the_winner(table: MakeTable, game: str) -> None:
    record = read_shipped(game)
    rig = table(record=record)
    said, pages = [], []
    for _ in play_record(rig, record):
        told = heard(rig)
        if isinstance(rig.entry, Guide):
            pages.append(rig.entry.page)
            assert len(told) == 1
        else:
            assert told == []
        said += told
    assert len(said) == len(pages) > 3
    assert isinstance(pages[-1], Winner)
    winner = record.table.players[record.table.outcome.winners[0]].name
    assert said[-1].startswith(winner)


# After a pause ---------------------------------------------------------------------------------


@pytest.mark.parametrize("pause", [DIM_AFTER, OFF_AFTER])
def test_the_press_that_wakes_the_picture_hears_whose_turn_it_is(
    table: MakeTable, pause: float
) -> None:
    rig = table()
    mid_turn(rig)
    player = playing(rig).table.player.name
    heard(rig)
    rig._wait(pause)
    assert heard(rig) == []
    rig.press(LEFT)
    assert heard(rig) == [f"{player}'s turn"]
    rig.press(LEFT, RIGHT)
    assert heard(rig) == []
    assert rig.voice.speaking == f"{player}'s turn"  # what is pressed next does not cut it off


def test_a_key_of_the_tower_panel_wakes_as_a_button_does(table: MakeTable) -> None:
    rig = table()
    mid_turn(rig)
    heard(rig)
    rig._wait(OFF_AFTER)
    rig.keys(Press.TOWER_1)
    assert len(heard(rig)) == 1


def test_a_cable_that_wakes_the_picture_says_nothing(table: MakeTable) -> None:
    rig = table()
    mid_turn(rig)
    heard(rig)
    rig._wait(DIM_AFTER)
    rig.inbox.put(PanelStatus.LOST)
    rig._wait(0.1)
    assert heard(rig) == []


def test_a_page_is_told_again_after_a_pause(table: MakeTable) -> None:
    rig = table()
    to_a_scoring(rig)
    page = heard(rig)
    rig._wait(OFF_AFTER)
    rig.press(OK)  # from the dark it only wakes
    assert heard(rig) == page


def test_between_games_it_is_nobodys_turn(table: MakeTable) -> None:
    rig = table()
    rig._wait(OFF_AFTER)
    rig.press(OK)
    open_setup(rig)
    journey(rig, ("player 1",))
    rig._wait(OFF_AFTER)
    rig.press(OK)
    assert heard(rig) == []


# On and off ------------------------------------------------------------------------------------


def test_off_is_how_it_comes_and_then_nothing_is_even_worded(
    table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = table({})
    monkeypatch.delattr("companion.app.announcer.announcement")
    to_a_scoring(rig)
    rig.press(OK, OK)
    rig._wait(OFF_AFTER)
    rig.press(OK)
    assert heard(rig) == []


def test_switched_on_in_the_menu_it_is_heard_at_once_and_lasts(table: MakeTable) -> None:
    rig = table({})
    rig.press(MENU)
    set_next(rig, Preference.VOICE)
    assert pointed_at(rig.entry) == Preference.VOICE
    assert heard(rig) == ["The voice is on"]
    rig.press(BACK, BACK)
    assert rig.voice.speaking == "The voice is on"
    rig.press(MENU)
    set_next(rig, Preference.VOICE)
    assert rig.voice.speaking is None
    rig.press(OK)
    assert heard(rig) == ["The voice is on"]
    rig._stack.close()
    assert not table({}).voice.muted


def test_without_sound_there_is_no_voice_either(table: MakeTable) -> None:
    rig = table()
    to_a_scoring(rig)
    heard(rig)
    rig.press(MENU)
    set_next(rig, Preference.SOUND)
    rig.press(BACK, BACK)
    rig.press(OK, OK)
    assert heard(rig) == []
    rig.press(MENU)
    set_next(rig, Preference.SOUND)
    rig.press(BACK, BACK)
    assert len(heard(rig)) == 1


def test_a_box_muted_by_its_settings_says_nothing(table: MakeTable) -> None:
    from companion.app.demo.rig import DEMO_STARTED_AT

    rig = table()
    rig.chime.muted = True  # as --mute has it
    replace(rig.box, preferences=Preferences(rig.journal, lambda: DEMO_STARTED_AT, ON))
    assert rig.voice.muted


def test_where_nothing_can_speak_the_menu_says_what_is_needed(table: MakeTable) -> None:
    rig = table({})
    rig.voice.available = False
    rig.press(MENU)
    set_next(rig, Preference.VOICE)
    assert asked(rig.entry) == "notice no-voice"
    assert "espeak-ng" in Words().say("notice.no-voice")
    rig.press(OK)
    assert pointed_at(rig.entry) == Preference.VOICE
    assert rig.box.preferences[Preference.VOICE] == "off"
    rig.voice.available = True  # installed meanwhile
    rig.press(OK)
    assert rig.box.preferences[Preference.VOICE] == "on"
    rig.voice.available = False  # and taken away again: off it can be switched all the same
    rig.press(OK)
    assert rig.box.preferences[Preference.VOICE] == "off"
