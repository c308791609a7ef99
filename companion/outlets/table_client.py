"""The client of the table's socket (docs/table-api.md), for the programs at its other end."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, cast

from companion.core.backoff import BackOff
from companion.outlets.protocol import LONGEST_LINE, Greeting, encode_line, encode_message

log = logging.getLogger(__name__)

Message = dict[str, Any]
"""A message of the table's socket."""
LONGEST_WAIT = 2.0
"""Seconds between two tries to connect, at most: people wait for the table meanwhile."""
FIRST_STATE = 2.0
"""Seconds for which a page waits for its first state."""
REPLY_TIME = 10.0
"""Seconds for which a request waits for its reply."""
ANSWER_TIME = 5.0
"""Seconds for which a press waits for its reply, and a heartbeat for the box."""
RECENT = 2.0
"""Seconds for which a box that has said something needs not be asked whether it is there."""
UNUSED_TIME = 60.0
"""Seconds after which a language that nobody reads is given up."""


class TableUnavailable(OSError):
    """The box does not listen, or has gone before it replied."""


class TableLink:
    """The connection in one language: the latest state, and requests with their replies."""

    def __init__(self, path: Path, greeting: Greeting, clock: Callable[[], float]) -> None:
        self.language = greeting.language
        self.state: Message | None = None
        """The latest state; None while the box is away."""
        self.version = 0
        """Grows with every state, and when the box goes away."""
        self.games: asyncio.Task[list[Message] | None] | None = None
        """The list of the last games, if one was asked for since a game was open."""
        self.readers = 0
        """How many streams follow this language now."""
        self.used_at = clock()
        self._path, self._greeting, self._clock = path, greeting, clock
        self._heard_at = clock()
        self._asking = asyncio.Lock()
        self._changed = asyncio.Event()
        self._settled = asyncio.Event()
        self._replies: dict[int, asyncio.Future[Message]] = {}
        self._next_id = 0
        self._writer: asyncio.StreamWriter | None = None

    async def run(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Stay connected until cancelled; wait longer after each try in a row that failed."""
        back_off = BackOff(LONGEST_WAIT)
        while True:
            try:
                await self._follow(back_off)
            except (OSError, ValueError) as error:
                log.debug("the table's socket: %s", error)
            finally:
                self._disconnect()
            back_off.record_failure(now := self._clock())
            await sleep(cast("float", back_off.deadline) - now)

    async def current_state(self) -> Message | None:
        """The latest state, waited for a moment if this language is new; None without the box."""
        self.touch()
        if not self._settled.is_set():
            try:
                async with asyncio.timeout(FIRST_STATE):
                    await self._settled.wait()
            except TimeoutError:
                self._settled.set()
        return self.state

    def touch(self) -> None:
        """Note that somebody used this language just now."""
        self.used_at = self._clock()

    async def wait_for_change(self, version: int) -> None:
        """Return when there is something newer than ``version``."""
        while self.version == version:
            await self._changed.wait()

    async def request(self, message: Mapping[str, Any], seconds: float = REPLY_TIME) -> Message:
        """Send a message and return its reply; raises TableUnavailable."""
        await self.current_state()
        if self._writer is None:
            raise TableUnavailable
        self._next_id += 1
        number = self._next_id
        reply: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._replies[number] = reply
        try:
            self._send({"id": number, **message})
            async with asyncio.timeout(seconds):
                await reply
        except TimeoutError as error:
            raise TableUnavailable from error
        finally:
            del self._replies[number]
        return reply.result()

    async def is_alive(self) -> bool:
        """Whether the box answers; true as well once it is known to be away."""
        await self.current_state()
        async with self._asking:  # one question serves all streams
            if self.state is None or self._clock() - self._heard_at < RECENT:
                return True
            try:
                await self.request({"phone": {"secret": ""}}, ANSWER_TIME)  # any reply will do
            except TableUnavailable:
                return self.state is None
            return True

    def _send(self, message: Mapping[str, Any]) -> None:
        if self._writer is not None:
            self._writer.write(encode_line(message))

    async def _follow(self, back_off: BackOff) -> None:
        """Connect, greet, and read until the box goes away; raises OSError and ValueError.

        A box that lets no phones in replies with an error, and goes away.
        """
        reader, self._writer = await asyncio.open_unix_connection(self._path, limit=LONGEST_LINE)
        self._writer.write(encode_message(self._greeting))
        while line := await reader.readline():
            self._take(json.loads(line))
            if self.state is not None:
                back_off.record_success()

    def _take(self, message: Message) -> None:
        """Take a state, or a reply to somebody who may have given up."""
        self._heard_at = self._clock()
        if "state" in message:
            self._show(message["state"])
        elif (reply := self._replies.get(message.get("id") or 0)) and not reply.done():
            reply.set_result(message)

    def _disconnect(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(TableUnavailable())
        self._show(None)

    def _show(self, state: Message | None) -> None:
        self._settled.set()
        if state is None and self.state is None:
            return
        before, self.state = self.state, state
        if not (state and before) or state["game"] or state["language"] != before["language"]:
            self.games = None
        self.wake()

    def wake(self) -> None:
        """Let all who wait for a change go on."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()


class TableClient:
    """The connections of all languages; one is dropped when nobody has used it for a while."""

    def __init__(
        self,
        path: Path,
        port: int,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._path, self.port, self._clock, self._sleep = path, port, clock, sleep
        self._links: dict[str, tuple[TableLink, asyncio.Task[None]]] = {}

    def link(self, language: str) -> TableLink:
        """The connection in a language, opened if there is none; "" is the box's own language."""
        self.drop_unused()
        if language not in self._links:
            link = TableLink(self._path, Greeting(language, self.port), self._clock)
            self._links[language] = link, asyncio.create_task(link.run(self._sleep))
        link = self._links[language][0]
        link.touch()
        return link

    def drop_unused(self) -> None:
        """Disconnect the languages that nobody reads any more."""
        before = self._clock() - UNUSED_TIME
        for language, (link, task) in list(self._links.items()):
            if not link.readers and link.used_at < before:
                task.cancel()
                del self._links[language]

    async def close(self) -> None:
        """Disconnect everything."""
        tasks = [task for _link, task in self._links.values()]
        self._links.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
