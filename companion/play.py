"""Where the companion is put together for playing: devices, journal, host, loop.

The panel shows a ready-made picture first; everything else is loaded while people look at it.
"""

from __future__ import annotations

import os
import signal
import time
import warnings
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from companion.devices.boards import Board
from companion.ports import Signal
from companion.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.devices.virtual import Finger
    from companion.journal import JournalError
    from companion.ports import Chime, Display, Inbox

SPLASH = Path(__file__).with_name("splash.frame")
VIRTUAL_BUZZER = 12
"""The mock pin that sounds where the board itself has no piezo."""
LOG = "companion.log"
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class CannotKeepGames(Exception):
    """The journal can't be opened, because of ``trouble``."""

    def __init__(self, trouble: JournalError) -> None:
        super().__init__(trouble)
        self.trouble = trouble


def play(board: Board, words: Words, *, virtual: bool, muted: bool) -> None:
    """Play until the table or a signal ends it.

    Raises DeviceMissingError where a device can't be had, CannotKeepGames where games can't.
    """
    inbox: Inbox = SimpleQueue()
    for each in ENDINGS:
        signal.signal(each, lambda *_: inbox.put(Signal.QUIT))
    with ExitStack() as stack:
        if virtual:
            board = replace(board, buzzer=board.buzzer or VIRTUAL_BUZZER)
            display, redraw = _terminal(words, inbox, stack)
        else:
            warnings.simplefilter("ignore")  # gpiozero's, of pin factories it tries in turn
            display, redraw = _panel(board, stack), _nothing
        display.show(SPLASH.read_bytes())
        _run(board, display, redraw, words, inbox, stack, virtual=virtual, muted=muted)


def _nothing() -> None:
    """The panel keeps what it shows."""


def _terminal(words: Words, inbox: Inbox, stack: ExitStack) -> tuple[Display, Callable[[], None]]:
    from companion.devices.terminal import TerminalOled

    def too_small(columns: int, lines: int) -> str:
        return words.say("cli.too-small", columns=columns, lines=lines)

    terminal = stack.enter_context(TerminalOled(words.say("cli.keys"), too_small))
    signal.signal(signal.SIGWINCH, lambda *_: inbox.put(Signal.REDRAW))
    return terminal, terminal.redraw


def _panel(board: Board, stack: ExitStack) -> Display:
    from companion.devices.oled import open_oled

    panel = open_oled(board)
    stack.callback(panel.close)
    return panel


def _run(
    board: Board,
    display: Display,
    redraw: Callable[[], None],
    words: Words,
    inbox: Inbox,
    stack: ExitStack,
    *,
    virtual: bool,
    muted: bool,
) -> None:
    """Load the rest, open the journal, and go round the loop."""
    from datetime import UTC, datetime

    from companion.app import App
    from companion.devices.buttons import Buttons
    from companion.devices.keyboard import Keyboard
    from companion.host import Host
    from companion.journal import Journal, JournalError, state_folder

    folder = state_folder(os.environ)
    try:
        journal = Journal.open(folder, datetime.now(UTC))
    except JournalError as trouble:
        raise CannotKeepGames(trouble) from trouble
    stack.callback(journal.close)
    _log_to(folder / LOG if virtual else None)
    finger = _virtual_finger(board) if virtual else None
    buttons = Buttons(board, inbox.put, time.monotonic)
    stack.callback(buttons.close)
    chime = _chime(board, muted=muted)
    stack.callback(chime.close)
    stack.callback(display.close)  # before the buttons, which take their time to let go
    if finger is not None:
        keyboard = Keyboard(finger, lambda: inbox.put(Signal.QUIT))
        stack.callback(keyboard.close)
    host = Host(journal, words, board.axes, lambda: datetime.now(UTC))
    App(host, display, chime, time.monotonic, inbox, redraw).run()


def _virtual_finger(board: Board) -> Finger:
    from companion.devices.virtual import Finger, virtual_pins

    return Finger(virtual_pins(), board)


def _chime(board: Board, *, muted: bool) -> Chime:
    from companion.devices.chime import GpiozeroChime, SilentChime

    if muted or board.buzzer is None:
        return SilentChime()
    return GpiozeroChime(board.buzzer)


def _log_to(file: Path | None) -> None:
    """Log to a file, where the terminal is the picture; else to standard error."""
    import logging

    logging.basicConfig(filename=file, level=logging.WARNING, format="%(asctime)s %(message)s")
