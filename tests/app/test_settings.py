"""The settings in the box's menu: each choice has its effect at once and is kept, or refused."""

from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path

import pytest

from companion.app.box import Preference, Preferences
from companion.app.demo.rig import DEMO_STARTED_AT, Rig
from companion.box.devices.boards import BOARDS
from companion.box.devices.chime import GpiozeroChime
from companion.box.devices.picture import DIM_AFTER, DIM_BRIGHTNESS
from companion.core.interfaces import Press, Tune
from companion.store.journal import JournalUnwritable
from companion.ui.input.choice import ListPicker
from companion.ui.input.entry import Entry
from companion.ui.input.guide import Guide
from companion.ui.input.people import NamePicker, SeatPicker
from tests.app.amended import resumed_where
from tests.app.at_the_box import choose, mid_turn, set_next
from tests.app.conftest import MakeRig
from tests.app.journeys import journey, open_setup, stored
from tests.app.reading import asked, pointed_at
from tests.buttons import BACK, DOWN, LEFT, MENU, OK, RIGHT, UP

ANY_BOARD = pytest.mark.parametrize("board", BOARDS)


def after_a_restart(rig: Rig, given: Mapping[str, str] | None = None) -> Preferences:
    return Preferences(rig.journal, lambda: DEMO_STARTED_AT, given or {})


def point_at(rig: Rig, setting: Preference) -> None:
    """Open the settings in the menu and move to one of them."""
    rig.press(MENU)
    choose(rig, "settings")
    while pointed_at(rig.entry) != setting:
        rig.press(DOWN)


def test_the_settings_lead_back_to_the_menu_and_the_game(stick: Rig) -> None:
    mid_turn(stick)
    stick.press(MENU)
    choose(stick, "settings")
    journey(stick, ("settings", BACK), ("box",))
    assert pointed_at(stick.entry) == "settings"
    journey(stick, ("box", OK), ("settings", MENU), ("box", BACK), ("take",))


def test_the_settings_file_decides_until_the_players_choose(stick: Rig) -> None:
    given = {"hints": "none", "thinking-time": "on"}
    fresh = after_a_restart(stick, given)
    shown = Preference.HINTS, Preference.THINKING_TIME, Preference.SOUND
    assert [fresh[each] for each in shown] == ["none", "on", "on"]
    fresh.choose_next(Preference.HINTS)
    again = after_a_restart(stick, given)
    assert [again[each] for each in shown] == ["all", "on", "on"]


@ANY_BOARD
def test_the_default_names_of_seats_follow_the_language(make_rig: MakeRig, board: str) -> None:
    rig = make_rig(board)
    open_setup(rig)
    journey(rig, ("player 1",))
    seat = rig.entry
    assert isinstance(seat, SeatPicker)
    assert seat.names["blue"] == ("Player 1",)
    rig.host.entry = replace(seat, names={**seat.names, "red": ("Emma",)})
    after = in_the_next_language(rig)
    assert isinstance(after, SeatPicker)
    assert (after.names["blue"], after.names["red"]) == (("Spieler 1",), ("Emma",))
    rig.host.entry = NamePicker(seat=after, text="Em")
    letters = in_the_next_language(rig)
    assert isinstance(letters, NamePicker)
    assert letters.text == "Em"
    journey(rig, ("letters", BACK, BACK, BACK), ("player 1",))
    assert isinstance(rig.entry, SeatPicker)
    assert rig.entry.names["blue"] == ("Joueur 1",)


def test_a_seat_left_by_back_is_called_in_the_new_language(stick: Rig) -> None:
    open_setup(stick)
    journey(
        stick, ("player 1", OK), ("player 2", RIGHT, OK), ("player 3", BACK), ("player 2", BACK)
    )
    in_the_next_language(stick)
    journey(stick, ("player 1", OK), ("player 2",))
    assert isinstance(stick.entry, SeatPicker)
    assert pointed_at(stick.entry) == ("Spieler 2", "red")
    assert stick.entry.names["red"] == ("Spieler 2",)


def test_what_is_begun_goes_on_in_another_language(stick: Rig) -> None:
    """Letters of a name and items of a list, where a player without a name sits."""
    open_setup(stick, LEFT)
    journey(stick, ("player 1", OK), ("player 2",))
    assert isinstance(stick.entry, SeatPicker)
    seat = replace(stick.entry, at=2)
    stick.host.entry = NamePicker(seat=seat, text="Em")
    letters = in_the_next_language(stick)
    assert isinstance(letters, NamePicker)
    assert isinstance(letters.seat, SeatPicker)
    assert (letters.text, letters.seat.colour) == ("Em", seat.colour)
    assert letters.seat.names[seat.colour] == ("Spieler 2",)
    assert letters.seat.object_to_name("Spieler 1") is not None, "who sits there is called so now"
    journey(stick, ("letters", BACK, BACK, BACK), ("player 2", OK))
    journey(stick, ("row 1", RIGHT, OK), ("row 2", RIGHT, OK), ("row 3",))
    assert isinstance(stick.entry, ListPicker)
    chosen = stick.entry.chosen
    row = in_the_next_language(stick)
    assert isinstance(row, ListPicker)
    assert row.chosen == chosen


