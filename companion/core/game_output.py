"""What the code of a game prints: it is logged, because the output shows a picture, or is data.

The guard, which the first picture does not wait for, says whether a game runs, and logs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TextIO, cast

LONGEST_LINE = 200


class PrintedLine(NamedTuple):
    """A line that a game has printed, and where."""

    text: str
    game: str
    part: str
    file: str
    number: int


_printed: dict[str, PrintedLine] = {}
_guards: list[tuple[Callable[[], bool], Callable[[str], None]]] = []


def follow(is_running: Callable[[], bool], note: Callable[[str], None]) -> None:
    """Let ``note`` have each line that is printed while ``is_running``."""
    _guards[:] = [(is_running, note)]


def is_first_printed(line: PrintedLine) -> bool:
    """Note a line; whether it is the first of its game."""
    return _printed.setdefault(line.game, line) is line


def list_printed() -> tuple[PrintedLine, ...]:
    """The first line that each game has printed."""
    return tuple(_printed.values())


def forget_printed() -> None:
    """Take the next line of each game for its first."""
    _printed.clear()


@contextmanager
def games_print_apart() -> Iterator[None]:
    """Log what games print, as long as it lasts; all else is printed as ever."""
    forget_printed()
    output = sys.stdout
    sys.stdout = cast(TextIO, _Output(output))
    try:
        yield
    finally:
        sys.stdout = output


class _Output:
    """The standard output, but for a game's."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._begun = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._output, name)

    def write(self, text: str) -> int:
        """Write the text, unless a part of a game is running."""
        for is_running, note in _guards:
            if is_running():
                *lines, begun = (self._begun + text[:LONGEST_LINE]).split("\n")
                self._begun = begun[:LONGEST_LINE]
                for line in lines:
                    note(line)
                return len(text)
        return self._output.write(text)
