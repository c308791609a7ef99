"""The link's thread at a pty, with a clock that only the test moves."""

import errno
import logging
import os
import select
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from companion.box.panel.link import PanelLink, PollablePort, SerialPort
from companion.box.panel.panel_session import MAX_DELAY
from companion.box.panel.wire_peer import LOST_AFTER
from companion.core.interfaces import Effect, Inbox, KeyPress, Lamp, PanelStatus, Press
from tests.box.panel.fake_panel_port import TIMEOUT, FakePanelPort
from tests.box.panel.messages import (
    HOST,
    OK_KEY,
    acknowledgement,
    encode_frame,
    host_heartbeat,
    host_hello,
    key_events,
    keys_down,
    panel_heartbeat,
    panel_hello,
)

FOUND, LOST = PanelStatus.FOUND, PanelStatus.LOST
ALL_DARK = b"L\0\0\0\0"


class LinkRig:
    """A link, its inbox, and a clock that moves in `pass_time`."""

    def __init__(self, path: Path, open_port: Callable[[str], PollablePort] = SerialPort) -> None:
        self.now = 0.0
        self.inbox: Inbox = SimpleQueue()
        self._wake_ups = 0
        self._clock_read = Event()
        self._opener = open_port
        self._attempts: SimpleQueue[str] = SimpleQueue()
        self.link = PanelLink(self.inbox, HOST, self._clock, str(path), self._open)

    def _open(self, path: str) -> PollablePort:
        try:
            return self._opener(path)
        finally:
            self._attempts.put(path)

    def wait_for_attempt(self) -> None:
        self._attempts.get(timeout=TIMEOUT)

    def has_tried(self) -> bool:
        return not self._attempts.empty()

    def _clock(self) -> float:
        self._clock_read.set()
        return self.now

    def pass_time(self, seconds: float) -> None:
        """Move the clock, wake the thread, and wait until it has read the clock."""
        self.now += seconds
        self._clock_read.clear()
        self._wake_ups += 1
        self.link.show((Lamp(self._wake_ups, 0, 0),))
        assert self._clock_read.wait(TIMEOUT)

    def finish_round_after(self, seconds: float) -> None:
        """Move the clock; return when the thread, which reads it twice a round, has noticed."""
        self.pass_time(seconds)
        for _ in range(3):
            self.pass_time(0.0)

    def next_posts(self, count: int) -> list[object]:
        """Return the next presses and news; a press must have the link's time."""
        return [self._next_post() for _ in range(count)]

    def _next_post(self) -> object:
        item = self.inbox.get(timeout=TIMEOUT)
        if not isinstance(item, KeyPress):
            return item
        assert item.at == self.now
        return item.press

    def closes_silently(self) -> bool:
        """Close the link; return whether the inbox is empty."""
        self.link.close()
        return self.inbox.empty()


@pytest.fixture
def port(tmp_path: Path) -> Iterator[FakePanelPort]:
    port = FakePanelPort(tmp_path / "campanile-panel")
    port.plug()
    yield port
    port.unplug()


@pytest.fixture
def rig(port: FakePanelPort) -> Iterator[LinkRig]:
    rig = LinkRig(port.path)
    yield rig
    rig.link.close()


@pytest.fixture
def logged() -> Iterator[SimpleQueue[str]]:
    """The panel's log messages, from any thread."""
    lines: SimpleQueue[str] = SimpleQueue()
    handler = logging.Handler()
    handler.emit = lambda record: lines.put(record.getMessage())  # type: ignore[method-assign]  # the shortest handler
    logger = logging.getLogger("companion.box.panel")
    logger.addHandler(handler)
    yield lines
    logger.removeHandler(handler)


def connect(port: FakePanelPort, first: int = 0) -> None:
    port.expect(host_hello())
    port.send(panel_hello(first=first))
    port.expect(host_heartbeat())


def test_presses_arrive(port: FakePanelPort, rig: LinkRig) -> None:
    connect(port)
    port.expect(ALL_DARK)
    port.send(keys_down(0, 0, 7, 9), b"noise \xff\n", key_events(3, 0x80 | OK_KEY, OK_KEY))
    presses = [Press.TOWER_1, Press.HEIGHT_3, Press.CARD_1, Press.OK, Press.RELEASED]
    assert rig.next_posts(6) == [FOUND, *presses]
    port.expect(acknowledgement(5))
    assert rig.closes_silently()


