"""A site on a real port before a fake box, and a browser's requests to it."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from companion.outlets.pages.server import IdleWatch, WebServer
from companion.outlets.table_client import TableClient
from companion.outlets.web.live import LiveTable
from companion.outlets.web.site import Site
from tests.fakes.clock import SetClock
from tests.fakes.table import SECRET, FakeTable

PAIRED = {"Cookie": f"phone={SECRET}"}
HOST = "192.0.2.7"
"""Where the site says that it listens."""
PATIENCE = 10
"""Seconds after which a test that waits has failed."""


class SiteReply(NamedTuple):
    """What a browser gets."""

    status: int
    headers: Mapping[str, str]
    body: str

    @property
    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class SiteReader:
    """Sends requests to a site, as a page of its own unless a test says otherwise."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.host = f"127.0.0.1:{port}"

    async def send(self, request: bytes) -> bytes:
        """Send these bytes, and return all that comes back."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request)
        async with asyncio.timeout(PATIENCE):
            received = await reader.read()
        writer.close()
        return received

    def build(self, method: str, path: str, body: str | None = "", **headers: str | None) -> bytes:
        """A request; a header that is None is left out, and ``_`` stands for ``-``."""
        given: dict[str, str | None] = {"Host": self.host}
        if method == "POST":
            given |= {"Origin": f"http://{self.host}", "Content-Length": str(len(body or ""))}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{name}: {value}" for name, value in given.items() if value is not None]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", body or ""]).encode()

    async def get(self, path: str, **headers: str | None) -> SiteReply:
        """Get a page."""
        return read_reply(await self.send(self.build("GET", path, **headers)))

    async def post(self, path: str, body: str, **headers: str | None) -> SiteReply:
        """Send a form."""
        return read_reply(await self.send(self.build("POST", path, body, **headers)))

    @asynccontextmanager
    async def follow(self, path: str = "/events", **headers: str) -> AsyncIterator[Events]:
        """Open a stream of events."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(self.build("GET", path, **headers))
        await reader.readuntil(b"\r\n\r\n")
        try:
            yield Events(reader)
        finally:
            writer.close()


class Browser(SiteReader):
    """A browser before a site of a box."""

    def __init__(self, port: int, table: FakeTable, live: LiveTable, clock: SetClock) -> None:
        super().__init__(port)
        self.table, self.live, self.clock = table, live, clock


class Events:
    """The events of a stream."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    async def next(self) -> Any:
        """The content of the next event without a name."""
        event = "event:"
        async with asyncio.timeout(PATIENCE):
            while event.startswith("event:"):
                event = (await self._reader.readuntil(b"\n\n")).decode()
        return json.loads(event.partition("data: ")[2])


def read_reply(received: bytes) -> SiteReply:
    """The status, the headers and the body."""
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return SiteReply(int(first.split()[1]), headers, body.decode())


@asynccontextmanager
async def open_site(folder: Path, **state: Any) -> AsyncIterator[Browser]:
    """A site before a box with this state."""
    table = FakeTable(folder / "table.socket")
    table.now |= state
    await table.start()
    listener = socket.create_server(("127.0.0.1", 0))
    port, clock = listener.getsockname()[1], SetClock()
    client = TableClient(table.path, port, clock, lambda _seconds: asyncio.sleep(0.001))
    live = LiveTable(client, HOST, clock)
    server = WebServer(Site(live, "tower").app, IdleWatch(clock))
    await server.start(listener)
    try:
        yield Browser(port, table, live, clock)
    finally:
        await server.close()
        await client.close()
        await table.stop()


def browse(folder: Path, journey: Callable[[Browser], Any], **state: Any) -> None:
    """Run a journey on a site before a box with this state."""

    async def run() -> None:
        async with open_site(folder, **state) as browser:
            await journey(browser)

    asyncio.run(run())
