"""`companion web`: a listening socket, the site, and the end."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.box.service.notify import SystemdNotifier
from companion.outlets.pages.server import IdleWatch, WebServer, catch_end_signals
from companion.outlets.table_client import TableClient
from companion.outlets.web.live import LiveTable
from companion.outlets.web.site import Site

FIRST_INHERITED = 3
"""The first file descriptor that systemd passes."""


def inherited_listener(environ: Mapping[str, str], pid: int) -> socket.socket | None:
    """The socket that systemd listened on before it started this process; None without one."""
    if environ.get("LISTEN_PID") != str(pid) or environ.get("LISTEN_FDS", "0") in {"", "0"}:
        return None
    return socket.socket(fileno=FIRST_INHERITED)


def serve(
    listener: socket.socket, host: str, table: Path, *, until_idle: bool, ready: Callable[[], None]
) -> None:
    """Serve until a signal ends it, or nobody has come for a while; ``ready`` once it listens.

    ``host`` is the address at which the socket listens, "" for all.
    """
    asyncio.run(_serve(listener, host, table, until_idle=until_idle, ready=ready))


async def _serve(
    listener: socket.socket, host: str, table: Path, *, until_idle: bool, ready: Callable[[], None]
) -> None:
    client = TableClient(table, listener.getsockname()[1])
    client.link("")  # by its greeting the box knows the port before anybody comes
    site = Site(LiveTable(client, host), socket.gethostname())
    server = WebServer(site.app, IdleWatch())
    await server.start(listener)
    notifier = SystemdNotifier()
    notifier.ready()
    ready()
    await _wait_for_end(server, until_idle)
    notifier.stopping()
    await server.close()
    await client.close()


async def _wait_for_end(server: WebServer, until_idle: bool) -> None:
    """Return at SIGTERM or SIGINT, and if nobody comes."""
    waits = {asyncio.create_task(catch_end_signals().wait(), name="signal")}
    if until_idle:
        waits.add(asyncio.create_task(server.wait_until_idle()))  # type: ignore[arg-type]
    _done, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
