"""`companion board`: the broker's messages, the store, the site, and the end.

One thread of paho-mqtt hands each message over, and waits until it has been taken, so that nothing
piles up here: what comes faster waits at the broker.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time as times
from collections.abc import Awaitable, Callable
from datetime import datetime, time
from typing import Any, NamedTuple

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.box.service.notify import SystemdNotifier
from companion.core.backoff import RepeatGuard
from companion.outlets.board.evening import local_now
from companion.outlets.board.hall import Hall
from companion.outlets.board.reports import SUBSCRIPTIONS
from companion.outlets.board.site import BoardSite, LiveHall
from companion.outlets.board.store import BoardStore
from companion.outlets.broker import BrokerAddress
from companion.outlets.pages.server import IdleWatch, WebServer, catch_end_signals

log = logging.getLogger(__name__)

KEEPALIVE = 20
"""Seconds after which both ends ask whether the other is still there."""
LONGEST_WAIT = 30
"""Seconds between two tries to connect, at most."""


class BrokerLink:
    """Follows all tables of a broker, and connects again for ever."""

    def __init__(self, address: BrokerAddress, hall: Hall) -> None:
        """Raises OSError where the certificates can't be read, ValueError for no address."""
        self._hall = hall
        self._loop: asyncio.AbstractEventLoop | None = None
        self._complaints = RepeatGuard()
        self._client = client = Client(CallbackAPIVersion.VERSION2)
        client.reconnect_delay_set(1, LONGEST_WAIT)
        if address.tls:
            client.tls_set_context(address.load_trusted())
        if address.user:
            client.username_pw_set(address.user, address.password)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.connect_async(address.host, address.port, KEEPALIVE)

    def start(self) -> None:
        """Connect, in a thread; from a running loop."""
        self._loop = asyncio.get_running_loop()
        self._client.loop_start()

    async def close(self) -> None:
        """Disconnect, and wait for the thread, whose last message this loop still takes."""
        self._client.disconnect()
        await asyncio.to_thread(self._client.loop_stop)

    # In paho's thread ---------------------------------------------------------------------------

    def _on_connect(
        self, client: Client, _data: object, _flags: object, reason: Any, _properties: object
    ) -> None:
        if reason.is_failure:
            self._complain(f"the broker refuses: {reason}")
            return
        self._complaints.forget()
        client.subscribe([(topic, 1) for topic in SUBSCRIPTIONS])
        self._hand_over(self._connect(True))

    def _on_connect_fail(self, _client: Client, _data: object) -> None:
        self._complain("the broker can't be reached")

    def _on_disconnect(
        self, _client: Client, _data: object, _flags: object, reason: Any, _properties: object
    ) -> None:
        if reason.is_failure and self._complaints.last is None:  # after a refusal this is no news
            self._complain(f"the broker has gone: {reason}")
        self._hand_over(self._connect(False))

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        self._hand_over(self._take(topic, bytes(message.payload), message.retain))

    def _hand_over(self, work: Any) -> None:
        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _complain(self, text: str) -> None:
        """Log what is wrong, once until it is something else."""
        if self._complaints.is_news(text):
            log.warning("%s", text)

    # In the loop --------------------------------------------------------------------------------

    async def _connect(self, is_connected: bool) -> None:
        self._hall.connect(is_connected)

    async def _take(self, topic: str, payload: bytes, retained: bool) -> None:
        self._hall.take(topic, payload, retained=retained)


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
