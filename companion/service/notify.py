"""What systemd is told: ready, stopping, a line of status, and now and then that we live.

The protocol is sd_notify(3): a datagram of ``NAME=value`` to the socket that ``$NOTIFY_SOCKET``
names. The watchdog's sign of life is a deadline of the loop like any other: sent by a thread of
its own it would go on while the loop hangs. Off systemd all of this is silent.
"""

import logging
import math
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds that a busy service manager may hold up the loop."""


class Service:
    """The service manager that started this process, or nobody."""

    def __init__(self, environ: Mapping[str, str] = os.environ, pid: int | None = None) -> None:
        """Read from ``environ`` whom to tell, and how often that we (``pid``) live."""
        self._address = _address(environ.get("NOTIFY_SOCKET", ""))
        self._every = _every(environ, os.getpid() if pid is None else pid)
        self._due = None if self._address is None or self._every is None else -math.inf
        self._is_ready = False

    def ready(self) -> None:
        """The first picture is shown, what waits for us may go on. Later calls say nothing."""
        if not self._is_ready:
            self._is_ready = self._tell("READY=1")

    def stopping(self) -> None:
        """The end has begun: no more signs of life will come."""
        self._due = None
        self._tell("STOPPING=1")

    def status(self, line: str) -> None:
        """Set the line that ``systemctl status`` shows."""
        self._tell("STATUS=" + " ".join(line.split()))  # a line break would begin another message

    def deadline(self) -> float | None:
        """When ``tick`` must be called next, in the loop's seconds; None without a watchdog."""
        return self._due

    def tick(self, now: float) -> None:
        """Give the watchdog its sign of life, if it is due: twice in the time it allows."""
        if self._due is not None and self._every is not None and now >= self._due:
            self._due = now + self._every
            self._tell("WATCHDOG=1")

    def _tell(self, message: str) -> bool:
        """Send ``message``; False if nobody took it. The game goes on either way."""
        if self._address is None:
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as teller:
                teller.settimeout(PATIENCE)
                teller.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("systemd was not told %s: %s", message, error)
            return False
        return True


def _address(name: str) -> str | None:
    """Return the socket's address: a path, or with ``@`` in front a name in the abstract space."""
    if name.startswith("@"):
        return "\0" + name[1:]
    return name if name.startswith("/") else None


def _every(environ: Mapping[str, str], pid: int) -> float | None:
    """Return the seconds between two signs of life; None if no watchdog waits for this process."""
    if environ.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None  # meant for the process that started us
    with suppress(KeyError, ValueError):
        allowed = int(environ["WATCHDOG_USEC"])
        return allowed / 2_000_000 if allowed > 0 else None
    return None
