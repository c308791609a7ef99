"""`companion board`: the broker's messages, the store, the site, and the end."""

from __future__ import annotations

import asyncio
import logging
import socket
import time as times
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime, time
from typing import NamedTuple

from companion.box.service.notify import SystemdNotifier
from companion.core.backoff import RepeatGuard
from companion.outlets.board.evening import local_now
from companion.outlets.board.hall import Hall
from companion.outlets.board.live import LiveHall
from companion.outlets.board.reports import SUBSCRIPTIONS
from companion.outlets.board.site import BoardSite
from companion.outlets.board.store import BoardStore
from companion.outlets.broker import BASE, BrokerAddress
from companion.outlets.broker_connection import BrokerConnection, KeptConnection
from companion.outlets.pages.server import IdleWatch, WebServer, catch_end_signals

log = logging.getLogger(__name__)

LONGEST_WAIT = 30.0
"""Seconds between two tries to reach the broker."""


async def follow_broker(hall: Hall, address: BrokerAddress, board_id: str) -> None:
    """Hear all tables of a broker until cancelled, and connect again for ever.

    The broker keeps for the board of this id what is published while it is away.
    """
    kept = KeptConnection(address, LONGEST_WAIT)

    async def serve() -> None:
        lost = asyncio.Event()
        connection = BrokerConnection(
            address, f"{BASE}-board-{board_id}", lost=lost.set, hear=hall.hear, is_kept=True
        )
        with closing(connection):
            await connection.open()
            await connection.subscribe(SUBSCRIPTIONS)
            kept.faults.forget()
            hall.connect(True)
            asking = asyncio.create_task(connection.keep_alive())
            try:
                await lost.wait()
            finally:
                asking.cancel()
                hall.connect(False)
            connection.check()

    await kept.keep(serve)


CHECK_TIME = 1.0
"""Seconds between two looks for tables that are silent."""


class BoardOptions(NamedTuple):
    """What the board shows, and how."""

    since: time | datetime
    language: str
    """Of the page; "" for each visitor's."""
    own_language: str
    """Of the page for who asks for none."""


async def serve_board(
    listener: socket.socket,
    store: BoardStore,
    address: BrokerAddress,
    options: BoardOptions,
    ready: Callable[[], None],
) -> None:
    """Serve until a signal ends it; ``ready`` once it listens. Raises OSError and ValueError."""
    hall = Hall(store, options.since, times.monotonic, local_now)
    live = LiveHall(hall, options.language, options.own_language)
    server = WebServer(BoardSite(live, socket.gethostname()).app, IdleWatch())
    end = catch_end_signals()
    await server.start(listener)
    if address.tls:
        address.load_trusted()  # a file that can't be read ends the board
    running = [
        asyncio.create_task(follow_broker(hall, address, store.board_id)),
        asyncio.create_task(keep_checking(hall)),
        asyncio.create_task(live.keep_showing()),
    ]
    notifier = SystemdNotifier()
    notifier.ready()
    ready()
    await end.wait()
    notifier.stopping()
    for each in running:
        each.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await server.close()


async def keep_checking(
    hall: Hall, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Mark silent tables until cancelled."""
    faults = RepeatGuard()
    while True:
        await sleep(CHECK_TIME)
        try:
            hall.check()
        except Exception as error:  # noqa: BLE001 - whatever the file or a table has; others go on
            fault = f"{type(error).__name__}: {error}"
            if faults.is_news(fault):
                log.warning("the tables can't be looked at: %s", fault)