@pytest.mark.parametrize(
    ("game", "question", "presses"),
    [
        ("three-players-at-intermezzo", "tower", (RIGHT, UP)),
        ("1996-three-players-higher-chips", "marker", (RIGHT, RIGHT, UP)),
        ("bologna-three-players-moved-roof", "build", (RIGHT, OK, RIGHT)),
        ("capitol-three-players", "play", (RIGHT, RIGHT, OK, RIGHT)),
        ("capitol-three-players", "bid", (UP, UP)),
        ("capitol-three-players", "draw", (UP, RIGHT)),
    ],
)
def test_a_cursor_numbers_and_parts_stay_in_another_language(
    stick: Rig, game: str, question: str, presses: tuple[Press, ...]
) -> None:
    """Also what leads to the next part of a stroke, whose rules know the players by new names."""
    resumed_where(
        stick, stored(game), lambda at: at.question is not None and at.question.key == question
    )
    while isinstance(stick.entry, Guide):
        stick.press(OK)
    stick.press(*presses)
    before = stick.entry
    after = in_the_next_language(stick)
    assert type(after) is type(before)
    assert plain(after) == plain(before)
    assert after is not before, "it was asked anew"


def plain(entry: Entry) -> dict[str, object]:
    values = ((each.name, getattr(entry, each.name)) for each in fields(entry))
    return {name: value for name, value in values if isinstance(value, int | str)}


def test_the_buttons_keep_their_labels_in_another_language(make_rig: MakeRig) -> None:
    rig = make_rig("four-buttons")
    assert rig.host.words.say("foot.yes") == "✓: yes"
    in_the_next_language(rig)
    assert rig.host.words.say("foot.yes").startswith("✓: ")
    assert rig.host.words.language == "de"


def in_the_next_language(rig: Rig) -> Entry:
    """The entry after the next language was chosen in the menu."""
    rig.press(MENU)
    set_next(rig, Preference.LANGUAGE)
    rig.press(BACK, BACK)
    return rig.entry


def test_an_unknown_value_kept_by_another_version_is_ignored(stick: Rig) -> None:
    stick.journal.set(Preference.LANGUAGE, "tlh", DEMO_STARTED_AT)
    assert after_a_restart(stick)[Preference.LANGUAGE] == "en"


def test_sound_off_has_its_effect_at_once_and_is_kept(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    point_at(rig, Preference.SOUND)
    assert rig.chime.history[-1] is Tune.CLICK
    tunes, shown = list(rig.chime.history), rig.frame
    rig.press(OK)
    assert list(rig.chime.history) == tunes  # not even the click of this press
    assert rig.frame != shown
    assert pointed_at(rig.entry) == Preference.SOUND
    rig.press(DOWN, UP)
    assert list(rig.chime.history) == tunes
    rig = make_rig("bonnet")
    rig.press(MENU)
    choose(rig, "settings")
    assert not rig.chime.history
    rig.choose("settings", Preference.SOUND)
    assert list(rig.chime.history) == [Tune.CLICK]
    assert make_rig("bonnet").box.preferences[Preference.SOUND] == "on"


def test_switching_the_sound_off_ends_a_tune(stick: Rig) -> None:
    chime = GpiozeroChime(12)
    devices = stick.devices._replace(chime=chime)
    box = replace(stick.box, preferences=after_a_restart(stick), devices=devices)
    chime.play(Tune.GAME_OVER, 0.0)
    assert chime._buzzer.is_active
    box.choose_next(Preference.SOUND)
    assert not chime._buzzer.is_active
    assert chime.tick(0.1) is None
    chime.close()


def test_a_box_that_its_settings_mute_can_be_unmuted_until_it_restarts(stick: Rig) -> None:
    for _ in range(2):  # the second time the players have switched it on
        stick.chime.muted = True
        again = after_a_restart(stick)
        box = replace(stick.box, preferences=again)
        assert (box.preferences[Preference.SOUND], stick.chime.muted) == ("off", True)
        box.choose_next(Preference.SOUND)
        assert (box.preferences[Preference.SOUND], stick.chime.muted) == ("on", False)


def test_brightness_has_three_levels_and_is_kept(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    point_at(rig, Preference.BRIGHTNESS)
    shares = [rig.oled.brightness]
    for _ in Preference.BRIGHTNESS.values:
        assert pointed_at(rig.entry) == Preference.BRIGHTNESS
        shown = rig.frame
        rig.press(OK)
        assert rig.frame != shown
        shares.append(rig.oled.brightness)
    assert shares == [1.0, 0.5, 0.2, 1.0]
    rig.press(OK)
    rig = make_rig("bonnet")
    assert rig.oled.brightness == 0.5
    rig._wait(DIM_AFTER)
    assert rig.oled.brightness == 0.5 * DIM_BRIGHTNESS
    rig.press(OK)
    assert rig.oled.brightness == 0.5


@pytest.mark.parametrize("item", [Preference.SOUND, Preference.BRIGHTNESS, Preference.HINTS])
def test_a_choice_that_cannot_be_kept_is_refused(
    stick: Rig, monkeypatch: pytest.MonkeyPatch, item: Preference
) -> None:
    def full(*_: object) -> None:
        raise JournalUnwritable(Path("games.sqlite"), 28, "No space left on device")

    before = stick.box.preferences.values
    stick.press(MENU)
    with monkeypatch.context() as broken:
        broken.setattr(stick.journal, "set", full)
        set_next(stick, item)
    assert asked(stick.entry) == "notice unsaved-full"
    assert stick.chime.history[-1] is Tune.REFUSAL
    assert stick.box.preferences.values == before
    assert stick.oled.brightness == 1.0
    stick.press(OK)
    assert pointed_at(stick.entry) == item
    stick.press(OK)
    assert stick.box.preferences[item] != before[item]
