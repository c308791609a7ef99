"""The process of `companion mqtt`: from its start to a signal, or only to leave a broker."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import closing, suppress
from pathlib import Path
from socket import gethostname

from companion.outlets.broker import BrokerAddress
from companion.outlets.mqtt.bridge import MqttBridge, leave
from companion.outlets.mqtt.outbox import Outbox
from companion.outlets.protocol import Greeting
from companion.outlets.table_client import TableLink


def serve(
    address: BrokerAddress, name: str, table: Path, folder: Path, *, home_assistant: bool
) -> None:
    """Follow the table's socket until SIGTERM or SIGINT; raises OSError and sqlite3.Error.

    ``name`` is the table's, "" for that of the machine.
    """
    with closing(Outbox(folder, int(time.time()))) as outbox:
        link, name = TableLink(table, Greeting(reader=True), time.monotonic), name or gethostname()
        bridge = MqttBridge(link, outbox, address, name, home_assistant=home_assistant)
        asyncio.run(_run(bridge))


async def _run(bridge: MqttBridge) -> None:
    running = asyncio.create_task(bridge.run())
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, running.cancel)
    with suppress(asyncio.CancelledError):
        await running


def leave_broker(address: BrokerAddress, table: Path, folder: Path) -> bool:
    """Remove all that this table has left at the broker; False if the table's id is not known.

    Raises OSError and sqlite3.Error.
    """
    with closing(Outbox(folder, int(time.time()))) as outbox:
        box = outbox.box or asyncio.run(_ask_box(table))
    if box:
        asyncio.run(leave(address, box))
    return bool(box)


async def _ask_box(table: Path) -> str:
    """The id of the table, as the box says; "" while it is off."""
    link = TableLink(table, Greeting(reader=True), time.monotonic)
    following = asyncio.create_task(link.run())
    state = await link.current_state()
    following.cancel()
    return str(state["box"]) if state else ""