def test_lamps_reach_the_panel(port: FakePanelPort, rig: LinkRig) -> None:
    connect(port)
    rig.link.show((Lamp(1, 2, 3, Effect.BREATHING), Lamp(255, 0, 0)))
    port.expect(b"L\1\2\3\1\xff\0\0\0")
    rig.link.show(())
    port.expect(ALL_DARK)


def test_lamps_shown_before_reach_a_panel_that_comes_later(tmp_path: Path) -> None:
    port = FakePanelPort(tmp_path / "campanile-panel")
    rig = LinkRig(port.path)
    rig.link.show((Lamp(9, 9, 9),))
    rig.wait_for_attempt()
    port.plug()
    rig.pass_time(9.0)
    rig.link.show((Lamp(7, 8, 9),))
    connect(port)
    port.expect(b"L\7\x08\x09\0")
    rig.link.close()
    port.unplug()


def test_invalid_lamps_raise_in_the_callers_thread(rig: LinkRig) -> None:
    with pytest.raises(ValueError, match="out of its range"):
        rig.link.show((Lamp(0, 0, 256),))


def test_unplugged_and_plugged_in_again_at_the_same_name(port: FakePanelPort, rig: LinkRig) -> None:
    rig.wait_for_attempt()
    connect(port)
    port.send(keys_down(0, 1))
    assert rig.next_posts(2) == [FOUND, Press.TOWER_2]
    port.unplug()
    assert rig.next_posts(1) == [LOST]
    rig.pass_time(0.6)
    rig.wait_for_attempt()
    port.plug()
    rig.pass_time(9.0)
    port.expect(host_hello())
    port.send(panel_hello(first=0), keys_down(0, 1, 2))
    assert rig.next_posts(2) == [FOUND, Press.TOWER_3]
    assert rig.closes_silently()


def test_a_silent_device_is_left_alone_until_another_is_plugged_in(
    port: FakePanelPort, rig: LinkRig
) -> None:
    rig.wait_for_attempt()
    for delay in (0.5, 1.0, 2.0, 4.0, 8.0):
        rig.finish_round_after(LOST_AFTER)
        rig.finish_round_after(delay + MAX_DELAY)
        rig.wait_for_attempt()
    rig.finish_round_after(LOST_AFTER)
    assert rig.next_posts(1) == [PanelStatus.SILENT]
    rig.finish_round_after(MAX_DELAY)
    assert not rig.has_tried()
    port.exchange()
    rig.pass_time(MAX_DELAY)
    connect(port)
    assert rig.next_posts(1) == [FOUND]


def test_a_panel_that_does_not_read_is_lost_although_it_sends(
    port: FakePanelPort, rig: LinkRig
) -> None:
    connect(port)
    port.expect(ALL_DARK)
    assert rig.next_posts(1) == [FOUND]
    for number in range(10):  # the thread may skip every other second
        port.fill()
        port.send(panel_heartbeat(number))
        rig.pass_time(1.0)
    assert rig.next_posts(1) == [LOST]
    assert rig.closes_silently()


def test_without_a_panel_pyserial_is_not_imported() -> None:
    code = (
        "import sys\n"
        "from companion.box.panel.link import SerialPort\n"
        "try: SerialPort('/nowhere/at-all')\n"
        "except FileNotFoundError: sys.exit('serial' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_port_that_another_program_uses_is_logged_and_tried_again(
    port: FakePanelPort, logged: SimpleQueue[str]
) -> None:
    other = SerialPort(str(port.path))
    rig = LinkRig(port.path)
    assert "exclusively lock" in logged.get(timeout=TIMEOUT)
    other.close()
    rig.pass_time(9.0)
    connect(port)
    assert rig.next_posts(1) == [FOUND]
    rig.link.close()


