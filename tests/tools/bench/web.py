"""`companion web` with 30 open tabs: CPU and bytes of an update, and memory."""

import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from companion.app.api.table_socket import TableSocket
from companion.core.interfaces import Signal, TableRequest
from companion.core.languages import LANGUAGES
from companion.outlets.protocol import PhoneMessage
from tests.outlets.site_process import SiteProcess
from tests.tools.bench.processes import cpu_seconds_of, memory_of
from tests.tools.bench.rows import Row, Trial
from tests.tools.bench.start import PATIENCE
from tests.tools.bench.table import PublishedGame

TABS = 30
MOST_CPU = 10.0
"""Milliseconds of an update: a tenth of the second between two quick presses on a Pi Zero 2, which
takes about ten times as long."""
MOST_MEMORY = 25.0
"""MiB."""
MOST_BYTES = 17.5
"""KiB of an update as a tab gets it, on average over those that press, watch and show it large."""
SECRET = "the-secret-of-a-paired-phone"


def rows(trial: Trial) -> Iterator[Row]:
    """Every state of a game, sent to a television and to phones of which every second may press."""
    cpu = f"CPU of companion web an update, {TABS} tabs"
    memory = f"memory of companion web, {TABS} tabs"
    lines = PublishedGame(trial.game, [""]).lines
    try:
        in_one = _show(lines, [""])
        in_all = _show(lines, [*LANGUAGES])
    except OSError as trouble:
        for name, goal in ((cpu, MOST_CPU), (memory, MOST_MEMORY)):
            yield Row(name, None, goal, note=str(trouble))
        return
    spent, most, sent = in_one
    note = f"mean of {len(lines)} states of a game; {spent / TABS:.2f} ms a tab"
    yield Row(cpu, spent, MOST_CPU, "ms", note)
    yield Row(
        f"{cpu} in 4 languages", in_all[0], unit="ms", note=f"{in_all[0] / TABS:.2f} ms a tab"
    )
    yield Row(f"bytes of an update of companion web, {TABS} tabs", sent, MOST_BYTES, "KiB")
    yield Row(memory, most, MOST_MEMORY, "MiB")
    yield Row(f"{memory} in 4 languages", in_all[1], unit="MiB")


def _show(lines: Sequence[bytes], languages: Sequence[str]) -> tuple[float, float, float]:
    """Milliseconds of CPU an update, the most memory in MiB, KiB an update; raises OSError."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        box = stack.enter_context(_Box(Path(folder, "table.socket"), lines[0]))
        where = {"CAMPANILE_TABLE": str(box.path)}
        options = ["--host", "127.0.0.1", "--port", 0]
        web = stack.enter_context(SiteProcess(Path(folder), "web", *options, environ=where))
        tabs = [
            stack.enter_context(_Tab(web.port, number, language))
            for number, language in zip(range(TABS), cycle(languages), strict=False)
        ]
        for tab in tabs:
            tab.receive()
            tab.size = 0
        before = cpu_seconds_of(web.pid)
        for line in lines[1:]:
            box.show(line)
            for tab in tabs:
                tab.receive()
        spent, updates = cpu_seconds_of(web.pid) - before, len(lines) - 1
        sent = sum(tab.size for tab in tabs) / TABS / updates / 1024
        return spent / updates * 1e3, memory_of(web.pid), sent


class _Box:
    """The table's socket, before it a table of which nothing but the states is known."""

    def __init__(self, path: Path, line: bytes) -> None:
        self.path = path
        self._line = line
        self._socket = TableSocket(path, self._take, time.monotonic)

    def show(self, line: bytes) -> None:
        self._line = line
        self._socket.publish(dict.fromkeys(self._socket.languages, line))

    def _take(self, posted: TableRequest | Signal) -> None:
        if not isinstance(posted, TableRequest):
            self.show(self._line)
        elif isinstance(posted.message, PhoneMessage):
            self._socket.reply(posted.client, {"id": posted.message.id, "phone": {"name": "Anna"}})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


class _Tab:
    """A browser's open stream of events."""

    def __init__(self, port: int, number: int, language: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._received = b""
        self.size = 0
        """Bytes of the events that were taken."""
        head = [
            f"GET /events{'' if number else '?tv'} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            *([f"Accept-Language: {language}"] if language else []),
            *([f"Cookie: phone={SECRET}"] if number % 2 else []),
        ]
        self._socket.sendall("\r\n".join([*head, "", ""]).encode())

    def receive(self) -> None:
        """Take the next event; raises OSError."""
        while b"data: " not in (event := self._received.partition(b"\n\n"))[0] or not event[1]:
            if event[1]:  # the end of a comment
                self._received = event[2]
                continue
            data = self._socket.recv(1 << 18)
            if not data:
                raise ConnectionResetError("companion web has closed a stream")
            self._received += data
        self.size += len(event[0])
        self._received = event[2]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
