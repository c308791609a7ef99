"""Notifications to systemd, on a real socket; times in seconds."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.service.notify import SystemdNotifier

PID = 4711


class Manager:
    """The manager's end of the socket."""

    def __init__(self, address: str | bytes) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def received(self) -> list[str]:
        """Return the messages since the last call."""
        messages = []
        while True:
            try:
                messages.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return messages


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "notify"


@pytest.fixture
def manager(path: Path) -> Iterator[Manager]:
    end = Manager(str(path))
    yield end
    end.socket.close()


def with_watchdog(path: Path, **more: str) -> SystemdNotifier:
    """Return a notifier whose watchdog has a timeout of ten seconds."""
    environ = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(PID)}
    return SystemdNotifier(environ | more, PID)


def test_ready_is_said_once(manager: Manager, path: Path) -> None:
    notifier = SystemdNotifier({"NOTIFY_SOCKET": str(path)}, PID)
    notifier.ready()
    notifier.ready()
    assert manager.received() == ["READY=1"]


def test_ready_ends_the_watchdogs_patience(manager: Manager, path: Path) -> None:
    notifier = with_watchdog(path)
    notifier.load()
    notifier.ready()
    assert manager.received() == ["WATCHDOG_USEC=60000000", "READY=1", "WATCHDOG_USEC=10000000"]


def test_a_name_in_the_abstract_space() -> None:
    name = f"companion-test-{os.getpid()}"
    end = Manager(b"\0" + name.encode())
    SystemdNotifier({"NOTIFY_SOCKET": "@" + name}, PID).stopping()
    assert end.received() == ["STOPPING=1"]
    end.socket.close()


def test_a_sign_of_life_twice_in_the_time_allowed(manager: Manager, path: Path) -> None:
    notifier = with_watchdog(path)
    received = []
    for now in (100.0, 104.9, 105.0, 109.9, 110.0):
        notifier.tick(now)
        received.append((now, manager.received(), notifier.deadline()))
    assert received == [
        (100.0, ["WATCHDOG=1"], 105.0),
        (104.9, [], 105.0),
        (105.0, ["WATCHDOG=1"], 110.0),
        (109.9, [], 110.0),
        (110.0, ["WATCHDOG=1"], 115.0),
    ]


def test_the_first_sign_is_due_at_once(path: Path) -> None:
    deadline = with_watchdog(path).deadline()
    assert deadline is not None
    assert deadline < 0.0  # at any time of the clock


def test_no_sign_after_the_end_has_begun(manager: Manager, path: Path) -> None:
    notifier = with_watchdog(path)
    notifier.stopping()
    notifier.tick(1000.0)
    assert (manager.received(), notifier.deadline()) == (["STOPPING=1"], None)


@pytest.mark.parametrize(
    "more",
    [
        {"WATCHDOG_PID": "1"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": ""},
        {"NOTIFY_SOCKET": ""},
        {"NOTIFY_SOCKET": "vsock:2:1234"},
    ],
)
def test_no_watchdog_no_deadline(manager: Manager, path: Path, more: dict[str, str]) -> None:
    notifier = with_watchdog(path, **more)
    notifier.tick(5.0)
    assert (manager.received(), notifier.deadline()) == ([], None)


def test_a_watchdog_for_any_process(path: Path) -> None:
    """Without WATCHDOG_PID it is meant for any process: sd_watchdog_enabled(3)."""
    environ = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "10000000"}
    assert SystemdNotifier(environ, PID).deadline() is not None


def test_silent_off_systemd(caplog: pytest.LogCaptureFixture) -> None:
    notifier = SystemdNotifier({}, PID)
    notifier.ready()
    notifier.tick(1.0)
    notifier.stopping()
    assert (notifier.deadline(), caplog.records) == (None, [])


def test_a_manager_that_has_gone_is_logged_and_told_again(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    notifier = SystemdNotifier({"NOTIFY_SOCKET": str(path)}, PID)
    notifier.ready()
    assert "READY=1" in caplog.text
    end = Manager(str(path))
    notifier.ready()
    assert end.received() == ["READY=1"]
    end.socket.close()


@given(allowed=st.integers(1, 10**9), steps=st.lists(st.floats(0.0, 1.0), max_size=20))
def test_a_loop_that_keeps_its_deadlines_is_never_late(allowed: int, steps: list[float]) -> None:
    """However early the loop wakes in between, no gap is longer than half the time allowed."""
    name = f"@companion-test-{os.getpid()}"
    end = Manager("\0" + name[1:])
    environ = {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": str(allowed)}
    notifier = SystemdNotifier(environ, PID)
    notifier.tick(0.0)
    now = told_at = 0.0
    end.received()
    for step in steps:
        due = notifier.deadline()
        assert due is not None
        now += (due - now) * step  # sooner, or just in time
        if step == 1.0:
            now = due
        notifier.tick(now)
        assert now - told_at <= allowed / 2_000_000 * 1.000001
        if end.received():
            told_at = now
    end.socket.close()
