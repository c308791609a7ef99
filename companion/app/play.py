"""Puts the companion together for playing: devices, journal, host and loop.

The screen shows a ready-made picture first; everything else is loaded meanwhile.
"""

from __future__ import annotations

import gc
import os
import signal
import time
import warnings
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion.app.prepared_splash import HALF_TURN, SPLASH, prepare_splash
from companion.interfaces import Signal
from companion.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.host import Host
    from companion.app.loop import App
    from companion.config import Config
    from companion.core.conversation import Answer
    from companion.devices.terminal import TerminalScreen
    from companion.devices.virtual_buttons import VirtualButtons
    from companion.interfaces import Chime, Inbox, Lamps, Light, Screen
    from companion.journal import Journal

LIT = "lit"
"""The file in the service's runtime folder that says that the early splash has lit the panel."""
VIRTUAL_BUZZER = 12
"""The mock pin that sounds where the board itself has no piezo."""
LAST_LOOK = 1.0
"""Seconds for which the farewell is shown; the whole shutdown must take less than two."""
LOG = "companion.log"
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class CannotPlay(Exception):
    """Wrong settings, a bad board file, or a journal that can't be opened: the ``cause``."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(cause)
        self.cause = cause


def play(settings: Callable[[], Config], words: Words, *, virtual: bool) -> None:
    """Play until the players or a signal end it.

    ``settings`` is called when the settings are needed: on the virtual device the first picture
    does not wait for them. Raises DeviceMissingError if a device is missing, CannotPlay for wrong
    settings or a journal that can't be opened or read.
    """
    inbox: Inbox = SimpleQueue()
    for each in ENDINGS:
        signal.signal(each, lambda *_: inbox.put(Signal.QUIT))
    with ExitStack() as stack:
        gc.disable()  # what is loaded stays; to search it for garbage takes a tenth of the start
        stack.callback(gc.enable)
        if virtual:
            terminal = _open_terminal(words, inbox, stack)
            terminal.show(SPLASH.read_bytes())
            config = _add_buzzer(_read_settings(settings))
            app = _build_app(config, terminal, inbox, stack, terminal)
            terminal.legend = lambda: _say_keys(app.host)
            terminal.help = lambda: app.host.words.say("cli.help")
        else:
            warnings.simplefilter("ignore")  # gpiozero's, of pin factories it tries in turn
            config = _read_settings(settings)
            panel = _open_screen(config, stack)
            with suppress(OSError):  # under systemd the panel may come later
                panel.show(SPLASH.read_bytes())
            app = _build_app(config, panel, inbox, stack)
            if folder := os.environ.get("CACHE_DIRECTORY"):
                with suppress(OSError):  # a full card: the next splash comes later
                    prepare_splash(config, Path(folder))
        gc.freeze()
        gc.enable()
        app.run()


def _say_keys(host: Host) -> str:
    if not host.entry.takes_letters:
        return host.words.say("cli.keys")
    from companion.input.people import SeatPicker  # loaded with its entry

    at_a_seat = isinstance(host.entry, SeatPicker)
    return host.words.say("cli.keys.seat" if at_a_seat else "cli.keys.spelling")


def _last_look() -> None:
    time.sleep(LAST_LOOK)


def _read_settings(settings: Callable[[], Config]) -> Config:
    from companion.config import ConfigError

    try:
        return settings()
    except ConfigError as error:
        raise CannotPlay(error) from error


def _add_buzzer(config: Config) -> Config:
    from dataclasses import replace

    board = config.board
    return replace(config, board=board._replace(buzzer=board.buzzer or VIRTUAL_BUZZER))


def _open_terminal(words: Words, inbox: Inbox, stack: ExitStack) -> TerminalScreen:
    from companion.devices.terminal import TerminalScreen

    too_small = partial(words.say, "cli.too-small")
    terminal = stack.enter_context(TerminalScreen(lambda: words.say("cli.keys"), too_small))
    signal.signal(signal.SIGWINCH, lambda *_: inbox.put(Signal.REDRAW))
    return terminal


def _open_screen(config: Config, stack: ExitStack) -> Screen:
    from companion.devices.oled import open_oled

    runtime = os.environ.get("RUNTIME_DIRECTORY")
    panel = open_oled(
        config.board,
        rotated=config.rotate == HALF_TURN,
        contrast=config.contrast,
        wait="NOTIFY_SOCKET" in os.environ,  # as a service there is nobody to tell
        lit=Path(runtime, LIT) if runtime else None,
    )
    stack.callback(panel.close)
    return panel


def _build_app(
    config: Config,
    screen: Screen,
    inbox: Inbox,
    stack: ExitStack,
    terminal: TerminalScreen | None = None,
) -> App:
    from datetime import UTC, datetime

    from companion.app.box import Box
    from companion.app.host import Host
    from companion.app.loop import App
    from companion.app.preferences import Preferences
    from companion.app.wall_clock import WallClock
    from companion.devices.buttons import Buttons
    from companion.devices.keyboard import KEY_NAMES
    from companion.devices.picture import Picture
    from companion.devices.voice import EspeakVoice
    from companion.journal import state_folder
    from companion.service.notify import SystemdNotifier

    board, clock = config.board, time.monotonic
    now = WallClock(partial(datetime.now, UTC), clock)
    printed = _read_board_files(config)
    folder = state_folder(os.environ)
    journal = _open_journal(folder, stack)
    _log_to(folder / LOG if terminal else None)
    virtual_buttons = _make_virtual_buttons(config) if terminal else None
    buttons = stack.enter_context(closing(Buttons(board, inbox.put, clock)))
    buttons.watch()
    chime = stack.enter_context(closing(_open_chime(config)))
    light = stack.enter_context(closing(_open_light(config)))
    tower_panel = stack.enter_context(closing(_open_tower_panel(config, inbox)))
    voice = stack.enter_context(closing(EspeakVoice()))
    stack.callback(screen.close)  # before the buttons, which take their time to let go
    picture = Picture(screen, clock())

    def build() -> Host:
        preferences = Preferences(journal, now, config.preferences)
        box = Box(journal, preferences, picture, chime, voice)
        labels = KEY_NAMES if terminal else board.button_names
        return Host(journal, board.axes, now, box, printed=printed, buttons=labels)

    host = _build_host(build, journal)
    service, outputs = SystemdNotifier(), (picture, chime, light, tower_panel, voice)
    look = buttons.look
    if terminal is None or virtual_buttons is None:
        return App(host, *outputs, clock, inbox, look, service=service, last_look=_last_look)
    _open_keyboard(virtual_buttons, host, inbox, stack)
    redraw, toggle_help = terminal.redraw, terminal.toggle_help
    return App(host, *outputs, clock, inbox, look, redraw, service, toggle_help=toggle_help)


def _open_journal(folder: Path, stack: ExitStack) -> Journal:
    from datetime import UTC, datetime

    from companion.journal import Journal, JournalError

    try:
        return stack.enter_context(closing(Journal.open(folder, datetime.now(UTC))))
    except JournalError as error:
        raise CannotPlay(error) from error


def _open_keyboard(buttons: VirtualButtons, host: Host, inbox: Inbox, stack: ExitStack) -> None:
    from companion.devices.keyboard import Keyboard

    keyboard = Keyboard(
        buttons,
        lambda: inbox.put(Signal.QUIT),
        spells=lambda: host.entry.takes_letters,
        type_letter=inbox.put,
        toggle_help=lambda: inbox.put(Signal.HELP),
    )
    stack.callback(keyboard.close)


def _build_host(build: Callable[[], Host], journal: Journal) -> Host:
    """Build the host, if need be on a new journal beside a damaged one; raises CannotPlay."""
    from datetime import UTC, datetime

    from companion.journal import JournalError, JournalUnreadable

    try:
        try:
            return build()
        except JournalUnreadable as unreadable:
            if unreadable.fault is None:
                raise
            journal.quarantine(datetime.now(UTC))
            return build()
    except JournalError as error:
        raise CannotPlay(error) from error


def _read_board_files(config: Config) -> dict[str, tuple[Answer, ...]]:
    from companion.core.board_file import BoardFileError, load_board_file
    from companion.games import load_plugin

    try:
        return {
            game: load_board_file(game, file, read)
            for game, file in config.board_files.items()
            if (read := load_plugin(game).read_board) is not None
        }
    except BoardFileError as error:
        raise CannotPlay(error) from error


def _make_virtual_buttons(config: Config) -> VirtualButtons:
    from companion.devices.virtual_buttons import VirtualButtons, use_mock_pins

    return VirtualButtons(use_mock_pins(), config.board)


def _open_chime(config: Config) -> Chime:
    from companion.devices.chime import GpiozeroChime, SilentChime

    if config.board.buzzer is None:
        return SilentChime()
    chime = GpiozeroChime(config.board.buzzer, click=config.click)
    chime.muted = config.mute
    return chime


def _open_light(config: Config) -> Light:
    from companion.devices.light import GpiozeroLight, NoLight

    return GpiozeroLight(config.led) if config.led else NoLight()


def _open_tower_panel(config: Config, inbox: Inbox) -> Lamps:
    from companion.config import NO_PORT
    from companion.panel.lamps import LateLamps, NoLamps

    def connect() -> Lamps:
        from companion.panel.link import PanelLink, draw_host_id

        return PanelLink(inbox, draw_host_id(), time.monotonic, config.tower_panel)

    return NoLamps() if config.tower_panel == NO_PORT else LateLamps(connect)


def _log_to(file: Path | None) -> None:
    """Log to a file, where the terminal is the picture; else to standard error."""
    import logging

    logging.basicConfig(filename=file, level=logging.WARNING, format="%(asctime)s %(message)s")
