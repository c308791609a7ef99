"""What befalls the device: buttons that do not let go, whose turn the lamp shows, the power off."""

from collections import deque
from collections.abc import Callable

import pytest

from companion.app.demo.rig import Rig
from companion.box.devices.debouncer import STUCK_AFTER
from companion.box.devices.frames import shift_frame
from companion.box.devices.keyboard import TAP
from companion.box.devices.picture import DIM_AFTER, OFF_AFTER
from companion.box.service.busctl import SystemRefused
from companion.core.interfaces import Frame, Press, Signal, Tune
from companion.core.palette import PALETTE
from companion.text import Words
from companion.ui.input.menu import Notice
from companion.ui.reading import READING_TIME
from tests.app.at_the_box import choose, hold, let_go, mid_turn, picture_of
from tests.app.conftest import MakeRig
from tests.app.journeys import go_home, journey, new_game, play_on, stands, stored
from tests.app.reading import asked, pointed_at
from tests.box.devices.test_buttons import held_pins
from tests.buttons import BACK, DOWN, MENU, OK, UP

# Buttons that do not let go ---------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("board", "pin", "button"),
    [("four-buttons", 23, BACK), ("bonnet", 5, OK), ("waveshare-hat", 16, MENU)],
)
def test_a_button_held_at_the_start_is_named_and_ignored(
    make_rig: MakeRig, monkeypatch: pytest.MonkeyPatch, board: str, pin: int, button: Press
) -> None:
    with monkeypatch.context() as held:
        held.setattr("companion.app.demo.rig.use_mock_pins", lambda clock: held_pins(clock, pin))
        rig = make_rig(board)
    held_pin = rig._buttons._pins.pin(pin)
    rig._wait(0.0)
    assert asked(rig.entry) == "notice stuck"
    assert rig.entry.values == {"button": button.value}  # type: ignore[attr-defined]  # a notice
    label = rig.board.labels[pin]
    assert rig.host.view.words.say("notice.stuck", button=button.value).startswith(
        f"Button {label}"
    )
    assert not rig.chime.history
    rig.press(OK)
    assert asked(rig.entry) == "home"
    rig._wait(2 * STUCK_AFTER)
    assert asked(rig.entry) == "home"  # told once
    record = stored("three-players-at-intermezzo")
    new_game(rig, record)
    play_on(rig, record)
    question, picture = asked(rig.entry), rig.frame
    rig._wait(READING_TIME)
    held_pin.drive_high()
    rig._wait(TAP)
    assert rig.frame == picture  # that it lets go at last says nothing either
    held_pin.drive_low()
    rig._wait(TAP)
    held_pin.drive_high()
    rig._wait(TAP)
    assert (asked(rig.entry), rig.frame) != (question, picture)  # but now it is a button


@pytest.mark.sample(1)
@pytest.mark.parametrize("button", [UP, OK, BACK])
def test_a_button_stuck_amid_the_game_is_named_and_the_others_work(
    stick: Rig, button: Press
) -> None:
    mid_turn(stick)
    stick.press(MENU)
    choose(stick, "standings")  # where no press is an answer
    while not asked(stick.entry).startswith("notice"):
        hold(stick, button, 1.0)
        assert stick.seconds < 4 * STUCK_AFTER
    assert stick.entry.values == {"button": button.value}  # type: ignore[attr-defined]  # a notice
    stick._wait(STUCK_AFTER)
    stick.press(DOWN)
    assert not asked(stick.entry).startswith("notice")
    let_go(stick, button)
    stick.press(button)
    assert not asked(stick.entry).startswith("notice")


# The lamp ---------------------------------------------------------------------------------------


def test_the_lamp_follows_the_turns_and_flashes_at_each_scoring(stick: Rig) -> None:
    stick.light.history = deque()
    record = stored("four-players")
    new_game(stick, record)
    for _ in stands(stick, record):
        if not stick.session or stick.session.table.cards is None:
            assert not stick.light.history
    shades = [PALETTE[player.colour].light for player in record.table.players]
    turns = [shades[turn % 4] for turn in range(record.table.turn)]
    lit = list(stick.light.history)
    assert [each for each in lit if each not in ("flash", None)] == turns
    assert lit.count("flash") == 2
    assert lit[-2:] == ["flash", None]  # Finito, and nobody's turn
    assert 0 < lit.index("flash") < len(lit) - 2


