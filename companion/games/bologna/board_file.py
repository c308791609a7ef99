"""Reads the file that says which kinds Bologna's fields show: seven rows of seven letters."""

import re

from companion.core.board_file import BoardFile
from companion.core.conversation import Answer
from companion.games.bologna.rules.board import FIRST, SIDE, BoardField, object_to_map

MAP = "map"


def read_board(text: str) -> tuple[Answer, ...]:
    """The answer to `kinds` that the seven rows of ``map`` give; raises BoardFileError."""
    file = BoardFile(text)
    file.check_keys(file.table, (MAP,))
    if MAP not in file.table:
        raise file.error((), "map-none")
    if not isinstance(file.table[MAP], str):
        raise file.error((MAP,), "map-not-rows")
    rows = _number_rows(file)
    if len(rows) != SIDE:
        raise file.error((MAP,), "map-rows", rows=len(rows), wanted=SIDE)
    for line, row in rows:
        if len(row) != SIDE:
            reason = "map-row-length"
            raise file.error((MAP,), reason, line=line, letters=len(row), wanted=SIDE)
    letters = "/".join(row for _, row in rows)
    objection = object_to_map(letters)
    if objection is not None:
        line, _ = rows[BoardField(str(objection.values["field"])).row - FIRST]
        raise file.refusal((MAP,), objection, line=line)
    return (Answer("kinds", letters),)


def _number_rows(file: BoardFile) -> list[tuple[int, str]]:
    """The rows that are not empty, each with its line in the file."""
    key_line = file.line((MAP,)) or 1
    # Behind three quotes that end the key's line the value begins in the next one.
    has_quotes_last = re.search(r"(\"\"\"|''')\s*$", file.text.splitlines()[key_line - 1])
    first = key_line + (has_quotes_last is not None)
    rows = ("".join(row.split()).lower() for row in file.table[MAP].splitlines())
    return [(line, row) for line, row in enumerate(rows, first) if row]
