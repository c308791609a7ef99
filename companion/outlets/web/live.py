"""The live page: each change of the table as the whole content, drawn once for everybody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from companion.core.languages import LANGUAGES, SOURCE
from companion.games import words_in
from companion.outlets.pages.server import NO_BEAT, encode_event, encode_phone, page_address
from companion.outlets.table_client import (
    ANSWER_TIME,
    Message,
    TableClient,
    TableLink,
    TableUnavailable,
)
from companion.outlets.web.pages import draw_phone
from companion.outlets.web.table_page import Role, TableContent
from companion.text.words import Words
from companion.ui import reading
from companion.ui.markup import Markup

MOST_GAMES = 8
"""Saved games on the screen for the room."""
MOST_KNOWN = 64
"""Secrets whose phones are remembered."""
SAVED_TIME = 60.0
"""Seconds for which a page waits for saved games, which the box reads between presses."""
LISTING_TIME = 1.0
"""Seconds for which the screen for the room waits for these; it shows them later if need be."""
GROWN_AFTER = 15.0
"""Seconds after which the page of a saved game is fetched anew while its story grows."""


class Viewer(NamedTuple):
    """Who looks at a page: the phone's secret, "" without one; or the screen for the whole room."""

    secret: str
    is_tv: bool


class PairedPhones:
    """Whose phone has which secret, as the box says, until its paired phones change."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._as_of: object = None

    async def name_of(self, secret: str, link: TableLink) -> str:
        """Whose phone this is; "" for nobody's, and while the box is away."""
        state = await link.current_state()
        if state is None or not secret:
            return ""
        if self._as_of != state["phones"] or len(self._known) >= MOST_KNOWN:
            self._as_of = state["phones"]
            self._known.clear()
        if secret not in self._known:
            try:
                reply = await link.request({"phone": {"secret": secret}})
            except TableUnavailable:
                return ""
            name = str((reply.get("phone") or {}).get("name", ""))
            if self._as_of != state["phones"]:
                return name
            self._known[secret] = name
        return self._known[secret]


class ShownQuestions:
    """Which question each phone has been shown last, by its secret, and since when."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._shown: dict[str, tuple[int, float]] = {}

    def note(self, secret: str, number: int) -> None:
        """Take note that what is open, by its number, is sent to a phone."""
        before = self._shown.pop(secret, None)
        if before is None or before[0] != number:
            before = number, self._clock() if before else float("-inf")
        self._shown[secret] = before
        if len(self._shown) > MOST_KNOWN:
            del self._shown[next(iter(self._shown))]

    def is_too_soon(self, secret: str, number: int, *, moved: bool) -> bool:
        """Whether nobody can have seen what a press answers; ``moved`` is whether it was aimed."""
        shown, since = self._shown.get(secret, (None, 0.0))
        seconds = reading.READING_TIME if moved else reading.SEEING_TIME
        return shown == number and self._clock() < since + seconds


class DrawnState:
    """A state in one language, None for a box that is not there; each role's event is made once."""

    def __init__(self, state: Message | None, words: Words, where: tuple[str, int]) -> None:
        """Draw for pages at a host and a port."""
        self.state = state
        self._where = where
        self.content = TableContent(state, words)
        self._number = state["number"] if state else 0
        self._events: dict[tuple[Role, bool], bytes] = {}

    def draw(self, role: Role, name: str) -> Markup:
        """The content of this role's page, on the phone of this name."""
        if role is Role.TV and self.content.is_idle:
            return self.content.draw_idle(page_address(*self._where))
        return self.content.draw(role, name)

    def event(self, role: Role, name: str) -> bytes:
        """The event that shows the state to this role, on the phone of this name."""
        key = role, self.content.is_asked(name)
        if key not in self._events:
            content = {
                "main": self.draw(role, name),
                "title": self.content.title,
                "announcement": self.content.announcement,
            }
            self._events[key] = encode_event(self._number, content)
        return self._events[key]


