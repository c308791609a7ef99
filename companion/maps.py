"""What is printed on a board, told by a small TOML file: text in, answers to setup questions out.

A file spares the table from entering it on the device; docs/maps.md shows one for each game.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.config.lines import Key, lines_of_keys
from companion.games.bologna import Bologna
from companion.games.bologna.board import FIRST, Field
from companion.games.bologna.collection import SIDE, map_objection
from companion.games.capitol import Capitol
from companion.games.capitol.board import (
    PREFECTURES,
    Prefecture,
    object_to_colour,
    parse_prefecture,
)
from companion.games.conversation import Answer, Objection, Reason, against
from companion.games.seating import name_objection

MAP = "map"
SMALL, LARGE, FOUNTAINS = "small", "large", "fountains"
USUAL: Mapping[str, int] = {LARGE: 1, FOUNTAINS: 0}
"""What a prefecture has where its line does not say."""
NEEDED = ("colour", SMALL)
PRINTED = ("colour", SMALL, LARGE, FOUNTAINS)
"""What a prefecture's line may say, in the order of a record's pair."""


class Misprint(Reason):
    """What can be wrong with such a file before its game looks at it."""

    UNREADABLE = "map-unreadable"
    NOT_TEXT = "map-not-text"
    SYNTAX = "map-syntax"
    UNKNOWN_KEY = "map-unknown-key"
    NO_MAP = "map-none"
    NOT_ROWS = "map-not-rows"
    ROWS = "map-rows"
    ROW_LENGTH = "map-row-length"
    NOT_A_PREFECTURE = "map-not-a-prefecture"
    MISSING = "map-missing"
    NOT_A_COLOUR = "map-not-a-colour"
    NOT_A_NUMBER = "map-not-a-number"
    COUNT = "map-count"


class MapError(Exception):
    """A board's file can't be used: its line (None: the whole), the key ("": none), and why."""

    def __init__(self, line: int | None, key: str, objection: Objection) -> None:
        super().__init__(line, key, objection)
        self.line, self.key, self.objection = line, key, objection
        self.path: Path | None = None


def load(path: Path, game: str) -> tuple[Answer, ...]:
    """What the file at ``path`` tells of the board of ``game``; raises MapError."""
    try:
        return READERS[game](_decoded(path.read_bytes()))
    except OSError as error:
        wrong = MapError(None, "", against(Misprint.UNREADABLE, problem=error.strerror or ""))
        wrong.path = path
        raise wrong from error
    except MapError as wrong:
        wrong.path = path
        raise


def bologna_map(text: str) -> tuple[Answer, ...]:
    """The answer to `kinds` that the seven rows of ``map`` tell; raises MapError."""
    table, lines = _parsed(text)
    _object_to_keys(table, (MAP,), lines, ())
    if MAP not in table:
        raise MapError(None, "", against(Misprint.NO_MAP))
    drawn, line = table[MAP], lines[MAP,]
    if not isinstance(drawn, str):
        raise MapError(line, MAP, against(Misprint.NOT_ROWS))
    lines_within = [(n, "".join(row.split()).lower()) for n, row in enumerate(drawn.splitlines())]
    places, rows = zip(*[(n, row) for n, row in lines_within if row] or [(0, "")], strict=True)
    if len(rows) != SIDE:
        raise MapError(line, MAP, against(Misprint.ROWS, rows=len(rows), wanted=SIDE))
    begins = _first_line_within(text, line)
    for place, row in zip(places, rows, strict=True):
        if len(row) != SIDE:
            wrong = against(Misprint.ROW_LENGTH, letters=len(row), wanted=SIDE)
            raise MapError(begins + place, MAP, wrong)
    objection = map_objection("/".join(rows))
    if objection is not None:
        row_at = Field(str(objection.values["field"])).row - FIRST
        raise MapError(begins + places[row_at], MAP, objection)
    return (Answer("kinds", "/".join(rows)),)


def _first_line_within(text: str, line: int) -> int:
    """The line on which the text of this key's value begins: behind quotes that end theirs."""
    return line + (re.search(r"(\"\"\"|''')\s*$", text.splitlines()[line - 1]) is not None)


def capitol_board(text: str) -> tuple[Answer, ...]:
    """The nine answers to `prefecture`, in the file's order; raises MapError."""
    table, lines = _parsed(text)
    laid: list[Prefecture] = []
    answers = []
    for name, told in table.items():
        word = _prefecture_word(name, told, lines)
        objection = name_objection(name, [each.name for each in laid])
        found = parse_prefecture(word, ()) if objection is None else objection
        if isinstance(found, Prefecture):
            objection = object_to_colour(found, laid)
            laid.append(found)
        else:
            objection = found
        if objection is not None:
            raise MapError(lines.get((name,)), name, objection)
        answers.append(Answer("prefecture", word))
    if len(laid) != PREFECTURES:
        raise MapError(None, "", against(Misprint.COUNT, count=len(laid), wanted=PREFECTURES))
    return tuple(answers)


def _prefecture_word(name: str, told: object, lines: Mapping[Key, int]) -> str:
    """A prefecture as a record writes it: NAME:COLOUR:SMALL:LARGE:FOUNTAINS."""
    if not isinstance(told, dict):
        raise MapError(lines.get((name,)), name, against(Misprint.NOT_A_PREFECTURE))
    _object_to_keys(told, PRINTED, lines, (name,))
    missing = tuple(key for key in NEEDED if key not in told)
    if missing:
        raise MapError(lines.get((name,)), name, against(Misprint.MISSING, missing=missing))
    told = {**USUAL, **told}
    wrong = next(_not_of_their_kind(told), None)
    if wrong is not None:
        key, reason = wrong
        raise MapError(lines.get((name, key)), f"{name}.{key}", against(reason))
    return ":".join([name, *(str(told[key]) for key in PRINTED)])


def _not_of_their_kind(told: Mapping[str, object]) -> Iterator[tuple[str, Reason]]:
    if not isinstance(told["colour"], str):
        yield "colour", Misprint.NOT_A_COLOUR
    for key in (SMALL, LARGE, FOUNTAINS):
        value = told[key]
        if type(value) is not int or value < 0:
            yield key, Misprint.NOT_A_NUMBER


READERS: Mapping[str, Callable[[str], tuple[Answer, ...]]] = {
    Bologna.name: bologna_map,
    Capitol.name: capitol_board,
}
"""How each game's board is read, by the game's name."""


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MapError(line, "", against(Misprint.NOT_TEXT)) from error


def _parsed(text: str) -> tuple[dict[str, Any], dict[Key, int]]:
    """The file's table, and the line of each key; raises MapError for what is not TOML."""
    try:
        return tomllib.loads(text), lines_of_keys(text)
    except tomllib.TOMLDecodeError as error:
        # tomllib tells the line in its message only, or that the text ended too early
        said = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        problem, line = said.groups() if said else (str(error), None)
        last = len(text.rstrip().split("\n"))
        wrong = against(Misprint.SYNTAX, problem=problem)
        raise MapError(int(line or last), "", wrong) from error


def _object_to_keys(
    table: Mapping[str, object], known: tuple[str, ...], lines: Mapping[Key, int], above: Key
) -> None:
    for key in table:
        if key not in known:
            line = lines.get((*above, key))
            raise MapError(
                line, ".".join((*above, key)), against(Misprint.UNKNOWN_KEY, known=known)
            )
