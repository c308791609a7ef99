"""The table's door: who may come in, which phones may press, and the socket they come by.

The socket and what serves it are loaded only while *Phone* is switched on, or for readers, which
see what a phone sees and never press.
Late: `phones`, once *Phone* is switched on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from companion.core.backoff import BackOff
from companion.store.journal import JournalError
from companion.store.table_id import find_or_make_id, make_id

if TYPE_CHECKING:
    from companion.app.api.phones import Phones
    from companion.app.api.table_socket import TableSocket
    from companion.store.journal import Journal
    from companion.text import Words

log = logging.getLogger(__name__)

ON, OFF = "on", "off"
PHONE, PHONES = "phone", "phones"
"""The journal's settings: whether phones may come in, and the paired ones."""

AT_ONCE = float("-inf")


class TableDoor:
    """The box's end of the table's socket.

    ``open_socket`` raises OSError, and is tried again then. ``find_words`` gives the words of a
    language. ``for_readers`` is whether readers may come in, also while phones may not.
    """

    def __init__(
        self,
        open_socket: Callable[[], TableSocket],
        journal: Journal,
        now: Callable[[], datetime],
        find_words: Callable[[str], Words],
        *,
        for_readers: bool = False,
    ) -> None:
        self.is_on = journal.setting(PHONE) == ON
        """Whether phones may come in; the socket opens with the next picture."""
        self._for_readers = for_readers
        self.journal = journal
        self.find_words = find_words
        self.socket: TableSocket | None = None
        """The socket while it is open."""
        self._open_socket = open_socket
        self._now = now
        self._back_off = BackOff()

    @cached_property
    def phones(self) -> Phones:
        from companion.app.api.phones import Phones

        return Phones.from_text(self.journal.setting(PHONES))

    @cached_property
    def box(self) -> str:
        """The table's id, 12 hex digits, made once; another one each time if it can't be kept."""
        try:
            return find_or_make_id(self.journal, self._now())
        except JournalError as error:
            log.warning("the table's id can't be kept: %r", error)
            return make_id()

    @property
    def is_open(self) -> bool:
        return self.is_on or self._for_readers

    @property
    def web_port(self) -> int | None:
        """The port of the web server that is connected; None without one."""
        return self.socket.web_port if self.socket is not None else None

    def switch(self, *, on: bool) -> None:
        """Let phones in, or disconnect them; raises JournalError if it can't be kept."""
        self.journal.set(PHONE, ON if on else OFF, self._now())
        self.is_on = on
        if not self.is_open:
            self.close()
        elif self.socket is not None:
            self.socket.let_phones_in(allowed=on)

    def pair(self) -> None:
        """Pair the phone that waits; raises JournalError, and pairs none, if it can't be kept."""
        self._change_phones(self.phones.confirm)

    def disconnect_phone(self, number: int) -> None:
        """Pair a phone no longer; raises JournalError if it can't be kept."""
        self._change_phones(lambda: self.phones.remove(number))

    def _change_phones(self, change: Callable[[], None]) -> None:
        before = self.phones.paired
        change()
        try:
            self.journal.set(PHONES, self.phones.to_text(), self._now())
        except JournalError:
            self.phones.restore(before)
            raise

    def close(self) -> None:
        """Disconnect everybody and close the socket. May be called twice."""
        if self.socket is not None:
            self.socket.close()
        self.socket = None

    def deadline(self) -> float | None:
        """When `tick` is needed next: long ago for at once."""
        if not self.is_open or self.socket is not None:
            return None
        return AT_ONCE if self._back_off.deadline is None else self._back_off.deadline

    def tick(self, now: float) -> None:
        """Open the socket if somebody may come in and it is closed."""
        if not self.is_open or self.socket is not None or not self._back_off.is_due(now):
            return
        try:
            self.socket = self._open_socket()
            self.socket.let_phones_in(allowed=self.is_on)
        except OSError as error:
            log.warning("the table's socket can't be opened: %s", error)
            self._back_off.record_failure(now)

    def close_after_fault(self, now: float) -> None:
        """Close the socket; it opens again, later after each fault."""
        if self.socket is not None:
            self.close()
            self._back_off.record_failure(now)