class LiveTable:
    """What all streams share: the connection to the box, and what has been drawn."""

    def __init__(
        self, client: TableClient, host: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Show what comes by ``client`` on pages at the address ``host``, "" for all addresses."""
        self.client = client
        self._where = host, client.port
        self.phones = PairedPhones()
        self.shown = ShownQuestions(clock)
        self.streams = 0
        self._box_language = SOURCE
        self._words: dict[str, Words] = {}
        self._drawn: dict[str, DrawnState] = {}
        """The present state by language."""

    def words(self, language: str, state: Message | None = None) -> Words:
        """The words of a language; of the box's own, as far as it is known, for ""."""
        if state is not None and not language and state["language"] in LANGUAGES:
            self._box_language = state["language"]
        language = language or self._box_language
        if language not in self._words:
            self._words[language] = words_in(language)
        return self._words[language]

    async def show(self, viewer: Viewer, link: TableLink) -> tuple[DrawnState, Role, str]:
        """The present state as it is drawn, the role in which it is sent, and whose phone it is."""
        await link.current_state()
        name = "" if viewer.is_tv else await self.phones.name_of(viewer.secret, link)
        role = Role.TV if viewer.is_tv else Role.PRESS if name else Role.WATCH
        if viewer.is_tv:
            await _wait_for_last_games(link)
        drawn = self._draw(link)
        if role is Role.PRESS and drawn.state is not None:
            self.shown.note(viewer.secret, drawn.state["open"]["number"])
        return drawn, role, name

    def _draw(self, link: TableLink) -> DrawnState:
        """The present state as it is drawn, once in each language."""
        drawn, state = self._drawn.get(link.language), link.state
        games = link.games.result() if link.games is not None and link.games.done() else None
        if drawn is None or drawn.state is not state or drawn.content.games is not games:
            drawn = DrawnState(state, self.words(link.language, state), self._where)
            drawn.content.games = games
            self._drawn[link.language] = drawn
        return drawn


async def _wait_for_last_games(link: TableLink) -> None:
    """While no game is open, ask for the last ones, once; wait a moment for the list."""
    if link.state is None or link.state["game"]:
        return
    if link.games is None or (link.games.done() and link.games.result() is None):
        link.games = asyncio.create_task(_list_last_games(link))
    _done, late = await asyncio.wait({link.games}, timeout=LISTING_TIME)
    for each in late:
        each.add_done_callback(lambda _: link.wake())


async def _list_last_games(link: TableLink) -> list[Message] | None:
    try:
        reply = await link.request({"get": "games"}, SAVED_TIME)
    except TableUnavailable:
        return None
    return list(reply.get("games", ()))[:MOST_GAMES]


class TableFeed:
    """What one tab follows, for as long as it is open."""

    def __init__(self, live: LiveTable, link: TableLink, viewer: Viewer) -> None:
        self._live, self._link, self._viewer = live, link, viewer
        self._name: str | None = None
        """Whose phone it is, as its page knows; None at the start."""
        live.streams += 1
        link.readers += 1

    @property
    def version(self) -> int:
        """Grows with every state of the link."""
        return self._link.version

    async def wait_for_change(self, version: int) -> None:
        """Return when there is something newer than ``version``."""
        await self._link.wait_for_change(version)

    async def is_alive(self) -> bool:
        """Whether the box answers."""
        return await self._link.is_alive()

    async def draw(self) -> bytes:
        """The event that shows the present state to this viewer."""
        drawn, role, name = await self._live.show(self._viewer, self._link)
        event = drawn.event(role, name)
        if name == self._name or self._viewer.is_tv:
            return event
        self._name = name
        return encode_phone(draw_phone(self._live.words(self._link.language), name)) + event

    def close(self) -> None:
        """Make room for another stream."""
        self._live.streams -= 1
        self._link.readers -= 1
        self._link.touch()


DrawSaved = Callable[[Message, Message, Words], Markup]
"""(what was asked for, reply, words) → the content of a page."""


def is_growing(reply: Message) -> bool:
    """Whether ends of the story in a reply are still being played out."""
    story = (reply.get("game") or {}).get("story") or {}
    return bool(story.get("pending"))


class SavedGameFeed(TableFeed):
    """The page of a saved game, fetched anew for as long as its story grows."""

    def __init__(
        self, live: LiveTable, link: TableLink, wanted: Message, draw_saved: DrawSaved
    ) -> None:
        super().__init__(live, link, Viewer("", is_tv=False))
        self._wanted, self._draw_saved = wanted, draw_saved
        self._event, self._fetched = NO_BEAT, 0
        self._is_growing, self._due = True, 0.0

    @property
    def version(self) -> int:
        """Grows each time that the game is fetched."""
        return self._fetched

    async def wait_for_change(self, version: int) -> None:
        """Return when it is time to fetch the game again; never once all is told."""
        del version  # nothing newer is known without asking
        seconds = self._due - asyncio.get_running_loop().time()
        await (asyncio.sleep(seconds) if self._is_growing else asyncio.Event().wait())

    async def draw(self) -> bytes:
        """The event that shows the game by now; the one before while the box is away or slow.

        It waits no longer than a heartbeat may, or the page would be lost.
        """
        self._fetched += 1
        reply: Message | None = None
        with suppress(TableUnavailable):
            reply = await self._link.request(self._wanted, ANSWER_TIME)
        self._due = asyncio.get_running_loop().time() + GROWN_AFTER
        if reply is not None:
            self._is_growing = is_growing(reply)
            words = self._live.words(self._link.language, self._link.state)
            main = self._draw_saved(self._wanted, reply, words)
            content = {"main": main, "title": words.say("web.games"), "announcement": ""}
            self._event = encode_event(self._fetched, content)
        return self._event
