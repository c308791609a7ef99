"""Puts the companion together: devices, journal, host and loop; waits for a disk that takes games.

All that the home screen needs is imported here, and `play` imports this behind the splash.
Late: the tower panel's `link`, after the first picture; `table_socket`, once somebody may come in;
`board_file`, which few have.
"""

from __future__ import annotations

import gc
import logging
import os
import time
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, TypeVar

from companion.app import CannotPlay
from companion.app.box import Box, Devices, Preference, Preferences, WallClock
from companion.app.device_text import screen_error_text
from companion.app.ends import EndsProcess
from companion.app.host import Host
from companion.app.loop import App
from companion.app.notices import add_rollback_notice, log_journal_error, waiting_notice
from companion.app.table_door import TableDoor
from companion.box.config import NO_PORT, BoardChoice
from companion.box.devices.buttons import Buttons
from companion.box.devices.chime import GpiozeroChime, SilentChime
from companion.box.devices.keyboard import KEY_NAMES, Keyboard, VirtualButtons, use_mock_pins
from companion.box.devices.light import GpiozeroLight, NoLight
from companion.box.devices.picture import Picture
from companion.box.devices.voice import EspeakVoice
from companion.box.panel.keypad import NOBODY, open_keypads
from companion.box.panel.lamps import LateLamps, NoLamps
from companion.box.service.folders import state_folder
from companion.box.service.notify import SystemdNotifier
from companion.core import guard
from companion.core.backoff import BackOff, RepeatGuard
from companion.core.interfaces import Signal
from companion.games import load_plugin, words_in
from companion.store.journal import (
    Journal,
    JournalError,
    JournalFileError,
    JournalReader,
    JournalUnreadable,
)
from companion.ui.screens import render
from companion.ui.screens.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.app.api.table_socket import TableSocket
    from companion.app.ending import Ending
    from companion.box.config import Config
    from companion.box.devices.terminal import TerminalScreen
    from companion.core.conversation import Answer
    from companion.core.interfaces import Chime, Clock, Inbox, Lamps, Screen
    from companion.text import Words


