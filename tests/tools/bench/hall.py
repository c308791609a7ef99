"""A broker and a board with ever more tables: CPU, memory, and how late a change is seen.

The tables are clients that publish what `companion mqtt` does, as often as an evening's games.
"""

from __future__ import annotations

import json
import re
import resource
import selectors
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.games import words_in
from companion.outlets.board.evening import Evening
from companion.outlets.board.evening_page import draw_evening
from companion.outlets.board.hall import MOST_GAMES, Hall
from companion.outlets.board.page import NEWEST, BoardPage, build_board_page
from companion.outlets.board.reports import BoardResult, read_result
from companion.outlets.board.store import BoardStore
from companion.outlets.mqtt.bridge import HEARTBEAT
from tests.outlets.board.messages import (
    EVENING,
    box,
    encode,
    event,
    game,
    result,
    results,
    state,
    topic,
)
from tests.outlets.board.running import start_board
from tests.outlets.mqtt.mosquitto import MOSQUITTO, Mosquitto
from tests.tools.bench.processes import cpu_seconds_of, memory_of
from tests.tools.bench.rows import Row, Trial
from tests.tools.bench.start import PATIENCE

TABLES = (8, 32, 128, 512)
READERS = 64
"""Tabs that follow the page; one of them is looked at."""
STATE_EVERY, EVENT_EVERY = 6.0, 24.0
"""Seconds between two answers at a table, of which a turn has four, and between two turns."""
SECONDS_A_ROUND, LEAST_SECONDS = 0.5, 2.0
SETTLE_TIME = 3.0
"""Seconds for which nothing new comes before the measuring begins, with all tables connected."""
MOST_RESULTS = 100_000
MIDNIGHT = EVENING + timedelta(hours=5)
FLOOD = 4000
"""Messages, as fast as the broker takes them, with this many on their way at once:"""
ON_THEIR_WAY = 64
QUIET = """
autosave_on_changes false
autosave_interval 1800
log_type none
log_type information
log_type error
"""
"""Debian's own settings, in place of those of the tests, which save each message and log it."""
GOALS = {
    "CPU of companion board": 30,
    "CPU of companion board for a content to a reader": 0.3,
    "from a table to an open page of the board": 150,
}
"""With the most tables."""
NAMES = ("Maximiliane", "Bartholomäus", "Ann-Kathrin", "Friedemann")
TOKEN = re.compile(r"Answer (\d+)!")


class Figures(NamedTuple):
    """What one number of tables costs; CPU as a part of one core."""

    broker_cpu: float
    board_cpu: float
    broker_memory: float
    board_memory: float
    heard: list[float]
    """Seconds from a state to another client of the broker."""
    seen: list[float]
    """Seconds from a state to an open page of the board."""
    page: float
    """Bytes of one content of that page, uncompressed."""
    pushes: float
    """Contents a second."""
    message_cpu: float
    """CPU seconds of the broker for a message from one client to another."""
    rate: float
    """Messages a second, as fast as this process sends and reads them."""


def rows(trial: Trial) -> Iterator[Row]:
    """The figures of each number of tables, and what 512 of them cost beside 8."""
    kinds: dict[str, tuple[str, Callable[[Figures], float]]] = {
        "CPU of Mosquitto": ("% of a core", lambda its: its.broker_cpu * 100),
        "CPU of companion board": ("% of a core", lambda its: its.board_cpu * 100),
        "CPU of companion board for a content to a reader": (
            "ms",
            lambda its: its.board_cpu / its.pushes / READERS * 1e3,
        ),
        "memory of Mosquitto": ("MiB", lambda its: its.broker_memory),
        "memory of companion board": ("MiB", lambda its: its.board_memory),
        "from a table to another client of Mosquitto": ("ms", lambda its: median(its.heard) * 1e3),
        "from a table to an open page of the board": ("ms", lambda its: median(its.seen) * 1e3),
        "CPU of Mosquitto a message": ("µs", lambda its: its.message_cpu * 1e6),
    }
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # paho has three for each client
    try:
        seconds = max(LEAST_SECONDS, trial.rounds * SECONDS_A_ROUND)
        found = {tables: _measure(tables, seconds) for tables in TABLES}
    except OSError as trouble:
        for kind in kinds:
            for tables in TABLES:
                yield Row(f"{kind}, {tables} tables", None, note=str(trouble))
        return
    for kind, (unit, read) in kinds.items():
        for tables, figures in found.items():
            goal = GOALS.get(kind) if tables == TABLES[-1] else None
            yield Row(f"{kind}, {tables} tables", read(figures), goal, unit, _note(kind, figures))
        ratio = read(found[TABLES[-1]]) / max(read(found[TABLES[0]]), 1e-9)
        yield Row(f"{kind}, {TABLES[-1]} tables to {TABLES[0]}", ratio)
    yield from _measure_evening()


