"""Notifies systemd by sd_notify(3): ready, stopping, and watchdog pings.

A notification is a datagram ``NAME=value`` to the socket named by ``$NOTIFY_SOCKET``; without
one nothing is sent. The loop pings the watchdog: a thread of its own would go on pinging while
the loop hangs.
"""

import logging
import math
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

log = logging.getLogger(__name__)

SEND_TIMEOUT = 1.0
"""Seconds for which a busy service manager may block the loop."""
PATIENCE = 20.0
"""Seconds for which a start waits for a screen. Then it is complete without: one may never come."""
LOADING = 60.0
"""Seconds that the companion may need from its screen to its first picture."""


class SystemdNotifier:
    """Sends notifications to the service manager that started this process, if one did."""

    def __init__(self, environ: Mapping[str, str] = os.environ, pid: int | None = None) -> None:
        """Read the socket and the watchdog's timeout for process ``pid`` from ``environ``."""
        self._address = _socket_address(environ.get("NOTIFY_SOCKET", ""))
        self._ping_interval = _ping_interval(environ, os.getpid() if pid is None else pid)
        self._ping_due = None if self._address is None or self._ping_interval is None else -math.inf
        self._is_ready = False
        self._waits_until: float | None = None

    def ready(self) -> None:
        """Send READY, the first time: units ordered after this one may start."""
        if not self._is_ready:
            self._is_ready = self._send("READY=1")
            if self._ping_interval is not None:
                self._set_watchdog(2 * self._ping_interval)

    def wait(self, now: float) -> None:
        """Send that the start goes on, which waits for a screen; after a while it is READY."""
        if self._waits_until is None:
            self._waits_until = now + PATIENCE
            self._send(f"EXTEND_TIMEOUT_USEC={(PATIENCE + LOADING) * 1e6:.0f}")
        elif now >= self._waits_until:
            self.ready()

    def load(self) -> None:
        """Send that there is no ping until the next `ready`: what is needed is being loaded."""
        if self._ping_interval is not None:
            self._set_watchdog(LOADING)

    def stopping(self) -> None:
        """Send STOPPING, and no more watchdog pings."""
        self._ping_due = None
        self._send("STOPPING=1")

    def deadline(self) -> float | None:
        """When ``tick`` is needed next, on the loop's clock; None without a watchdog."""
        return self._ping_due

    def tick(self, now: float) -> None:
        """Ping the watchdog if it is due: twice in its timeout."""
        if self._ping_due is not None and self._ping_interval is not None and now >= self._ping_due:
            self._ping_due = now + self._ping_interval
            self._send("WATCHDOG=1")

    def _set_watchdog(self, timeout: float) -> None:
        self._send(f"WATCHDOG_USEC={timeout * 1e6:.0f}")

    def _send(self, message: str) -> bool:
        if self._address is None:
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
                client.settimeout(SEND_TIMEOUT)
                client.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("systemd was not notified of %s: %s", message, error)
            return False
        return True


def _socket_address(name: str) -> str | None:
    """Return the socket's address: a path, or an abstract name if it begins with ``@``."""
    if name.startswith("@"):
        return "\0" + name[1:]
    return name if name.startswith("/") else None


def _ping_interval(environ: Mapping[str, str], pid: int) -> float | None:
    """Return the seconds between two pings; None if no watchdog watches process ``pid``."""
    if environ.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None  # meant for the process that started us
    with suppress(KeyError, ValueError):
        timeout = int(environ["WATCHDOG_USEC"])
        return timeout / 2_000_000 if timeout > 0 else None
    return None
