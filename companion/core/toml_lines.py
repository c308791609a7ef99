"""Find the line of each key of a TOML file, which `tomllib` does not keep."""

import tomllib
from collections.abc import Iterator
from typing import Any

TomlKey = tuple[str, ...]
"""A key with the tables it stands in, each part unquoted."""


def find_key_lines(text: str) -> dict[TomlKey, int]:
    """Return the line, from 1, in which each key and each table of a valid TOML text begins.

    The text is cut into statements by `tomllib` itself, each the shortest run of lines that it
    accepts, so quoted and dotted keys, comments and values of several lines need no care here.
    """
    found: dict[TomlKey, int] = {}
    table: TomlKey = ()
    for line, statement, is_header in _statements(text):
        paths = list(_paths(statement))
        if is_header:
            table = paths[-1]
        for path in paths:
            found.setdefault(path if is_header else table + path, line)
    return found


def _statements(text: str) -> Iterator[tuple[int, dict[str, Any], bool]]:
    """Each header and each assignment: its first line, itself parsed, whether it is a header."""
    begun: list[str] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        begun.append(line)
        try:
            statement = tomllib.loads("\n".join(begun))
        except tomllib.TOMLDecodeError:
            continue  # a string or an array that goes on
        if statement:
            first = number - len(begun) + 1
            yield first, statement, begun[0].lstrip().startswith("[")
        begun.clear()


def _paths(table: dict[str, Any], above: TomlKey = ()) -> Iterator[TomlKey]:
    for key, value in table.items():
        yield (*above, key)
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from _paths(inner, (*above, key))
