"""`companion mqtt`: follows the table at its socket, and keeps a broker informed.

The box notices nothing of the broker. Of states only the latest counts; events wait in the outbox.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from typing import NamedTuple

from companion.outlets.broker import BASE, OFFLINE, ONLINE, BrokerAddress, TableTopic, topic_of
from companion.outlets.broker_connection import BrokerConnection, BrokerLost, KeptConnection, Sleep
from companion.outlets.mqtt.discovery import BIRTH
from companion.outlets.mqtt.outbox import Outbox
from companion.outlets.mqtt.publications import Publications, all_removed
from companion.outlets.protocol import Topic
from companion.outlets.table_client import Message, TableLink, TableUnavailable

log = logging.getLogger(__name__)

LONGEST_WAIT = 120.0
"""Seconds between two tries to reach the broker."""
HEARTBEAT = 20.0
"""Seconds between two messages that the table is there: a broker that was killed and started again
has no will of the connection before."""
LONGEST_BIRTH_WAIT = 10.0
"""Seconds within which all tables introduce themselves to a Home Assistant that has started."""
FAREWELL_TIME = 2.0
"""Seconds for the broker to take the last message."""
LEAVE_TIME = 20.0
"""Seconds for it to remove all that a table has left."""
REPLY_TIME = 120.0
"""Seconds for the box to replay the games that ended last; it does so between presses."""


class GameStage(NamedTuple):
    """What must change before the box has other events to tell."""

    box: str
    game: str = ""
    events: int = 0
    is_end: bool = False
    """Whether the game is over: then its result may change with its events."""

    @classmethod
    def of(cls, state: Message) -> GameStage:
        """The stage in a state of the box."""
        game = state["game"]
        if game is None:
            return cls(state["box"])
        return cls(state["box"], game["id"], game["events"], game["finished"])


class MqttBridge:
    """Joins a table and a broker until it is cancelled.

    ``sleep``, ``clock`` and ``part``, a random number from 0 to 1, are given by tests.
    """

    def __init__(
        self,
        link: TableLink,
        outbox: Outbox,
        address: BrokerAddress,
        table_name: str,
        *,
        home_assistant: bool = True,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        part: Callable[[], float] = random.random,
    ) -> None:
        self._link, self._outbox, self._address = link, outbox, address
        self._home_assistant = home_assistant
        self._sleep, self._part = sleep, part
        self._wake = asyncio.Event()
        """There may be something to publish."""
        self._wants_results = asyncio.Event()
        self._publications = Publications(
            outbox, table_name, self._wake.set, home_assistant=home_assistant
        )
        self._kept = KeptConnection(address, LONGEST_WAIT, sleep, clock, part)

    async def run(self) -> None:
        """Follow and publish; at the end say goodbye."""
        async with asyncio.TaskGroup() as tasks:
            for each in (
                self._link.run(self._sleep),
                self._follow_table(),
                self._follow_results(),
                self._follow_broker(),
            ):
                tasks.create_task(each)

    # The table ---------------------------------------------------------------------------------

    async def _follow_table(self) -> None:
        version = self._link.version
        before: GameStage | None = None
        while True:
            await self._link.wait_for_change(version)
            version, state = self._link.version, self._link.state
            if state is None:
                self._publications.leave()
                before = None
                continue
            now = GameStage.of(state)
            just_opened = before is not None and now.game != before.game
            if now != before and await self._record_events(state["box"], just_opened=just_opened):
                if before is None or now.is_end or before.is_end or now.game != before.game:
                    self._wants_results.set()
                before = now
            self._publications.show(state)

    async def _record_events(self, box: str, *, just_opened: bool) -> bool:
        """Ask for the events of the open game, and write down what is new."""
        reply = await self._get(Topic.EVENTS)
        if reply is None:
            return False
        try:
            self._outbox.record(box, reply["events"], just_opened=just_opened)
        except sqlite3.Error as error:  # a full disk, say; the next change tries it again
            self._kept.complain(f"events can't be kept: {error}")
            return False
        return True

    async def _follow_results(self) -> None:
        while True:
            await self._wants_results.wait()
            self._wants_results.clear()
            reply = await self._get(Topic.RESULTS)
            if reply is not None:
                self._publications.show_results(reply)

    async def _get(self, what: Topic) -> Message | None:
        """What the box replies; None if it is away or has none."""
        try:
            reply = await self._link.request({"get": what.value}, REPLY_TIME)
        except TableUnavailable:
            return None
        if what.value not in reply:
            self._kept.complain(f"the box does not tell its {what}: {reply}")
            return None
        return reply

    # The broker --------------------------------------------------------------------------------

    async def _follow_broker(self) -> None:
        """Connect as soon as the table is known, and again whenever the broker was lost."""
        await self._kept.keep(self._serve, sqlite3.Error)

    async def _serve(self) -> None:
        """Publish by one connection until it is lost, or until the table is another one."""
        while not (box := self._publications.box):
            await self._wait_for_more()
        will = topic_of(box, TableTopic.STATUS), OFFLINE.encode()
        connection = BrokerConnection(
            self._address, f"{BASE}-{box}", will, lost=self._wake.set, hear=self._hear
        )
        helpers: list[asyncio.Task[None]] = []
        try:
            await connection.open()
            log.info("%s: connected as table %s", self._address, box)
            self._kept.faults.forget()
            helpers += map(
                asyncio.create_task, (connection.keep_alive(self._sleep), self._repeat_status())
            )
            await self._publish(connection, box)
        finally:
            for each in helpers:
                each.cancel()
            if helpers:
                await _say_goodbye(connection, *will)
            connection.close()

    async def _publish(self, connection: BrokerConnection, box: str) -> None:
        if self._home_assistant:
            await connection.subscribe([BIRTH])
        self._publications.begin()
        while self._publications.box == box:
            connection.check()
            publication = self._publications.take_next()
            if publication is None:
                await self._wait_for_more()
            else:
                topic, payload, retain, _ = publication
                await connection.publish(topic, payload, retain=retain)
                self._publications.acknowledge(publication)

    async def _wait_for_more(self) -> None:
        await self._wake.wait()
        self._wake.clear()

    async def _repeat_status(self) -> None:
        while True:
            await self._sleep(HEARTBEAT)
            self._publications.repeat_status()

    def _hear(self, topic: str, payload: bytes, _retained: bool) -> None:
        """Home Assistant has started: tell it all, but not at the same moment as every table."""
        if topic == BIRTH and payload == ONLINE.encode():
            self._birth = asyncio.create_task(self._tell_again())

    async def _tell_again(self) -> None:
        await self._sleep(LONGEST_BIRTH_WAIT * self._part())
        self._publications.begin()


async def _say_goodbye(connection: BrokerConnection, topic: str, payload: bytes) -> None:
    """Say what the last will would, as it does not come after a farewell."""
    with suppress(OSError):
        async with asyncio.timeout(FAREWELL_TIME):
            await connection.publish(topic, payload)


async def leave(address: BrokerAddress, box: str) -> None:
    """Remove all that a table has left at the broker; raises BrokerLost."""
    with closing(BrokerConnection(address, f"{BASE}-{box}")) as connection:
        await connection.open()
        try:
            async with asyncio.timeout(LEAVE_TIME):
                for each in all_removed(box):
                    await connection.publish(each.topic, each.payload)
        except TimeoutError:
            raise BrokerLost("no answer") from None
