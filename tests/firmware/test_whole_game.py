"""A whole game on the firmware's keys, in the real MicroPython interpreter, to the record's result.

The companion's own link speaks to it over a port; in the midst the panel is unplugged, the game
goes on by the buttons of the box, and the panel is plugged in again.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty

import pytest

from companion.app.demo import Rig, to_a_new_game
from companion.core.conversation import Answer
from companion.core.session import Session
from companion.devices.boards import BOARDS
from companion.input.guide import Guide, Winner
from companion.input.menu import Notice
from companion.input.press_search import PANEL, route
from companion.interfaces import DARK, Event, Inbox, Press, TowerPanel
from companion.panel.keeper import KEYS
from companion.panel.link import Link
from companion.screens.lamps import lamps
from tests.app.journeys import OK, asked, new_game, stored
from tests.firmware.pico import PluggedPico

PATIENCE = 20.0
"""Seconds after which what was waited for is taken to be never coming."""
HOST = 4711


@pytest.fixture
def plugged(interpreter: None, tmp_path: Path) -> Iterator[PluggedPico]:  # noqa: ARG001 - wanted for its skip
    """A panel at a port."""
    with PluggedPico(tmp_path) as pico:
        yield pico


class Table:
    """A rig whose tower panel is a real one's firmware at the end of a real link."""

    def __init__(self, rig: Rig, pico: PluggedPico) -> None:
        self.rig = rig
        self.pico = pico

    def hear(self, what: Event) -> None:
        """Wait for what the link posts next, which must be this, and answer it."""
        posted = self.rig.inbox.get(timeout=PATIENCE)
        assert posted is what
        self.rig.seconds += 0.1
        self.rig.app.handle([posted])

    def tap(self, *keys: Press) -> None:
        """Press keys of the panel one after the other, each until the companion has heard it."""
        for key in keys:
            self.pico.tap(KEYS.index(key))
            self.hear(key)
            if key is OK:
                self.hear(Press.RELEASED)

    def play(self, record: Session, until: Callable[[list[Answer]], bool]) -> None:
        """Play on by the panel's keys alone, to the winner or where ``until`` says so."""
        rig = self.rig
        while not until(answers := list(rig.session.answers if rig.session else ())):
            if isinstance(rig.entry, Guide):
                if isinstance(rig.entry.page, Winner):
                    return
                self.tap(OK)
            else:
                self.tap(*route(rig.entry, record.answers[len(answers) :], PANEL))


@pytest.fixture
def table(plugged: PluggedPico, tmp_path: Path) -> Iterator[Table]:
    """A companion that has met the panel."""

    def linked(inbox: Inbox) -> Link:
        return Link(inbox, HOST, time.monotonic, str(plugged.port))

    board, folder = BOARDS["four-buttons"], tmp_path / "games"
    with Rig(board, folder, tower_panel=linked) as rig:
        table = Table(rig, plugged)
        table.hear(TowerPanel.FOUND)
        yield table


def test_a_game_by_the_panels_keys_unplugged_in_the_middle(table: Table) -> None:
    rig, record = table.rig, stored("three-players")
    for step in to_a_new_game(record):
        table.tap(*route(rig.entry, [step], PANEL))
    half = len(record.answers) // 2
    table.play(record, lambda said: len(said) >= half)

    table.pico.unplug()
    table.hear(TowerPanel.LOST)
    assert asked(rig.entry) == "notice tower-panel-lost"
    rig.press(OK)
    by_buttons = half + 7
    while rig.session is not None and len(rig.session.answers) < by_buttons:
        if isinstance(rig.entry, Guide):
            rig.press(OK)
        else:
            rig.say(record.answers[len(rig.session.answers) :])

    table.pico.plug()
    table.hear(TowerPanel.FOUND)
    assert not isinstance(rig.entry, Notice)
    table.play(record, lambda said: len(said) > len(record.answers))
    assert rig.session is not None
    assert rig.session.result == record.result
    with pytest.raises(Empty):
        rig.inbox.get_nowait()


def test_the_firmware_shows_the_companions_lamps(table: Table) -> None:
    rig, record = table.rig, stored("three-players")
    new_game(rig, record)
    table.play(record, lambda said: len(said) > 8 and said[-1].key == "floors")
    lit = [lamp != DARK for lamp in lamps(rig.host.view)[:5]]
    assert 0 < sum(lit) < len(lit)
    deadline = time.monotonic() + PATIENCE
    while [sum(lamp) > 0 for lamp in table.pico.lamps[:5]] != lit:
        assert time.monotonic() < deadline
