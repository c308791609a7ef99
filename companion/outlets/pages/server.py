"""Accepts connections and gives each one's request, whole and well-formed, to the site.

Sizes and times are bounded here: a client that is slow or speaks no HTTP holds no more than its own
connection. A stream of events to a tab never queues: when its reader is ready, it gets what is true
then, as the whole content.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import signal
import socket
import time
import zlib
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from errno import ECONNRESET
from functools import lru_cache
from typing import Any, Protocol
from urllib.parse import unquote

from companion.box.service.machine import find_address

BACKLOG = 64
HTTP_PORT = 80
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # no address of anybody


def open_listener(host: str, port: int) -> socket.socket:
    """Listen at one address, or for "" at all of them; raises OSError."""
    if not host and socket.has_dualstack_ipv6():
        return socket.create_server(
            ("", port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def page_address(host: str, port: int) -> str:
    """What people type into a browser, as the box shows it."""
    name = ("" if host in EVERYWHERE else host) or find_address() or "localhost"
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}/" if port == HTTP_PORT else f"http://{name}:{port}/"


def catch_end_signals() -> asyncio.Event:
    """An event that SIGTERM and SIGINT set from now on."""
    end = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, end.set)
    return end


MOST_STREAMS = 64
BEAT_AFTER = 4.0
"""Seconds of silence after which there is a heartbeat; ``SILENCE`` in ``page.js`` is longer."""
NO_BEAT = b": no answer\n\n"
"""Keeps a connection open, and no page's script sees it."""


class Feed(Protocol):
    """What a tab follows."""

    @property
    def version(self) -> int:
        """Grows with every change."""

    async def wait_for_change(self, version: int) -> None:
        """Return when there is something newer than ``version``."""

    async def draw(self) -> bytes:
        """The event that shows what is true now."""

    async def is_alive(self) -> bool:
        """Whether a change would be known by now; may take some seconds where it would not."""

    def close(self) -> None:
        """Nobody follows any more."""


class EventStream:
    """The events of one tab, drawn when its reader asks for the next; the first is a heartbeat."""

    def __init__(
        self,
        feed: Feed,
        gone: asyncio.Task[object],
        wait: Callable[[], float] = lambda: BEAT_AFTER,
        clock: Callable[[], float] = time.monotonic,
        *,
        packs: bool = False,
    ) -> None:
        """Follow the feed until the task ``gone`` is done; ``packs`` compresses the events."""
        self._feed, self._gone, self._wait, self._clock = feed, gone, wait, clock
        self._packs = packs
        self._head = PACK_HEAD if packs else b""
        self._is_alive = False
        self._version: int | None = None
        self._closed = False

    def __aiter__(self) -> EventStream:
        return self

    async def __anext__(self) -> bytes:
        """The next event, or a heartbeat."""
        event = await self._next()
        head, self._head = self._head, b""
        return head + pack(event) if self._packs else event

    async def _next(self) -> bytes:
        is_silent = self._version is not None and not await self._has_changed(self._version)
        if is_silent or not self._is_alive:
            self._is_alive = await self._feed.is_alive()
            return encode_beat(self._clock()) if self._is_alive else NO_BEAT
        version = self._feed.version  # what changes while it is drawn is sent after it
        event = await self._feed.draw()
        self._version = version
        return event

    async def _has_changed(self, version: int) -> bool:
        """Wait for a change; raises StopAsyncIteration when the reader has gone."""
        change = asyncio.ensure_future(self._feed.wait_for_change(version))
        try:
            await asyncio.wait(
                {change, self._gone},
                timeout=self._wait(),
                return_when=asyncio.FIRST_COMPLETED,
            )
            if self._gone.done():
                raise StopAsyncIteration
            return change.done()
        finally:
            change.cancel()
            with suppress(asyncio.CancelledError):
                await change

    async def aclose(self) -> None:
        """Make room for another stream."""
        if not self._closed:
            self._closed = True
            self._feed.close()
            self._gone.cancel()


