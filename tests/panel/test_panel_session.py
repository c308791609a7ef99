"""What the loop hears of the panel, and when a port is wanted; time told by hand."""

import errno
import logging

import pytest

from companion.interfaces import Event, Press, TowerPanel
from companion.panel.panel_session import PANEL_KEYS, PanelSession
from tests.panel.sayings import HOST, OK, beat, downs, events, hello, other_hello

CUT = OSError(errno.EIO, "Input/output error")
FOUND, LOST, OTHER = TowerPanel.FOUND, TowerPanel.LOST, TowerPanel.OTHER_VERSION


@pytest.fixture
def posted() -> list[Event]:
    return []


@pytest.fixture
def session(posted: list[Event]) -> PanelSession:
    return PanelSession(HOST, posted.append)


def meet(session: PanelSession, now: float = 0.0, boot: int = 1, first: int = 0) -> None:
    session.open(now)
    session.receive_data(hello(boot=boot, first=first), now)


def test_every_key_says_its_press_in_the_order_of_the_specification(
    session: PanelSession, posted: list[Event]
) -> None:
    meet(session)
    session.receive_data(downs(0, *range(16), boot=1), 0.1)
    said = """tower-1 tower-2 tower-3 tower-4 tower-5 height-1 height-2 height-3 none intermezzo
        finito back previous next ok menu"""
    assert posted == [FOUND, *map(Press, said.split())]


def test_only_ok_says_that_it_was_let_go(session: PanelSession, posted: list[Event]) -> None:
    meet(session)
    ups = [key for key in range(16) if key != OK]
    session.receive_data(events(0, *ups, boot=1) + events(15, 0x80 | OK, OK, OK, boot=1), 0.1)
    assert posted == [FOUND, Press.OK, Press.RELEASED]


def test_a_key_that_nobody_knows_says_nothing(session: PanelSession, posted: list[Event]) -> None:
    meet(session)
    session.receive_data(downs(0, len(PANEL_KEYS), 127, 0, boot=1), 0.1)
    assert posted == [FOUND, Press.TOWER_1]


def test_ok_is_let_go_when_the_panel_goes(session: PanelSession, posted: list[Event]) -> None:
    meet(session)
    session.receive_data(downs(0, OK, boot=1), 0.1)
    session.handle_port_error(CUT, 0.2)
    assert posted == [FOUND, Press.OK, Press.RELEASED, LOST]
    meet(session, 0.3)
    session.receive_data(events(1, OK, boot=1), 0.4)
    assert posted[4:] == [FOUND]


def test_ok_is_let_go_when_the_panel_starts_anew(
    session: PanelSession, posted: list[Event]
) -> None:
    meet(session)
    session.receive_data(downs(0, OK, boot=1) + hello(boot=2), 0.1)
    assert posted == [FOUND, Press.OK, Press.RELEASED]


def test_a_panel_that_was_never_there_is_never_spoken_of(
    session: PanelSession, posted: list[Event], caplog: pytest.LogCaptureFixture
) -> None:
    now, waits = 0.0, []
    assert session.should_open_port(now)
    for _ in range(6):
        session.handle_port_error(FileNotFoundError(errno.ENOENT, "not there"), now)
        assert not session.should_open_port(now)
        deadline = session.deadline()
        assert deadline is not None
        waits.append(deadline - now)
        now = deadline
        assert session.should_open_port(now)
    assert waits == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    assert posted == []
    assert caplog.messages == []


def test_why_a_port_can_not_be_opened_is_logged_once(
    session: PanelSession, posted: list[Event], caplog: pytest.LogCaptureFixture
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


def test_a_silent_port_is_tried_ever_more_seldom_and_logged_once(
    session: PanelSession, posted: list[Event], caplog: pytest.LogCaptureFixture
) -> None:
    now, waits = 0.0, []
    for _ in range(5):
        session.open(now)
        session.tick(now + 3.0)
        assert not session.is_open
        deadline = session.deadline()
        assert deadline is not None
        waits.append(deadline - now - 3.0)
        now = deadline
    assert waits == [0.5, 1.0, 2.0, 4.0, 5.0]
    assert posted == []
    assert caplog.messages == ["the tower panel can't be reached: its port is silent"]


def test_lost_is_told_once_and_the_first_try_comes_soon(
    session: PanelSession, posted: list[Event], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for now in range(4):
        session.handle_port_error(FileNotFoundError(errno.ENOENT, "not there"), float(now))
    meet(session, 10.0)
    session.handle_port_error(CUT, 11.0)
    assert session.deadline() == 11.5
    session.handle_port_error(FileNotFoundError(errno.ENOENT, "not there"), 11.5)
    session.open(12.0)
    session.tick(15.0)
    meet(session, 20.0)
    assert posted == [FOUND, LOST, FOUND]
    assert len([message for message in caplog.messages if "lost" in message]) == 1
    assert len([message for message in caplog.messages if "campanile 1" in message]) == 2


def test_another_version_is_told_once_and_can_get_lost(
    session: PanelSession, posted: list[Event]
) -> None:
    session.open(0.0)
    for now in (0.1, 1.0, 3.0, 5.0):
        session.receive_data(other_hello(), now)
        session.mark_sent(len(session.data_to_send()), now)
    assert session.is_open
    assert posted == [OTHER]
    session.tick(8.0)
    assert posted == [OTHER, LOST]


def test_while_the_panel_beats_it_stays(session: PanelSession, posted: list[Event]) -> None:
    meet(session)
    for now in range(1, 20):
        session.receive_data(beat(boot=1), float(now))
        session.mark_sent(len(session.data_to_send()), float(now))
    assert posted == [FOUND]


def test_a_fault_that_comes_back_at_each_meeting_is_tried_ever_more_seldom(
    session: PanelSession, posted: list[Event], caplog: pytest.LogCaptureFixture
) -> None:
    now, waits = 0.0, []
    for _ in range(4):
        meet(session, now)
        session.handle_crash(ValueError("wrong"), now)
        deadline = session.deadline()
        assert deadline is not None
        waits.append(deadline - now)
        now = deadline
    assert waits == [0.5, 1.0, 2.0, 4.0]
    assert posted == [FOUND, LOST] * 4
    assert [record.exc_info is not None for record in caplog.records].count(True) == 1
    meet(session, now)
    session.handle_port_error(CUT, now)
    meet(session, now)  # a port that fails as ports do: all is as before
    session.handle_port_error(CUT, now)
    assert session.deadline() == now + 0.5