class LogFile(logging.FileHandler):
    """A file that is written where the disk takes it; what it refuses is dropped."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        with suppress(OSError):
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name
        """Drop the record."""


log = logging.getLogger(__name__)

VIRTUAL_BUZZER = 12
"""The mock pin that sounds where the board itself has no piezo."""
LOG = "companion.log"
T = TypeVar("T")
MAX_DELAY = 5.0
"""Seconds between two tries at most, so that it goes on soon after there is space."""
LOOK_EVERY = 1.0
"""Seconds for which an event is waited for at most: the panel and the watchdog need their turn."""


class JournalWait:
    """Shows why no game can be kept, and tries again after a while and at each press."""

    def __init__(
        self,
        picture: Picture,
        words: Callable[[], Words],
        inbox: Inbox,
        clock: Clock,
        service: SystemdNotifier,
        terminal: TerminalScreen | None = None,
    ) -> None:
        """``words`` is called for each notice; ``terminal`` is the screen of the virtual device."""
        self._picture = picture
        self._words = words
        self._inbox = inbox
        self._clock = clock
        self._service = service
        self._terminal = terminal

    def until(self, attempt: Callable[[], T]) -> T:
        """Return what ``attempt`` returns; raises its last error when QUIT is posted.

        It is made again as long as the disk refuses it. Raises any other error at once.
        """
        back_off, guard = BackOff(MAX_DELAY), RepeatGuard()
        while True:
            try:
                result = attempt()
            except JournalFileError as error:
                if error.disk_fault is None:
                    raise
                if guard.is_news(error.strerror):
                    log_journal_error(error)
                back_off.record_failure(self._clock())
                if not self._wait(error, back_off):
                    raise
            else:
                if guard.last is not None:
                    log.warning("the journal can be used again")
                return result

    def _wait(self, error: JournalFileError, back_off: BackOff) -> bool:
        """Show the error until the next try is due or something is pressed; False for QUIT."""
        gc.enable()  # it is off while the companion starts, but this may take days
        view = View(waiting_notice(error), None, self._words())
        frame = render(view).tobytes()
        while not back_off.is_due(now := self._clock()):
            self._picture.show(frame, now)
            self._service.ready()  # waiting is no failed start
            self._service.tick(now)
            try:
                event = self._inbox.get(timeout=LOOK_EVERY)
            except Empty:
                continue
            if event is Signal.QUIT:
                return False
            if event is not Signal.REDRAW:
                self._picture.burn_in.wake(self._clock())
                return True
            self._picture.forget_shown()
            if self._terminal is not None:
                self._terminal.redraw()
        return True


class AppBuilder:
    """Opens what the companion plays with, and joins it into an `App`.

    ``ending`` closes the devices. ``terminal`` is the screen of the virtual device, whose buttons
    are keys.
    """

    def __init__(
        self,
        config: Config,
        screen: Screen,
        inbox: Inbox,
        ending: Ending,
        terminal: TerminalScreen | None = None,
    ) -> None:
        self._config = _as_virtual(config) if terminal else config
        self._screen = screen
        self._inbox = inbox
        self._ending = ending
        self._terminal = terminal
        self._folder = state_folder(os.environ)
        self._labels = KEY_NAMES if terminal else config.board.button_names
        self._host: Host | None = None
        """None while the journal can't be opened."""

    def build(self, journals: ExitStack) -> App:
        """Open devices and journal, which ``journals`` closes; waits for a disk that refuses.

        Raises DeviceMissingError, and CannotPlay for a board file or a journal.
        """
        printed, terminal = read_board_files(self._config.board_files), self._terminal
        _log_to(self._folder / LOG if terminal else None)
        _log_doubts(self._config)
        # before the devices, which use its pins
        virtual_buttons = VirtualButtons(use_mock_pins(), self._config.board) if terminal else None
        devices = self._open_devices()
        if virtual_buttons is not None:
            self._open_keyboard(virtual_buttons)
        service, clock = SystemdNotifier(), time.monotonic
        picture = devices.picture
        wait = JournalWait(picture, self._find_words, self._inbox, clock, service, terminal)
        try:
            self._host = wait.until(lambda: self._open_host(devices, printed, journals))
        except JournalError as error:
            raise CannotPlay(error) from error
        self._host.lay_notice(partial(add_rollback_notice, self._folder))
        self._ending.closes(self._host.door.close)
        app = App(self._host, devices, clock, self._inbox, service, terminal)
        if terminal is None:  # nobody waits for a terminal to be given back
            app.show_last = self._ending.show_farewell
        return app

    def _open_devices(self) -> Devices:
        config, inbox, closes = self._config, self._inbox, self._ending.closes
        buttons = Buttons(config.board, inbox.put, time.monotonic)
        closes(buttons.close)
        buttons.watch()
        chime = _open_chime(config)
        closes(chime.close)
        light = GpiozeroLight(config.led) if config.led else NoLight()
        closes(light.close)
        tower_panel = _open_tower_panel(config.tower_panel, inbox)
        closes(tower_panel.close)
        voice = EspeakVoice()
        closes(voice.close)
        describe = partial(screen_error_text, bus=config.board.bus)
        picture = Picture(self._screen, time.monotonic(), describe)
        # the virtual device's keyboard is the one that a keypad would take away
        keypads = open_keypads(NOBODY if self._terminal else config.keypad, inbox, time.monotonic)
        closes(keypads.close)
        return Devices(picture, chime, light, tower_panel, voice, buttons, keypads)

    def _open_keyboard(self, buttons: VirtualButtons) -> None:
        keyboard = Keyboard(
            buttons,
            lambda: self._inbox.put(Signal.QUIT),
            spells=lambda: self._host is not None and self._host.entry.takes_letters,
            type_letter=self._inbox.put,
            toggle_help=lambda: self._inbox.put(Signal.HELP),
        )
        self._ending.closes(keyboard.close)

    def _find_words(self) -> Words:
        """The words of the language chosen in the menu, if it can be read, else of the settings."""
        chosen = None
        with suppress(JournalError):
            chosen = JournalReader(self._folder).setting(Preference.LANGUAGE)
        return words_in(chosen or self._config.language, self._labels)

    def _open_table_socket(self) -> TableSocket:
        from companion.app.api.table_socket import open_table_socket

        return open_table_socket(os.environ, self._inbox.put)

    def _open_host(
        self, devices: Devices, printed: Mapping[str, tuple[Answer, ...]], journals: ExitStack
    ) -> Host:
        """Open the journal and the host that leads the table; raises JournalError, holds nothing.

        A journal that opens but proves damaged is set aside.
        """
        now = WallClock(partial(datetime.now, UTC), time.monotonic)
        ends = EndsProcess(self._folder)
        self._ending.closes(ends.close)

        def create_host() -> Host:
            preferences = Preferences(journal, now, self._config.preferences)
            readers = bool(self._config.mqtt.host)
            find_words = partial(words_in, buttons=self._labels)
            door = TableDoor(self._open_table_socket, journal, now, find_words, for_readers=readers)
            box = Box(
                journal,
                now,
                preferences,
                devices,
                door,
                self._config.board,
                self._labels,
                self._config.board_choice,
                ends.play_out,
                printed=printed,
            )
            return Host(box)

        with ExitStack() as opened:
            journal = opened.enter_context(closing(Journal.open(self._folder, now())))
            try:
                host = create_host()
            except JournalUnreadable as unreadable:
                if unreadable.fault is None:
                    raise
                journal.quarantine(now())
                host = create_host()
            journals.enter_context(opened.pop_all())
        return host


