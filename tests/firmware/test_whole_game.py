"""A whole game on the firmware's keys, in the real MicroPython interpreter, to the record's result.

The companion's own link talks to it over a port. Halfway the panel is unplugged, the game goes on
with the box's buttons, and the panel is plugged in again.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty

import pytest

from companion.app.demo.rig import PANEL, Rig, route, route_to_item, steps_to_new_game
from companion.box.devices.boards import BOARDS
from companion.box.panel.link import PanelLink
from companion.box.panel.panel_session import PANEL_KEYS
from companion.core.conversation import Answer
from companion.core.interfaces import DARK, Inbox, KeyPress, PanelStatus, Press
from companion.core.session import Session
from companion.ui.input.guide import Guide, Winner
from companion.ui.input.menu import Notice
from companion.ui.screens.lamps import panel_lamps
from tests.app.journeys import new_game, stored
from tests.app.reading import asked
from tests.buttons import OK
from tests.firmware.pico import PluggedPico

TIMEOUT = 20.0
"""Seconds that a test waits for what must happen."""
HOST = 4711


@pytest.fixture
def pico(interpreter: None, tmp_path: Path) -> Iterator[PluggedPico]:  # noqa: ARG001 - used for its skip
    """A panel at a port."""
    with PluggedPico(tmp_path) as pico:
        yield pico


class PanelRig:
    """A rig with a real link to a panel that runs the real firmware."""

    def __init__(self, rig: Rig, pico: PluggedPico) -> None:
        self.rig = rig
        self.pico = pico

    def handle(self, expected: Press | PanelStatus) -> None:
        """Wait for the link's next event, which must be the expected one, and handle it."""
        posted = self.rig.inbox.get(timeout=TIMEOUT)
        assert (posted.press if isinstance(posted, KeyPress) else posted) is expected
        self.rig.seconds += 0.1
        at = self.rig.seconds
        event = KeyPress(expected, at) if isinstance(expected, Press) else expected
        self.rig.app.handle([event], self.rig.seconds)

    def tap(self, *keys: Press) -> None:
        """Press keys of the panel, each after the companion has handled the last."""
        for key in keys:
            self.pico.tap(PANEL_KEYS.index(key))
            self.handle(key)
            if key is OK:
                self.handle(Press.RELEASED)

    def play(self, record: Session, until: Callable[[list[Answer]], bool]) -> None:
        """Play with the panel's keys, to the winner or until ``until`` is true."""
        rig = self.rig
        while not until(answers := list(rig.session.answers if rig.session else ())):
            if isinstance(rig.entry, Guide):
                if isinstance(rig.entry.page, Winner):
                    return
                self.tap(OK)
            else:
                self.tap(*route(rig.entry, record.answers[len(answers) :], PANEL))


@pytest.fixture
def panel_rig(pico: PluggedPico, tmp_path: Path) -> Iterator[PanelRig]:
    """A companion that has found the panel."""

    def make_link(inbox: Inbox) -> PanelLink:
        return PanelLink(inbox, HOST, time.monotonic, str(pico.port))

    board, folder = BOARDS["four-buttons"], tmp_path / "games"
    with Rig(board, folder, tower_panel=make_link) as rig:
        panel_rig = PanelRig(rig, pico)
        panel_rig.handle(PanelStatus.FOUND)
        yield panel_rig


@pytest.mark.soak
def test_a_game_with_the_panels_keys_unplugged_halfway(panel_rig: PanelRig) -> None:
    rig, record = panel_rig.rig, stored("three-players")
    for menu, item in steps_to_new_game(record):
        panel_rig.tap(*route_to_item(rig.entry, menu, item, PANEL))
    half = len(record.answers) // 2
    panel_rig.play(record, lambda said: len(said) >= half)

    panel_rig.pico.unplug()
    panel_rig.handle(PanelStatus.LOST)
    assert asked(rig.entry) == "notice tower-panel-lost"
    rig.press(OK)
    by_buttons = half + 7
    while rig.session is not None and len(rig.session.answers) < by_buttons:
        if isinstance(rig.entry, Guide):
            rig.press(OK)
        else:
            rig.say(record.answers[len(rig.session.answers) :])

    panel_rig.pico.plug()
    panel_rig.handle(PanelStatus.FOUND)
    assert not isinstance(rig.entry, Notice)
    panel_rig.play(record, lambda said: len(said) > len(record.answers))
    assert rig.session is not None
    assert rig.session.result == record.result
    with pytest.raises(Empty):
        rig.inbox.get_nowait()


def test_the_firmware_shows_the_companions_lamps(panel_rig: PanelRig) -> None:
    rig, record = panel_rig.rig, stored("three-players")
    new_game(rig, record)
    panel_rig.play(record, lambda said: len(said) > 8 and said[-1].key == "floors")
    lit = [lamp != DARK for lamp in panel_lamps(rig.host.view)[:5]]
    assert 0 < sum(lit) < len(lit)
    deadline = time.monotonic() + TIMEOUT
    while [sum(lamp) > 0 for lamp in panel_rig.pico.lamps[:5]] != lit:
        assert time.monotonic() < deadline
