"""The socket that a web server listens at, and the signals that end it."""

from __future__ import annotations

import asyncio
import signal
import socket

from companion.box.service.machine import find_address

BACKLOG = 64
HTTP_PORT = 80


def open_listener(host: str, port: int) -> socket.socket:
    """Listen at one address, or for "" at all of them; raises OSError."""
    if not host and socket.has_dualstack_ipv6():
        return socket.create_server(
            ("", port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def page_address(host: str, port: int) -> str:
    """What people type into a browser, as the box shows it."""
    name = host or find_address() or "localhost"
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}/" if port == HTTP_PORT else f"http://{name}:{port}/"


def catch_end_signals() -> asyncio.Event:
    """An event that SIGTERM and SIGINT set from now on."""
    end = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, end.set)
    return end