class FailingPort(SerialPort):
    """A port whose next operation after `fail_in` raises an error."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.failures: dict[str, Exception] = {}

    def fail_in(self, operation: str, error: Exception) -> None:
        self.failures[operation] = error

    def _raise(self, operation: str) -> None:
        if operation in self.failures:
            raise self.failures.pop(operation)

    def read(self, seconds: float = 0.0) -> bytes:
        self._raise("read")
        return super().read(seconds)

    def write(self, data: bytes) -> int:
        self._raise("write")
        return super().write(data)

    def close(self) -> None:
        super().close()
        self._raise("close")


@pytest.mark.parametrize("operation", ["read", "write"])
@pytest.mark.parametrize("error", [ValueError("wrong"), struct.error("short")])
def test_an_unexpected_error_is_reported_and_the_link_restarts(
    port: FakePanelPort, logged: SimpleQueue[str], operation: str, error: Exception
) -> None:
    ports: list[FailingPort] = []

    def open_port(path: str) -> PollablePort:
        ports.append(FailingPort(path))
        return ports[-1]

    rig = LinkRig(port.path, open_port)
    connect(port)
    assert rig.next_posts(1) == [FOUND]
    assert "panel is there" in logged.get(timeout=TIMEOUT)
    ports[0].fail_in("close", RuntimeError("cannot even close"))
    ports[0].fail_in(operation, error)
    if operation == "read":
        port.send(panel_heartbeat())
    else:
        rig.link.show((Lamp(1, 1, 1),))
    assert rig.next_posts(1) == [LOST]
    assert repr(error) in logged.get(timeout=TIMEOUT)
    for _ in range(2):  # the error of `close` counts as a second failure
        rig.pass_time(1.0)
    connect(port)
    assert rig.next_posts(1) == [FOUND]
    assert len(ports) == 2
    assert rig.closes_silently()


def test_an_unexpected_error_while_opening_is_reported_and_tried_again_with_back_off(
    port: FakePanelPort, logged: SimpleQueue[str]
) -> None:
    errors = [ValueError("wrong")] * 3

    def open_port(path: str) -> PollablePort:
        if errors:
            raise errors.pop()
        return SerialPort(path)

    rig = LinkRig(port.path, open_port)
    for wait in (0.5, 1.0, 2.0):
        rig.wait_for_attempt()
        rig.pass_time(wait - 0.1)
        rig.pass_time(0.1)
    assert rig.next_posts(1) == [LOST]
    assert "ValueError('wrong')" in logged.get(timeout=TIMEOUT)
    assert "lost" in logged.get(timeout=TIMEOUT)
    assert logged.empty()  # the same error is logged once
    connect(port)
    assert rig.next_posts(1) == [FOUND]
    assert rig.closes_silently()


class FailingSerial:
    """A `serial.Serial` on a socket; every operation fails once the other side is closed."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self.connection = connection

    def fileno(self) -> int:
        return self.connection.fileno()

    def reset_output_buffer(self) -> None:
        raise termios.error(errno.EIO, os.strerror(errno.EIO))

    def close(self) -> None:
        self.connection.close()
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_port_that_fails_in_every_way_is_a_lost_panel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import serial  # type: ignore[import-untyped]  # pyserial has no types

    ours, theirs = socket.socketpair()
    port = FailingSerial(ours)
    monkeypatch.setattr(serial, "Serial", lambda *_, **__: port)
    path = tmp_path / "panel"
    path.touch()
    rig = LinkRig(path)
    theirs.sendall(panel_hello())
    assert rig.next_posts(1) == [FOUND]
    received = b""
    while encode_frame(ALL_DARK) not in received:
        received += theirs.recv(4096)
    rig.link.show((Lamp(1, 1, 1),))
    assert theirs in select.select([theirs], [], [], TIMEOUT)[0]
    theirs.close()  # with this unread
    assert rig.next_posts(1) == [LOST]
    assert rig.closes_silently()
    assert port.fileno() == -1


def test_a_port_unplugged_while_it_is_opened_raises_oserror(
    port: FakePanelPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    import serial

    def raise_error(*_: object, **__: object) -> PollablePort:
        raise termios.error(errno.EIO, "Input/output error")

    monkeypatch.setattr(serial, "Serial", raise_error)
    with pytest.raises(OSError, match="Input/output error") as caught:
        SerialPort(str(port.path))
    assert caught.value.errno == errno.EIO


def test_close_releases_the_port_and_may_be_called_twice(port: FakePanelPort, rig: LinkRig) -> None:
    connect(port)
    rig.link.close()
    rig.link.close()
    rig.link.show((Lamp(1, 1, 1),))
    SerialPort(str(port.path)).close()  # it is free again
