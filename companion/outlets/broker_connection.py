"""The MQTT broker by paho, in this process's event loop: a connection, and how to keep having one.

A connection is never used again, so that nothing of the one before is sent twice.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

from paho.mqtt.client import Client, MQTTMessage, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.core.backoff import BackOff, RepeatGuard
from companion.outlets.broker import BrokerAddress

log = logging.getLogger(__name__)

KEEP_ALIVE = 30
"""Seconds of silence after which both ends ask whether the other is there; the will comes after
half as much again."""
CONNECT_TIME = 5.0
"""Seconds for a broker's machine to answer."""
GREETING_TIME = 10.0
"""Seconds for the broker to let us in."""
CHECK_EVERY = 5.0
QOS = 1
SUBSCRIPTION_REFUSED = 128


class BrokerLost(OSError):
    """The broker can't be reached, lets nobody in, or has gone; its text says why."""


Hear = Callable[[str, bytes, bool], None]
"""Takes a message: its topic, what it says, and whether the broker had kept it."""
Sleep = Callable[[float], Awaitable[None]]


class BrokerConnection:
    """A connection as ``client_id``; ``lost`` is called once it is gone.

    ``will`` is the topic and the text that the broker publishes then. With ``is_kept`` the broker
    keeps what comes while this client is away, and sends it when it connects again.
    """

    def __init__(
        self,
        address: BrokerAddress,
        client_id: str,
        will: tuple[str, bytes] | None = None,
        lost: Callable[[], None] = lambda: None,
        hear: Hear = lambda _topic, _payload, _retained: None,
        *,
        is_kept: bool = False,
    ) -> None:
        self._address, self._hear = address, hear
        self._notify_lost = lost
        self._why_lost: BrokerLost | None = None
        self._loop = asyncio.get_running_loop()
        self._entered: asyncio.Future[None] = self._loop.create_future()
        self._waiting: dict[int, asyncio.Future[None]] = {}
        """What waits for the broker's acknowledgement, by paho's number of the message."""
        self._dropped = RepeatGuard()
        self._client = client = Client(
            CallbackAPIVersion.VERSION2,
            client_id,
            clean_session=not is_kept,
            protocol=MQTTv311,
            reconnect_on_failure=False,
        )
        client.connect_timeout = CONNECT_TIME
        if address.user:
            client.username_pw_set(address.user, address.password)
        if will is not None:
            client.will_set(*will, QOS, retain=True)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        client.on_message = self._on_message
        client.on_socket_register_write = self._on_pending
        client.on_socket_unregister_write = lambda _client, _data, sock: self._unwatch(sock)
        client.on_socket_close = lambda _client, _data, sock: self._forget(sock)

    async def open(self) -> None:
        """Connect; raises BrokerLost."""
        try:
            if self._address.tls:
                self._client.tls_set_context(self._address.load_trusted())
            where = self._address.host, self._address.port, KEEP_ALIVE
            await asyncio.to_thread(self._client.connect, *where)
            sock = self._client.socket()
            if sock is not None:
                self._loop.add_reader(sock.fileno(), self._read)
            async with asyncio.timeout(GREETING_TIME):
                await self._entered
        except (OSError, ValueError) as error:  # ValueError: a name that can be no host's
            self._lose(str(error) or "no answer")
            self.close()
        self.check()

    def check(self) -> None:
        """Raise BrokerLost once the connection is gone."""
        if self._why_lost is not None:
            raise self._why_lost

    async def publish(self, topic: str, payload: bytes, *, retain: bool = True) -> None:
        """Send a message; return when the broker has it. Raises BrokerLost."""
        self.check()
        sent = self._client.publish(topic, payload, QOS, retain)
        await self._acknowledged(sent.mid)

    async def subscribe(self, topics: Iterable[str]) -> None:
        """Hear what is published there from now on; raises BrokerLost."""
        self.check()
        _result, number = self._client.subscribe([(each, QOS) for each in topics])
        if number is not None:
            await self._acknowledged(number)

    async def keep_alive(self, sleep: Sleep = asyncio.sleep) -> None:
        """Ask now and then whether the broker is there, until it is lost or this is cancelled."""
        while self._why_lost is None:
            self._client.loop_misc()
            await sleep(CHECK_EVERY)

    def close(self) -> None:
        """Go without the last will; may be called twice, and after a loss."""
        self._why_lost = self._why_lost or BrokerLost("closed")
        self._client.disconnect()
        self._client.loop_write()
        sock = self._client.socket()
        if sock is not None:
            self._forget(sock)
            sock.close()

    async def _acknowledged(self, number: int) -> None:
        self._waiting[number] = waiting = self._loop.create_future()
        try:
            await waiting
        finally:
            del self._waiting[number]

    # What paho calls ---------------------------------------------------------------------------

    def _on_connect(
        self, _client: Client, _data: Any, _flags: Any, why: ReasonCode, _: Any
    ) -> None:
        if why.is_failure:
            self._lose(str(why))
        elif not self._entered.done():
            self._entered.set_result(None)

    def _on_disconnect(self, *_: Any) -> None:
        self._lose("the connection is lost")

    def _on_publish(self, _client: Client, _data: Any, number: int, *_: Any) -> None:
        if (waiting := self._waiting.get(number)) and not waiting.done():
            waiting.set_result(None)

    def _on_subscribe(
        self, _client: Client, _data: Any, number: int, codes: list[ReasonCode], _: Any
    ) -> None:
        if any(each.value >= SUBSCRIPTION_REFUSED for each in codes):
            log.info("the broker does not let us read all that we asked for")
        self._on_publish(_client, _data, number)

    def _on_message(self, _client: Client, _data: Any, heard: MQTTMessage) -> None:
        """Hand a message over; whatever is wrong with it, the next one is heard."""
        topic = repr(bytes(heard._topic))  # `topic` raises where it is no UTF-8
        try:
            self._hear(heard.topic, bytes(heard.payload), heard.retain)
        except Exception as error:  # noqa: BLE001 - no message may make us deaf
            fault = f"{topic:.100} is left out: {type(error).__name__}: {error}"
            if self._dropped.is_news(fault):
                log.warning("%s", fault)

    def _lose(self, why: str) -> None:
        """Fail what waits; the first reason counts."""
        if self._why_lost is not None:
            return
        self._why_lost = BrokerLost(why)
        for waiting in [self._entered, *self._waiting.values()]:
            if not waiting.done():
                waiting.set_exception(self._why_lost)
                waiting.exception()  # nobody may be waiting
        self._notify_lost()

    # The socket in the event loop --------------------------------------------------------------

    def _read(self) -> None:
        try:
            self._client.loop_read()
            sock: Any = self._client.socket()
            while sock is not None and hasattr(sock, "pending") and sock.pending():
                self._client.loop_read()  # TLS has read more than one message
                sock = self._client.socket()
        except Exception as error:  # noqa: BLE001 - paho raises any where a broker speaks no MQTT
            self._lose(f"{type(error).__name__}: {error}")

    def _on_pending(self, *_: Any) -> None:
        self._loop.call_soon_threadsafe(self._watch)  # paho connects in a thread of its own

    def _watch(self) -> None:
        if (sock := self._client.socket()) is not None:
            self._loop.add_writer(sock.fileno(), self._client.loop_write)

    def _unwatch(self, sock: Any) -> None:
        with suppress(ValueError):  # closed
            self._loop.remove_writer(sock.fileno())

    def _forget(self, sock: Any) -> None:
        self._unwatch(sock)
        with suppress(ValueError):
            self._loop.remove_reader(sock.fileno())


