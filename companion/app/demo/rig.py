"""The demonstration: plays a record by pressing mock pins, with the same code as the device.

`Rig` is the whole companion on fakes with a clock of its own; the journeys in the tests use it.
"""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Self

from PIL import Image

from companion.app.box import Box, Devices, People, Preference, Preferences, WallClock
from companion.app.host import Host
from companion.app.loop import App
from companion.app.table_door import TableDoor
from companion.box.devices.boards import Board
from companion.box.devices.buttons import READ_WITHIN, Buttons
from companion.box.devices.chime import SilentChime
from companion.box.devices.keyboard import TAP, VirtualButtons, use_mock_pins
from companion.box.devices.light import NoLight
from companion.box.devices.oled import FakeOled
from companion.box.devices.picture import Picture
from companion.box.devices.terminal import BRAILLE, draw_lines
from companion.box.devices.voice import FakeVoice
from companion.box.panel.keypad import NoKeypads
from companion.box.panel.lamps import NoLamps
from companion.core import guard
from companion.core.conversation import Answer
from companion.core.interfaces import (
    DIRECT_KEYS,
    HEIGHT,
    WIDTH,
    Clock,
    Frame,
    Inbox,
    KeyPress,
    Lamps,
    Press,
    Screen,
)
from companion.core.session import Session
from companion.games import replay_session, words_in
from companion.store.journal import Journal
from companion.text import Words
from companion.ui.input.entry import Answered, Entry, Step
from companion.ui.input.guide import Guide, Winner
from companion.ui.input.menu import Menu

if TYPE_CHECKING:
    from companion.app.api.table_socket import TableSocket

DEMO_STARTED_AT = datetime(2009, 10, 22, 19, 30, tzinfo=UTC)
ENLARGED = 6
A_GLANCE = 0.25
"""Seconds from one press to the next: longer than the `PressGuard` waits."""
WATCHED_EVERY = READ_WITHIN / 2
"""Seconds from one reading of a held button to the next: as seldom as proves that it is held."""


SEARCH_LIMIT = 60.0
"""Seconds that it may take to find the presses for an answer."""


class DemoFailed(Exception):
    """The result differs from ``answer`` on, or no presses give it: it is not ``pressable``."""

    def __init__(self, answer: Answer, *, pressable: bool = True) -> None:
        super().__init__(answer)
        self.answer = answer
        self.pressable = pressable


def _refuse_socket() -> TableSocket:
    raise OSError(errno.EAFNOSUPPORT, "a film has no phones")


