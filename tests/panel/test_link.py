"""The link's thread on a pty, with a panel that says what it is told; time stands till told."""

import errno
import logging
import os
import select
import socket
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event

import pytest

from companion.interfaces import Effect, Inbox, Lamp, Press, TowerPanel
from companion.panel.link import Link
from companion.panel.port import Port, SerialPort
from tests.panel.plug import PATIENCE, Plug
from tests.panel.sayings import (
    HOST,
    OK,
    acknowledged,
    beat,
    downs,
    events,
    framed,
    hello,
    other_hello,
    said_beat,
    said_hello,
)

FOUND, LOST, OTHER = TowerPanel.FOUND, TowerPanel.LOST, TowerPanel.OTHER_VERSION
DARKNESS = b"L\0\0\0\0"


class Bench:
    """A link, its inbox, and a clock that moves when it is told to."""

    def __init__(self, path: Path, opener: Callable[[str], Port] = SerialPort) -> None:
        self.now = 0.0
        self.inbox: Inbox = SimpleQueue()
        self._stirred = 0
        self._looked = Event()
        self._opener = opener
        self._tries: SimpleQueue[str] = SimpleQueue()
        self.link = Link(self.inbox, HOST, self._clock, str(path), self._open)

    def _open(self, path: str) -> Port:
        try:
            return self._opener(path)
        finally:
            self._tries.put(path)

    def tried(self) -> str:
        """Wait until the port has been tried, once for every call; returns its path."""
        return self._tries.get(timeout=PATIENCE)

    def _clock(self) -> float:
        self._looked.set()
        return self.now

    def pass_time(self, seconds: float) -> None:
        """Let time pass, have the link look at the clock, and wait until it does."""
        self.now += seconds
        self._looked.clear()
        self._stirred += 1
        self.link.show((Lamp(self._stirred, 0, 0),))
        assert self._looked.wait(PATIENCE)

    def posted(self, count: int) -> list[object]:
        return [self.inbox.get(timeout=PATIENCE) for _ in range(count)]

    def nothing_posted(self) -> bool:
        """Whether the inbox is empty, now that the link is closed."""
        self.link.close()
        try:
            self.inbox.get_nowait()
        except Empty:
            return True
        return False


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    plug = Plug(tmp_path / "campanile-panel")
    plug.put_in()
    yield plug
    plug.pull()


@pytest.fixture
def bench(plug: Plug) -> Iterator[Bench]:
    bench = Bench(plug.path)
    yield bench
    bench.link.close()


@pytest.fixture
def logged() -> Iterator[SimpleQueue[str]]:
    """What is logged of the panel, by whichever thread."""
    lines: SimpleQueue[str] = SimpleQueue()
    handler = logging.Handler()
    handler.emit = lambda record: lines.put(record.getMessage())  # type: ignore[method-assign]  # the shortest handler
    logger = logging.getLogger("companion.panel")
    logger.addHandler(handler)
    yield lines
    logger.removeHandler(handler)


def meet(plug: Plug, first: int = 0) -> None:
    plug.expect(said_hello())
    plug.say(hello(first=first))
    plug.expect(said_beat())


def test_the_ends_meet_and_presses_arrive(plug: Plug, bench: Bench) -> None:
    meet(plug)
    plug.expect(DARKNESS)
    plug.say(downs(0, 0, 7, 9), b"noise \xff\n", events(3, 0x80 | OK, OK))
    presses = [Press.TOWER_1, Press.HEIGHT_3, Press.CARD_1, Press.OK, Press.RELEASED]
    assert bench.posted(6) == [FOUND, *presses]
    plug.expect(acknowledged(5))
    assert bench.nothing_posted()


def test_lamps_reach_the_panel(plug: Plug, bench: Bench) -> None:
    meet(plug)
    bench.link.show((Lamp(1, 2, 3, Effect.BREATHING), Lamp(255, 0, 0)))
    plug.expect(b"L\1\2\3\1\xff\0\0\0")
    bench.link.show(())
    plug.expect(DARKNESS)


def test_lamps_shown_before_reach_a_panel_that_comes_later(tmp_path: Path) -> None:
    plug = Plug(tmp_path / "campanile-panel")
    bench = Bench(plug.path)
    bench.link.show((Lamp(9, 9, 9),))
    bench.tried()
    plug.put_in()
    bench.pass_time(9.0)
    bench.link.show((Lamp(7, 8, 9),))
    meet(plug)
    plug.expect(b"L\7\x08\x09\0")
    bench.link.close()
    plug.pull()


def test_lamps_that_the_wire_can_not_carry_are_refused_to_whoever_shows_them(bench: Bench) -> None:
    with pytest.raises(ValueError, match="out of its range"):
        bench.link.show((Lamp(0, 0, 256),))


def test_unplugged_and_plugged_in_again_at_the_same_name(plug: Plug, bench: Bench) -> None:
    bench.tried()
    meet(plug)
    plug.say(downs(0, 1))
    assert bench.posted(2) == [FOUND, Press.TOWER_2]
    plug.pull()
    assert bench.posted(1) == [LOST]
    bench.pass_time(0.6)
    bench.tried()  # in vain
    plug.put_in()
    bench.pass_time(9.0)
    plug.expect(said_hello())
    plug.say(hello(first=0), downs(0, 1, 2))
    assert bench.posted(2) == [FOUND, Press.TOWER_3]
    assert bench.nothing_posted()


