"""The whole thing as people run it: the companion in a terminal, `companion web`, and a browser."""

from __future__ import annotations

import hashlib
import json
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

import pytest

from companion.app.table_door import PHONE, PHONES
from companion.core.session import Session
from companion.store.journal import Journal
from tests.app.command import COMPANION, PATIENCE, Terminal
from tests.outlets.site_process import SiteProcess

if TYPE_CHECKING:
    from playwright.sync_api import SetCookieParam

SECRET = "the-secret-of-a-test"
NAME = "Anna"
AT_ONCE = "from companion.ui import reading; reading.READING_TIME = reading.SEEING_TIME = 0\n"
"""Lets a press count as soon as its question is shown: a test reads fast."""
MOST_SAID = 1 << 18
"""Bytes of what the terminal was told that are kept."""


def wait_until(holds: Callable[[], bool], look: Callable[[], object]) -> None:
    """Go on when it ``holds``; ``look`` is done before each look again, and takes its time."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, "it never holds"
        look()


class RunningTable:
    """A companion with *Phone* switched on and phones paired, and its web server.

    ``folder`` holds its games and its socket; ``games`` are saved before, the last played last;
    ``phones`` have secrets by their names.
    """

    def __init__(
        self,
        folder: Path,
        language: str = "en",
        games: Sequence[Session] = (),
        web_setup: str = AT_ONCE,
        phones: Mapping[str, str] = MappingProxyType({NAME: SECRET}),
    ) -> None:
        self.state = folder / "games"
        self._folder = folder
        self._web_setup = web_setup
        self._stack = ExitStack()
        self._spoken = Condition()
        """Notified of what the companion writes to its terminal."""
        self._web: SiteProcess | None = None
        self.port = 0
        self._is_on = False
        self._settle(language, games, phones)

    def _settle(self, language: str, games: Sequence[Session], paired: Mapping[str, str]) -> None:
        """Write what the players would have chosen in the box's menu."""
        now = datetime.now(UTC)
        journal = Journal.open(self.state, now)
        phones = [
            [number, name, hashlib.sha256(secret.encode()).hexdigest()]
            for number, (name, secret) in enumerate(paired.items(), 1)
        ]
        journal.set(PHONE, "on", now)
        journal.set(PHONES, json.dumps(phones), now)
        journal.set("language", language, now)
        for game in games:
            number = journal.begin(game.name, None, now)
            answers = [(answer.key, answer.word) for answer in game.answers]
            journal.append(number, answers, now)
        journal.close()

    def __enter__(self) -> Self:
        self._patch = self._stack.enter_context(pytest.MonkeyPatch.context())
        # Not the test's own folder: the path of a socket has at most 107 bytes.
        runtime = self._stack.enter_context(TemporaryDirectory())
        self._patch.setenv("XDG_RUNTIME_DIR", runtime)
        self.start_box()
        self._stack.callback(self.kill_box)
        self.start_web()
        self._stack.callback(self.stop_web)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def start_box(self, setup: str = "") -> None:
        """Start the companion in a terminal; ``setup`` is Python code that it runs first."""
        self.box = Terminal("play", "--virtual", state=self.state, code=setup + COMPANION)
        self.box.read_along(partial(self._hear, self.box))
        self._is_on = True

    def kill_box(self) -> None:
        """End the companion as a power cut does; may be called twice."""
        if self._is_on:
            self._is_on = False
            with self.box:
                pass

    def press_at_box(self, key: bytes) -> None:
        """Press a key in the terminal; go on when the box shows another picture."""
        with self._spoken:
            before = self.box.picture
        self.box.press_keys(key)
        self.wait_for_picture(lambda picture: picture != before)

    def wait_for_picture(self, holds: Callable[[list[str]], bool]) -> None:
        """Go on when it holds of the picture on the box's screen."""
        with self._spoken:
            assert self._spoken.wait_for(lambda: holds(self.box.picture), PATIENCE)

    def _hear(self, box: Terminal, said: bytes) -> None:
        with self._spoken:
            box.said = (box.said + said)[-MOST_SAID:]
            self._spoken.notify_all()

    def start_web(self) -> None:
        """Start `companion web`, at the port that it had before."""
        self._web = SiteProcess(self.state, "web", "--port", self.port, setup=self._web_setup)
        self.port = self._web.port

    def stop_web(self, how: signal.Signals = signal.SIGINT) -> None:
        """End `companion web` as Ctrl-C does, or by another signal."""
        assert self._web is not None
        self._web.stop(how)

    @property
    def address(self) -> str:
        """Where the table's page is."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def cookie(self) -> SetCookieParam:
        """The cookie of the paired phone."""
        return self.cookie_of(SECRET)

    def cookie_of(self, secret: str) -> SetCookieParam:
        """The cookie of the phone with this secret."""
        return {"name": "phone", "value": secret, "url": self.address}

    @contextmanager
    def stopped_box(self) -> Iterator[None]:
        """While the block runs, the companion is frozen as by SIGSTOP."""
        self.box.process.send_signal(signal.SIGSTOP)
        yield
        self.box.process.send_signal(signal.SIGCONT)

    @contextmanager
    def stopped_web(self) -> Iterator[None]:
        """While the block runs, the web server is frozen as by SIGSTOP."""
        assert self._web is not None
        self._web.send_signal(signal.SIGSTOP)
        yield
        self._web.send_signal(signal.SIGCONT)
