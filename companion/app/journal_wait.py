"""Waits at the start for a disk that takes games; meanwhile the screen says what is wrong."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from queue import Empty
from typing import TYPE_CHECKING, TypeVar

from companion.app.notices import log_journal_error, waiting_notice
from companion.box.devices.picture import Picture
from companion.box.service.notify import SystemdNotifier
from companion.core.backoff import BackOff, RepeatGuard
from companion.core.interfaces import Clock, Inbox, Signal
from companion.store.journal import JournalFileError
from companion.text import Words
from companion.ui.screens import render
from companion.ui.screens.view import View

if TYPE_CHECKING:
    from companion.box.devices.terminal import TerminalScreen

log = logging.getLogger(__name__)

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
