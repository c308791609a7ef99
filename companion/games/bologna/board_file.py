"""The file that says which kinds Bologna's fields show: seven rows of seven letters."""

import re

from companion.core.board_file import BoardFileError, object_to_keys, parse_board_file
from companion.core.conversation import Answer, Reason, build_objection
from companion.games.bologna.rules.board import FIRST, BoardField
from companion.games.bologna.rules.collection import SIDE, object_to_map

MAP = "map"


class BolognaMapReason(Reason):
    """What can be wrong with the file's map."""

    NO_MAP = "map-none"
    NOT_ROWS = "map-not-rows"
    ROWS = "map-rows"
    ROW_LENGTH = "map-row-length"


def read_board(text: str) -> tuple[Answer, ...]:
    """The answer to `kinds` that the seven rows of ``map`` tell; raises BoardFileError."""
    table, lines = parse_board_file(text)
    object_to_keys(table, (MAP,), lines, ())
    if MAP not in table:
        raise BoardFileError(None, "", build_objection(BolognaMapReason.NO_MAP))
    drawn, line = table[MAP], lines[MAP,]
    if not isinstance(drawn, str):
        raise BoardFileError(line, MAP, build_objection(BolognaMapReason.NOT_ROWS))
    lines_within = [(n, "".join(row.split()).lower()) for n, row in enumerate(drawn.splitlines())]
    places, rows = zip(*[(n, row) for n, row in lines_within if row] or [(0, "")], strict=True)
    if len(rows) != SIDE:
        raise BoardFileError(
            line, MAP, build_objection(BolognaMapReason.ROWS, rows=len(rows), wanted=SIDE)
        )
    begins = _first_line_within(text, line)
    for place, row in zip(places, rows, strict=True):
        if len(row) != SIDE:
            wrong = build_objection(BolognaMapReason.ROW_LENGTH, letters=len(row), wanted=SIDE)
            raise BoardFileError(begins + place, MAP, wrong)
    objection = object_to_map("/".join(rows))
    if objection is not None:
        row_at = BoardField(str(objection.values["field"])).row - FIRST
        raise BoardFileError(begins + places[row_at], MAP, objection)
    return (Answer("kinds", "/".join(rows)),)


def _first_line_within(text: str, line: int) -> int:
    """The line on which the text of this key's value begins: behind quotes that end theirs."""
    return line + (re.search(r"(\"\"\"|''')\s*$", text.splitlines()[line - 1]) is not None)
