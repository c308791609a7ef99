"""The tower panel's serial port: opened by pyserial, then read and written without ever waiting."""

import errno
import os
import select
import termios
from contextlib import suppress
from typing import Protocol

MOST_READ = 4096
"""Bytes taken from the port at once."""


def may_be_port(path: str) -> bool:
    """Whether this is a serial port, or can't be looked at: it may be plugged in later."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return True
    try:
        return os.isatty(descriptor)
    finally:
        os.close(descriptor)


class Port(Protocol):
    """An open port. Reading and writing raise OSError as soon as the cable is out."""

    def fileno(self) -> int:
        """Return the open descriptor."""

    def read(self, seconds: float = 0.0) -> bytes:
        """Take what is there or comes within so many seconds; nothing where nothing does."""

    def write(self, data: bytes) -> int:
        """Write as much as there is room for; returns how many bytes went."""

    def close(self) -> None:
        """Let go of the port; what the panel has not read is given up."""


class SerialPort:
    """A port of this machine, by pyserial; its descriptor does not block."""

    def __init__(self, path: str) -> None:
        """Open the port for us alone; raises OSError when that can't be done."""
        os.stat(path)  # most boxes have no panel: they need not even load pyserial
        try:
            import serial  # type: ignore[import-untyped]  # pyserial has no types

            self._serial = serial.Serial(path, exclusive=True)
        except ImportError as error:
            raise OSError(str(error)) from error
        except termios.error as error:  # it vanished meanwhile; pyserial lets this through
            raise OSError(*error.args) from error

    def fileno(self) -> int:
        """Ask pyserial."""
        number: int = self._serial.fileno()
        return number

    def read(self, seconds: float = 0.0) -> bytes:
        """Ask the system; what is ready but empty is hung up."""
        if not select.select([self.fileno()], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.fileno(), MOST_READ)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return data

    def write(self, data: bytes) -> int:
        """Leave it to the system."""
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Throw away what waits, or closing takes half a minute for a panel that does not read."""
        with suppress(OSError, termios.error):
            self._serial.reset_output_buffer()
        with suppress(OSError):
            self._serial.close()
