"""What a connection at the table's socket holds, without a thread."""

import select
import socket
from contextlib import suppress

from companion.app.api.connection import MAX_WAITING, PATIENCE, TableConnection


def test_patience_begins_when_something_waits_however_long_ago_anything_was_taken() -> None:
    ours, theirs = socket.socketpair()
    connection = TableConnection(1, ours)
    with suppress(BlockingIOError):
        while True:
            ours.send(b"x" * 4096)
    with ours, theirs:
        assert connection.deadline is None
        connection.show(b"state", 1000.0)
        connection.flush(1000.0)
        assert connection.deadline == 1000.0 + PATIENCE
        connection.show(b"state 2", 1001.0)
        assert connection.deadline == 1000.0 + PATIENCE, "it still takes nothing"


def test_a_state_that_was_shown_last_is_not_sent_again() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        connection = TableConnection(1, ours)
        for state in (b"1", b"1", b"2"):
            connection.show(state, 0.0)
            connection.flush(0.0)
        assert theirs.recv(100) == b"12"


def test_nothing_is_read_while_many_requests_or_replies_wait() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        connection = TableConnection(1, ours)
        assert connection.events == select.POLLIN
        for _ in range(MAX_WAITING):
            connection.note_request()
        assert connection.events == 0
        connection.reply(b"1", 0.0)
        assert connection.events == select.POLLOUT, "the reply waits now"
        connection.flush(0.0)
        assert connection.events == select.POLLIN
