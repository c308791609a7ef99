"""Plays: shows the splash, loads the rest of the companion behind it, and runs it to its end.

Late: `app_builder`, nearly all code, behind the splash; `prepared_splash` after it; `terminal` or
`real_screen`, as the box has it; `resource` behind the splash.
"""

from __future__ import annotations

import gc
import os
import signal
import warnings
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion.app import SPLASH
from companion.app.ending import Ending, run_in_turn, run_within
from companion.core.interfaces import Signal

if TYPE_CHECKING:
    from companion.app.app_builder import AppBuilder
    from companion.app.loop import App
    from companion.app.real_screen import Settings
    from companion.box.config import Config
    from companion.core.interfaces import Inbox, Screen
    from companion.text import Words


MOST_MEMORY = 256 << 20
"""Bytes that may be needed after the splash: five times as many as four games need."""


def limit_memory(stack: ExitStack) -> None:
    """Let a game that fills the memory fail by itself, before the machine has none left."""
    import resource

    kind, before = resource.RLIMIT_DATA, resource.getrlimit(resource.RLIMIT_DATA)
    with suppress(OSError, ValueError):  # no /proc, or a lower limit
        used = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
        resource.setrlimit(kind, (used + MOST_MEMORY, before[1]))
        stack.callback(resource.setrlimit, kind, before)


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
            from companion.app.real_screen import find_settings, open_panel

            config = find_settings(settings, inbox)
            if config is None:
                return
            warnings.simplefilter("ignore")  # gpiozero's, of pin factories it tries in turn
            app = _open_box(config, open_panel(config, ending), inbox, journals, ending)
        gc.freeze()  # nor is it searched later
        gc.enable()
        app.run()
    if not virtual:
        ending.leave()


def _load_builder(journals: ExitStack) -> type[AppBuilder]:
    """Load the rest of the companion, behind the splash."""
    limit_memory(journals)
    from companion.app.app_builder import AppBuilder

    return AppBuilder


def _open_virtual(
    settings: Settings, words: Words, inbox: Inbox, journals: ExitStack, ending: Ending
) -> App:
    """Open the virtual device, which shows its splash before anything else is loaded."""
    from companion.box.devices.terminal import TerminalScreen

    too_small = partial(words.say, "cli.too-small")
    terminal = TerminalScreen(lambda: words.say("cli.keys"), too_small)
    ending.closes_screen(terminal.close)
    signal.signal(signal.SIGWINCH, lambda *_: inbox.put(Signal.REDRAW))
    terminal.show(SPLASH.read_bytes())
    app = _load_builder(journals)(settings(None), terminal, inbox, ending, terminal).build(journals)
    terminal.legend = lambda: app.host.words.say(app.host.entry.keyboard_help)
    terminal.help = lambda: app.host.words.say("cli.help")
    return app


def _open_box(
    config: Config, panel: Screen, inbox: Inbox, journals: ExitStack, ending: Ending
) -> App:
    """Open the real devices; the panel shows the splash while the rest is loaded."""
    with suppress(OSError):  # under systemd the panel may come later
        panel.show(SPLASH.read_bytes())
    app = _load_builder(journals)(config, panel, inbox, ending).build(journals)
    if folder := os.environ.get("CACHE_DIRECTORY"):
        from companion.app.prepared_splash import prepare_splash

        with suppress(OSError):  # a full card: the next splash comes later
            prepare_splash(config, Path(folder))
    return app