class Rig:
    """The whole companion on mock pins, a fake screen and a clock that only presses advance."""

    def __init__(
        self,
        board: Board,
        folder: Path,
        known: People = (),
        screen: Screen | None = None,
        tower_panel: Callable[[Inbox], Lamps] | None = None,
        given: Mapping[str, str] = MappingProxyType({}),
        before_press: Callable[[Press], None] = lambda _press: None,
        open_socket: Callable[[], TableSocket] | None = None,
        *,
        for_readers: bool = False,
        keypads: Callable[[Inbox, Clock], NoKeypads] = lambda _inbox, _clock: NoKeypads(),
    ) -> None:
        """Switch it on; ``tower_panel`` makes a panel on an inbox, ``given`` are preferences.

        ``before_press`` is called with each button that is about to be pressed. ``open_socket``
        opens the table's socket, once *Phone* is on, or at once ``for_readers``. ``keypads`` makes
        those that are read.
        """
        self._before_press = before_press
        self._stack = ExitStack()
        self.seconds = 0.0
        self.started_at = DEMO_STARTED_AT
        """The time of day when it was switched on; to change it is to set the system's clock."""
        self._now = WallClock(self._system_time, self._clock)
        self.board = board
        self.oled = FakeOled()
        self.chime = SilentChime()
        self.light = NoLight()
        self.lamps = NoLamps()
        self.voice = FakeVoice()
        self.presses = 0
        self.ends_wanted: list[int] = []
        """The numbers of the games whose ends were to be played out."""
        pins = use_mock_pins(self._clock)
        self.journal = Journal.open(folder, self._now())
        self._stack.callback(self.journal.close)
        self.inbox: Inbox = SimpleQueue()
        picture = Picture(screen or self.oled, self.seconds)
        preferences = Preferences(self.journal, self._now, given)
        self.door = TableDoor(
            open_socket or _refuse_socket,
            self.journal,
            self._now,
            words_in,
            for_readers=for_readers,
        )
        self._pins = Buttons(board, self.inbox.put, self._clock)
        self._stack.callback(self._pins.close)
        panel = self.lamps if tower_panel is None else tower_panel(self.inbox)
        self._stack.callback(panel.close)
        pads = keypads(self.inbox, self._clock)
        self._stack.callback(pads.close)
        self.devices = Devices(picture, self.chime, self.light, panel, self.voice, self._pins, pads)
        self.box = Box(
            self.journal,
            self._now,
            preferences,
            self.devices,
            self.door,
            board,
            board.button_names,
            play_out_ends=self.ends_wanted.append,
            known=known,
        )
        self.host = Host(self.box)
        self.app = App(self.host, self.devices, self._clock, self.inbox)
        self._buttons = VirtualButtons(pins, board)
        self.app.draw()

    def _clock(self) -> float:
        return self.seconds

    def _system_time(self) -> datetime:
        return self.started_at + timedelta(seconds=self.seconds)

    def _wait(self, seconds: float) -> None:
        """Let the time pass, in which the pins are watched, and then the loop run once."""
        until = self.seconds + seconds
        while self.seconds + WATCHED_EVERY < until and self._pins.is_held():
            self.seconds += WATCHED_EVERY
        self.seconds = until
        self.app.pump()

    def keys(self, *presses: Press) -> None:
        """Press keys of a tower panel one after the other, as its link would post them."""
        for press in presses:
            self.presses += 1
            self.look()
            self.inbox.put(KeyPress(press, self.seconds))
            self._wait(TAP)

    def press(self, *presses: Press) -> None:
        """Press buttons one after the other, each down and up again at its pin."""
        for press in presses:
            self._before_press(press)
            self.presses += 1
            self.look()
            self._buttons.tap(press, self._wait)

    def look(self) -> None:
        """Let the time pass in which a player reads what is asked."""
        self.seconds += A_GLANCE

    @property
    def entry(self) -> Entry:
        return self.host.entry

    @property
    def session(self) -> Session | None:
        return self.host.session

    @property
    def frame(self) -> Frame:
        assert self.oled.frame is not None, "the app draws when it is made"
        return self.oled.frame

    def say(self, wanted: list[Answer]) -> None:
        """Press the shortest way to the first of these answers; raises NoRouteError, GameFault."""
        game = self.session.name if self.session is not None else ""
        part, passes = f"entry {type(self.entry).__name__}", (NoRouteError, guard.GameFault)
        ways = self.entry, wanted, self._presses
        self.press(*guard.run(game, part, route, *ways, limit=SEARCH_LIMIT, passes=passes))

    def choose(self, menu: str, item: str | int) -> None:
        """Press the shortest way through an item of this menu; raises NoRouteError."""
        self.press(*route_to_item(self.entry, menu, item, self._presses))

    def press_until(self, is_found: Callable[[Step], bool]) -> None:
        """Press the shortest way to such a step; raises NoRouteError."""
        self.press(*route_to(self.entry, is_found, self._presses))

    @property
    def _presses(self) -> Sequence[Press]:
        return STICK if self.board.axes == 2 else FOUR_BUTTONS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


class DemoResult(NamedTuple):
    """The game as the device ended it, and how many presses that took."""

    game: Session
    presses: int


def demo(record: Session, board: Board, words: Words, pictures: Path | None) -> DemoResult:
    """Play the record and print chosen screens; raises DemoFailed if the result differs."""
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    given: Mapping[str, str] = {Preference.LANGUAGE: words.language}
    people = people_of(record)
    with TemporaryDirectory() as folder, Rig(board, Path(folder), people, given=given) as rig:
        shown = 0
        for chosen in play_record(rig, record):
            if pictures is not None:
                shown += 1
                write_picture(rig.frame, pictures / f"{shown:03}.png")
            if chosen:
                print("\n".join(draw_lines(rig.frame, BRAILLE)), end="\n\n")
        return check_result(rig, record)


def check_result(rig: Rig, record: Session) -> DemoResult:
    """The game on the rig, played to the record's end; raises DemoFailed if its result differs."""
    final = replay_session(record.name, rig.journal.answers(1)[: len(record.answers)])
    if final.result != record.result:
        raise DemoFailed(final.answers[-1])
    return DemoResult(final, rig.presses)


def people_of(record: Session) -> People:
    """The record's players, so that the device can offer names that it has no letters for."""
    players = record.table.players
    return tuple((player.name, player.colour) for player in players if player.colour is not None)


