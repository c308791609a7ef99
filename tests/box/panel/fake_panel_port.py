"""A panel at a pty that sends what a test writes, and can be unplugged."""

import os
import select
import tty
from pathlib import Path

from tests.box.panel.messages import decode_frames

TIMEOUT = 10.0
"""Seconds that a test waits for what must arrive."""


class FakePanelPort:
    """The panel's side of a port that has the same ``path`` whenever it is plugged in."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._pty: tuple[int, int] | None = None
        self._unread = b""

    def plug(self) -> None:
        """Plug it in: the path leads to a new pty."""
        master, slave = os.openpty()
        tty.setraw(slave)
        self._pty, self._unread = (master, slave), b""
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))

    def unplug(self) -> None:
        """Unplug it: a program that has it open can only read its end."""
        if self._pty is not None:
            self.path.unlink()
            for descriptor in self._pty:
                os.close(descriptor)
            self._pty = None

    def exchange(self) -> None:
        """Plug in another device, at another node."""
        old = self._pty or ()
        self.plug()
        for descriptor in old:
            os.close(descriptor)

    def send(self, *lines: bytes) -> None:
        os.write(self._master, b"".join(lines))

    def expect(self, body: bytes) -> None:
        """Read until a frame with this body arrives; fails if it does not."""
        while True:
            *lines, self._unread = self._unread.split(b"\n")
            while lines:
                line = lines.pop(0)
                if decode_frames(line) == [body]:
                    self._unread = b"\n".join([*lines, self._unread])
                    return
            ready, _, _ = select.select([self._master], [], [], TIMEOUT)
            assert ready, f"{body!r} did not arrive"
            self._unread += os.read(self._master, 4096)

    def fill(self) -> None:
        """Fill the buffer to the panel, as if it did not read."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            while True:
                os.write(descriptor, b"\n" * 512)
        except BlockingIOError:
            os.close(descriptor)

    @property
    def _master(self) -> int:
        assert self._pty is not None
        return self._pty[0]
