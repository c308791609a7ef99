"""Thinking time on the screen, by way of mock pins: off at first, and what the history counts."""

from datetime import timedelta
from pathlib import Path

import pytest

from companion.app.box import Preference
from companion.app.demo.rig import Rig
from companion.store import PAUSE
from companion.store.journal import JournalUnreadable
from companion.store.saved_games import replay_game
from companion.ui.input.box_pages import Peek
from tests.app.amended import asks, resumed_where
from tests.app.conftest import MakeRig
from tests.app.journeys import begun_in_short, go_home, new_game, stands, stored
from tests.app.reading import asked, playing
from tests.buttons import BACK, MENU, OK

RECORD = "three-players-at-intermezzo"


def switch(rig: Rig) -> None:
    """Thinking time on, or off again, by the box's menu."""
    rig.press(MENU)
    rig.choose("box", "settings")
    rig.choose("settings", Preference.THINKING_TIME)
    rig.press(BACK, BACK)


def counted(rig: Rig) -> list[timedelta]:
    """What the history says of the game under way."""
    play = replay_game(rig.journal, rig.journal.games()[-1].number)
    return [play.thinking_time(seat) for seat in range(len(play.players))]


def shown(rig: Rig) -> list[timedelta]:
    return list(rig.host.view.thinking_times)


def test_it_is_off_until_the_table_wants_it(stick: Rig) -> None:
    record = stored(RECORD)
    resumed_where(stick, record, asks("tower", 4))
    assert shown(stick) == []
    before = stick.frame
    switch(stick)
    assert any(shown(stick))
    assert stick.frame != before
    switch(stick)
    assert stick.frame == before


@pytest.mark.usefixtures("undrawn")
def test_it_is_what_the_history_counts_at_every_question(stick: Rig) -> None:
    """Some questions take long, one of them so long that the table must have paused."""
    record, told = begun_in_short(stored(RECORD)), 0
    switch(stick)
    new_game(stick, record)
    for number, _ in enumerate(stands(stick, record)):
        stick.seconds += 3 if number % 7 else 41
        if number == 30:
            stick.seconds += 2 * PAUSE.total_seconds()
        if stick.session and stick.session.table.started:
            assert shown(stick) == counted(stick)
            told += any(shown(stick))
    assert told > 10


def test_it_follows_undo_redo_and_another_game(make_rig: MakeRig) -> None:
    rig, record = make_rig("four-buttons"), stored(RECORD)
    switch(rig)
    new_game(rig, record)
    for _ in stands(rig, record):
        rig.seconds += 11
        if rig.session and rig.session.table.turn == 5 and asked(rig.entry) == "take":
            break
    rig.press(BACK)
    assert shown(rig) == counted(rig)
    rig.press(MENU)
    rig.choose("box", "redo")
    assert shown(rig) == counted(rig)
    before = shown(rig)
    go_home(rig)
    new_game(rig, record)
    assert shown(rig) == []
    rig = make_rig("four-buttons")
    rig.press(OK)
    assert shown(rig) == counted(rig) == before


def test_points_so_far_tell_it_too_and_it_moves_at_presses_only(stick: Rig) -> None:
    record = stored(RECORD)
    switch(stick)
    new_game(stick, record)
    for _ in stands(stick, record):
        stick.seconds += 20
        if stick.session and stick.session.table.turn == 4 and asked(stick.entry) == "tower":
            break
    before = stick.frame
    for _ in range(30):
        stick._wait(1)
    assert stick.frame == before
    stick.press(MENU)
    stick.choose("box", "standings")
    assert isinstance(stick.entry, Peek)
    hidden = stick.frame
    stick.look()
    stick._buttons.down(OK)
    stick._wait(0.1)
    with_times = stick.frame
    assert with_times != hidden
    stick._buttons.up(OK)
    stick._wait(0.1)
    stick.press(BACK, BACK)
    switch(stick)
    stick.press(MENU)
    stick.choose("box", "standings")
    stick.look()
    stick._buttons.down(OK)
    stick._wait(0.1)
    assert stick.frame not in (with_times, hidden)


def test_a_journal_that_cannot_be_read_shows_none_and_the_game_goes_on(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = stored(RECORD)
    switch(stick)
    new_game(stick, record)

    def fail(_number: int) -> None:
        raise JournalUnreadable(Path("games.sqlite"), 5, "Input/output error")

    monkeypatch.setattr(stick.journal, "timed_answers", fail)
    for _ in stands(stick, record):
        assert shown(stick) == []
    assert playing(stick).result == record.result