def encode_event(number: int, content: dict[str, str]) -> bytes:
    """Return the event that ``page.js`` takes: ``main``, ``title`` and ``announcement``."""
    return f"id: {number}\ndata: {json.dumps(content, ensure_ascii=False)}\n\n".encode()


def encode_parts(parts: Iterable[str], announcement: str) -> bytes:
    """Return the event that makes ``page.js`` patch elements, each of which has its id."""
    content = {"parts": list(parts), "announcement": announcement}
    return f"event: parts\ndata: {json.dumps(content, ensure_ascii=False)}\n\n".encode()


def encode_phone(drawn: str) -> bytes:
    """Return the event that tells a page whose phone it is on."""
    return f"event: phone\ndata: {json.dumps(drawn, ensure_ascii=False)}\n\n".encode()


def encode_beat(now: float) -> bytes:
    """Return a heartbeat: ``page.js`` gives its time in milliseconds back with a press."""
    return f"event: beat\ndata: {round(now * 1000)}\n\n".encode()


PACK_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""What a stream begins with that has been packed: the head of gzip."""


@lru_cache(maxsize=8)
def pack(event: bytes) -> bytes:
    """Compress an event once for all streams: it refers to none before it, and never ends them."""
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflate.compress(event) + deflate.flush(zlib.Z_SYNC_FLUSH)


log = logging.getLogger(__name__)

MOST_CONNECTIONS = 128
LONGEST_HEAD = 8192
"""Bytes of a request's line and headers."""
LONGEST_BODY = 4096
"""Bytes of a form."""
READ_TIME = 10.0
"""Seconds within which a request must have come."""
WRITE_TIME = 30.0
"""Seconds for which a write waits for a client that takes nothing."""
SEND_BUFFER, LEAST_UNSENT = 32_768, 8_192
"""Bytes that the kernel holds of a stream: at most, and of what is not on its way yet."""
IDLE_TIME = 300.0
"""Seconds without a connection after which the process ends, where systemd starts it again."""
HEAD = re.compile(
    r"(GET|HEAD|POST) (/[!-~]*) HTTP/1\.[01]\r\n(?:[!#-'*+.\w^`|~-]+:[^\r\n\0]*\r\n)+\r\n", re.ASCII
)
LENGTH = re.compile(r"^content-length: *(\d{1,9}) *\r$", re.MULTILINE | re.IGNORECASE)
HOST_LINES = re.compile(r"^host:", re.MULTILINE | re.IGNORECASE)
CODED = re.compile(r"^transfer-encoding:", re.MULTILINE | re.IGNORECASE)
BAD_REQUEST = b"HTTP/1.0 400 Bad Request\r\nContent-Type: text/plain\r\n\r\nNot understood.\n"


class RequestHandler(Protocol):
    """What answers requests: a `microdot.Microdot`."""

    async def handle_request(self, reader: Any, writer: Any) -> None:
        """Read a request, and write what answers it."""


class MalformedRequest(ValueError):
    """No HTTP, or more of it than is taken here."""


class ReceivedRequest:
    """A request that has come whole, read by the site as from a stream."""

    def __init__(self, received: bytes, connection: asyncio.StreamReader) -> None:
        self._received = io.BytesIO(received)
        self._connection = connection

    async def readline(self) -> bytes:
        """The next line."""
        return self._received.readline()

    async def readexactly(self, number: int) -> bytes:
        """The next ``number`` bytes."""
        return self._received.read(number)

    def watch_closing(self) -> asyncio.Task[None]:
        """A task that is done when the client has closed its end."""
        return asyncio.create_task(self._read_to_end())

    async def _read_to_end(self) -> None:
        with suppress(OSError):
            while await self._connection.read(1024):
                pass


