"""The whole companion before a model panel: a bus that fails anywhere, one that goes and returns.

And an evening at which nobody presses: dimmed, dark, and awake again.
"""

import errno
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

from companion.app.demo.rig import Rig, people_of, play_record
from companion.box.devices.boards import BOARDS
from companion.box.devices.debouncer import LONG_PRESS
from companion.box.devices.frames import CONTRAST, shift_frame
from companion.box.devices.picture import DIM_AFTER, DIM_BRIGHTNESS, OFF_AFTER
from companion.core.backoff import FIRST_DELAY, MAX_DELAY
from companion.core.conversation import Answer
from companion.core.interfaces import Frame, Press, Tune
from companion.ui.screens import render
from tests import depth
from tests.app.reading import asked, kept, playing, pointed_at
from tests.buttons import BACK, LEFT, MENU, OK, RIGHT
from tests.fakes.buses import Fault, Faults, fails_at, never_fails
from tests.fakes.oled import WiredOled, wire_oled
from tests.shipped import read_shipped

RECORD = read_shipped("campanile-2009")
ERRNOS = (errno.EIO, errno.EREMOTEIO, errno.ETIMEDOUT)
FIRST_HUNDRED = range(0, 100, depth.at_depth(17, 1))
BONNET = ("ssd1306", "i2c", "bonnet")
OTHERS = [("sh1106", "i2c", "four-buttons"), ("sh1106", "spi", "waveshare-hat")]
PANELS = pytest.mark.parametrize("panel", [BONNET, *OTHERS], ids="-".join)
"""A controller, its wire, and the board that it is on."""


@contextmanager
def evening(
    folder: Path, panel: tuple[str, str, str], faults: Faults = never_fails
) -> Iterator[tuple[Rig, WiredOled]]:
    """The companion switched on, with a chime that forgets nothing; the clock stands at 0."""
    controller, wire, board = panel
    glass = wire_oled(controller, wire, faults=faults)
    people = people_of(RECORD)
    with Rig(BOARDS[board], folder, people, glass.oled) as rig:
        rig.chime.history = deque(rig.chime.history)
        yield rig, glass


def wanted(rig: Rig) -> Frame:
    """The picture that the host would have."""
    frame: Frame = render(rig.host.view).tobytes()
    return frame


def shown(rig: Rig, glass: WiredOled) -> bool:
    """Whether the glass has the host's picture, at one of the places to which it moves."""
    frame = wanted(rig)
    places = [shift_frame(frame, right, down) for right in (0, 1) for down in (0, 1)]
    return glass.panel.picture() in places


def answers(rig: Rig) -> list[Answer]:
    return playing(rig).answers


def to_the_first_turn(rig: Rig) -> None:
    """Play the demonstration up to its first tower."""
    for _ in play_record(rig, RECORD):
        if asked(rig.entry) == "tower":
            return


