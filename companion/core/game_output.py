"""What the code of a game prints: it is logged, because the output shows a picture, or is data.

Late: `guard`, which the first picture does not wait for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
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


def list_printed() -> tuple[PrintedLine, ...]:
    """The first line that each game has printed."""
    return tuple(_printed.values())


def forget_printed() -> None:
    """Warn anew of each game that prints."""
    _printed.clear()


@contextmanager
def games_print_apart() -> Iterator[None]:
    """Log what games print, as long as it lasts; all else is printed as ever.

    The first line of a game is a warning, the others are for DEBUG.
    """
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
        from companion.core import guard

        if not guard.is_running():
            return self._output.write(text)
        *lines, self._begun = (self._begun + text[:LONGEST_LINE]).split("\n")
        self._begun = self._begun[:LONGEST_LINE]
        for line in lines:
            self._log(line)
        return len(text)

    def _log(self, line: str) -> None:
        from companion.core import guard

        printed = PrintedLine(line, *guard.find_caller())
        log = guard.log.debug if printed.game in _printed else guard.log.warning
        _printed.setdefault(printed.game, printed)
        place = f"{os.path.basename(printed.file)}:{printed.number}"
        log("game %s prints: %s (%s)", printed.game, line, place)
