"""One connection at the table's socket: what it has sent, and what waits to be sent to it.

All is bounded: a client whose requests wait, or who does
not take its replies, is not read. Of the states only the latest waits.
"""

import select
import socket
from collections import deque

from companion.outlets.protocol import MAX_LINE, BadMessage, MessageFault

PATIENCE = 10.0
"""Seconds after which a client is dropped that takes nothing of what waits for it."""
MAX_WAITING = 32
"""Requests of a client that wait for their reply, or whose reply waits to be sent."""
MAX_REPLIES_SIZE = 1 << 20
"""Bytes of replies that may wait when another one comes."""


class TableConnection:
    """A client's socket with its buffers. The thread of `TableSocket` alone uses it."""

    def __init__(self, number: int, connected: socket.socket) -> None:
        connected.setblocking(False)
        self.number = number
        self.language: str | None = None
        """Set by its greeting."""
        self.is_reader = False
        """Whether it never presses or pairs."""
        self.port: int | None = None
        """Where phones find its web server."""
        self._socket = connected
        self._received = bytearray()
        self._waiting = 0
        """Requests without a reply."""
        self._sending = memoryview(b"")
        """The rest of the line that is being sent."""
        self._replies: deque[bytes] = deque()
        self._state = b""
        """The state that waits to be sent; empty for none."""
        self._last_state = b""
        self._taken_at = 0.0
        """When the client took something last, or something began to wait for it."""

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    @property
    def has_room(self) -> bool:
        """Whether another request may come."""
        return self._waiting + len(self._replies) < MAX_WAITING

    @property
    def has_to_send(self) -> bool:
        return bool(self._sending or self._replies or self._state)

    @property
    def events(self) -> int:
        """What `select.poll` has to wait for."""
        reading = select.POLLIN if self.has_room else 0
        return reading | (select.POLLOUT if self.has_to_send else 0)

    @property
    def deadline(self) -> float | None:
        """When to drop the client if it takes nothing; None if nothing waits for it."""
        return self._taken_at + PATIENCE if self.has_to_send else None

    def receive(self) -> bool:
        """Read what has come; return False at the end of the connection."""
        try:
            data = self._socket.recv(MAX_LINE)
        except BlockingIOError:
            return True
        self._received += data
        return bool(data)

    def next_line(self) -> bytes | None:
        """Return the next whole line without its end; raises BadMessage if it is too long."""
        line, end, rest = self._received.partition(b"\n")
        if len(line) + 1 > MAX_LINE:
            raise BadMessage(MessageFault.TOO_LONG, f"a line has at most {MAX_LINE} bytes")
        if not end:
            return None
        self._received = rest
        return bytes(line)

    def note_request(self) -> None:
        self._waiting += 1

    def reply(self, line: bytes, now: float) -> bool:
        """Queue the reply to a request; return False if too much waits already."""
        self._waiting = max(0, self._waiting - 1)
        return self.send(line, now)

    def send(self, line: bytes, now: float) -> bool:
        """Queue a line that is no reply; return False if too much waits already."""
        if len(self._replies) == MAX_WAITING or sum(map(len, self._replies)) > MAX_REPLIES_SIZE:
            return False
        self._begin_waiting(now)
        self._replies.append(line)
        return True

    def show(self, state: bytes, now: float) -> None:
        """Queue a state in place of an older one that has not begun to be sent."""
        if state != self._last_state:
            self._begin_waiting(now)
            self._state = self._last_state = state

    def flush(self, now: float) -> None:
        """Send as much as the client takes at once."""
        while self.has_to_send:
            self._sending = self._sending or memoryview(self._next_to_send())
            try:
                count = self._socket.send(self._sending)
            except BlockingIOError:
                return
            self._sending = self._sending[count:]
            self._taken_at = now

    def _begin_waiting(self, now: float) -> None:
        if not self.has_to_send:
            self._taken_at = now

    def _next_to_send(self) -> bytes:
        if self._replies:
            return self._replies.popleft()
        state, self._state = self._state, b""
        return state
