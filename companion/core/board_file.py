"""Reads a small TOML file that says what is printed on a game's board: text in, answers out.

With such a file nobody enters the board on the device; docs/maps.md shows one for each game.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.core.conversation import Answer, Objection, Reason, Value, build_objection
from companion.core.toml_lines import TomlKey, find_key_lines


class BoardFileReason(Reason):
    """What can be wrong with a file of any game."""

    UNREADABLE = "map-unreadable"
    NOT_TEXT = "not-text"
    SYNTAX = "map-syntax"
    UNKNOWN_KEY = "map-unknown-key"


class BoardFileError(Exception):
    """A board's file can't be used: its line (None: the whole), the key ("": none), and why."""

    def __init__(self, line: int | None, key: str, objection: Objection) -> None:
        super().__init__(line, key, objection)
        self.line, self.key, self.objection = line, key, objection
        self.path: Path | None = None
        self.game = ""
        """The name of the game whose board it is, which words the objection."""


class BoardFile:
    """The file's table, and errors that name the line of a key."""

    def __init__(self, text: str) -> None:
        """Parse the text; raises BoardFileError if it is not TOML."""
        try:
            self.table: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise _syntax_error(text, error) from error
        self.text = text
        self._lines = find_key_lines(text)

    def error(
        self, key: TomlKey, reason: str, *, line: int | None = None, **values: Value
    ) -> BoardFileError:
        """The error of a key, or of the whole file: (); without ``line`` in the key's line."""
        return self.refusal(key, build_objection(reason, **values), line=line)

    def refusal(
        self, key: TomlKey, objection: Objection, *, line: int | None = None
    ) -> BoardFileError:
        """The error for what the rules object to."""
        return BoardFileError(line or self.line(key), ".".join(key), objection)

    def line(self, key: TomlKey) -> int | None:
        """The line of a key, from 1; None for one that is not in the file."""
        return self._lines.get(key)

    def check_keys(self, table: Mapping[str, object], known: tuple[str, ...], *above: str) -> None:
        """Raise BoardFileError for a key of the table ``above`` that is not ``known``."""
        for key in table:
            if key not in known:
                raise self.error((*above, key), BoardFileReason.UNKNOWN_KEY, known=known)


def _syntax_error(text: str, error: tomllib.TOMLDecodeError) -> BoardFileError:
    """The error in its line, which tomllib names in its message only; else in the last line."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
    problem, line = found.groups() if found else (str(error), None)
    last = len(text.rstrip().split("\n"))
    objection = build_objection(BoardFileReason.SYNTAX, problem=problem)
    return BoardFileError(int(line or last), "", objection)


def load_board_file(
    game: str, path: Path, read: Callable[[str], tuple[Answer, ...]]
) -> tuple[Answer, ...]:
    """The answers that the game's reader finds in a file; raises BoardFileError."""
    try:
        return read(_decode(_read(path)))
    except BoardFileError as error:
        error.game, error.path = game, path
        raise


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        objection = build_objection(BoardFileReason.UNREADABLE, problem=error.strerror or "")
        raise BoardFileError(None, "", objection) from error


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BoardFileError(line, "", build_objection(BoardFileReason.NOT_TEXT)) from error
