"""What the journeys at the box's menu share: a finger that stays, a game amid a turn, an item."""

from companion.app.demo.rig import Rig
from companion.box.devices.keyboard import TAP
from companion.core.interfaces import Frame, Press
from companion.core.session import Session
from companion.ui.input.entry import Entry
from companion.ui.screens import render
from tests.app.amended import asks, resumed_where
from tests.app.journeys import stored


def choose(rig: Rig, item: str) -> None:
    """Press an item of the box's menu, which stands open."""
    rig.choose("box", item)


def set_next(rig: Rig, setting: str) -> None:
    """From the box's menu: the next value of a setting."""
    choose(rig, "settings")
    rig.choose("settings", setting)


def hold(rig: Rig, press: Press, seconds: float = TAP) -> None:
    """Put a finger on a button and leave it there."""
    rig.look()
    rig._buttons.down(press)
    rig._wait(seconds)


def let_go(rig: Rig, press: Press) -> None:
    rig._buttons.up(press)
    rig._wait(TAP)


def mid_turn(rig: Rig, turn: int = 3) -> Session:
    """Resume a game at the display's card of some turn; the whole game's record."""
    return resumed_where(rig, stored("three-players-at-intermezzo"), asks("take", turn))


def picture_of(rig: Rig, entry: Entry) -> Frame:
    """What the panel would show of an entry, in this game, wherever the pixel shift has it.

    A sign that is explained until the next press is left out.
    """
    before, rig.host.entry = rig.host.entry, entry
    frame: Frame = render(rig.host.view._replace(new_sign=None)).tobytes()
    rig.host.entry = before
    return frame
