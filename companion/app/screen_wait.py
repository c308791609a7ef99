"""Waits at the start of the service for a screen by which the board is found."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from queue import Empty
from typing import TYPE_CHECKING

from companion.app.device_text import device_error_text
from companion.box.config import Config
from companion.box.devices.errors import DeviceMissingError
from companion.core.backoff import BackOff, RepeatGuard
from companion.core.interfaces import Clock, Inbox, Signal
from companion.text import Words

if TYPE_CHECKING:
    from companion.box.service.notify import SystemdNotifier

log = logging.getLogger(__name__)

MAX_DELAY = 2.0
"""Seconds between two tries at most: somebody may be moving a loose wire."""


class ScreenWait:
    """Tries again after a while; until a screen answers no pin is claimed."""

    def __init__(self, inbox: Inbox, clock: Clock, service: SystemdNotifier) -> None:
        self._inbox = inbox
        self._clock = clock
        self._service = service

    def until(self, read: Callable[[], Config], error: DeviceMissingError) -> Config | None:
        """Return what ``read`` returns once it does not fail as it did with ``error``.

        The settings are read anew each time, so a board named meanwhile counts. Returns None when
        QUIT is posted. Raises any other error of ``read`` at once.
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
                config = read()
            except DeviceMissingError as again:
                error = again
            else:
                log.warning("the board is %s", config.board.name)
                gc.disable()
                return config

    def _wait(self, back_off: BackOff) -> bool:
        """Wait until the next try is due; False for QUIT."""
        while not back_off.is_due(now := self._clock()):
            self._service.ready()  # waiting is no failed start
            self._service.tick(now)
            assert back_off.deadline is not None, "it has just failed"
            try:
                if self._inbox.get(timeout=back_off.deadline - now) is Signal.QUIT:
                    return False
            except Empty:
                pass
        return True
