"""The messages of the tables (docs/mqtt.md), read strictly: anybody may publish on a broker.

What the board does not need is ignored; whatever it needs and is not as it should be raises
`BadReport` and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn

from companion.outlets.protocol import MAX_WHOLE, MOST_RESULTS, TEXT
from companion.outlets.topics import BASE, OFFLINE, ONLINE, TableTopic, topic_of

VERSION = 1
SUBSCRIPTIONS = tuple(topic_of("+", each) for each in TableTopic)
TOPIC = re.compile(rf"{BASE}/([0-9a-f]{{12}})/({'|'.join(TableTopic)})")
LONGEST: Mapping[str, int] = {
    TableTopic.STATUS: 16,
    TableTopic.STATE: 65_536,
    TableTopic.EVENT: 65_536,
    TableTopic.RESULT: 300_000,
}
"""Bytes of a message by the end of its topic."""
MOST_PLAYERS = 16
MOST_LINES = 64
ID = re.compile(r"[!-~]{1,64}")
NAME = re.compile(TEXT + "{1,100}")
PLAYER = re.compile(TEXT + "{0,100}")
"""In a setup somebody may still be without a name."""
PHRASE = re.compile(TEXT + "{0,2000}")
WORD = re.compile(r"[a-z0-9-]{0,32}")
KIND = re.compile(r"[a-z0-9-]{1,32}")


class BadReport(ValueError):
    """A message is not as docs/mqtt.md says."""


@dataclass(frozen=True, slots=True)
class HallPlayer:
    """Who sits at a table."""

    name: str
    colour: str
    turn: bool


@dataclass(frozen=True, slots=True)
class HallGame:
    """The game that is open at a table."""

    id: str
    name: str
    """Its name in a record."""
    title: str
    started: bool
    finished: bool
    progress: str


@dataclass(frozen=True, slots=True)
class TableStatus:
    """Whether a table is there; None after it has left for good."""

    table: str
    online: bool | None


@dataclass(frozen=True, slots=True)
class TableReport:
    """A table as it is now."""

    table: str
    name: str
    game: HallGame | None
    players: tuple[HallPlayer, ...]
    doing: str
    waiting: bool
    """While a scoring is shown."""
    points: tuple[int | None, ...]
    """By seat, where they may be seen."""
    left: int | None
    """Cards left."""
    light: str
    """The colour of whose turn it is; "" for nobody's."""


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """Something that has happened at a table."""

    table: str
    number: int
    game: str
    kind: str
    """As in `KINDS`, or one of a newer version."""
    name: str
    """Of a scoring."""
    text: str
    lines: tuple[str, ...]
    taken_back: tuple[int, ...]
    """The numbers of events that have not happened after all."""