def play_record(rig: Rig, record: Session) -> Iterable[bool]:
    """Press a record to its end; yields whether each screen is a chosen one; raises DemoFailed."""
    yield True
    for menu, item in steps_to_new_game(record):
        rig.choose(menu, item)
        yield False
    while True:
        entry, session = rig.entry, rig.session
        yield _is_chosen(entry, session)
        if isinstance(entry, Guide):
            if isinstance(entry.page, Winner):
                return
            rig.press(Press.OK)
            continue
        answers = session.answers[: len(record.answers)] if session is not None else []
        if answers != record.answers[: len(answers)]:
            raise DemoFailed(answers[-1])
        if len(answers) == len(record.answers):
            return
        wanted = record.answers[len(answers) :]
        try:
            rig.say(wanted)
        except NoRouteError:
            raise DemoFailed(wanted[0], pressable=False) from None


def steps_to_new_game(record: Session) -> Iterable[tuple[str, str | int]]:
    """The menus and their items from home to the record's first question."""
    yield "home", "new"
    yield "game", record.name
    yield "players", max(record.game.seats[0], len(record.table.players))


TURNS_PER_SCREEN = 10
"""Turns from one printed screen of the towers to the next."""


def _is_chosen(entry: Entry, session: Session | None) -> bool:
    if isinstance(entry, Guide):
        return True
    if session is None or session.question is None or not session.table.started:
        return False
    if session.question.key not in session.game.turn_begins:
        return False
    turns = sum(asked.key in session.game.turn_begins for asked in session.asked)
    return turns % TURNS_PER_SCREEN == 0


def write_picture(frame: Frame, file: Path) -> None:
    """Write a frame as a PNG, enlarged so that each pixel is a square."""
    image = Image.frombytes("1", (WIDTH, HEIGHT), frame)
    image.resize((WIDTH * ENLARGED, HEIGHT * ENLARGED), Image.Resampling.NEAREST).save(file)


# The fewest presses -------------------------------------------------------------------------------


STICK = (Press.RIGHT, Press.LEFT, Press.UP, Press.DOWN, Press.OK)
FOUR_BUTTONS = (Press.NEXT, Press.PREVIOUS, Press.OK)
PANEL = (*DIRECT_KEYS, *FOUR_BUTTONS)
"""The tower panel's keys, those that say a thing at once before those that point."""
MOST_ENTRIES = 20_000
"""The search stops after this many entries."""


class NoRouteError(LookupError):
    """No presses lead from the entry to these answers."""


def route(entry: Entry, wanted: Sequence[Answer], presses: Sequence[Press]) -> list[Press]:
    """The fewest presses to the first of the ``wanted`` answers; raises NoRouteError."""

    def measure(step: Step) -> float | None:
        if isinstance(step, Entry):
            return step.measure_way(wanted)
        gives_them = isinstance(step, Answered) and step.answers == (*wanted[: len(step.answers)],)
        return inf if gives_them else None

    path: list[Press] = []
    step: Step = entry
    while isinstance(step, Entry):
        more, step = _search(step, measure, presses)
        path += more
    return path


def route_to(
    entry: Entry, is_found: Callable[[Step], bool], presses: Sequence[Press]
) -> list[Press]:
    """The fewest of ``presses`` that lead to such a step; raises NoRouteError."""
    return [] if is_found(entry) else _search(entry, is_found, presses)[0]


def route_to_item(
    entry: Entry, title: str, item: str | int, presses: Sequence[Press]
) -> list[Press]:
    """The fewest of ``presses`` that choose an item of a menu; raises NoRouteError."""

    def is_at_item(step: Step) -> bool:
        return isinstance(step, Menu) and (step.title, step.item.word) == (title, str(item))

    return [*route_to(entry, is_at_item, presses), Press.OK]


def _search(
    start: Entry, measure: Callable[[Step], float | None], presses: Sequence[Press]
) -> tuple[list[Press], Step]:
    """The presses to the first step that lies farther on the way, past others as far as it."""
    here = measure(start)
    ahead: deque[tuple[Entry, list[Press]]] = deque([(start, [])])
    seen = {start}
    while here is not None and ahead and len(seen) < MOST_ENTRIES:
        step, path = ahead.popleft()
        for press in presses:
            after = step.press(press)
            there = measure(after)
            if there is not None and there > here:
                return [*path, press], after
            if isinstance(after, Entry) and there == here and after not in seen:
                seen.add(after)
                ahead.append((after, [*path, press]))
    raise NoRouteError(start)
