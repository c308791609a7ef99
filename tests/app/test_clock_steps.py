"""The system's clock is set while a game is played: nothing but the journal's dates follows."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from companion.app.box import WallClock
from companion.app.demo.rig import Rig
from companion.store import PAUSE
from companion.store.saved_games import replay_game
from companion.ui.input.history import GamePicker
from tests.app.conftest import MakeRig
from tests.app.journeys import new_game, stands, stored
from tests.app.reading import playing
from tests.buttons import MENU
from tests.fakes.clock import SetClock

YEARS = timedelta(days=17 * 365)
RECORD = "three-players-at-intermezzo"
A_MOVE = 7.0


def play(rig: Rig, step: timedelta) -> None:
    """Play forty strokes at an even pace; the clock is set in the middle."""
    record = stored(RECORD)
    new_game(rig, record)
    for number, _ in enumerate(stands(rig, record)):
        rig.seconds += A_MOVE
        if number == 20:
            rig.started_at += step
        if number == 40:
            break


def thinking_time(rig: Rig) -> timedelta:
    play = replay_game(rig.journal, rig.journal.games()[-1].number)
    return sum((play.thinking_time(seat) for seat in range(len(play.players))), timedelta())


def gaps(rig: Rig) -> list[timedelta]:
    """The times between the lines of the journal."""
    return [after - before for before, after in pairwise(rig.journal.line_times(1))]


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("minutes", [4, -4, -0.1])
def test_a_small_step_is_nobodys_thinking_time(stick: Rig, minutes: float) -> None:
    play(stick, timedelta(minutes=minutes))
    assert all(timedelta() <= gap < timedelta(minutes=1) for gap in gaps(stick))


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("step", [YEARS, -YEARS])
def test_a_step_by_years_costs_one_move_of_thinking_time_and_no_order(
    stick: Rig, step: timedelta
) -> None:
    play(stick, step)
    assert stick.session is not None
    assert thinking_time(stick) > timedelta()
    assert sum(not timedelta() <= gap <= PAUSE for gap in gaps(stick)) == 1
    assert playing(stick).answers == stick.session.answers


@pytest.mark.sample(1)
@pytest.mark.parametrize("step", [YEARS, -YEARS, timedelta(minutes=4)])
def test_no_picture_of_a_game_shows_that_the_clock_was_set(
    make_rig: MakeRig, step: timedelta
) -> None:
    frames = []
    for each in (timedelta(), step):
        rig = make_rig("bonnet")
        play(rig, each)
        frames.append(rig.oled.frame)
        rig.__exit__(None, None, None)
    assert frames[0] == frames[1]


@pytest.mark.parametrize("step", [YEARS, -YEARS])
def test_the_history_lists_the_game_played_last_first_whatever_the_clock(
    stick: Rig, step: timedelta
) -> None:
    record = stored(RECORD)
    for each in (timedelta(), step, -step):
        stick.started_at += each
        number = stick.journal.begin(record.name, None, stick._now())
        for answer in record.answers:
            stick.journal.append(number, [(answer.key, answer.word)], stick._now())
            stick.seconds += A_MOVE
    stick.press(MENU)
    stick.choose("box", "history")
    stick.choose("history", "games")
    assert isinstance(stick.entry, GamePicker)
    assert [game.number for game in stick.entry.games] == [3, 2, 1]


def test_while_the_machine_sleeps_its_steady_clock_stands_still() -> None:
    """A short sleep is nobody's thinking time; after a night the date is right."""
    then, clock = datetime(2026, 1, 1, tzinfo=UTC), SetClock()
    system = [then]
    now = WallClock(lambda: system[0], clock)
    system[0] += timedelta(minutes=3)
    assert now() == then
    system[0] += timedelta(hours=8)
    assert now() == system[0]