@dataclass(frozen=True, slots=True)
class ResultPlayer:
    """A player of a game that is over."""

    name: str
    colour: str
    points: int


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A game that is over."""

    table: str
    id: str
    table_name: str
    game: str
    """Its name in a record."""
    began: datetime
    ended: datetime
    players: tuple[ResultPlayer, ...]
    winners: frozenset[int]
    """Their seats."""


@dataclass(frozen=True, slots=True)
class TableResults:
    """The games that ended last at a table; None after it has left for good."""

    table: str
    results: tuple[BoardResult, ...] | None
    unfinished: tuple[str, ...] = ()
    """The ids of games that are not over, among them any whose result was taken back."""


Report = TableStatus | TableReport | ReportedEvent | TableResults


def read_report(topic: str, payload: bytes) -> Report:
    """Return what a message says; raises BadReport."""
    found = TOPIC.fullmatch(topic)
    if found is None:
        _refuse("a topic of no table")
    table, kind = found.groups()
    if len(payload) > LONGEST[kind]:
        _refuse(f"{kind} of {len(payload)} bytes")
    return _READERS[kind](table, payload)


def read_result(table: str, text: str) -> BoardResult:
    """Return what `describe_result` wrote; raises BadReport."""
    fields = _load(text.encode())
    return _read_one_result(table, _text(fields, "table_name", NAME), fields)


def describe_result(result: BoardResult) -> str:
    """Return a game as JSON that `read_result` reads."""
    described = {
        "game": result.id,
        "table_name": result.table_name,
        "began": result.began.isoformat(),
        "ended": result.ended.isoformat(),
        "result": {
            "game": result.game,
            "state": "finished",
            "players": [
                {"name": each.name, "colour": each.colour, "points": each.points}
                for each in result.players
            ],
            "winners": [result.players[seat].name for seat in sorted(result.winners)],
        },
    }
    return json.dumps(described, ensure_ascii=False, separators=(",", ":"))


# One reader for each topic ----------------------------------------------------------------------


def _read_status(table: str, payload: bytes) -> TableStatus:
    if payload not in {ONLINE.encode(), OFFLINE.encode(), b""}:
        _refuse("a status is online or offline")
    return TableStatus(table, payload == ONLINE.encode() if payload else None)


def _read_state(table: str, payload: bytes) -> TableReport:
    if not payload:  # it has left: its status goes, too
        return TableReport(table, "", None, (), "", False, (), None, "")
    fields = _load_versioned(table, payload)
    players = tuple(
        HallPlayer(_text(each, "name", PLAYER), _text(each, "colour", WORD), _flag(each, "turn"))
        for each in _objects(fields, "players", MOST_PLAYERS)
    )
    return TableReport(
        table,
        _text(fields, "name", NAME),
        _read_game(fields.get("game")),
        players,
        _text(fields, "doing", PHRASE),
        _flag(fields, "waiting"),
        _read_standings(fields, len(players)),
        None if fields.get("left") is None else _whole(fields, "left"),
        "" if fields.get("light") is None else _text(fields, "light", WORD),
    )


def _read_game(value: object) -> HallGame | None:
    if value is None:
        return None
    game = _object(value, "game")
    return HallGame(
        _text(game, "id", ID),
        _text(game, "name", NAME),
        _text(game, "title", NAME),
        _flag(game, "started"),
        _flag(game, "finished"),
        _text(game, "progress", PHRASE),
    )


def _read_standings(fields: Mapping[str, Any], players: int) -> tuple[int | None, ...]:
    points: list[int | None] = [None] * players
    if fields.get("standings") is not None:
        for each in _objects(fields, "standings", MOST_PLAYERS):
            seat = _whole(each, "seat", 0, MAX_WHOLE)
            if seat < players:  # in a setup somebody sits down last
                points[seat] = _whole(each, "points")
    return tuple(points)


def _read_event(table: str, payload: bytes) -> ReportedEvent:
    fields = _load_versioned(table, payload)
    taken_back = fields.get("numbers") or []
    if not isinstance(taken_back, list) or not all(map(_is_whole, taken_back)):
        _refuse("numbers is a list of numbers")
    lines = fields.get("lines") or []
    if not isinstance(lines, list) or len(lines) > MOST_LINES:
        _refuse(f"lines is a list of at most {MOST_LINES}")
    return ReportedEvent(
        table,
        _whole(fields, "number", 0),
        "" if fields.get("game") is None else _text(fields, "game", ID),
        _text(fields, "kind", KIND),
        _optional(fields, "name", PHRASE),
        _optional(fields, "text", PHRASE),
        tuple(_text({"a line": line}, "a line", PHRASE) for line in lines),
        tuple(taken_back),
    )


def _read_results(table: str, payload: bytes) -> TableResults:
    if not payload:
        return TableResults(table, None)
    fields = _load_versioned(table, payload)
    name = _text(fields, "name", NAME)
    listed = _objects(fields, "results", MOST_RESULTS)
    results = tuple(_read_one_result(table, name, each) for each in listed)
    if len({each.id for each in results}) < len(results):
        _refuse("a game stands twice in the results")
    unfinished = fields.get("unfinished", [])
    if not isinstance(unfinished, list) or len(unfinished) > MOST_RESULTS:
        _refuse(f"unfinished is a list of at most {MOST_RESULTS}")
    going_on = tuple(_text({"a game": each}, "a game", ID) for each in unfinished)
    return TableResults(table, results, going_on)


def _read_one_result(table: str, table_name: str, fields: Mapping[str, Any]) -> BoardResult:
    result = _object(fields.get("result"), "result")
    players = tuple(
        ResultPlayer(_text(each, "name", NAME), _text(each, "colour", WORD), _whole(each, "points"))
        for each in _objects(result, "players", MOST_PLAYERS)
    )
    names = [each.name for each in players]
    winners = result.get("winners")
    if not players or len(set(names)) < len(names):
        _refuse("each player of a game has a name of their own")
    if not isinstance(winners, list) or not winners or not all(each in names for each in winners):
        _refuse("winners are players")
    return BoardResult(
        table,
        _text(fields, "game", ID),
        table_name,
        _text(result, "game", NAME),
        _time(fields, "began"),
        _time(fields, "ended"),
        players,
        frozenset(map(names.index, winners)),
    )


_READERS: Mapping[str, Callable[[str, bytes], Report]] = {
    TableTopic.STATUS: _read_status,
    TableTopic.STATE: _read_state,
    TableTopic.EVENT: _read_event,
    TableTopic.RESULT: _read_results,
}


# Values -----------------------------------------------------------------------------------------


def _refuse(text: str) -> NoReturn:
    raise BadReport(text)


def _load(payload: bytes) -> Mapping[str, Any]:
    try:
        return _object(json.loads(payload.decode()), "a message")
    except BadReport:
        raise
    except (ValueError, RecursionError):
        _refuse("no JSON in UTF-8")


def _load_versioned(table: str, payload: bytes) -> Mapping[str, Any]:
    fields = _load(payload)
    if not _is_whole(fields.get("version")) or fields["version"] != VERSION:
        _refuse(f"this is version {VERSION}")
    if fields.get("table") != table:
        _refuse("a message of another table than its topic's")
    return fields


def _object(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        _refuse(f"{name} is an object")
    return value


def _objects(fields: Mapping[str, Any], name: str, most: int) -> Sequence[Mapping[str, Any]]:
    value = fields.get(name)
    if not isinstance(value, list) or len(value) > most:
        _refuse(f"{name} is a list of at most {most}")
    return [_object(each, name) for each in value]


def _text(fields: Mapping[str, Any], name: str, pattern: re.Pattern[str]) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not pattern.fullmatch(value):
        _refuse(f"{name} is a text that matches {pattern.pattern}")
    return value


def _optional(fields: Mapping[str, Any], name: str, pattern: re.Pattern[str]) -> str:
    return "" if fields.get(name) is None else _text(fields, name, pattern)


def _flag(fields: Mapping[str, Any], name: str) -> bool:
    value = fields.get(name)
    if not isinstance(value, bool):
        _refuse(f"{name} is true or false")
    return value


def _is_whole(value: object) -> bool:
    return type(value) is int and -MAX_WHOLE <= value <= MAX_WHOLE  # type: bool is an int, too


def _whole(
    fields: Mapping[str, Any], name: str, least: int = -MAX_WHOLE, most: int = MAX_WHOLE
) -> int:
    value = fields.get(name)
    if not _is_whole(value) or not least <= int(str(value)) <= most:
        _refuse(f"{name} is a whole number from {least} to {most}")
    return int(str(value))


def _time(fields: Mapping[str, Any], name: str) -> datetime:
    value = fields.get(name)
    try:
        time = datetime.fromisoformat(value if isinstance(value, str) else "")
        return time.astimezone(UTC) if time.tzinfo else _refuse(f"{name} has no time zone")
    except (ValueError, OverflowError) as error:
        raise BadReport(f"{name} is a time in ISO 8601") from error
