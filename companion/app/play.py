"""Plays: shows the splash, loads the rest of the companion behind it, and runs it to its end."""

from __future__ import annotations

import gc
import os
import signal
import time
import warnings
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion.app.ending import Ending, run_in_turn, run_within
from companion.app.prepared_splash import HALF_TURN, SPLASH, prepare_splash
from companion.core.interfaces import Signal

if TYPE_CHECKING:
    from companion.app.host import Host
    from companion.app.loop import App
    from companion.box.config import Config
    from companion.box.devices.buses import FindScreen
    from companion.box.devices.terminal import TerminalScreen
    from companion.core.conversation import Answer
    from companion.core.interfaces import Inbox, Screen
    from companion.text import Words

Settings = Callable[["FindScreen | None"], "Config"]
"""Reads the settings, given what looks for the screen; None: nothing is to be looked for."""
LIT = "lit"
"""The file in the service's runtime folder that says that the early splash has lit the panel."""


class CannotPlay(Exception):
    """Wrong settings, a bad board file, or a journal that can't be opened: the ``cause``."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(cause)
        self.cause = cause


def play(settings: Settings, words: Words, *, virtual: bool) -> None:
    """Play until the players or a signal end it.

    ``settings`` is called when the settings are needed: on the virtual device the first picture
    does not wait for them, and no screen is looked for. Raises DeviceMissingError if a device is
    missing, CannotPlay for wrong settings or a journal that can't be opened or read.
    """
    inbox: Inbox = SimpleQueue()
    ending = Ending(run=run_in_turn if virtual else run_within)
    ending.catch_signals(lambda: inbox.put(Signal.QUIT), limit=not virtual)
    with ExitStack() as journals, ending:
        gc.disable()  # what is loaded stays; to search it for garbage takes a tenth of the start
        journals.callback(gc.enable)
        if virtual:
            app = _open_virtual(settings, words, inbox, journals, ending)
        else:
            config = _find_settings(settings, inbox)
            if config is None:
                return
            app = _open_box(config, inbox, journals, ending)
        gc.freeze()  # nor is it searched later
        gc.enable()
        app.run()
    if not virtual:
        ending.leave()


def _open_virtual(
    settings: Settings,
    words: Words,
    inbox: Inbox,
    journals: ExitStack,
    ending: Ending,
) -> App:
    """Open the virtual device, which shows its splash before anything else is loaded."""
    terminal = _open_terminal(words, inbox, ending)
    terminal.show(SPLASH.read_bytes())
    config = _read_settings(settings, None)
    app = _build_app(config, terminal, inbox, journals, ending, terminal)
    terminal.legend = lambda: _say_keys(app.host)
    terminal.help = lambda: app.host.words.say("cli.help")
    return app


def _find_settings(settings: Settings, inbox: Inbox) -> Config | None:
    """The settings with the board that is found; None if the end comes before a screen does."""
    from companion.box.devices.buses import find_screen  # as above
    from companion.box.devices.errors import DeviceMissingError  # the real device's only

    def read() -> Config:
        return _read_settings(settings, find_screen)

    try:
        return read()
    except DeviceMissingError as error:
        if not _is_service():
            raise
        from companion.app.screen_wait import ScreenWait  # few need it
        from companion.box.service.notify import SystemdNotifier

        return ScreenWait(inbox, time.monotonic, SystemdNotifier()).until(read, error)


def _open_box(config: Config, inbox: Inbox, journals: ExitStack, ending: Ending) -> App:
    """Open the real devices; the panel shows the splash while the rest is loaded."""
    warnings.simplefilter("ignore")  # gpiozero's, of pin factories it tries in turn
    panel = _open_screen(config, ending)
    with suppress(OSError):  # under systemd the panel may come later
        panel.show(SPLASH.read_bytes())
    app = _build_app(config, panel, inbox, journals, ending)
    if folder := os.environ.get("CACHE_DIRECTORY"):
        with suppress(OSError):  # a full card: the next splash comes later
            prepare_splash(config, Path(folder))
    return app


def _say_keys(host: Host) -> str:
    if not host.entry.takes_letters:
        return host.words.say("cli.keys")
    from companion.ui.input.people import SeatPicker  # loaded with its entry

    at_a_seat = isinstance(host.entry, SeatPicker)
    return host.words.say("cli.keys.seat" if at_a_seat else "cli.keys.spelling")


def _is_service() -> bool:
    """Whether systemd has started this: then there is nobody to tell, and time to wait."""
    return "NOTIFY_SOCKET" in os.environ


def _read_settings(settings: Settings, find: FindScreen | None) -> Config:
    from companion.box.config import ConfigError  # the virtual device shows its splash first

    try:
        return settings(find)
    except ConfigError as error:
        raise CannotPlay(error) from error


def _open_terminal(words: Words, inbox: Inbox, ending: Ending) -> TerminalScreen:
    from companion.box.devices.terminal import TerminalScreen  # the virtual device's only

    too_small = partial(words.say, "cli.too-small")
    terminal = TerminalScreen(lambda: words.say("cli.keys"), too_small)
    ending.closes_screen(terminal.close)
    signal.signal(signal.SIGWINCH, lambda *_: inbox.put(Signal.REDRAW))
    return terminal


def _open_screen(config: Config, ending: Ending) -> Screen:
    from companion.box.devices.oled import open_oled  # the real device's only

    runtime = os.environ.get("RUNTIME_DIRECTORY")
    panel = open_oled(
        config.board,
        rotated=config.rotate == HALF_TURN,
        contrast=config.contrast,
        wait=_is_service(),
        lit=Path(runtime, LIT) if runtime else None,
    )
    ending.closes_screen(panel.close)
    return panel


def _build_app(
    config: Config,
    screen: Screen,
    inbox: Inbox,
    journals: ExitStack,
    ending: Ending,
    terminal: TerminalScreen | None = None,
) -> App:
    from companion.app.app_builder import AppBuilder  # nearly all code: the splash is shown first
    from companion.store.journal import JournalError  # as above

    printed = _read_board_files(config)
    try:
        return AppBuilder(config, screen, inbox, ending, terminal).build(printed, journals)
    except JournalError as error:
        raise CannotPlay(error) from error


def _read_board_files(config: Config) -> dict[str, tuple[Answer, ...]]:
    if not config.board_files:
        return {}
    from companion.core.board_file import BoardFileError, load_board_file  # few have one
    from companion.games import load_plugin

    try:
        return {
            game: load_board_file(game, file, read)
            for game, file in config.board_files.items()
            if (read := load_plugin(game).read_board) is not None
        }
    except BoardFileError as error:
        raise CannotPlay(error) from error
