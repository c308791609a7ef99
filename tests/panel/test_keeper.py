"""What the loop hears of the panel, and when a port is wanted; time told by hand."""

import errno
import logging

import pytest

from companion.interfaces import Event, Press, TowerPanel
from companion.panel.keeper import KEYS, Keeper
from tests.panel.sayings import HOST, OK, beat, downs, events, hello, other_hello

FOUND, LOST, OTHER = TowerPanel.FOUND, TowerPanel.LOST, TowerPanel.OTHER_VERSION


@pytest.fixture
def posted() -> list[Event]:
    return []


@pytest.fixture
def keeper(posted: list[Event]) -> Keeper:
    return Keeper(HOST, posted.append)


def meet(keeper: Keeper, now: float = 0.0, boot: int = 1, first: int = 0) -> None:
    keeper.opened(now)
    keeper.feed(hello(boot=boot, first=first), now)


def test_every_key_says_its_press_in_the_order_of_the_specification(
    keeper: Keeper, posted: list[Event]
) -> None:
    meet(keeper)
    keeper.feed(downs(0, *range(16), boot=1), 0.1)
    said = """tower-1 tower-2 tower-3 tower-4 tower-5 height-1 height-2 height-3 none intermezzo
        finito back previous next ok menu"""
    assert posted == [FOUND, *map(Press, said.split())]


def test_only_ok_says_that_it_was_let_go(keeper: Keeper, posted: list[Event]) -> None:
    meet(keeper)
    ups = [key for key in range(16) if key != OK]
    keeper.feed(events(0, *ups, boot=1) + events(15, 0x80 | OK, OK, OK, boot=1), 0.1)
    assert posted == [FOUND, Press.OK, Press.RELEASED]


def test_a_key_that_nobody_knows_says_nothing(keeper: Keeper, posted: list[Event]) -> None:
    meet(keeper)
    keeper.feed(downs(0, len(KEYS), 127, 0, boot=1), 0.1)
    assert posted == [FOUND, Press.TOWER_1]


def test_ok_is_let_go_when_the_panel_goes(keeper: Keeper, posted: list[Event]) -> None:
    meet(keeper)
    keeper.feed(downs(0, OK, boot=1), 0.1)
    keeper.gone(0.2)
    assert posted == [FOUND, Press.OK, Press.RELEASED, LOST]
    meet(keeper, 0.3)
    keeper.feed(events(1, OK, boot=1), 0.4)
    assert posted[4:] == [FOUND]


def test_ok_is_let_go_when_the_panel_starts_anew(keeper: Keeper, posted: list[Event]) -> None:
    meet(keeper)
    keeper.feed(downs(0, OK, boot=1) + hello(boot=2), 0.1)
    assert posted == [FOUND, Press.OK, Press.RELEASED]


def test_a_panel_that_was_never_there_is_never_spoken_of(
    keeper: Keeper, posted: list[Event], caplog: pytest.LogCaptureFixture
) -> None:
    now, waits = 0.0, []
    assert keeper.wants_port(now)
    for _ in range(6):
        keeper.failed(FileNotFoundError(errno.ENOENT, "not there"), now)
        assert not keeper.wants_port(now)
        deadline = keeper.deadline()
        assert deadline is not None
        waits.append(deadline - now)
        now = deadline
        assert keeper.wants_port(now)
    assert waits == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    assert posted == []
    assert caplog.messages == []


def test_why_a_port_can_not_be_opened_is_logged_once(
    keeper: Keeper, posted: list[Event], caplog: pytest.LogCaptureFixture
) -> None:
    refused = PermissionError(errno.EACCES, "Permission denied")
    for now in range(3):
        keeper.failed(refused, float(now))
    keeper.failed(OSError(errno.EBUSY, "busy"), 4.0)
    assert [message.split(": ")[1] for message in caplog.messages] == [
        "[Errno 13] Permission denied",
        "[Errno 16] busy",
    ]
    assert posted == []


def test_a_silent_port_is_tried_ever_more_seldom_and_logged_once(
    keeper: Keeper, posted: list[Event], caplog: pytest.LogCaptureFixture
) -> None:
    now, waits = 0.0, []
    for _ in range(5):
        keeper.opened(now)
        keeper.tick(now + 3.0)
        assert not keeper.has_port
        deadline = keeper.deadline()
        assert deadline is not None
        waits.append(deadline - now - 3.0)
        now = deadline
    assert waits == [0.5, 1.0, 2.0, 4.0, 5.0]
    assert posted == []
    assert caplog.messages == ["the tower panel can't be reached: its port is silent"]


def test_lost_is_told_once_and_the_first_try_comes_soon(
    keeper: Keeper, posted: list[Event], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for now in range(4):
        keeper.failed(FileNotFoundError(errno.ENOENT, "not there"), float(now))
    meet(keeper, 10.0)
    keeper.gone(11.0)
    assert keeper.deadline() == 11.5
    keeper.failed(FileNotFoundError(errno.ENOENT, "not there"), 11.5)
    keeper.opened(12.0)
    keeper.tick(15.0)
    meet(keeper, 20.0)
    assert posted == [FOUND, LOST, FOUND]
    assert len([message for message in caplog.messages if "lost" in message]) == 1
    assert len([message for message in caplog.messages if "campanile 1" in message]) == 2


def test_another_version_is_told_once_and_can_get_lost(keeper: Keeper, posted: list[Event]) -> None:
    keeper.opened(0.0)
    for now in (0.1, 1.0, 3.0, 5.0):
        keeper.feed(other_hello(), now)
        keeper.sent(len(keeper.to_send()), now)
    assert keeper.has_port
    assert posted == [OTHER]
    keeper.tick(8.0)
    assert posted == [OTHER, LOST]


def test_while_the_panel_beats_it_stays(keeper: Keeper, posted: list[Event]) -> None:
    meet(keeper)
    for now in range(1, 20):
        keeper.feed(beat(boot=1), float(now))
        keeper.sent(len(keeper.to_send()), float(now))
    assert posted == [FOUND]
