"""A bridge between a table and a real broker, and somebody who listens there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import fastjsonschema
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.outlets.broker import BrokerAddress
from companion.outlets.mqtt.bridge import MqttBridge
from companion.outlets.mqtt.outbox import Outbox
from companion.outlets.protocol import Greeting
from companion.outlets.table_client import TableLink
from tests.app.command import PATIENCE
from tests.fakes.table import BOX, FakeTable
from tests.outlets.mqtt.mosquitto import Mosquitto

FIRST_NUMBER = 1001
STATUS, STATE, EVENT, RESULT = (
    f"campanile/{BOX}/{each}" for each in ("status", "state", "event", "result")
)
DEVICE = f"homeassistant/device/campanile/{BOX}/config"


SCHEMA = Path(__file__).parents[3] / "docs" / "mqtt.schema.json"


def _closed(schema: Any) -> Any:
    """The schema without the further keys that a later version may have: ours stand in it."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(each) for key, each in schema.items()}
    return closed | ({"additionalProperties": False} if "properties" in closed else {})


check_schema = fastjsonschema.compile(_closed(json.loads(SCHEMA.read_text("utf-8"))))


class Heard(NamedTuple):
    """A message as a subscriber gets it."""

    topic: str
    payload: bytes
    retained: bool

    @property
    def text(self) -> str:
        return self.payload.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.payload)


class Subscriber:
    """Hears everything; comes back by itself when the broker does."""

    def __init__(self, broker: Mosquitto, client_id: str = "subscriber") -> None:
        self.heard: list[Heard] = []
        self._loop = asyncio.get_running_loop()
        self._more = asyncio.Event()
        # Its session is kept: what comes while it is away waits for it.
        self._client = Client(CallbackAPIVersion.VERSION2, client_id, clean_session=False)
        self._client.username_pw_set(broker.user, broker.password)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._subscribed = asyncio.Event()
        self._client.on_subscribe = self._note_subscription
        self._client.on_message = self._hear
        self._client.connect(broker.host, broker.port)
        self._client.loop_start()

    async def is_there(self) -> None:
        """Go on when it hears what is published from now on."""
        async with asyncio.timeout(PATIENCE):
            await self._subscribed.wait()

    def _note_subscription(self, *_: Any) -> None:
        self._loop.call_soon_threadsafe(self._subscribed.set)

    def _hear(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        heard = Heard(message.topic, bytes(message.payload), message.retain)
        self._loop.call_soon_threadsafe(self._take, heard)

    def _take(self, heard: Heard) -> None:
        if heard.payload and heard.topic in (STATE, EVENT, RESULT):
            check_schema(heard.json)
        self.heard.append(heard)
        self._more.set()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, topic: str, text: str) -> None:
        self._client.publish(topic, text, 1)

    def at(self, topic: str) -> list[Heard]:
        """What was heard there."""
        return [each for each in self.heard if each.topic == topic]

    @property
    def events(self) -> list[Any]:
        return [each.json for each in self.at(EVENT)]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Go on when it holds; looked at whenever something is heard."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._more.clear()
                await self._more.wait()

    async def next(self, topic: str, since: int | None = None) -> Heard:
        """The next message there, after the first ``since``; without it after those heard."""
        count = len(self.at(topic)) if since is None else since
        await self.until(lambda: len(self.at(topic)) > count)
        return self.at(topic)[count]


class SteppedTime:
    """A clock that goes on when it is told to, and those who sleep by it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []
        """Every sleep that was asked for."""
        self._asleep: list[tuple[float, asyncio.Future[None]]] = []
        self._changed = asyncio.Event()

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waits.append(seconds)
        self._asleep.append((self.now + seconds, waiting))
        self._changed.set()
        await waiting

    def advance(self, seconds: float) -> None:
        self.now += seconds
        due = [each for each in self._asleep if each[0] <= self.now]
        self._asleep = [each for each in self._asleep if each[0] > self.now]
        for _, waiting in due:
            if not waiting.done():
                waiting.set_result(None)

    async def wait_for_sleeps(self, more_than: int) -> None:
        """Go on when somebody else has gone to sleep."""
        async with asyncio.timeout(PATIENCE):
            while len(self.waits) <= more_than:
                self._changed.clear()
                await self._changed.wait()


class Scene(NamedTuple):
    """A table, a broker, and who listens."""

    table: FakeTable
    broker: Mosquitto
    subscriber: Subscriber
    time: SteppedTime
    folder: Path

    def address(self, **changes: Any) -> BrokerAddress:
        """Where the broker is, without TLS."""
        login = {"user": self.broker.user, "password": self.broker.password}
        return BrokerAddress(self.broker.host, self.broker.port)._replace(**{**login, **changes})

    @asynccontextmanager
    async def bridge(
        self,
        address: BrokerAddress | None = None,
        *,
        folder: str = "outbox",
        part: float = 0.5,
        **options: Any,
    ) -> AsyncIterator[asyncio.Task[None]]:
        """`companion mqtt` in this process, ended as by a signal."""
        with closing(Outbox(self.folder / folder, FIRST_NUMBER)) as outbox:
            bridge = MqttBridge(
                TableLink(self.table.path, Greeting(reader=True), self.time),
                outbox,
                address or self.address(),
                "Table 3",
                sleep=self.time.sleep,
                clock=self.time,
                part=lambda: part,
                **options,
            )
            running = asyncio.create_task(bridge.run())
            try:
                yield running
            finally:
                running.cancel()
                with suppress(asyncio.CancelledError):
                    await running

    async def kill_broker(self) -> None:
        """Kill it; go on when the bridge has noticed."""
        slept = len(self.time.waits)
        self.broker.settle()
        self.broker.kill()
        await self.time.wait_for_sleeps(slept)

    def start_broker(self) -> None:
        """Start it again; the bridge tries at once."""
        self.broker.start()
        self.time.advance(120)


@asynccontextmanager
async def open_scene(folder: Path) -> AsyncIterator[Scene]:
    """A broker, a table and a subscriber, each a test's own."""
    with Mosquitto(folder) as broker:
        table = FakeTable(folder / "table.socket")
        await table.start()
        subscriber = Subscriber(broker)
        try:
            await subscriber.is_there()
            yield Scene(table, broker, subscriber, SteppedTime(), folder)
        finally:
            subscriber.close()
            await table.stop()


def event(kind: str = "turn", **changes: Any) -> dict[str, Any]:
    """An event as the box tells it, but for its answer."""
    return {
        "kind": kind,
        "turn": 12,
        "seat": 1,
        "name": None,
        "text": "Ben: red, 2 floors",
        "lines": [],
        "points": [],
        "seats": [],
        **changes,
    }
