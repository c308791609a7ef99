"""The early splash: from exec to the last byte sent, into a FIFO in place of the bus."""

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.app.prepared_splash import prepare_splash
from companion.box.config import Config
from companion.box.devices import early_splash
from companion.box.devices.buses import node_of
from tests.tools.bench.rows import Row, Trial, beside
from tests.tools.bench.rules import bare_python

NAME, GOAL = "early splash, all sent, to starting bare Python", 1.5
PATIENCE = 10.0
"""Seconds after which the program is given up."""
WITHOUT_IOCTL = """
import fcntl, sys
fcntl.ioctl = lambda *_: 0
del sys.argv[0]
exec(compile(open(sys.argv[0]).read(), sys.argv[0], "exec"))
"""
"""A FIFO refuses the one call that chooses the panel's address."""


def rows(trial: Trial) -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        splash = _EarlySplash(Path(folder))
        try:
            value, note = beside(splash.seconds, bare_python, trial.rounds)
        except TimeoutError as trouble:
            yield Row(NAME, None, GOAL, note=str(trouble))
        else:
            yield Row(NAME, value, GOAL, note=note)


class _EarlySplash:
    """The program with a splash file for a FIFO."""

    def __init__(self, folder: Path) -> None:
        config, bus = Config(), folder / "bus"
        node = node_of(config.board.bus)
        prepare_splash(config, folder)
        file = folder / f"{Path(node).name}.splash"
        text = file.read_text("ascii").replace(node, str(bus))
        file.write_text(text, "ascii")
        messages = text.splitlines()[3:-1]
        self._bytes = sum(len(message) // 2 + 1 for message in messages)  # with the control byte
        os.mkfifo(bus)
        self._bus = os.open(bus, os.O_RDWR)  # as a writer too, or it would end with the program
        program = [sys.executable, "-I", "-S", "-c", WITHOUT_IOCTL, early_splash.__file__]
        self._command = [*program, str(file), str(folder / "lit")]

    def seconds(self) -> float:
        """From exec to the last byte; raises TimeoutError if it does not come."""
        start, missing = perf_counter(), self._bytes
        with subprocess.Popen(self._command) as process:
            while missing > 0:
                if not select.select([self._bus], [], [], PATIENCE)[0]:
                    raise TimeoutError("the splash did not come")
                missing -= len(os.read(self._bus, missing))
            took = perf_counter() - start
            process.wait()
        return took
