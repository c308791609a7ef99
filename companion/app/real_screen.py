"""The real screen: the settings with the board that is found by it, and the panel itself.

`play` imports it on a real box alone, before the first picture.
Late: `screen_wait`, where no screen answers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app import HALF_TURN
from companion.box.config import Config
from companion.box.devices.buses import FindScreen, find_screen
from companion.box.devices.errors import DeviceMissingError
from companion.box.devices.oled import open_oled
from companion.box.service.machine import is_raspberry_pi
from companion.box.service.notify import SystemdNotifier

if TYPE_CHECKING:
    from companion.app.ending import Ending
    from companion.core.interfaces import Inbox, Screen

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

    def read() -> Config:
        return settings(find_screen)

    try:
        return read()
    except DeviceMissingError as error:
        if not _is_service():
            raise
        from companion.app.screen_wait import ScreenWait

        return ScreenWait(inbox, time.monotonic, SystemdNotifier()).until(read, error)


def open_panel(config: Config, ending: Ending) -> Screen:
    """Open the panel; raises DeviceMissingError."""
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


def _is_service() -> bool:
    """Whether systemd has started this: then there is nobody to tell, and time to wait."""
    return "NOTIFY_SOCKET" in os.environ
