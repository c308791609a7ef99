"""A serial port by its own descriptor: the real one under the doctor's `PanelPort`."""

import errno
import os
import select
import termios
from contextlib import suppress

from companion.panel.link import MOST_READ, Port


class ThisPort:
    """The port on this machine; its descriptor does not block."""

    def __init__(self, port: Port) -> None:
        self._port = port

    def read(self, seconds: float) -> bytes:
        """Ask the system; one that is hung up, for the cable is out, is an error."""
        descriptor = self._port.fileno()
        if not select.select([descriptor], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(descriptor, MOST_READ)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return data

    def write(self, data: bytes) -> int:
        """Leave it to the system."""
        try:
            return os.write(self._port.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Close it; what the other end has not read is given up, or that would take long."""
        with suppress(OSError, termios.error):
            self._port.reset_output_buffer()
        self._port.close()
