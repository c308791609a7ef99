"""What all readers of the board share: pages drawn and encoded once, and sent as they change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from math import ceil
from typing import NamedTuple, TypeVar

from companion.core.backoff import RepeatGuard
from companion.games import words_in
from companion.outlets.board.evening import Evening
from companion.outlets.board.evening_page import draw_beside, draw_evening
from companion.outlets.board.hall import Hall, HallTable
from companion.outlets.board.page import (
    NAVIGATION,
    BoardPage,
    EveningView,
    announce_hall,
    draw_card,
    draw_hall,
    draw_hall_head,
    part_of,
)
from companion.outlets.pages.frame import read_language
from companion.outlets.pages.server import encode_event, encode_parts
from companion.text.words import Words
from companion.ui.markup import Markup, element

log = logging.getLogger(__name__)

BURST = 0.02
"""Seconds for which what belongs to a change may still come."""
PAUSE = 0.2
"""Seconds between two contents of a page, at least."""
SHARED_BITS = 3
"""The versions that a reader has missed are rounded up to a number of so many bits and zeros."""
MOST_EVENINGS = 16
"""Pages of the evening that are kept as they were drawn."""


class DrawnPage(NamedTuple):
    """A page as it is now, in parts with an id; ``join`` makes its content of them."""

    parts: Mapping[str, Markup]
    join: Callable[[Mapping[str, Markup]], Markup]
    title: str
    announcement: str

    def encode_all(self, number: int) -> bytes:
        """The event that shows the page, whatever was there before."""
        main = self.join(self.parts)
        content = {"main": main, "title": self.title, "announcement": self.announcement}
        return encode_event(number, content)

    def encode_some(self, keys: Iterable[str]) -> bytes:
        """The event that shows these parts, where all others are there."""
        return encode_parts([self.parts[key] for key in keys], self.announcement)


class FollowedPage:
    """A page in one language that somebody follows."""

    def __init__(self, draw: Callable[[], DrawnPage]) -> None:
        self.readers = 0
        self.version = 0
        """Grows with every change."""
        self._draw = draw
        self._drawn = draw()
        self._changed_in = dict.fromkeys(self._drawn.parts, 0)
        """The version in which each part changed last."""
        self._joined_in = 0
        """The version in which parts came or went last."""
        self._encoded: dict[int | None, bytes] = {}
        self._changed = asyncio.Event()

    def refresh(self) -> None:
        """Draw what has changed, and wake the readers if anything has."""
        drawn = self._draw()
        before, self._drawn = self._drawn, drawn
        if (drawn.parts, drawn.announcement) == (before.parts, before.announcement):
            return
        self.version += 1
        self._encoded.clear()
        if list(drawn.parts) != list(before.parts):
            self._joined_in = self.version
        self._changed_in = {
            key: self._changed_in[key] if each == before.parts.get(key) else self.version
            for key, each in drawn.parts.items()
        }
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait_for_change(self, version: int) -> None:
        """Return when there is something newer than ``version``."""
        while self.version == version:
            await self._changed.wait()

    def encode(self, seen: int | None) -> bytes:
        """The event for a reader who has seen this version: what has changed since, or all of it.

        Who is far behind gets a little more, so that not each of them needs an event of its own.
        """
        since = None
        if seen is not None and seen >= self._joined_in:
            step = 1 << max(0, (self.version - seen).bit_length() - SHARED_BITS)
            since = max(self._joined_in, self.version - step * ceil((self.version - seen) / step))
        if since not in self._encoded:
            self._encoded[since] = self._encode_since(since)
        return self._encoded[since]

    def _encode_since(self, since: int | None) -> bytes:
        if since is None:
            return self._drawn.encode_all(self.version)
        return self._drawn.encode_some(key for key, its in self._changed_in.items() if its > since)


class KeptDrawing(NamedTuple):
    """A version of a table or an evening as it was drawn."""

    source: HallTable | Evening
    version: int
    markup: Markup


T = TypeVar("T")


def _draw_once(
    kept: dict[T, KeptDrawing], key: T, source: HallTable | Evening, draw: Callable[[], Markup]
) -> Markup:
    """Draw what has changed or begun anew: an evening does with a correction."""
    drawing = kept.get(key)
    if drawing is None or (drawing.source, drawing.version) != (source, source.version):
        drawing = kept[key] = KeptDrawing(source, source.version, draw())
    return drawing.markup


class LiveHall:
    """The hall and the evening, drawn for everybody."""

    def __init__(self, hall: Hall, language: str, own: str) -> None:
        """Draw in ``language``, or for "" in each visitor's, else in ``own``."""
        self.hall = hall
        self.streams = 0
        self._language, self._own = language, own
        self._words: dict[str, Words] = {}
        self._cards: dict[tuple[str, str], KeptDrawing] = {}
        self._evenings: dict[tuple[str, EveningView], KeptDrawing] = {}
        self._faults = RepeatGuard()
        self._followed: dict[tuple[str, BoardPage, EveningView], FollowedPage] = {}

    def words(self, accepted: str) -> Words:
        """The words for a visitor who accepts these languages."""
        language = self._language or read_language(accepted) or self._own
        if language not in self._words:
            self._words[language] = words_in(language)
        return self._words[language]

    def draw(self, page: BoardPage, words: Words, view: EveningView) -> DrawnPage:
        """Draw a page as it is now; a card whose table has not changed is the one drawn before."""
        title = words.say(NAVIGATION[page])
        if page is BoardPage.EVENING:
            main = self._draw_evening(view, words)
            return DrawnPage({"main": main}, lambda parts: parts["main"], title, "")
        tables = self.hall.tables
        waiting = [each.name for each in tables if each.is_scoring]
        cards = self._draw_cards(tables, words)
        parts = {
            "hall-head": draw_hall_head(waiting, words, lost=not self.hall.is_connected),
            **cards,
            "beside": draw_beside(self.hall.evening, words),
        }
        join = partial(draw_hall, words=words)
        return DrawnPage(parts, join, title, announce_hall(waiting, words))

    def follow(self, page: BoardPage, words: Words, view: EveningView) -> FollowedPage:
        """A page for one more reader, who calls `leave` at the end."""
        key = words.language, page, view
        if key not in self._followed:
            self._followed[key] = FollowedPage(partial(self.draw, page, words, view))
        followed = self._followed[key]
        followed.refresh()
        followed.readers += 1
        self.streams += 1
        return followed

    def leave(self, followed: FollowedPage) -> None:
        """A reader has gone."""
        self.streams -= 1
        followed.readers -= 1
        if not followed.readers:
            self._followed = {key: it for key, it in self._followed.items() if it.readers}

    async def keep_showing(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Show every change at once, and of a burst of them what is true now and then."""
        while True:
            version = self.hall.version
            for each in list(self._followed.values()):
                self._refresh(each)
            await sleep(PAUSE)
            await self.hall.wait_for_change(version)
            await sleep(BURST)

    def _refresh(self, followed: FollowedPage) -> None:
        """Draw what has changed of a page; one that can't be drawn stays, and stops no other."""
        try:
            followed.refresh()
        except Exception as error:  # noqa: BLE001 - whatever a table has said
            fault = f"{type(error).__name__}: {error}"
            if self._faults.is_news(fault):
                log.warning("a page can't be drawn: %s", fault)

    def _draw_evening(self, view: EveningView, words: Words) -> Markup:
        """The evening as it is now, drawn once for everybody."""
        evening, key = self.hall.evening, (words.language, view)
        if key not in self._evenings and len(self._evenings) >= MOST_EVENINGS:
            self._evenings.clear()
        draw = partial(draw_evening, evening, view, words)
        return _draw_once(self._evenings, key, evening, draw)

    def _draw_cards(self, tables: list[HallTable], words: Words) -> dict[str, Markup]:
        language = words.language
        cards = {}
        for table in tables:
            draw = partial(self._draw_card, table, words)
            cards[part_of(table)] = _draw_once(self._cards, (language, table.id), table, draw)
        shown = {table.id for table in tables}
        for key in [key for key in self._cards if key[0] == language and key[1] not in shown]:
            del self._cards[key]
        return cards

    def _draw_card(self, table: HallTable, words: Words) -> Markup:
        """Draw a table; one that can't be drawn takes no other one with it."""
        try:
            return draw_card(table, self.hall.find_result(table), words)
        except Exception as error:  # noqa: BLE001 - whatever a table has said
            log.warning("%s can't be drawn: %s: %s", table.id, type(error).__name__, error)
            return element("li", id=part_of(table))


class HallFeed:
    """What one tab follows."""

    def __init__(self, live: LiveHall, followed: FollowedPage) -> None:
        self._live, self._followed = live, followed
        self._seen: int | None = None

    @property
    def version(self) -> int:
        """Grows with every change of the page."""
        return self._followed.version

    async def is_alive(self) -> bool:
        """True: the board itself marks the tables that say nothing."""
        return True

    async def wait_for_change(self, version: int) -> None:
        """Return when there is something newer."""
        await self._followed.wait_for_change(version)

    async def draw(self) -> bytes:
        """The event that shows what has changed since the last one."""
        seen, self._seen = self._seen, self._followed.version
        return self._followed.encode(seen)

    def close(self) -> None:
        """Make room for another stream."""
        self._live.leave(self._followed)
