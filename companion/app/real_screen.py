"""The real screen: the settings with the board that is found by it, and the panel itself.

`play` imports it on a real box alone, before the first picture.
"""

from __future__ import annotations

import gc
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING

from companion.app import HALF_TURN
from companion.app.device_text import device_error_text
from companion.box.config import Config
from companion.box.devices import early_splash
from companion.box.devices.buses import FindScreen, find_screen
from companion.box.devices.errors import DeviceMissingError
from companion.box.devices.oled import open_oled
from companion.box.service.machine import is_raspberry_pi
from companion.box.service.notify import SystemdNotifier
from companion.core.backoff import BackOff, RepeatGuard
from companion.core.interfaces import Clock, Inbox, Signal
from companion.text import Words

if TYPE_CHECKING:
    from companion.app.ending import Ending
    from companion.core.interfaces import Screen

log = logging.getLogger(__name__)

MAX_DELAY = 2.0
"""Seconds between two tries at most: somebody may be moving a loose wire."""
Settings = Callable[[FindScreen | None], Config]
"""Reads the settings, given what looks for the screen; None: nothing is to be looked for."""
LIT = "lit"
"""The file in the service's runtime folder that says that the early splash has lit the panel."""


def load_found(load: Callable[[FindScreen | None], Config]) -> Config:
    """Return what ``load`` makes with `find_screen`, or else with None.

    Elsewhere than on a Pi nothing is looked for: the bus may be that of a graphics card.
    """
    try:
        return load(find_screen if is_raspberry_pi() else None)
    except DeviceMissingError:
        return load(None)


def find_settings(settings: Settings, inbox: Inbox) -> Config | None:
    """The settings with the board that is found; None if the end comes before a screen does."""
    try:
        return settings(find_screen)
    except DeviceMissingError as error:
        if not _is_service():
            raise
        return ScreenWait(inbox, time.monotonic, SystemdNotifier()).until(settings, error)


class ScreenWait:
    """Tries again after a while; until a screen answers no pin is claimed."""

    def __init__(self, inbox: Inbox, clock: Clock, service: SystemdNotifier) -> None:
        self._inbox = inbox
        self._clock = clock
        self._service = service

    def until(self, settings: Settings, error: DeviceMissingError) -> Config | None:
        """Return the settings once they can be read, which has failed with ``error``.

        They are read anew each time, so a board named meanwhile counts. Returns None when QUIT is
        posted. Raises any other error than that of a missing device at once.
        """
        gc.enable()  # it is off while the companion starts, but this may take days
        back_off, guard = BackOff(MAX_DELAY), RepeatGuard()
        while True:
            text = device_error_text(error, Words(), "companion")
            if guard.is_news(text):
                log.warning("the board is not known yet: %s", text)
            back_off.record_failure(self._clock())
            if not self._wait(back_off):
                return None
            try:
                config = settings(find_screen)
            except DeviceMissingError as again:
                error = again
            else:
                log.warning("the board is %s", config.board.name)
                self._service.load()
                gc.disable()
                return config

    def _wait(self, back_off: BackOff) -> bool:
        """Wait until the next try is due; False for QUIT."""
        while not back_off.is_due(now := self._clock()):
            self._service.wait(now)
            self._service.tick(now)
            assert back_off.deadline is not None, "it has just failed"
            try:
                if self._inbox.get(timeout=back_off.deadline - now) is Signal.QUIT:
                    return False
            except Empty:
                pass
        return True


def open_panel(config: Config, ending: Ending) -> Screen:
    """Take the screen from the early splash, and open it; raises DeviceMissingError."""
    runtime = os.environ.get("RUNTIME_DIRECTORY")
    if runtime:
        take_screen(Path(runtime))
    panel = open_oled(
        config.board,
        rotated=config.rotate == HALF_TURN,
        contrast=config.contrast,
        wait=_is_service(),
        lit=Path(runtime, LIT) if runtime else None,
    )
    ending.closes_screen(panel.close)
    return panel


def take_screen(runtime: Path) -> None:
    """Let the early splash draw no more; one that is being drawn is waited for."""
    try:
        lock = early_splash.lock_screen(str(runtime))
        (runtime / early_splash.TAKEN).touch()
    except OSError as error:  # no room; the lock stays, and so keeps the splash away
        log.warning("the early splash is not told that the screen is taken: %s", error)
    else:
        os.close(lock)


def _is_service() -> bool:
    """Whether systemd has started this: then there is nobody to tell, and time to wait."""
    return "NOTIFY_SOCKET" in os.environ
