"""`companion web` or `companion board` as people run it: a process that prints its address."""

from __future__ import annotations

import re
import select
import signal
import subprocess
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import Self

from tests.app.command import COMPANION, PATIENCE, environment, python

POLL = 0.02
"""Seconds between two looks at a page: what it waits for needs the processor, too."""
ADDRESS = re.compile(r"http://\S+?:(\d+)/")


class SiteProcess:
    """Runs the command; raises OSError if it does not say where its page is.

    ``setup`` is Python code that it runs first.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: object,
        environ: Mapping[str, str] | None = None,
        setup: str = "",
    ) -> None:
        self._process = subprocess.Popen(
            python(setup + COMPANION, *arguments),
            env={**environment(folder), "PYTHONUNBUFFERED": "1", **(environ or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.pid = self._process.pid
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        found = ADDRESS.search(self._process.stdout.readline()) if ready else None
        if found is None:
            self._process.kill()
            raise OSError(f"no address: {self._process.communicate()[1]}")
        self.port = int(found[1])
        self.address = f"http://127.0.0.1:{self.port}/"

    def get(self, path: str = "") -> str:
        """What a page has."""
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as reply:
            return str(reply.read().decode())

    def wait_for(self, holds: Callable[[str], bool], path: str = "") -> str:
        """Look at a page until it holds."""
        end = monotonic() + PATIENCE
        while not holds(page := self.get(path)):
            assert monotonic() < end, page
            sleep(POLL)
        return page

    def send_signal(self, which: signal.Signals) -> None:
        """Send it a signal that may let it live."""
        self._process.send_signal(which)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """End it; returns what it complained about."""
        self.send_signal(how)
        said, complaints = self._process.communicate(timeout=PATIENCE)
        assert said == ""
        assert self._process.returncode == (0 if how != signal.SIGKILL else -how)
        return complaints

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
