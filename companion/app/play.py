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
from typing import TYPE_CHECKING, NamedTuple

from companion.app.ending import Ending, run_in_turn, run_within
from companion.app.prepared_splash import HALF_TURN, SPLASH, prepare_splash
from companion.interfaces import Signal
from companion.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.app.host import Host
    from companion.app.loop import App
    from companion.config import Config
    from companion.core.conversation import Answer
    from companion.devices.buttons import Buttons
    from companion.devices.picture import Picture
    from companion.devices.terminal import TerminalScreen
    from companion.devices.virtual_buttons import VirtualButtons
    from companion.interfaces import Chime, Inbox, Lamps, Light, Screen, Voice

LIT = "lit"
"""The file in the service's runtime folder that says that the early splash has lit the panel."""
VIRTUAL_BUZZER = 12
"""The mock pin that sounds where the board itself has no piezo."""
LOG = "companion.log"


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
    ending = Ending(run=run_in_turn if virtual else run_within)
    ending.catch_signals(lambda: inbox.put(Signal.QUIT), limit=not virtual)
    with ExitStack() as journals, ending:
        gc.disable()  # what is loaded stays; to search it for garbage takes a tenth of the start
        journals.callback(gc.enable)
        if virtual:
            terminal = _open_terminal(words, inbox, ending)
            terminal.show(SPLASH.read_bytes())
            config = _add_buzzer(_read_settings(settings))
            app = _build_app(config, terminal, inbox, journals, ending, terminal)
            terminal.legend = lambda: _say_keys(app.host)
            terminal.help = lambda: app.host.words.say("cli.help")
        else:
            warnings.simplefilter("ignore")  # gpiozero's, of pin factories it tries in turn
            config = _read_settings(settings)
            panel = _open_screen(config, ending)
            with suppress(OSError):  # under systemd the panel may come later
                panel.show(SPLASH.read_bytes())
            app = _build_app(config, panel, inbox, journals, ending)
            if folder := os.environ.get("CACHE_DIRECTORY"):
                with suppress(OSError):  # a full card: the next splash comes later
                    prepare_splash(config, Path(folder))
        gc.freeze()
        gc.enable()
        app.run()
    if not virtual:
        ending.leave()


def _say_keys(host: Host) -> str:
    if not host.entry.takes_letters:
        return host.words.say("cli.keys")
    from companion.input.people import SeatPicker  # loaded with its entry

    at_a_seat = isinstance(host.entry, SeatPicker)
    return host.words.say("cli.keys.seat" if at_a_seat else "cli.keys.spelling")


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


def _open_terminal(words: Words, inbox: Inbox, ending: Ending) -> TerminalScreen:
    from companion.devices.terminal import TerminalScreen

    too_small = partial(words.say, "cli.too-small")
    terminal = TerminalScreen(lambda: words.say("cli.keys"), too_small)
    ending.closes_screen(terminal.close)
    signal.signal(signal.SIGWINCH, lambda *_: inbox.put(Signal.REDRAW))
    return terminal


def _open_screen(config: Config, ending: Ending) -> Screen:
    from companion.devices.oled import open_oled

    runtime = os.environ.get("RUNTIME_DIRECTORY")
    panel = open_oled(
        config.board,
        rotated=config.rotate == HALF_TURN,
        contrast=config.contrast,
        wait="NOTIFY_SOCKET" in os.environ,  # as a service there is nobody to tell
        lit=Path(runtime, LIT) if runtime else None,
    )
    ending.closes_screen(panel.close)
    return panel


class _Devices(NamedTuple):
    """What the loop works with; `Ending` closes it."""

    picture: Picture
    chime: Chime
    light: Light
    tower_panel: Lamps
    voice: Voice
    buttons: Buttons


def _open_devices(config: Config, screen: Screen, inbox: Inbox, ending: Ending) -> _Devices:
    from companion.app.device_text import screen_error_text
    from companion.devices.buttons import Buttons
    from companion.devices.picture import Picture
    from companion.devices.voice import EspeakVoice

    buttons = Buttons(config.board, inbox.put, time.monotonic)
    ending.closes(buttons.close)
    buttons.watch()
    chime = _open_chime(config)
    ending.closes(chime.close)
    light = _open_light(config)
    ending.closes(light.close)
    tower_panel = _open_tower_panel(config, inbox)
    ending.closes(tower_panel.close)
    voice = EspeakVoice()
    ending.closes(voice.close)
    describe = partial(screen_error_text, bus=config.board.bus)
    picture = Picture(screen, time.monotonic(), describe)
    return _Devices(picture, chime, light, tower_panel, voice, buttons)


