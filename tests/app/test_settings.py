"""The settings at the box: each value in force at once, kept beyond the power, or told why not."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.box import Box
from companion.app.demo import BEGINNING, Rig
from companion.app.preferences import BRIGHTNESS, LANGUAGE, SOUND, VALUES, Preferences
from companion.core.conversation import Answer
from companion.devices.boards import BOARDS
from companion.devices.chime import GpiozeroChime
from companion.devices.picture import Picture
from companion.devices.resting import DIM_AFTER, DIMMED
from companion.input.entry import Entry
from companion.input.people import NamePicker, SeatPicker
from companion.interfaces import Tune
from companion.journal import JournalUnwritable
from tests.app.at_the_box import choose, mid_turn, set_next
from tests.app.conftest import MakeRig
from tests.app.journeys import (
    BACK,
    DOWN,
    MENU,
    OK,
    UP,
    asked,
    journey,
    pointed_at,
)

ANY_BOARD = pytest.mark.parametrize("board", BOARDS)


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
    rig.host.entry = NamePicker(seat=after, text="Em")
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
    chime.play(Tune.GAME_OVER, 0.0)
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