FIRST_WAIT = 2.0
"""Seconds between the first two tries to connect; of each wait a random part, at least half."""
STEADY = 10.0
"""Seconds after which a connection counts as a success: two programs with the same id, which throw
each other out, do so ever more rarely."""


class KeptConnection:
    """Serves a broker by one connection after another; a fault is logged once, until it is another.

    ``sleep``, ``clock`` and ``part``, a random number from 0 to 1, are given by tests.
    """

    def __init__(
        self,
        address: BrokerAddress,
        longest_wait: float,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        part: Callable[[], float] = random.random,
    ) -> None:
        self._address = address
        self._back_off = BackOff(longest_wait, FIRST_WAIT)
        self._sleep, self._clock, self._part = sleep, clock, part
        self.faults = RepeatGuard()

    async def keep(self, serve: Callable[[], Awaitable[None]], *others: type[Exception]) -> None:
        """Call ``serve`` again and again, after it ended or raised BrokerLost or one of others."""
        faults: tuple[type[Exception], ...] = (BrokerLost, *others)
        while True:
            since = self._clock()
            try:
                await serve()
            except faults as error:
                self.complain(f"{self._address}: {error}")
            now = self._clock()
            if now - since >= STEADY:
                self._back_off.record_success()
            self._back_off.record_failure(now)
            wait = (self._back_off.deadline or now) - now
            await self._sleep(wait * (1 + self._part()) / 2)

    def complain(self, fault: str) -> None:
        """Log a fault once, not at each try."""
        if self.faults.is_news(fault):
            log.warning("%s", fault)
