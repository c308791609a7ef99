"""Who is at the other end of the table's socket, and what a connection holds, without a thread."""

import grp
import os
import select
import socket
from contextlib import suppress
from types import SimpleNamespace

import pytest

from companion.app.api.connection import (
    GROUP,
    MAX_WAITING,
    PATIENCE,
    Peer,
    TableConnection,
    identify_peer,
    may_connect,
)

OWN, OTHER = os.geteuid(), 54321


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> int:
    """The number of the group, as the system's files would have it."""
    groups = {GROUP: SimpleNamespace(gr_gid=990)}
    monkeypatch.setattr(grp, "getgrnam", lambda name: groups[name])
    return 990


def test_root_and_the_own_user_may_connect(monkeypatch: pytest.MonkeyPatch) -> None:
    assert may_connect(Peer(0, (0,)))
    monkeypatch.setattr(os, "geteuid", lambda: OTHER)
    assert may_connect(Peer(OTHER, (OTHER,)))
    assert not may_connect(Peer(OTHER + 1, (OTHER,)))


def test_members_of_the_group_may_connect(group: int) -> None:
    assert may_connect(Peer(OTHER, (group,)))
    assert may_connect(Peer(OTHER, (100, group)))
    assert not may_connect(Peer(OTHER, (100, group + 1)))


def test_nobody_else_may_where_there_is_no_such_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise KeyError(name)

    monkeypatch.setattr(grp, "getgrnam", fail)
    assert not may_connect(Peer(OTHER, (100,)))


def test_the_kernel_says_who_has_connected() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        peer = identify_peer(ours)
    assert peer.uid == OWN
    assert peer.groups[0] == os.getegid()
    assert set(peer.groups) == {os.getegid(), *os.getgroups()}


def test_an_old_kernel_says_the_first_group_only() -> None:
    class Old(socket.socket):
        def getsockopt(self, level: int, option: int, size: int = 0) -> bytes:  # type: ignore[override]  # the one form used
            if option != socket.SO_PEERCRED:
                raise OSError(92, "Protocol not available")
            return super().getsockopt(level, option, size)

    ours, theirs = socket.socketpair()
    with Old(fileno=ours.detach()) as old, theirs:
        assert identify_peer(old) == Peer(OWN, (os.getegid(),))


# What it holds -----------------------------------------------------------------------------------


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
