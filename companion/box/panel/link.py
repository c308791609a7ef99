"""The link with the tower panel: one thread that owns the port, so that the loop never waits.

The thread reads and writes the serial port without blocking; `PanelSession` decides what to send
and when.
"""

import errno
import os
import select
import termios
from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom
from threading import Thread
from typing import Protocol

from companion.box.devices.libraries import load_library
from companion.box.panel.panel_session import PanelSession
from companion.box.panel.wire import NUMBER_LIMIT, LampStates
from companion.box.wake_pipe import WakePipe
from companion.core.interfaces import DARK, Clock, Inbox, KeyPress, Lamp, PanelStatus, Press

MAX_READ = 4096
"""Bytes taken from the port at once."""


def may_be_serial_port(path: str) -> bool:
    """Whether ``path`` is a serial port, or can't be opened now and may become one later."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return True
    try:
        return os.isatty(descriptor)
    finally:
        os.close(descriptor)


def identify_device(path: str) -> tuple[int, ...]:
    """Return what tells the device at ``path`` from one plugged in later; () without a device."""
    try:
        node = os.stat(path)
    except OSError:
        return ()
    return node.st_dev, node.st_ino, node.st_rdev, node.st_ctime_ns


class PollablePort(Protocol):
    """An open port. Reading and writing raise OSError once the cable is out."""

    def fileno(self) -> int:
        """Return the open file descriptor."""

    def read(self, seconds: float = 0.0) -> bytes:
        """Return what arrives within ``seconds``, or nothing."""

    def write(self, data: bytes) -> int:
        """Write as much as there is room for; return the number of bytes written."""

    def close(self) -> None:
        """Close the port and drop the bytes that the panel has not read."""


class SerialPort:
    """A serial port of this machine; its file descriptor does not block."""

    def __init__(self, path: str) -> None:
        os.stat(path)  # most boxes have no panel and need not load pyserial
        try:
            self._serial = load_library("serial").Serial(path, exclusive=True)
        except ImportError as error:
            raise OSError(str(error)) from error
        except termios.error as error:  # unplugged meanwhile; pyserial does not convert this
            raise OSError(*error.args) from error

    def fileno(self) -> int:
        """Return the open file descriptor."""
        number: int = self._serial.fileno()
        return number

    def read(self, seconds: float = 0.0) -> bytes:
        """Return what arrives in time; a port that is ready but empty was unplugged."""
        if not select.select([self.fileno()], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.fileno(), MAX_READ)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return data

    def write(self, data: bytes) -> int:
        """Write what fits into the system's buffer."""
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Close, without the 30 s that unread bytes would take."""
        with suppress(OSError, termios.error):
            self._serial.reset_output_buffer()
        with suppress(OSError):
            self._serial.close()


def draw_host_id() -> int:
    """Return a random number that identifies this process to the panel."""
    return 1 + SystemRandom().randrange(NUMBER_LIMIT - 1)


class PanelLink:
    """The tower panel's `Lamps`; posts its presses and each new `PanelStatus` into ``inbox``.

    ``host`` is from `draw_host_id`. The thread starts at once. It tries to open ``path`` until it
    succeeds, and after any error again, with back-off.
    """

    def __init__(
        self,
        inbox: Inbox,
        host: int,
        clock: Clock,
        path: str,
        open_port: Callable[[str], PollablePort] = SerialPort,
    ) -> None:
        self._session = PanelSession(host, self._post, path)
        self._inbox = inbox
        self._clock = clock
        self._path = path
        self._open_port = open_port
        self._port: PollablePort | None = None
        self._lamps = LampStates((DARK,))
        self._closed = False
        self._wake_pipe = WakePipe()
        self._thread = Thread(target=self._run, name="tower panel", daemon=True)
        self._thread.start()

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Set the lamps, others dark; raises ValueError for over 16 lamps or a colour over 255."""
        states = LampStates(lamps or (DARK,))
        if states != self._lamps and not self._closed:
            self._lamps = states
            self._wake_pipe.wake()

    def close(self) -> None:
        """Stop the thread and close the port. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._wake_pipe.wake()
        self._thread.join()
        self._wake_pipe.close()

    def _post(self, item: Press | PanelStatus) -> None:
        self._inbox.put(KeyPress(item, self._clock()) if isinstance(item, Press) else item)

    def _run(self) -> None:
        while not self._closed:
            try:
                self._run_once()
            except OSError as error:  # the cable is out, or the port can't be opened
                self._session.handle_port_error(error, self._clock())
            except Exception as error:  # noqa: BLE001 - otherwise the thread would end unnoticed
                self._session.handle_crash(error, self._clock())
        self._close_port()

    def _run_once(self) -> None:
        if not self._session.is_open:
            self._close_port()
        self._wait_and_read()
        now = self._clock()
        self._session.show_lamps(self._lamps)
        self._session.tick(now)
        self._write(now)
        if self._session.should_try_port(now) and self._session.accepts_device(
            identify_device(self._path), now
        ):
            self._port = self._open_port(self._path)
            self._session.open(now)

    def _wait_and_read(self) -> None:
        """Wait for bytes, a wake-up or the deadline. Bytes count before the time is judged."""
        readers = [self._wake_pipe.fileno()]
        writers: list[int] = []
        if self._port is not None:
            readers.append(self._port.fileno())
            writers = readers[1:] if self._session.data_to_send() else []
        ready, _, _ = select.select(readers, writers, [], self._timeout())
        if self._wake_pipe.fileno() in ready:
            self._wake_pipe.drain()
        if self._port is not None and readers[1] in ready:
            self._session.receive_data(self._port.read(), self._clock())

    def _timeout(self) -> float:
        deadline = self._session.deadline()
        return 0.0 if deadline is None else max(0.0, deadline - self._clock())

    def _write(self, now: float) -> None:
        while self._port is not None and (data := self._session.data_to_send()):
            count = self._port.write(data)
            self._session.mark_sent(count, now)
            if not count:
                return

    def _close_port(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()