class BoundedWriter:
    """Writes to a client for as long as it takes what is written."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def get_extra_info(self, name: str) -> Any:
        """What is known of the connection."""
        return self._writer.get_extra_info(name)

    def bound_unsent(self) -> None:
        """Keep little that is not sent yet, so that what is sent next is what is true then."""
        self._writer.transport.set_write_buffer_limits(0)
        sock = self._writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, LEAST_UNSENT)

    async def awrite(self, data: bytes) -> None:
        """Write; raises ConnectionResetError for whatever ends the connection."""
        try:
            self._writer.write(data)
            if self._writer.transport.get_write_buffer_size():
                async with asyncio.timeout(WRITE_TIME):
                    await self._writer.drain()
        except OSError as error:
            self._writer.transport.abort()
            raise ConnectionResetError(ECONNRESET, "Connection lost") from error

    async def aclose(self) -> None:
        """Send what is left, and close."""
        self._writer.close()
        try:
            async with asyncio.timeout(WRITE_TIME):
                await self._writer.wait_closed()
        except OSError:
            self._writer.transport.abort()


class IdleWatch:
    """Knows for how long nobody has been connected."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.connections = 0
        self._left_at = clock()

    def enter(self) -> None:
        """Somebody has connected."""
        self.connections += 1

    def leave(self) -> None:
        """Somebody has gone."""
        self.connections -= 1
        self._left_at = self._clock()

    def remaining(self) -> float:
        """Seconds until the process may end; 0 or less if it may."""
        idle = 0.0 if self.connections else self._clock() - self._left_at
        return IDLE_TIME - idle


class WebServer:
    """Serves a site on a listening socket."""

    def __init__(self, handler: RequestHandler, idle: IdleWatch) -> None:
        self._handler = handler
        self.idle = idle
        self._tasks: set[asyncio.Task[Any]] = set()
        self._server: asyncio.Server | None = None

    async def start(self, listener: socket.socket) -> None:
        """Accept connections from now on."""
        self._server = await asyncio.start_server(self._serve, sock=listener, limit=LONGEST_HEAD)

    async def close(self) -> None:
        """Stop, and leave those who are still connected."""
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def wait_until_idle(
        self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Return when nobody has been connected for a while."""
        while (seconds := self.idle.remaining()) > 0:
            await sleep(seconds)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.idle.connections >= MOST_CONNECTIONS:
            writer.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.idle.enter()
        try:
            await self._answer(reader, writer)
        except asyncio.CancelledError:  # the server is closed
            writer.transport.abort()
        finally:
            self.idle.leave()
            self._tasks.discard(task)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        bounded = BoundedWriter(writer)
        try:
            async with asyncio.timeout(READ_TIME):
                received = await read_request(reader)
        except MalformedRequest:
            with suppress(OSError):
                await bounded.awrite(BAD_REQUEST)
                await bounded.aclose()
        except (OSError, EOFError):  # too slow, or gone
            writer.transport.abort()
        else:
            await self._handler.handle_request(received, bounded)


async def read_request(reader: asyncio.StreamReader) -> ReceivedRequest:
    """Read a request with its form; raises MalformedRequest, and EOFError if it does not come."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError as error:
        raise MalformedRequest from error
    length = check_head(head)
    body = await reader.readexactly(length)
    return ReceivedRequest(head + body, reader)


def check_head(head: bytes) -> int:
    """The length of the body that follows; raises MalformedRequest."""
    try:
        text = head.decode()
        found = HEAD.fullmatch(text)
        if found:
            unquote(found[2], errors="strict")
    except UnicodeDecodeError as error:
        raise MalformedRequest from error
    if not found or len(HOST_LINES.findall(text)) != 1 or CODED.search(text):
        raise MalformedRequest
    if re.search(r"%(?![0-9A-Fa-f]{2})", found[2]):
        raise MalformedRequest
    return _body_length(text)


def _body_length(head: str) -> int:
    lengths = LENGTH.findall(head)
    named = len(re.findall(r"^content-length:", head, re.MULTILINE | re.IGNORECASE))
    length = int(lengths[0]) if lengths else 0
    if named != len(lengths) or len(lengths) > 1 or length > LONGEST_BODY:
        raise MalformedRequest
    return length
