"""A tower panel whose keys bounce, on a machine that stalls: the firmware's own code, in one time.

The firmware scans and sends every 2 ms. The companion's link reads and writes when its thread runs.
"""

from collections.abc import Iterable
from random import Random

from companion.box.panel.panel_session import PANEL_KEYS, PanelSession
from companion.core.interfaces import Inbox, KeyPress, PanelStatus, Press
from firmware.matrix import MAX_TICKS, Matrix
from firmware.wire import WirePeer as PanelPeer
from tests.fakes.stalls import ContactEdge, StallingMachine

SCAN = 0.002
IDLE_SCAN = 0.25
"""Seconds until the next pass while nothing moves and nothing is on its way: simulated sooner."""
SETTLED = 0.05
"""Seconds after the last movement from which on all contacts are quiet."""
STALLING_PASSES = 0.02
"""The share of the usual stalls that the link has: it runs more often than contacts move."""


class _Row:
    def __init__(self, panel: "StallingPanel", number: int) -> None:
        self._panel, self._number = panel, number

    def off(self) -> None:
        self._panel.row = self._number

    def on(self) -> None:
        pass


class _Column:
    def __init__(self, panel: "StallingPanel", number: int) -> None:
        self._panel, self._number = panel, number

    def value(self) -> int:
        return 4 * self._panel.row + self._number not in self._panel.closed


class StallingPanel(StallingMachine):
    """The time of a machine with a tower panel; its contacts are the panel's keys by number."""

    def __init__(self, random: Random, edges: Iterable[ContactEdge], stalls: float) -> None:
        super().__init__(random, edges, stalls)
        self.inbox: Inbox | None = None
        self.row = 0
        rows, columns = ([kind(self, i) for i in range(4)] for kind in (_Row, _Column))
        self._matrix = Matrix(rows, columns, lambda: None)  # type: ignore[arg-type]  # of two kinds
        self._firmware = PanelPeer(1, 0, len(PANEL_KEYS), 10, b"simulated")
        self._session = PanelSession(1, self._post)
        self._session.open(0.0)
        self._unread = b""
        """What the panel has sent and the link has not read."""
        self._next_pass = 0.0
        self._link_free_at = 0.0
        self._moved_at = 0.0

    def next_event(self) -> float:
        """When a contact moves or the firmware runs next."""
        return min(self._coming[0].at, self._next_pass) if self._coming else self._next_pass

    def run_until(self, then: float) -> None:
        """Let the time pass; contacts move, and the firmware and the link run meanwhile."""
        while (at := self.next_event()) <= then:
            self.now = max(self.now, at)
            if at < self._next_pass:
                self._move(self._coming.popleft())
            else:
                self._run_pass()
        self.now = max(self.now, then)

    def _move(self, edge: ContactEdge) -> None:
        (self.closed.add if edge.closed else self.closed.discard)(edge.pin)
        self._moved_at = edge.at
        self._next_pass = min(self._next_pass, edge.at + SCAN * self._random.random())

    def _run_pass(self) -> None:
        ms = int(self.now * 1000) & MAX_TICKS
        changed = self._matrix.scan(ms)
        for key in range(len(PANEL_KEYS) if changed else 0):
            if changed >> key & 1:
                self._firmware.add_key_event(key, bool(self._matrix.down >> key & 1))
        while frame := self._firmware.next_frame(ms):
            self._unread += frame
        if self._random.random() < self._stalls * STALLING_PASSES:
            self._link_free_at = max(self._link_free_at, self.now + self._draw_stall())
        if self.now >= self._link_free_at:
            self._run_link(ms)
        busy = self._unread or self.now < self._moved_at + SETTLED
        self._next_pass = self.now + (SCAN if busy else IDLE_SCAN)

    def _run_link(self, ms: int) -> None:
        data, self._unread = self._unread, b""
        self._session.receive_data(data, self.now)
        while to_send := self._session.data_to_send():
            self._session.mark_sent(len(to_send), self.now)
            self._firmware.receive_data(to_send, ms)

    def _post(self, item: Press | PanelStatus) -> None:
        assert self.inbox is not None
        self.inbox.put(KeyPress(item, self.now) if isinstance(item, Press) else item)
