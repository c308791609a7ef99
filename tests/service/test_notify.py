"""What systemd hears, on a real socket; times in seconds."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.service.notify import Service

PID = 4711


class Manager:
    """The other end of the socket."""

    def __init__(self, address: str | bytes) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        """Everything told since the last time."""
        told = []
        while True:
            try:
                told.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return told


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "notify"


@pytest.fixture
def manager(path: Path) -> Iterator[Manager]:
    end = Manager(str(path))
    yield end
    end.socket.close()


def watched(path: Path, **more: str) -> Service:
    """Return a service that systemd expects to hear from every ten seconds."""
    environ = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(PID)}
    return Service(environ | more, PID)


def test_ready_is_said_once(manager: Manager, path: Path) -> None:
    service = Service({"NOTIFY_SOCKET": str(path)}, PID)
    service.ready()
    service.ready()
    assert manager.heard() == ["READY=1"]


def test_a_name_in_the_abstract_space() -> None:
    name = f"companion-test-{os.getpid()}"
    end = Manager(b"\0" + name.encode())
    Service({"NOTIFY_SOCKET": "@" + name}, PID).stopping()
    assert end.heard() == ["STOPPING=1"]
    end.socket.close()


def test_a_status_is_one_line_and_nothing_but_a_status(manager: Manager, path: Path) -> None:
    Service({"NOTIFY_SOCKET": str(path)}, PID).status("Zoë is asked\nREADY=1")
    assert manager.heard() == ["STATUS=Zoë is asked READY=1"]


def test_a_sign_of_life_twice_in_the_time_allowed(manager: Manager, path: Path) -> None:
    service = watched(path)
    heard = []
    for now in (100.0, 104.9, 105.0, 109.9, 110.0):
        service.tick(now)
        heard.append((now, manager.heard(), service.deadline()))
    assert heard == [
        (100.0, ["WATCHDOG=1"], 105.0),
        (104.9, [], 105.0),
        (105.0, ["WATCHDOG=1"], 110.0),
        (109.9, [], 110.0),
        (110.0, ["WATCHDOG=1"], 115.0),
    ]


def test_the_first_sign_is_due_at_once(path: Path) -> None:
    deadline = watched(path).deadline()
    assert deadline is not None
    assert deadline < 0.0  # whatever the clock says


def test_no_sign_after_the_end_has_begun(manager: Manager, path: Path) -> None:
    service = watched(path)
    service.stopping()
    service.tick(1000.0)
    assert (manager.heard(), service.deadline()) == (["STOPPING=1"], None)


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
    service = watched(path, **more)
    service.tick(5.0)
    assert (manager.heard(), service.deadline()) == ([], None)


def test_a_watchdog_for_any_process(path: Path) -> None:
    """Without WATCHDOG_PID it is for whoever is asked, says sd_watchdog_enabled(3)."""
    environ = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "10000000"}
    assert Service(environ, PID).deadline() is not None


def test_silent_off_systemd(caplog: pytest.LogCaptureFixture) -> None:
    service = Service({}, PID)
    service.ready()
    service.status("alone")
    service.tick(1.0)
    service.stopping()
    assert (service.deadline(), caplog.records) == (None, [])


def test_a_manager_that_has_gone_is_logged_and_told_again(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service({"NOTIFY_SOCKET": str(path)}, PID)
    service.ready()
    assert "READY=1" in caplog.text
    end = Manager(str(path))
    service.ready()
    assert end.heard() == ["READY=1"]
    end.socket.close()


@given(allowed=st.integers(1, 10**9), steps=st.lists(st.floats(0.0, 1.0), max_size=20))
def test_a_loop_that_keeps_its_deadlines_is_never_late(allowed: int, steps: list[float]) -> None:
    """However early the loop wakes in between, no gap is longer than half the time allowed."""
    name = f"@companion-test-{os.getpid()}"
    end = Manager("\0" + name[1:])
    environ = {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": str(allowed)}
    service = Service(environ, PID)
    service.tick(0.0)
    now = told_at = 0.0
    end.heard()
    for step in steps:
        due = service.deadline()
        assert due is not None
        now += (due - now) * step  # sooner, or just in time
        if step == 1.0:
            now = due
        service.tick(now)
        assert now - told_at <= allowed / 2_000_000 * 1.000001
        if end.heard():
            told_at = now
    end.socket.close()
