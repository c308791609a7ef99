"""A stream of events to one tab: each change as the whole content.

A stream never queues: when its reader is ready, it gets what is true then.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

MOST_STREAMS = 64
PING_AFTER = 25.0
"""Seconds of silence after which a stream says that it is still there."""
PING = b": still here\n\n"


class Feed(Protocol):
    """What a tab follows."""

    @property
    def version(self) -> int:
        """Grows with every change."""

    async def wait_for_change(self, version: int) -> None:
        """Return when there is something newer than ``version``."""

    async def draw(self) -> bytes:
        """The event that shows what is true now."""

    def close(self) -> None:
        """Nobody follows any more."""


class EventStream:
    """The events of one tab, drawn when its reader asks for the next."""

    def __init__(
        self,
        feed: Feed,
        gone: asyncio.Task[object],
        wait: Callable[[], float] = lambda: PING_AFTER,
    ) -> None:
        """Follow the feed until the task ``gone`` is done."""
        self._feed, self._gone, self._wait = feed, gone, wait
        self._version: int | None = None
        self._closed = False

    def __aiter__(self) -> EventStream:
        return self

    async def __anext__(self) -> bytes:
        """The next event, or a ping."""
        if self._version is not None and not await self._has_changed(self._version):
            return PING
        event = await self._feed.draw()
        self._version = self._feed.version
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
