"""A finger in the process of a companion: it presses the mock pins as a test beside it says.

What it presses is a record, from wherever in it the game stands.
"""

from __future__ import annotations

import json
import socket
import traceback
from collections.abc import Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Any

from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs

from companion.app.demo.rig import STICK, NoRouteError, route, route_to_item
from companion.app.loop import App
from companion.box.devices.boards import BOARDS
from companion.box.devices.keyboard import VirtualButtons
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.store.journal import JournalReader
from companion.ui.input.entry import Entry
from companion.ui.input.guide import Guide
from companion.ui.input.menu import Menu
from tests.app.command import PATIENCE
from tests.app.journeys import stored
from tests.app.reading import asked

# To be run before the command.
FINGER = "from tests.outlets.board.finger import lend; lend({where!r}, {state!r}, {records!r})\n"


class Handled(Event):
    """Posted to the loop, which sets it once all that was posted before is handled."""


class Finger:
    """Presses on, move by move: a page is turned, a menu's item chosen, or a stroke answered."""

    def __init__(self, app: App, state: Path, records: Sequence[Session]) -> None:
        self._app, self._state, self._records = app, state, records
        self._buttons = VirtualButtons(Device.pin_factory, BOARDS["bonnet"])
        self._let_go = Event()

    @property
    def _entry(self) -> Entry:
        return self._app.host.entry

    def press(self, *presses: Press) -> None:
        """Press buttons, and wait until the loop has handled it all."""
        for press in presses:
            self._buttons.tap(press, self._let_go.wait)
        handled = Handled()
        inbox: Any = self._app._inbox
        inbox.put(handled)
        assert handled.wait(PATIENCE)

    @property
    def is_over(self) -> bool:
        """Whether all records are played, and their last pages turned."""
        return self._at_home() and self._next_record() is None and not self._resumes()

    def move(self) -> None:
        """Do what comes next in the records."""
        entry, record = self._entry, self._next_record()
        if isinstance(entry, Guide):
            self.press(Press.OK)
        elif self._at_home() and self._resumes():
            self.press(*route_to_item(entry, "home", self._resumes()[0], STICK))
        elif isinstance(entry, Menu) and entry.title in ("home", "game", "players"):
            if record is None:
                return
            players = max(record.game.seats[0], len(record.table.players))
            item = {"home": "new", "game": record.name}.get(entry.title, str(players))
            self.press(*route_to_item(entry, entry.title, item, STICK))
        else:
            try:
                presses = route(entry, self._rest(), STICK)
            except NoRouteError:  # a press that came too soon left the answer half chosen
                presses = [Press.BACK]
            self.press(*presses)

    def obey(self, moves: int, back: bool) -> bool:
        """Take back once or not, then make moves; returns whether all is over."""
        if back:
            self.back()
        for _ in range(moves):
            self.move()
        return self.is_over

    def _at_home(self) -> bool:
        return isinstance(self._entry, Menu) and self._entry.title == "home"

    def _resumes(self) -> list[str]:
        assert isinstance(self._entry, Menu)
        return [each.word for each in self._entry.items if each.word.startswith("resume")]

    def _rest(self) -> Sequence[Any]:
        """What is still to be answered in the open game."""
        session = self._app.host.session
        done = session.answers if session is not None else []
        record = next(
            each
            for each in (self._next_record(), *self._records)
            if each is not None
            and (session is None or each.name == session.name)
            and each.answers[: len(done)] == done
            and len(each.answers) > len(done)
        )
        return record.answers[len(done) :]

    def _next_record(self) -> Session | None:
        """The first that is not played to its end."""
        journal = JournalReader(self._state)
        played = [
            (each.name, journal.answers(each.number)) for each in journal.games() if each.over
        ]
        for record in self._records:
            if (record.name, [(each.key, each.word) for each in record.answers]) not in played:
                return record
        return None

    def back(self) -> None:
        """Take something back; also where it is asked whether that is meant."""
        if self._at_home():
            return
        self.press(Press.BACK)
        if asked(self._entry) == "confirm undo":
            self.press(Press.OK)


def lend(where: str, state: str, records: Sequence[Sequence[str]]) -> None:
    """Let a finger press in this process, led by the socket ``where``.

    ``records`` are names of stored games, each with those of its players.
    """
    handle, run = App.handle, App.run

    def handle_and_tell(app: App, events: Sequence[Any], now: float) -> None:
        handle(app, events, now)
        for each in events:
            if isinstance(each, Handled):
                each.set()

    def run_with_finger(app: App) -> None:
        finger = Finger(app, Path(state), [stored(*each) for each in records])
        Thread(target=_obey, args=[finger, where], daemon=True).start()
        run(app)

    App.handle = handle_and_tell  # type: ignore[method-assign,assignment]
    App.run = run_with_finger  # type: ignore[method-assign,assignment]


def _obey(finger: Finger, where: str) -> None:
    """Do what each line says; say when it is done, and whether all is over."""
    with socket.socket(socket.AF_UNIX) as told, told.makefile("r") as lines:
        told.connect(where)
        finger.press()  # the loop runs
        told.sendall(b"false\n")
        for line in lines:
            reply: bool | str
            try:
                reply = finger.obey(*json.loads(line))
            except Exception:  # noqa: BLE001  whatever it is, the test is told
                reply = traceback.format_exc()
            told.sendall(json.dumps(reply).encode() + b"\n")