def test_a_panel_of_another_version(plug: Plug, bench: Bench) -> None:
    plug.expect(said_hello())
    plug.say(other_hello(), downs(0, 1))
    assert bench.posted(1) == [OTHER]
    plug.pull()
    assert bench.posted(1) == [LOST]
    assert bench.nothing_posted()


def test_a_silent_panel_is_lost_and_found_again(plug: Plug, bench: Bench) -> None:
    meet(plug)
    assert bench.posted(1) == [FOUND]
    bench.pass_time(3.0)
    assert bench.posted(1) == [LOST]
    bench.pass_time(0.5)
    meet(plug)
    assert bench.posted(1) == [FOUND]


def test_a_panel_that_does_not_read_is_lost_though_it_speaks(plug: Plug, bench: Bench) -> None:
    meet(plug)
    plug.expect(DARKNESS)
    assert bench.posted(1) == [FOUND]
    for number in range(10):  # it may look at the clock but every other time
        plug.choke()
        plug.say(beat(number))
        bench.pass_time(1.0)
    assert bench.posted(1) == [LOST]
    assert bench.nothing_posted()


def test_no_panel_no_word_and_no_pyserial(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "nothing")
    for _ in range(9):
        bench.pass_time(9.0)
    assert bench.nothing_posted()
    code = (
        "import sys\n"
        "from companion.panel.port import SerialPort\n"
        "try: SerialPort('/nowhere/at-all')\n"
        "except FileNotFoundError: sys.exit('serial' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_port_that_is_refused_is_logged_once(plug: Plug, logged: SimpleQueue[str]) -> None:
    def refuse(path: str) -> Port:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    bench = Bench(plug.path, refuse)
    for _ in range(3):
        assert bench.tried() == str(plug.path)
        bench.pass_time(9.0)
    assert bench.nothing_posted()
    assert "Permission denied" in logged.get(timeout=PATIENCE)
    assert logged.empty()


def test_a_port_that_another_has_is_logged_and_waited_for(
    plug: Plug, logged: SimpleQueue[str]
) -> None:
    other = SerialPort(str(plug.path))
    bench = Bench(plug.path)
    assert "exclusively lock" in logged.get(timeout=PATIENCE)
    other.close()
    bench.pass_time(9.0)
    meet(plug)
    assert bench.posted(1) == [FOUND]
    bench.link.close()


def test_found_and_lost_are_a_line_each_in_the_log(
    plug: Plug, bench: Bench, logged: SimpleQueue[str]
) -> None:
    meet(plug)
    plug.pull()
    assert bench.posted(2) == [FOUND, LOST]
    bench.link.close()
    lines = [logged.get(timeout=PATIENCE) for _ in range(logged.qsize())]
    assert lines == ["the tower panel is there: campanile 1", "the tower panel is lost"]


class Crooked:
    """What pyserial opens, on a socket: it fails in every way once the other side is closed."""

    def __init__(self, end: socket.socket) -> None:
        end.setblocking(False)
        self.end = end

    def fileno(self) -> int:
        return self.end.fileno()

    def reset_output_buffer(self) -> None:
        raise termios.error(errno.EIO, os.strerror(errno.EIO))

    def close(self) -> None:
        self.end.close()
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_port_that_fails_in_every_way_is_a_panel_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import serial  # type: ignore[import-untyped]  # pyserial has no types

    ours, theirs = socket.socketpair()
    port = Crooked(ours)
    monkeypatch.setattr(serial, "Serial", lambda *_, **__: port)
    path = tmp_path / "panel"
    path.touch()
    bench = Bench(path)
    theirs.sendall(hello())
    assert bench.posted(1) == [FOUND]
    heard = b""
    while framed(DARKNESS) not in heard:
        heard += theirs.recv(4096)
    bench.link.show((Lamp(1, 1, 1),))
    assert theirs in select.select([theirs], [], [], PATIENCE)[0]
    theirs.close()  # with this unread
    assert bench.posted(1) == [LOST]
    assert bench.nothing_posted()
    assert port.fileno() == -1


def test_a_port_that_vanishes_while_it_is_opened_is_an_oserror(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    import serial

    def vanish(*_: object, **__: object) -> Port:
        raise termios.error(errno.EIO, "Input/output error")

    monkeypatch.setattr(serial, "Serial", vanish)
    with pytest.raises(OSError, match="Input/output error") as caught:
        SerialPort(str(plug.path))
    assert caught.value.errno == errno.EIO


def test_closing_lets_go_of_the_port_and_may_be_done_twice(plug: Plug, bench: Bench) -> None:
    meet(plug)
    bench.link.close()
    bench.link.close()
    bench.link.show((Lamp(1, 1, 1),))
    port = SerialPort(str(plug.path))  # nobody has it any more
    port.close()
