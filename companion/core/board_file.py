"""Read a TOML file that describes a printed board into answers to setup questions.

docs/maps.md shows a file for each game.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.core.conversation import Answer, Objection, Reason, build_objection
from companion.core.toml_lines import Key, find_key_lines


class BoardFileReason(Reason):
    """What can be wrong with a board file before a game sees it."""

    UNREADABLE = "map-unreadable"
    NOT_TEXT = "map-not-text"
    SYNTAX = "map-syntax"
    UNKNOWN_KEY = "map-unknown-key"


class BoardFileError(Exception):
    """A board file that can't be used: the line (None: the whole file), the key, and why."""

    def __init__(self, line: int | None, key: str, objection: Objection) -> None:
        super().__init__(line, key, objection)
        self.line, self.key, self.objection = line, key, objection
        self.path: Path | None = None
        self.game = ""
        """The name of the game whose board it is, which words the objection."""


def load_board_file(path: Path, read: Callable[[str], tuple[Answer, ...]]) -> tuple[Answer, ...]:
    """Read the file at ``path`` by the game's reader ``read``; raises BoardFileError."""
    try:
        return read(_decoded(path.read_bytes()))
    except OSError as error:
        problem = error.strerror or ""
        wrong = BoardFileError(
            None, "", build_objection(BoardFileReason.UNREADABLE, problem=problem)
        )
        wrong.path = path
        raise wrong from error
    except BoardFileError as wrong:
        wrong.path = path
        raise


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BoardFileError(line, "", build_objection(BoardFileReason.NOT_TEXT)) from error


def parse_board_file(text: str) -> tuple[dict[str, Any], dict[Key, int]]:
    """Parse TOML into a table and the line of each key; raises BoardFileError."""
    try:
        return tomllib.loads(text), find_key_lines(text)
    except tomllib.TOMLDecodeError as error:
        # tomllib gives the line in its message only, or says that the text ended too early
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        problem, line = found.groups() if found else (str(error), None)
        last = len(text.rstrip().split("\n"))
        wrong = build_objection(BoardFileReason.SYNTAX, problem=problem)
        raise BoardFileError(int(line or last), "", wrong) from error


def object_to_keys(
    table: Mapping[str, object], known: tuple[str, ...], lines: Mapping[Key, int], above: Key
) -> None:
    """Raise BoardFileError for the first key that is not ``known``."""
    for key in table:
        if key not in known:
            line = lines.get((*above, key))
            raise BoardFileError(
                line,
                ".".join((*above, key)),
                build_objection(BoardFileReason.UNKNOWN_KEY, known=known),
            )