@pytest.mark.sample(1)
@PANELS
def test_each_of_the_first_hundred_transactions_may_fail(
    tmp_path: Path, panel: tuple[str, str, str]
) -> None:
    """Each once, with one errno after the other, and more or fewer of its bytes arrived."""
    for number in FIRST_HUNDRED:
        fault = Fault(ERRNOS[number % 3], arrived=number // 3 % 4)
        folder = tmp_path / str(number)
        faults = fails_at(number, fault)
        with evening(folder, panel, faults) as (rig, glass):
            to_the_first_turn(rig)
            while len(glass.bus.transactions) <= number:
                rig.press(RIGHT)
            rig._wait(FIRST_DELAY)
            assert glass.panel.picture() == wanted(rig), (number, fault)
            assert rig.chime.history.count(Tune.LOST) == 1, (number, fault)
            assert answers(rig) == RECORD.answers[: len(answers(rig))]
            assert len(answers(rig)) > len(RECORD.table.players) * 2 + 1
            assert kept(rig).answers == answers(rig), (number, fault)
            rig.press(RIGHT)  # and what changes is sent to the right place
            assert glass.panel.picture() == wanted(rig), (number, fault)


class Away:
    """A bus that is gone while ``now``."""

    def __init__(self, error: int) -> None:
        self.now = False
        self.tries = 0
        self._fault = Fault(error)

    def __call__(self, _number: int) -> Fault | None:
        if not self.now:
            return None
        self.tries += 1
        return self._fault


@pytest.mark.sample(1)
@PANELS
@pytest.mark.parametrize("error", ERRNOS)
def test_the_game_goes_on_while_the_bus_is_gone(
    tmp_path: Path, panel: tuple[str, str, str], error: int
) -> None:
    """Gone twice, for a turn or two each time; the panel itself loses its power meanwhile."""
    away = Away(error)
    with evening(tmp_path, panel, away) as (rig, glass):
        game = iter(play_record(rig, RECORD))
        for _ in islice(game, 12):
            pass
        for losses in (1, 2):
            away.now, before = True, len(answers(rig))
            for _ in islice(game, 8):
                pass
            assert rig.app.picture.lost
            glass.panel.power_on(0xA5)
            assert rig.chime.history.count(Tune.LOST) == losses
            assert len(answers(rig)) > before + 4
            assert answers(rig) == RECORD.answers[: len(answers(rig))]
            assert kept(rig).answers == answers(rig)
            away.now = False
            rig._wait(MAX_DELAY)
            assert not rig.app.picture.lost
            assert glass.panel.picture() == wanted(rig)
            for _ in islice(game, 4):
                assert glass.panel.picture() == wanted(rig)
        assert rig.chime.history.count(Tune.LOST) == 2
        for _ in game if depth.is_soak() else ():
            pass
        assert kept(rig).result == playing(rig).result
        assert glass.panel.picture() == wanted(rig)


def test_a_panel_that_is_gone_for_long_is_tried_ever_more_seldom(tmp_path: Path) -> None:
    away = Away(errno.EREMOTEIO)
    with evening(tmp_path, BONNET, away) as (rig, glass):
        rig._wait(1.0)
        away.now = True
        rig.press(OK)
        begun = rig.seconds
        idle(rig, begun + 45)
        assert 6 <= away.tries <= 9
        assert rig.chime.history.count(Tune.LOST) == 1
        tries = away.tries
        rig.press(OK, BACK, OK)  # presses are no reason to try
        assert away.tries == tries
        away.now = False
        rig._wait(MAX_DELAY)
        assert shown(rig, glass)


def test_a_picture_come_back_to_while_the_panel_was_gone_is_sent_all_the_same(
    tmp_path: Path,
) -> None:
    away = Away(errno.EIO)
    with evening(tmp_path, BONNET, away) as (rig, glass):
        to_the_first_turn(rig)
        before = wanted(rig)
        away.now = True
        rig.press(RIGHT, LEFT)
        glass.panel.power_on(0xA5)
        away.now = False
        rig._wait(FIRST_DELAY)
        assert glass.panel.picture() == wanted(rig) == before


# Nobody presses ---------------------------------------------------------------------------------


def idle(rig: Rig, until: float) -> list[float]:
    """Let the loop sleep from deadline to deadline; returns when it woke up."""
    woken: list[float] = []
    while (at := rig.app._deadline()) is not None and at <= until:
        rig._wait(max(0.0, at - rig.seconds))
        woken.append(rig.seconds)
        assert len(woken) < 1000, "it never rests"
    rig._wait(until - rig.seconds)
    return woken


@PANELS
def test_left_alone_the_panel_dims_then_is_dark_and_then_nothing_wakes_the_loop(
    tmp_path: Path, panel: tuple[str, str, str]
) -> None:
    with evening(tmp_path, panel) as (rig, glass):
        to_the_first_turn(rig)
        rig.press(RIGHT)
        rig._wait(0.0)
        assert glass.panel.registers["contrast"] == CONTRAST
        # The clock begins with the last press, when its contact closed.
        pressed = rig.seconds
        woken = idle(rig, pressed + OFF_AFTER - 1)
        assert glass.panel.lit
        assert glass.panel.registers["contrast"] == round(CONTRAST * DIM_BRIGHTNESS)
        assert glass.panel.picture() == shift_frame(
            wanted(rig), 1, 0
        )  # moved, so that none wears out
        woken += idle(rig, pressed + OFF_AFTER)
        assert [at - pressed for at in woken] == pytest.approx([DIM_AFTER, OFF_AFTER], abs=0.1)
        assert not glass.panel.lit
        assert rig.app._deadline() is None
        glass.take_sent()
        rig._wait(86_400)
        assert rig.app._deadline() is None
        assert not glass.take_sent()
        rig.press(OK)
        assert glass.panel.registers["contrast"] == CONTRAST
        assert shown(rig, glass)


@pytest.mark.sample(2)
@PANELS
@pytest.mark.parametrize("press", [OK, BACK, RIGHT, MENU])
def test_the_press_that_wakes_the_dark_panel_does_nothing_else(
    tmp_path: Path, panel: tuple[str, str, str], press: Press
) -> None:
    with evening(tmp_path, panel) as (rig, glass):
        to_the_first_turn(rig)
        idle(rig, rig.seconds + OFF_AFTER)
        assert not glass.panel.lit
        before, entry = kept(rig).answers, rig.entry
        heard = list(rig.chime.history)
        glass.panel.power_on(0xA5)  # what befalls it in its sleep is mended
        rig.press(press)
        rig._wait(LONG_PRESS)
        assert shown(rig, glass)
        assert rig.entry == entry
        assert kept(rig).answers == before
        assert list(rig.chime.history) == heard
        rig.press(press)
        assert rig.entry != entry
        assert shown(rig, glass)


@PANELS
def test_a_press_at_the_dimmed_panel_counts(tmp_path: Path, panel: tuple[str, str, str]) -> None:
    with evening(tmp_path, panel) as (rig, glass):
        to_the_first_turn(rig)
        idle(rig, rig.seconds + DIM_AFTER)
        before = pointed_at(rig.entry)
        rig.press(RIGHT)
        assert pointed_at(rig.entry) != before
        assert glass.panel.registers["contrast"] == CONTRAST
        assert shown(rig, glass)


@pytest.mark.parametrize(
    "meets", [DIM_AFTER, OFF_AFTER], ids=["as it is dimmed", "as it goes dark"]
)
def test_a_bus_that_fails_at_rest_is_mended_and_lets_the_loop_rest_after(
    tmp_path: Path, meets: float
) -> None:
    away = Away(errno.ETIMEDOUT)
    with evening(tmp_path, BONNET, away) as (rig, glass):
        to_the_first_turn(rig)
        pressed = rig.seconds
        idle(rig, pressed + meets - 1)
        away.now = True
        idle(rig, pressed + meets + 1)
        assert rig.app.picture.lost
        assert rig.chime.history.count(Tune.LOST) == 1
        away.now = False
        idle(rig, pressed + OFF_AFTER + MAX_DELAY)
        assert not rig.app.picture.lost
        assert not glass.panel.lit
        assert rig.app._deadline() is None
        rig.press(OK)
        assert shown(rig, glass)