def _measure_evening() -> Iterator[Row]:
    """The page of an evening of very many games, after one more has ended."""
    chance, words = Random(1), words_in("en")
    people = [f"Person {number}" for number in range(800)]
    four = [chance.sample(people, 4) for _ in range(1000)]
    listed = [result({name: chance.randint(0, 40) for name in each}, id="g") for each in four]
    some = [
        read_result(box(1), json.dumps({**each, "table_name": "1"}), MIDNIGHT) for each in listed
    ]
    *games, last = (replace(some[at % 1000], id=f"g{at}") for at in range(MOST_RESULTS + 1))
    evening = Evening(EVENING, games)
    for each in (last, replace(last, id="")):  # the first time also loads what draws it
        evening.add(each)
        began = time.process_time()
        page = build_board_page(words, draw_evening(evening, NEWEST, words), BoardPage.EVENING)
        took = (time.process_time() - began) * 1e3
    yield Row(f"the page of an evening of {MOST_RESULTS} games", took, 50, "ms of CPU")
    yield Row("its size", len(page.encode()) / 1024, 100, "KiB")
    yield from _measure_starts(games)


def _measure_starts(games: list[BoardResult]) -> Iterator[Row]:
    """What a board computes before it serves, with very many games of this evening or of others."""
    with TemporaryDirectory() as folder:
        with closing(BoardStore(Path(folder))) as store:
            full = (replace(each, table=box(at // MOST_GAMES)) for at, each in enumerate(games))
            store.change_results(full, [])
        for since, what in ((EVENING, "of this evening"), (MIDNIGHT, "of others")):
            began = time.process_time()
            with closing(BoardStore(Path(folder))) as store:
                Hall(store, since, time.monotonic, lambda: MIDNIGHT)
            took = time.process_time() - began
            yield Row(f"a board starts with {len(games)} games {what}", took, unit="s of CPU")


def _note(kind: str, figures: Figures) -> str:
    if kind.endswith("client of Mosquitto"):
        return _late(figures.heard)
    if kind.endswith("page of the board"):
        return f"{_late(figures.seen)}; {figures.page / 1024:.0f} KiB a content"
    return f"at {figures.rate:.0f} messages a second" if kind.endswith("a message") else ""


def _late(delays: list[float]) -> str:
    worst = quantiles(delays, n=20)[-1] if len(delays) > 1 else delays[0]
    return f"19 of 20 within {worst * 1e3:.0f} ms"


def _measure(tables: int, seconds: float) -> Figures:
    """Play for so many seconds; raises OSError."""
    if MOSQUITTO is None:
        raise OSError("no Mosquitto")
    with TemporaryDirectory() as folder, ExitStack() as stack:
        broker = stack.enter_context(Mosquitto(Path(folder), more=QUIET))
        board = stack.enter_context(start_board(Path(folder), broker))
        hall = stack.enter_context(_Hall(broker, board.port))
        for number in range(1, tables + 1):
            hall.add(number)
        hall.play(SETTLE_TIME)
        hall.forget()
        pids = broker.pid, board.pid
        before, began = [cpu_seconds_of(pid) for pid in pids], time.monotonic()
        hall.play(seconds)
        took = time.monotonic() - began
        broker_cpu, board_cpu = (
            (cpu_seconds_of(pid) - was) / took for pid, was in zip(pids, before, strict=True)
        )
        heard, seen, pages = hall.heard, hall.seen, hall.pages
        broker_memory, board_memory = map(memory_of, pids)
        if not heard or not seen or not pages:
            raise OSError("nothing was seen in so short a time")
        was = cpu_seconds_of(broker.pid)
        rate = hall.flood()
        message_cpu = (cpu_seconds_of(broker.pid) - was) / FLOOD
        return Figures(
            broker_cpu=broker_cpu,
            board_cpu=board_cpu,
            broker_memory=broker_memory,
            board_memory=board_memory,
            heard=heard,
            seen=seen,
            page=mean(pages),
            pushes=len(pages) / took,
            message_cpu=message_cpu,
            rate=rate,
        )


class _Hall:
    """Simulated tables, another client of the broker, and an open page: all in this thread."""

    def __init__(self, broker: Mosquitto, page_port: int) -> None:
        self._broker = broker
        self._chance = Random(1)
        self._ready = selectors.DefaultSelector()
        self._tables: dict[int, Client] = {}
        self._due: list[tuple[float, int, str]] = []
        self._said: dict[int, float] = {}
        """When each state was published."""
        self._unseen: dict[int, float] = {}
        self.heard: list[float] = []
        self.seen: list[float] = []
        self.pages: list[int] = []
        """Bytes of each content of the page."""
        self._count = self._flooded = 0
        self._other = self._connect("other")
        self._other.on_message = self._hear
        self._other.subscribe("campanile/+/state", 1)
        self._other.subscribe("flood", 1)
        self._page = _follow(page_port)
        self._received = bytearray()
        self._ready.register(self._page, selectors.EVENT_READ, self._look)
        self._others = [_follow(page_port, "Accept-Encoding: gzip\r\n") for _ in range(READERS - 1)]
        for each in self._others:
            self._ready.register(each, selectors.EVENT_READ, partial(each.recv, 1 << 20))

    def _connect(self, name: str, number: int = 0) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, name)
        client.username_pw_set(self._broker.user, self._broker.password)
        client.max_inflight_messages_set(ON_THEIR_WAY)
        if number:
            client.will_set(topic(number, "status"), b"offline", 1, True)
        entered = list[bool]()
        client.on_connect = lambda *_: entered.append(True)
        client.connect(self._broker.host, self._broker.port)
        self._ready.register(client.socket() or -1, selectors.EVENT_READ, client.loop_read)
        while not entered:
            self._serve(PATIENCE)
        return client

    def add(self, number: int) -> None:
        """Let a table appear, at which a game is over and another one has begun."""
        self._tables[number] = self._connect(f"campanile-{number}", number)
        over = result(dict(zip(NAMES, (14, 13, 11, number % 9), strict=True)), id="g0")
        self._say(number, "status", b"online")
        self._say(number, "result", encode(results(number, over)))
        now = time.monotonic()
        for kind, every in (("state", STATE_EVERY), ("event", EVENT_EVERY), ("status", HEARTBEAT)):
            self._due.append((now + self._chance.random() * every, number, kind))
        self._say_state(number)

    def _say(self, number: int, kind: str, payload: bytes) -> None:
        self._tables[number].publish(topic(number, kind), payload, 1, kind != "event")

    def _say_state(self, number: int) -> None:
        self._count += 1
        self._said[self._count] = self._unseen[self._count] = time.monotonic()
        progress = game(progress=f"Turn {self._count % 60}")
        doing = f"Which tower grows? Answer {self._count}!"
        self._say(number, "state", encode(state(number, NAMES, game=progress, doing=doing)))

    def play(self, seconds: float) -> None:
        """Let the tables play for so long."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            self._due.sort()
            while self._due[0][0] <= now:
                due, number, kind = self._due.pop(0)
                self._tell(number, kind, due)
            self._serve(max(0.0, min(end, self._due[0][0]) - time.monotonic()))

    def _tell(self, number: int, kind: str, due: float) -> None:
        every = {"state": STATE_EVERY, "event": EVENT_EVERY, "status": HEARTBEAT}[kind]
        self._due.append((due + every, number, kind))  # of its time, or tables fall into step
        self._due.sort()
        if kind == "state":
            self._say_state(number)
        elif kind == "status":
            self._say(number, "status", b"online")
        else:
            self._count += 1
            self._say(number, "event", encode(event(number, number=self._count, kind="turn")))

    def _serve(self, timeout: float) -> None:
        for key, _ in self._ready.select(timeout):
            key.data()

    def _hear(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        if message.topic == "flood":
            self._flooded += 1
            return
        for found in TOKEN.findall(message.payload.decode()):
            if int(found) in self._said:
                self.heard.append(time.monotonic() - self._said.pop(int(found)))

    def _look(self) -> None:
        self._received += self._page.recv(1 << 20)
        while (end := self._received.find(b"\n\n")) >= 0:
            content = bytes(self._received[:end])
            del self._received[: end + 2]
            if b"data: {" in content:
                self.pages.append(len(content))
                now = time.monotonic()
                for found in TOKEN.findall(content.decode()):
                    if int(found) in self._unseen:
                        self.seen.append(now - self._unseen.pop(int(found)))

    def forget(self) -> None:
        """Begin to measure."""
        self._said.clear()
        self._unseen.clear()
        self.heard, self.seen, self.pages = [], [], []

    def flood(self) -> float:
        """Messages a second, from all tables in turn, until the other client has them all."""
        tables = list(self._tables.items())
        payload = encode(event(1))
        sent, began = 0, time.monotonic()
        while self._flooded < FLOOD:
            while sent < FLOOD and sent - self._flooded < ON_THEIR_WAY:
                tables[sent % len(tables)][1].publish("flood", payload, 1)
                sent += 1
            self._serve(PATIENCE)
        return FLOOD / (time.monotonic() - began)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for each in (self._page, *self._others):
            each.close()
        self._ready.close()
        for client in (self._other, *self._tables.values()):
            client.disconnect()


def _follow(port: int, more: str = "") -> socket.socket:
    """A tab that follows the page of the board."""
    tab = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    tab.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}\r\n".encode())
    return tab
