"""The tower panel's serial port: opened by pyserial, read and written without blocking."""

import errno
import os
import select
import termios
from contextlib import suppress
from typing import Protocol

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
            import serial  # type: ignore[import-untyped]  # pyserial has no types

            self._serial = serial.Serial(path, exclusive=True)
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
