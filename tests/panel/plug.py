"""A pty behind a stable name, and a panel that says there what a test tells it to say."""

import os
import select
import tty
from pathlib import Path

from tests.panel.sayings import bodies

PATIENCE = 10.0
"""Seconds that a test waits at most for what must come."""


class Plug:
    """The panel's side of a port that can be pulled and plugged in again at the same name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends: tuple[int, int] | None = None
        self._unread = b""

    def put_in(self) -> None:
        """Plug it in: the stable name leads to a new pty."""
        master, slave = os.openpty()
        tty.setraw(slave)
        self._ends, self._unread = (master, slave), b""
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))

    def pull(self) -> None:
        """Pull it out: whoever has the port open reads no more than its end."""
        if self._ends is not None:
            self.path.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def say(self, *lines: bytes) -> None:
        os.write(self._master, b"".join(lines))

    def expect(self, body: bytes) -> None:
        """Read until a frame with this body comes; fails when it does not."""
        while True:
            *lines, self._unread = self._unread.split(b"\n")
            while lines:
                line = lines.pop(0)
                if bodies(line) == [body]:
                    self._unread = b"\n".join([*lines, self._unread])
                    return
            ready, _, _ = select.select([self._master], [], [], PATIENCE)
            assert ready, f"{body!r} did not come"
            self._unread += os.read(self._master, 4096)

    def choke(self) -> None:
        """Fill up the way to the panel, which reads no more."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            while True:
                os.write(descriptor, b"\n" * 512)
        except BlockingIOError:
            os.close(descriptor)

    @property
    def _master(self) -> int:
        assert self._ends is not None
        return self._ends[0]