def _as_virtual(config: Config) -> Config:
    """Give the virtual device a buzzer; its board is the one that it imitates."""
    board = config.board._replace(buzzer=config.board.buzzer or VIRTUAL_BUZZER)
    return config._replace(board=board, board_choice=BoardChoice.SET)


def _open_chime(config: Config) -> Chime:
    if config.board.buzzer is None:
        return SilentChime()
    chime = GpiozeroChime(config.board.buzzer, click=config.click)
    chime.muted = config.mute
    return chime


def _open_tower_panel(port: str, inbox: Inbox) -> Lamps:
    def connect() -> Lamps:
        from companion.box.panel.link import PanelLink, draw_host_id

        return PanelLink(inbox, draw_host_id(), time.monotonic, port)

    return NoLamps() if port == NO_PORT else LateLamps(connect)


def _log_doubts(config: Config) -> None:
    """Log a board that may be another one, and settings by a name of an earlier version."""
    if config.board_choice is BoardChoice.ASSUMED and config.found is not None:
        log.warning(
            "the screen at 0x%02X is unknown (status %s), so the board is taken for the %s; if it"
            " is another one, name it in companion.toml: board",
            config.found.address,
            "unreadable" if config.found.status is None else f"0x{config.found.status:02X}",
            config.board.name,
        )

    for each in config.effective:
        if each.former:
            log.warning(
                "%s:%d: %s is now called %s", config.path, each.line, each.former, each.name
            )


def _log_to(file: Path | None) -> None:
    """Log to a file, where the terminal is the picture; else to standard error.

    The file has the tracebacks of faulty games: who writes a game plays it in a terminal.
    """
    handler = LogFile(file, delay=True) if file else logging.StreamHandler()
    form = "%(asctime)s %(message)s"
    logging.basicConfig(handlers=[handler], level=logging.WARNING, format=form)
    if file:
        guard.log.setLevel(logging.DEBUG)


def read_board_files(files: Mapping[str, Path]) -> dict[str, tuple[Answer, ...]]:
    """What each file says about its game's board; raises CannotPlay."""
    if not files:
        return {}
    from companion.core.board_file import BoardFileError, load_board_file

    try:
        return {
            game: load_board_file(game, file, read)
            for game, file in files.items()
            if (read := load_plugin(game).read_board) is not None
        }
    except BoardFileError as error:
        raise CannotPlay(error) from error
