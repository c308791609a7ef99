"""A pseudo-terminal, read as somebody before it would see it."""

import os
import re
import termios
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any


class WatchedTerminal:
    """A pseudo-terminal and what someone before it would see."""

    def __init__(self, columns: int, rows: int) -> None:
        self.outer, self.inner = os.openpty()
        self.window: list[str] = []
        self.resize(columns, rows)
        self.chunks: SimpleQueue[bytes] = SimpleQueue()
        # A terminal that nobody reads would block the writer once its buffer is full.
        self.reader = Thread(target=self._drain, daemon=True)
        self.reader.start()
        self.alternate = False
        self.cursor = True
        self.updating = False
        self.received = ""

    def _drain(self) -> None:
        with suppress(OSError):  # the inner end is closed
            while chunk := os.read(self.outer, 65536):
                self.chunks.put(chunk)

    def resize(self, columns: int, rows: int) -> None:
        termios.tcsetwinsize(self.inner, (rows, columns))
        self.size = columns, rows
        self.window = (self.window + [""] * rows)[:rows]

    def modes(self) -> list[Any]:
        return termios.tcgetattr(self.inner)

    def read(self, last: str = "\a") -> list[str]:
        """Take all that was written, or all up to ``last``; returns the window's lines."""
        if last == "\a":
            os.write(self.inner, b"\a")  # behind all that was written
        data = b""
        while not data.endswith(last.encode()):
            data += self.chunks.get(timeout=10)
        self.received = data.decode().removesuffix("\a")
        self._interpret(self.received)
        return self.window

    def _interpret(self, text: str) -> None:
        row = column = 0
        for sequence, words in re.findall(r"\x1b\[([?\d;]*[A-Za-z])|([^\x1b]+)", text):
            if words:
                line = self.window[row].ljust(column)
                self.window[row] = line[:column] + words + line[column + len(words) :]
                column += len(words)
                assert column <= self.size[0]
            elif sequence.startswith("?"):
                self._switch(sequence[:-1], on=sequence.endswith("h"))
            elif sequence == "2J":
                self.window = [""] * self.size[1]
            elif sequence == "K":
                # behind a full line the cursor still stands on its last character
                self.window[row] = self.window[row][: min(column, self.size[0] - 1)]
            elif sequence.endswith("H"):
                row, column = int(sequence[:-1]) - 1, 0
            else:
                assert sequence.endswith("m"), sequence

    def _switch(self, mode: str, *, on: bool) -> None:
        if mode == "?1049":
            self.alternate = on
        elif mode == "?25":
            self.cursor = on
        else:
            assert mode == "?2026", mode
            assert self.updating != on, "an update within an update"
            self.updating = on

    def close(self) -> None:
        os.close(self.inner)
        self.reader.join()
        os.close(self.outer)
