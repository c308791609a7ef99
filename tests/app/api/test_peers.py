"""Who may connect to the table's socket."""

import grp
import os
import socket
from types import SimpleNamespace

import pytest

from companion.app.api.connection import GROUP, Peer, identify_peer, may_connect

OWN, OTHER = os.geteuid(), 54321


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> int:
    """The number of the group, as the system's files would have it."""
    groups = {GROUP: SimpleNamespace(gr_gid=990)}
    monkeypatch.setattr(grp, "getgrnam", lambda name: groups[name])
    return 990


def test_root_and_the_own_user_may_connect(monkeypatch: pytest.MonkeyPatch) -> None:
    assert may_connect(Peer(1, 0, (0,)))
    monkeypatch.setattr(os, "geteuid", lambda: OTHER)
    assert may_connect(Peer(1, OTHER, (OTHER,)))
    assert not may_connect(Peer(1, OTHER + 1, (OTHER,)))


def test_members_of_the_group_may_connect(group: int) -> None:
    assert may_connect(Peer(1, OTHER, (group,)))
    assert may_connect(Peer(1, OTHER, (100, group)))
    assert not may_connect(Peer(1, OTHER, (100, group + 1)))


def test_nobody_else_may_where_there_is_no_such_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise KeyError(name)

    monkeypatch.setattr(grp, "getgrnam", fail)
    assert not may_connect(Peer(1, OTHER, (100,)))


def test_the_kernel_says_who_has_connected() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        peer = identify_peer(ours)
    assert (peer.pid, peer.uid) == (os.getpid(), OWN)
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
        assert identify_peer(old) == Peer(os.getpid(), OWN, (os.getegid(),))
