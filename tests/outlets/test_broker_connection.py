"""A connection to a real Mosquitto: whom it trusts, what it hears, what the broker keeps for it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.outlets.broker import BrokerAddress
from companion.outlets.broker_connection import BrokerConnection, BrokerLost
from tests.app.command import PATIENCE
from tests.outlets.mqtt.mosquitto import HOST, PASSWORD, USER, Mosquitto

# After a failed handshake paho leaves the socket to the garbage collector.
LEAKY_HANDSHAKE = pytest.mark.filterwarnings("ignore:unclosed <ssl:ResourceWarning")


@pytest.mark.sample(1)
@LEAKY_HANDSHAKE
@pytest.mark.parametrize(
    ("certificate", "trusted", "why"),
    [
        ({}, False, "unable to get local issuer certificate"),
        ({"host": "127.0.0.9"}, True, "IP address mismatch"),
        ({"days": -1}, True, "certificate has expired"),
    ],
    ids=["authority", "name", "expired"],
)
async def test_a_certificate_that_is_not_right_is_named(
    tmp_path: Path, certificate: dict[str, str | int], trusted: bool, why: str
) -> None:
    with Mosquitto(tmp_path, **certificate) as broker:  # type: ignore[arg-type]
        ca = broker.ca if trusted else None
        connection = BrokerConnection(BrokerAddress(HOST, broker.tls_port, tls=True, ca=ca), "one")
        with pytest.raises(BrokerLost, match=why):
            await connection.open()
        gc.collect()


async def test_what_fails_at_one_message_is_named_and_the_next_is_heard(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    def hear(_topic: str, payload: bytes, _retained: bool) -> None:
        heard.put_nowait(payload)
        if payload == b"bad":
            raise OverflowError("date value out of range")

    with Mosquitto(tmp_path) as broker, closing(open_as("one", broker, hear)) as connection:
        await connection.open()
        await connection.subscribe(["hall"])
        for payload in (b"bad", b"bad", b"good"):
            await connection.publish("hall", payload, retain=False)
        async with asyncio.timeout(PATIENCE):
            assert [await heard.get() for _ in range(3)] == [b"bad", b"bad", b"good"]
    assert caplog.messages == ["b'hall' is left out: OverflowError: date value out of range"]


async def test_the_broker_keeps_what_comes_while_a_kept_client_is_away(tmp_path: Path) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    def hear(_topic: str, payload: bytes, _retained: bool) -> None:
        heard.put_nowait(payload)

    with Mosquitto(tmp_path) as broker:
        with closing(open_as("board", broker, hear, is_kept=True)) as connection:
            await connection.open()
            await connection.subscribe(["hall"])
        with closing(open_as("table", broker, hear)) as connection:
            await connection.open()
            await connection.publish("hall", b"an award", retain=False)
        with closing(open_as("board", broker, hear, is_kept=True)) as connection:
            await connection.open()
            async with asyncio.timeout(PATIENCE):
                assert await heard.get() == b"an award"


def open_as(
    client_id: str,
    broker: Mosquitto,
    hear: Callable[[str, bytes, bool], None],
    *,
    is_kept: bool = False,
) -> BrokerConnection:
    """A connection that is still to be opened."""
    address = BrokerAddress(HOST, broker.port, user=USER, password=PASSWORD)
    return BrokerConnection(address, client_id, hear=hear, is_kept=is_kept)
