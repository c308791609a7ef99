"""`companion board`: the broker's messages, the store, the site, and the end."""

from __future__ import annotations

import asyncio
import socket
import time as times
from collections.abc import Awaitable, Callable
from datetime import datetime, time
from typing import NamedTuple

from companion.box.service.notify import SystemdNotifier
from companion.outlets.board.broker import BrokerLink
from companion.outlets.board.evening import local_now
from companion.outlets.board.hall import Hall
from companion.outlets.board.site import BoardSite, LiveHall
from companion.outlets.board.store import BoardStore
from companion.outlets.broker_address import BrokerAddress
from companion.outlets.pages.listener import catch_end_signals
from companion.outlets.pages.server import IdleWatch, WebServer

CHECK_TIME = 1.0
"""Seconds between two looks for tables that are silent."""


class BoardOptions(NamedTuple):
    """What the board shows, and how."""

    since: time | datetime
    language: str
    """Of the page; "" for each visitor's."""
    own_language: str
    """Of the page for who asks for none."""


def serve_board(
    listener: socket.socket,
    store: BoardStore,
    address: BrokerAddress,
    options: BoardOptions,
    ready: Callable[[], None],
) -> None:
    """Serve until a signal ends it; ``ready`` once it listens. Raises OSError and ValueError."""
    asyncio.run(_serve(listener, store, address, options, ready))


async def _serve(
    listener: socket.socket,
    store: BoardStore,
    address: BrokerAddress,
    options: BoardOptions,
    ready: Callable[[], None],
) -> None:
    hall = Hall(store, times.monotonic, local_now)
    broker = BrokerLink(address, hall)
    live = LiveHall(hall, options.since, options.language, options.own_language)
    server = WebServer(BoardSite(live, socket.gethostname()).app, IdleWatch())
    end = catch_end_signals()
    await server.start(listener)
    broker.start()
    checks = asyncio.create_task(keep_checking(hall))
    notifier = SystemdNotifier()
    notifier.ready()
    ready()
    await end.wait()
    notifier.stopping()
    checks.cancel()
    await broker.close()
    await server.close()


async def keep_checking(
    hall: Hall, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Mark silent tables until cancelled."""
    while True:
        await sleep(CHECK_TIME)
        hall.check()
