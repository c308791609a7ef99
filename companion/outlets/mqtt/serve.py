"""The process of `companion mqtt`: from its start to a signal, or only to leave a broker."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.outlets.broker import BrokerAddress
from companion.outlets.mqtt.bridge import MqttBridge, leave
from companion.outlets.mqtt.outbox import Outbox
from companion.outlets.protocol import Greeting
from companion.outlets.table_client import TableLink

if TYPE_CHECKING:
    from companion.box.config import MqttSettings


def find_address(settings: MqttSettings, password: str) -> BrokerAddress:
    """Where the settings have the broker."""
    return BrokerAddress(
        settings.host,
        settings.broker_port,
        settings.is_encrypted,
        settings.ca,
        settings.user,
        password,
    )


def serve(settings: MqttSettings, password: str, table: Path, folder: Path) -> None:
    """Follow the table's socket until SIGTERM or SIGINT; raises OSError and sqlite3.Error."""
    with closing(Outbox(folder, int(time.time()))) as outbox:
        asyncio.run(_serve(settings, password, table, outbox))


async def _serve(settings: MqttSettings, password: str, table: Path, outbox: Outbox) -> None:
    bridge = MqttBridge(
        TableLink(table, Greeting(reader=True), time.monotonic),
        outbox,
        find_address(settings, password),
        settings.name or socket.gethostname(),
        home_assistant=settings.home_assistant,
    )
    running = asyncio.create_task(bridge.run())
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, running.cancel)
    with suppress(asyncio.CancelledError):
        await running


def leave_broker(settings: MqttSettings, password: str, table: Path, folder: Path) -> bool:
    """Remove all that this table has left at the broker; False if the table's id is not known.

    Raises OSError and sqlite3.Error.
    """
    with closing(Outbox(folder, int(time.time()))) as outbox:
        box = outbox.box or asyncio.run(_ask_box(table))
    if box:
        asyncio.run(leave(find_address(settings, password), box))
    return bool(box)


async def _ask_box(table: Path) -> str:
    """The id of the table, as the box says; "" while it is off."""
    link = TableLink(table, Greeting(reader=True), time.monotonic)
    following = asyncio.create_task(link.run())
    state = await link.current_state()
    following.cancel()
    return str(state["box"]) if state else ""
