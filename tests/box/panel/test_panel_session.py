"""What the session posts and logs, and when it wants a port; the time is passed in."""

import errno
import logging

import pytest

from companion.box.panel.panel_session import PANEL_KEYS, PanelSession
from companion.core.interfaces import PanelStatus, Press
from tests.box.panel.messages import (
    HOST,
    OK_KEY,
    key_events,
    keys_down,
    other_version_hello,
    panel_heartbeat,
    panel_hello,
)

UNPLUGGED = OSError(errno.EIO, "Input/output error")
FOUND, LOST, OTHER_VERSION = PanelStatus.FOUND, PanelStatus.LOST, PanelStatus.OTHER_VERSION


@pytest.fixture
def posted() -> list[Press | PanelStatus]:
    return []


@pytest.fixture
def session(posted: list[Press | PanelStatus]) -> PanelSession:
    return PanelSession(HOST, posted.append)


def connect(session: PanelSession, now: float = 0.0, boot: int = 1, first: int = 0) -> None:
    session.open(now)
    session.receive_data(panel_hello(boot=boot, first=first), now)


def test_the_presses_of_all_keys_in_the_order_of_the_specification(
    session: PanelSession, posted: list[Press | PanelStatus]
) -> None:
    connect(session)
    session.receive_data(keys_down(0, *range(16), boot=1), 0.1)
    presses = """tower-1 tower-2 tower-3 tower-4 tower-5 height-1 height-2 height-3 none card-1
        card-2 back previous next ok menu"""
    assert posted == [FOUND, *map(Press, presses.split())]


def test_only_the_release_of_ok_is_posted(
    session: PanelSession, posted: list[Press | PanelStatus]
) -> None:
    connect(session)
    ups = [key for key in range(16) if key != OK_KEY]
    session.receive_data(
        key_events(0, *ups, boot=1) + key_events(15, 0x80 | OK_KEY, OK_KEY, OK_KEY, boot=1), 0.1
    )
    assert posted == [FOUND, Press.OK, Press.RELEASED]


def test_an_unknown_key_is_ignored(
    session: PanelSession, posted: list[Press | PanelStatus]
) -> None:
    connect(session)
    session.receive_data(keys_down(0, len(PANEL_KEYS), 127, 0, boot=1), 0.1)
    assert posted == [FOUND, Press.TOWER_1]


def test_ok_is_released_when_the_panel_is_lost(
    session: PanelSession, posted: list[Press | PanelStatus]
) -> None:
    connect(session)
    session.receive_data(keys_down(0, OK_KEY, boot=1), 0.1)
    session.handle_port_error(UNPLUGGED, 0.2)
    assert posted == [FOUND, Press.OK, Press.RELEASED, LOST]
    connect(session, 0.3)
    session.receive_data(key_events(1, OK_KEY, boot=1), 0.4)
    assert posted[4:] == [FOUND]


def test_ok_is_released_when_the_panel_restarts(
    session: PanelSession, posted: list[Press | PanelStatus]
) -> None:
    connect(session)
    session.receive_data(keys_down(0, OK_KEY, boot=1) + panel_hello(boot=2), 0.1)
    assert posted == [FOUND, Press.OK, Press.RELEASED]


def test_a_panel_that_was_never_found_is_neither_posted_nor_logged(
    session: PanelSession, posted: list[Press | PanelStatus], caplog: pytest.LogCaptureFixture
) -> None:
    now, waits = 0.0, []
    assert session.should_try_port(now)
    for _ in range(6):
        session.handle_port_error(FileNotFoundError(errno.ENOENT, "not there"), now)
        assert not session.should_try_port(now)
        deadline = session.deadline()
        assert deadline is not None
        waits.append(deadline - now)
        now = deadline
        assert session.should_try_port(now)
    assert waits == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    assert posted == []
    assert caplog.messages == []


def test_the_reason_why_a_port_cannot_be_opened_is_logged_once(
    session: PanelSession, posted: list[Press | PanelStatus], caplog: pytest.LogCaptureFixture
) -> None:
    refused = PermissionError(errno.EACCES, "Permission denied")
    for now in range(3):
        session.handle_port_error(refused, float(now))
    session.handle_port_error(OSError(errno.EBUSY, "busy"), 4.0)
    assert [message.split(": ")[1] for message in caplog.messages] == [
        "[Errno 13] Permission denied",
        "[Errno 16] busy",
    ]
    assert posted == []


def test_a_port_that_opens_and_fails_at_once_is_logged_once(
    session: PanelSession, posted: list[Press | PanelStatus], caplog: pytest.LogCaptureFixture
) -> None:
    for now in range(5):
        session.open(float(now))
        session.handle_port_error(UNPLUGGED, now + 0.1)
    assert caplog.messages == [f"the tower panel can't be reached: {UNPLUGGED}"]
    assert posted == []


def test_a_loss_is_posted_once_and_the_first_try_comes_soon(
    session: PanelSession, posted: list[Press | PanelStatus], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for now in range(4):
        session.handle_port_error(FileNotFoundError(errno.ENOENT, "not there"), float(now))
    connect(session, 10.0)
    session.handle_port_error(UNPLUGGED, 11.0)
    assert session.deadline() == 11.5
    session.handle_port_error(FileNotFoundError(errno.ENOENT, "not there"), 11.5)
    session.open(12.0)
    session.tick(15.0)
    connect(session, 20.0)
    assert posted == [FOUND, LOST, FOUND]
    found = "the tower panel is there: campanile 1"
    assert caplog.messages == [found, "the tower panel is lost", found]


def test_another_version_is_posted_once_and_can_be_lost(
    session: PanelSession, posted: list[Press | PanelStatus]
) -> None:
    session.open(0.0)
    for now in (0.1, 1.0, 3.0, 5.0):
        session.receive_data(other_version_hello(), now)
        session.mark_sent(len(session.data_to_send()), now)
    assert session.is_open
    assert posted == [OTHER_VERSION]
    session.tick(8.0)
    assert posted == [OTHER_VERSION, LOST]


def test_a_panel_that_sends_heartbeats_stays_connected(
    session: PanelSession, posted: list[Press | PanelStatus]
) -> None:
    connect(session)
    for now in range(1, 20):
        session.receive_data(panel_heartbeat(boot=1), float(now))
        session.mark_sent(len(session.data_to_send()), float(now))
    assert posted == [FOUND]


def test_an_error_that_recurs_in_each_connection_is_tried_with_back_off(
    session: PanelSession, posted: list[Press | PanelStatus], caplog: pytest.LogCaptureFixture
) -> None:
    now, waits = 0.0, []
    for _ in range(4):
        connect(session, now)
        session.handle_crash(ValueError("wrong"), now)
        deadline = session.deadline()
        assert deadline is not None
        waits.append(deadline - now)
        now = deadline
    assert waits == [0.5, 1.0, 2.0, 4.0]
    assert posted == [FOUND, LOST] * 4
    assert [record.exc_info is not None for record in caplog.records].count(True) == 1
    connect(session, now)
    session.handle_port_error(UNPLUGGED, now)
    connect(session, now)  # an ordinary failure ends the state of alarm
    session.handle_port_error(UNPLUGGED, now)
    assert session.deadline() == now + 0.5