def _build_app(
    config: Config,
    screen: Screen,
    inbox: Inbox,
    journals: ExitStack,
    ending: Ending,
    terminal: TerminalScreen | None = None,
) -> App:
    from companion.app.journal_wait import JournalWait
    from companion.app.loop import App
    from companion.devices.keyboard import KEY_NAMES
    from companion.journal import JournalError, state_folder
    from companion.service.notify import SystemdNotifier

    printed = _read_board_files(config)
    folder = state_folder(os.environ)
    _log_to(folder / LOG if terminal else None)
    virtual_buttons = _make_virtual_buttons(config) if terminal else None
    devices = _open_devices(config, screen, inbox, ending)
    hosts: list[Host] = []  # none while the journal can't be opened
    redraw, toggle_help = _nothing, _nothing
    if terminal is not None and virtual_buttons is not None:
        redraw, toggle_help = terminal.redraw, terminal.toggle_help
        _open_keyboard(virtual_buttons, hosts, inbox, ending)
    service, clock = SystemdNotifier(), time.monotonic
    labels = KEY_NAMES if terminal else config.board.button_names
    words = partial(_waiting_words, folder, config.language, labels)
    wait = JournalWait(devices.picture, words, inbox, clock, service, redraw)
    open_host = partial(_open_host, folder, config, devices, printed, labels, journals)
    try:
        hosts.append(wait.until(open_host))
    except JournalError as error:
        raise CannotPlay(error) from error
    outputs, look = devices[:5], devices.buttons.look
    app = App(hosts[0], *outputs, clock, inbox, look, redraw, service, toggle_help)
    if terminal is None:  # nobody waits for a terminal to be given back
        app.show_last = ending.show_farewell
    return app


def _open_host(
    folder: Path,
    config: Config,
    devices: _Devices,
    printed: Mapping[str, tuple[Answer, ...]],
    labels: Mapping[str, str],
    journals: ExitStack,
) -> Host:
    """Open the journal and the host that leads the table; raises JournalError, and holds nothing.

    A journal that opens but proves damaged is set aside.
    """
    from datetime import UTC, datetime

    from companion.app.box import Box
    from companion.app.host import Host
    from companion.app.preferences import Preferences
    from companion.app.wall_clock import WallClock
    from companion.journal import Journal, JournalUnreadable

    now = WallClock(partial(datetime.now, UTC), time.monotonic)

    def build() -> Host:
        preferences = Preferences(journal, now, config.preferences)
        box = Box(journal, preferences, devices.picture, devices.chime, devices.voice)
        return Host(journal, config.board.axes, now, box, printed=printed, buttons=labels)

    with ExitStack() as opened:
        journal = opened.enter_context(closing(Journal.open(folder, now())))
        try:
            host = build()
        except JournalUnreadable as unreadable:
            if unreadable.fault is None:
                raise
            journal.quarantine(now())
            host = build()
        journals.enter_context(opened.pop_all())
    return host


def _nothing() -> None:
    pass


def _waiting_words(folder: Path, given: str, labels: Mapping[str, str]) -> Words:
    """The words of the language chosen in the menu, if it can be read, else of the ``given``."""
    from companion.app.preferences import Preference
    from companion.games import words_in
    from companion.journal import JournalError, JournalReader

    chosen = None
    with suppress(JournalError):
        chosen = JournalReader(folder).setting(Preference.LANGUAGE)
    return words_in(chosen or given, labels)


def _open_keyboard(
    buttons: VirtualButtons, hosts: Sequence[Host], inbox: Inbox, ending: Ending
) -> None:
    from companion.devices.keyboard import Keyboard

    keyboard = Keyboard(
        buttons,
        lambda: inbox.put(Signal.QUIT),
        spells=lambda: any(host.entry.takes_letters for host in hosts),
        type_letter=inbox.put,
        toggle_help=lambda: inbox.put(Signal.HELP),
    )
    ending.closes(keyboard.close)


def _read_board_files(config: Config) -> dict[str, tuple[Answer, ...]]:
    if not config.board_files:
        return {}
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

    from companion.app.log_file import LogFile

    handler = LogFile(file) if file else logging.StreamHandler()
    form = "%(asctime)s %(message)s"
    logging.basicConfig(handlers=[handler], level=logging.WARNING, format=form)