def test_the_lamp_flashes_without_a_sound_too(stick: Rig) -> None:
    stick.press(MENU)
    choose(stick, "settings")
    stick.choose("settings", "sound")
    go_home(stick)
    record = stored("three-players-at-intermezzo")
    new_game(stick, record)
    play_on(stick, record)
    assert "flash" in stick.light.history
    assert Tune.SCORING not in stick.chime.history


def test_the_lamp_is_dark_between_games_and_rests_with_the_panel(stick: Rig) -> None:
    mid_turn(stick, 2)
    assert stick.light.history[-1] is not None
    stick._wait(DIM_AFTER)
    assert stick.light.history[-1] == "rest"
    noted = len(stick.light.history)
    stick._wait(OFF_AFTER)
    assert len(stick.light.history) == noted
    hold(stick, OK)
    assert stick.light.history[-1] == "wake"
    let_go(stick, OK)
    go_home(stick)
    stick.press(DOWN)
    while pointed_at(stick.entry) != "new":
        stick.press(DOWN)
    stick.press(OK)
    assert stick.light.history[-1] is None


# Switching it off -------------------------------------------------------------------------------


def test_power_off_asks_first_and_back_does_not(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[str] = []
    monkeypatch.setattr("companion.app.box_menu.power_off", lambda: asked_for.append("off"))
    mid_turn(stick)
    stick.press(MENU)
    choose(stick, "off")
    journey(stick, ("confirm box", UP, BACK), ("box",))
    assert pointed_at(stick.entry) == "off"
    assert not asked_for
    journey(stick, ("box", OK), ("confirm box", OK), ("notice off",))
    assert asked_for == ["off"]
    journey(stick, ("notice off", OK), ("take",))


def test_a_refused_power_off_says_why_and_the_game_goes_on(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise SystemRefused("Access denied")

    monkeypatch.setattr("companion.app.box_menu.power_off", refuse)
    record = mid_turn(stick)
    stick.press(MENU)
    choose(stick, "off")
    stick.press(OK)
    assert asked(stick.entry) == "notice off-refused"
    words = Words().say("notice.off-refused", **stick.entry.values)  # type: ignore[attr-defined]  # a notice
    assert words.endswith("Access denied")
    journey(stick, ("notice off-refused", OK), ("box", BACK), ("take",))
    play_on(stick, record)


@pytest.mark.parametrize("idle", [0.0, OFF_AFTER])
def test_the_farewell_is_the_last_picture_seen_even_on_a_dark_panel(
    stick: Rig, monkeypatch: pytest.MonkeyPatch, idle: float
) -> None:
    mid_turn(stick)
    stick._wait(idle)
    assert stick.oled.lit == (idle == 0)
    looked_at: list[tuple[Frame, bool, float]] = []

    def look(draw: Callable[[], None]) -> None:
        draw()
        looked_at.append((stick.frame, stick.oled.lit, stick.oled.brightness))

    monkeypatch.setattr(stick.app, "show_last", look)
    stick.app._inbox.put(Signal.QUIT)
    stick.app.run()
    farewell = picture_of(stick, Notice(key="farewell"))
    ((frame, lit, share),) = looked_at
    assert (lit, share) == (True, 1.0)
    assert frame in placed(farewell)
    assert stick.frame == frame


def test_when_the_box_was_switched_off_the_last_picture_says_when_to_unplug_it(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.box_menu.power_off", lambda: None)
    stick.press(MENU)
    choose(stick, "off")
    journey(stick, ("confirm box", OK), ("notice off",))
    unplug = stick.frame
    stick.app._inbox.put(Signal.QUIT)
    stick.app.run()
    assert stick.frame == unplug


def placed(frame: Frame) -> list[Frame]:
    """A picture at each of the places it may have by now."""
    return [shift_frame(frame, right, down) for right in (0, 1) for down in (0, 1)]
