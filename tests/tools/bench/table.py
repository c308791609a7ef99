"""The table's socket with 30 clients: what an update costs the companion, and its memory."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from threading import enumerate as threads
from time import thread_time
from unittest.mock import patch

from companion.app.api.table_socket import TableSocket
from companion.app.demo.rig import Rig, play_record
from companion.app.table_door import OFF, ON, PHONE
from companion.app.table_service import TableService
from companion.box.devices.boards import BOARDS
from companion.core.interfaces import Frame
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import BUILT_IN
from companion.outlets.protocol import Greeting
from companion.store.journal import Journal
from tests.app.api.table_client import TableClient
from tests.app.command import KEYBOARD
from tests.shipped import read_shipped
from tests.tools.bench import table_readers
from tests.tools.bench.played import play
from tests.tools.bench.processes import waits_of
from tests.tools.bench.rows import Row, Trial
from tests.tools.bench.start import COMPANION, PATIENCE, NoPictureError, TimedTerminal

CLIENTS = 30
MOST_CPU = 1.0
"""Milliseconds of an update."""
MOST_MEMORY = 2.0
"""MiB that the companion may take more."""
GAMES_PLAYED = 3
"""How often a game is played; of each update the least counts, as other programs only add."""
PAIRS = 3
IDLE_SECONDS = 5.0


def rows(trial: Trial) -> Iterator[Row]:
    """CPU time of the companion an update, and its memory and its wakes at home."""
    for name in BUILT_IN:
        yield _cpu_row(trial, name)
    languages = list(islice(cycle(LANGUAGES), CLIENTS))
    costs = _least_costs(trial, trial.game, languages)
    yield _row(f"CPU of an update for {CLIENTS} clients in 4 languages", costs, None)
    yield from _at_home(trial)


def _cpu_row(trial: Trial, name: str) -> Row:
    same = name == trial.game.name
    game = trial.game if same else read_shipped(name)
    costs = _least_costs(trial, game, [""] * CLIENTS)
    return _row(
        f"CPU of an update for {CLIENTS} clients, {name}", costs, MOST_CPU if same else None
    )


def _row(name: str, costs: Sequence[float], goal: float | None) -> Row:
    note = f"mean of {len(costs)} updates of a game; at most {max(costs) * 1e3:.2f} ms"
    return Row(name, mean(costs) * 1e3, goal, "ms", note)


def _least_costs(trial: Trial, game: Session, languages: Sequence[str]) -> list[float]:
    played = [PublishedGame(game, languages).costs for _ in range(min(trial.rounds, GAMES_PLAYED))]
    return [min(same) for same in zip(*played, strict=True)]


class PublishedGame:
    """A whole game pressed before these clients, one in each of the ``languages``."""

    def __init__(self, game: Session, languages: Sequence[str]) -> None:
        self.costs: list[float] = []
        """CPU seconds of each update: to describe it, to write its JSON, to send it to all."""
        self.lines: list[bytes] = []
        """The states in the first language."""
        self._language, *others = languages
        with TemporaryDirectory() as folder, ExitStack() as stack:
            self._path = Path(folder, "table.socket")
            rig = stack.enter_context(
                Rig(BOARDS["bonnet"], Path(folder), open_socket=lambda: self._open(rig))
            )
            rig.door.switch(on=True)
            rig.app.pump()
            stack.callback(rig.door.close)
            stack.enter_context(_readers(self._path, others))
            # The last one to greet, and so the last one to be served.
            self._last = stack.enter_context(TableClient(self._path))
            self._last.send(Greeting(self._language))
            while not select.select([self._last.socket], [], [], 0.01)[0]:
                rig.app.pump()
            self._last.receive()
            self._thread = next(each for each in threads() if each.name == "table socket")
            self._sending = self._thread_seconds()
            stack.enter_context(patch.object(TableService, "publish", self._timed()))
            for _ in play_record(rig, game):
                pass

    def _open(self, rig: Rig) -> TableSocket:
        socket = TableSocket(self._path, rig.inbox.put, time.monotonic)
        publish = socket.publish

        def note(lines: Mapping[str, bytes]) -> None:
            self.lines.append(lines.get(self._language, b""))
            publish(lines)

        socket.publish = note  # type: ignore[method-assign]
        return socket

    def _thread_seconds(self) -> float:
        assert self._thread.ident is not None
        return time.clock_gettime(time.pthread_getcpuclockid(self._thread.ident))

    def _timed(self) -> Callable[..., None]:
        publish = TableService.publish

        def timed(service: TableService, frame: Frame, *, resting: bool) -> None:
            before, start = len(self.lines), thread_time()
            publish(service, frame, resting=resting)
            in_loop = thread_time() - start
            if len(self.lines) > before:
                self._last.receive()
                sending, self._sending = self._sending, self._thread_seconds()
                self.costs.append(in_loop + self._sending - sending)

        return timed


@contextmanager
def _readers(path: Path, languages: Sequence[str]) -> Iterator[None]:
    """Clients in a process of their own, which read."""
    command = [sys.executable, "-m", table_readers.__name__, str(path), *languages]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline(), "it says that all have greeted"
            yield
        finally:
            process.kill()


def _at_home(trial: Trial) -> Iterator[Row]:
    home = play(trial.game, KEYBOARD).home
    name = f"memory at home, more with {CLIENTS} clients"
    idle = "wakes of an idle minute, more with Phone on"

    def at_home(choice: str, look: Callable[[TimedTerminal], float], clients: int = 0) -> float:
        with (
            TemporaryDirectory() as folder,
            patch.dict(os.environ, {"CAMPANILE_TABLE": str(Path(folder, "table.socket"))}),
        ):
            _switch_phone(folder, choice)
            with TimedTerminal(COMPANION, folder) as terminal, ExitStack() as stack:
                terminal.until(lambda: terminal.shows(home))
                _join(stack, Path(folder, "table.socket"), clients)
                return look(terminal)

    rounds = range(min(trial.rounds, PAIRS))
    try:
        pairs = [
            (at_home(ON, TimedTerminal.memory, CLIENTS), at_home(OFF, TimedTerminal.memory))
            for _ in rounds
        ]
        waits = [at_home(ON, _wakes), at_home(OFF, _wakes)]
    except (NoPictureError, OSError) as trouble:
        yield Row(name, None, MOST_MEMORY, note=str(trouble))
        yield Row(idle, None, 0, note=str(trouble))
        return
    more, without = median(a - b for a, b in pairs), median(b for _, b in pairs)
    yield Row(name, more, MOST_MEMORY, "MiB", f"{without:.1f} MiB with Phone off")
    yield Row(idle, waits[0] - waits[1], 0, note=f"{waits[0]:.0f} against {waits[1]:.0f}")


def _switch_phone(folder: str, choice: str) -> None:
    now = datetime.now(UTC)
    journal = Journal.open(Path(folder), now)
    journal.set(PHONE, choice, now)
    journal.close()


def _join(stack: ExitStack, path: Path, clients: int) -> None:
    """Connect in all languages; return when each client has the state. Raises OSError."""
    deadline = time.monotonic() + PATIENCE
    while clients and not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    joined = [stack.enter_context(TableClient(path)) for _ in range(clients)]
    for client, language in zip(joined, cycle(("", *LANGUAGES)), strict=False):
        client.send(Greeting(language))
    for client in joined:
        client.receive()


def _wakes(terminal: TimedTerminal) -> float:
    """How often any thread of the companion wakes in an idle minute."""
    time.sleep(1)  # what is loaded after the first picture
    before = waits_of(terminal.pid)
    time.sleep(IDLE_SECONDS)
    return (waits_of(terminal.pid) - before) * 60 / IDLE_SECONDS
