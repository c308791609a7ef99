"""The messages of the tables (docs/mqtt.md), read strictly: anybody may publish on a broker.

What the board does not need is ignored; whatever it needs and is not as it should be raises
`BadInput` and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from companion.outlets.broker import BASE, OFFLINE, ONLINE, VERSION, TableTopic, topic_of
from companion.outlets.protocol import MOST_RESULTS
from companion.outlets.strict_json import MAX_WHOLE, TEXT, Fields, is_whole, load_fields, refuse

LONGEST: Mapping[TableTopic, int] = {
    TableTopic.STATUS: 16,
    TableTopic.STATE: 65_536,
    TableTopic.EVENT: 65_536,
    TableTopic.RESULT: 300_000,
}
"""Bytes of a message by the end of its topic."""
SUBSCRIPTIONS = tuple(topic_of("+", each) for each in LONGEST)
TOPIC = re.compile(rf"{BASE}/([0-9a-f]{{12}})/({'|'.join(LONGEST)})")
FIRST_TIME = datetime(2001, 1, 1, tzinfo=UTC)
"""No game is older: a clock that was never set begins before it."""
LONGEST_AHEAD = timedelta(days=1)
"""So far a box's clock may run ahead."""
MOST_AHEAD = timedelta(minutes=2)
"""Clocks that differ by no more are right."""
MOST_PLAYERS = 16
MOST_LINES = 64
ID = re.compile(r"[!-~]{1,64}")
NAME = re.compile(TEXT + "{1,100}")
PLAYER = re.compile(TEXT + "{0,100}")
"""In a setup somebody may still be without a name."""
PHRASE = re.compile(TEXT + "{0,2000}")
WORD = re.compile(r"[a-z0-9-]{0,32}")
KIND = re.compile(r"[a-z0-9-]{1,32}")


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
class HallPart:
    """Something of the table of a game, in a line."""

    label: str
    text: str


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
    parts: tuple[HallPart, ...] | None
    """What one sees of the table at a glance; None from an older version."""


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
    said_end: datetime
    """When it ended, as its box says."""
    players: tuple[ResultPlayer, ...]
    winners: frozenset[int]
    """Their seats."""
    moment: str = ""
    """The best moment of who has won; "" where none is told."""
    heard: datetime | None = field(default=None, compare=False)
    """When the board has heard of it first."""
    counts: bool = field(default=True, compare=False)
    """Whether it stands in the standings."""
    trace: str = field(default="", compare=False)
    """What the last correction of the organiser has changed, and when; "" without one."""

    @property
    def ended(self) -> datetime:
        """When it ended: at the latest when it was heard of, as a box's clock may run ahead."""
        return min(self.said_end, self.heard or self.said_end)

    @property
    def is_ahead(self) -> bool:
        """Whether the clock of its box runs ahead."""
        return self.said_end - self.ended > MOST_AHEAD


@dataclass(frozen=True, slots=True)
class TableResults:
    """The games that ended last at a table; None after it has left for good."""

    table: str
    results: tuple[BoardResult, ...] | None
    unfinished: tuple[str, ...] = ()
    """The ids of games that are not over, among them any whose result was taken back."""


Report = TableStatus | TableReport | ReportedEvent | TableResults


def read_report(topic: str, payload: bytes) -> Report:
    """Return what a message says; raises BadInput."""
    found = TOPIC.fullmatch(topic)
    if found is None:
        refuse("a topic of no table")
    table, kind = found.groups()
    if len(payload) > LONGEST[TableTopic(kind)]:
        refuse(f"{kind} of {len(payload)} bytes")
    return _READERS[kind](table, payload)


def check_times(result: BoardResult, now: datetime) -> None:
    """Raise BadInput where a game's times can't be true ``now``."""
    for time in (result.began, result.said_end):
        if not FIRST_TIME <= time <= now + LONGEST_AHEAD:
            refuse(f"game {result.id}: no clock that is right says {time.isoformat()}")


def read_result(table: str, text: str, now: datetime) -> BoardResult:
    """Return what `describe_result` wrote; raises BadInput, also where its times can't be true."""
    fields = load_fields(text.encode())
    result = _read_one_result(table, fields.take_text("table_name", NAME), fields)
    check_times(result, now)
    return replace(result, heard=fields.take_time("heard")) if "heard" in fields else result


def describe_result(result: BoardResult) -> str:
    """Return a game as JSON that `read_result` reads."""
    described = {
        "game": result.id,
        "table_name": result.table_name,
        "began": result.began.isoformat(),
        "ended": result.said_end.isoformat(),
        "moment": result.moment,
        **({"heard": result.heard.isoformat()} if result.heard else {}),
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
        refuse("a status is online or offline")
    return TableStatus(table, payload == ONLINE.encode() if payload else None)


def _read_state(table: str, payload: bytes) -> TableReport:
    if not payload:  # it has left: its status goes, too
        return TableReport(table, "", None, (), "", False, (), None, "", None)
    fields = _load_versioned(table, payload)
    players = tuple(
        HallPlayer(
            each.take_text("name", PLAYER), each.take_text("colour", WORD), each.take_switch("turn")
        )
        for each in fields.take_list("players", Fields.take_object, most=MOST_PLAYERS)
    )
    return TableReport(
        table,
        fields.take_text("name", NAME),
        _read_game(fields.take_object("game")) if "game" in fields else None,
        players,
        fields.take_text("doing", PHRASE),
        fields.take_switch("waiting"),
        _read_standings(fields, len(players)),
        fields.take_whole("left", least=-MAX_WHOLE) if "left" in fields else None,
        fields.take_text("light", WORD) if "light" in fields else "",
        _read_parts(fields) if "parts" in fields else None,
    )


def _read_parts(fields: Fields) -> tuple[HallPart, ...]:
    parts = fields.take_list("parts", Fields.take_object, most=MOST_LINES)
    return tuple(
        HallPart(each.take_text("label", NAME), each.take_text("text", PHRASE)) for each in parts
    )


def _read_game(game: Fields) -> HallGame:
    return HallGame(
        game.take_text("id", ID),
        game.take_text("name", NAME),
        game.take_text("title", NAME),
        game.take_switch("started"),
        game.take_switch("finished"),
        game.take_text("progress", PHRASE),
    )


def _read_standings(fields: Fields, players: int) -> tuple[int | None, ...]:
    points: list[int | None] = [None] * players
    if "standings" in fields:
        for each in fields.take_list("standings", Fields.take_object, most=MOST_PLAYERS):
            seat = each.take_whole("seat")
            if seat < players:  # in a setup somebody sits down last
                points[seat] = each.take_whole("points", least=-MAX_WHOLE)
    return tuple(points)


def _read_event(table: str, payload: bytes) -> ReportedEvent:
    fields = _load_versioned(table, payload)
    lines, numbers = list[str](), list[int]()
    if "lines" in fields:
        lines = fields.take_list("lines", Fields.take_text, PHRASE, most=MOST_LINES)
    if "numbers" in fields:
        numbers = fields.take_list("numbers", Fields.take_whole)
    return ReportedEvent(
        table,
        fields.take_whole("number"),
        fields.take_text("game", ID) if "game" in fields else "",
        fields.take_text("kind", KIND),
        fields.take_text("name", PHRASE) if "name" in fields else "",
        fields.take_text("text", PHRASE) if "text" in fields else "",
        tuple(lines),
        tuple(numbers),
    )


def _read_results(table: str, payload: bytes) -> TableResults:
    if not payload:
        return TableResults(table, None)
    fields = _load_versioned(table, payload)
    name = fields.take_text("name", NAME)
    listed = fields.take_list("results", Fields.take_object, most=MOST_RESULTS)
    results = tuple(_read_one_result(table, name, each) for each in listed)
    if len({each.id for each in results}) < len(results):
        refuse("a game stands twice in the results")
    going_on = list[str]()
    if "unfinished" in fields:
        going_on = fields.take_list("unfinished", Fields.take_text, ID, most=MOST_RESULTS)
    return TableResults(table, results, tuple(going_on))


def _read_one_result(table: str, table_name: str, fields: Fields) -> BoardResult:
    result = fields.take_object("result")
    players = tuple(
        ResultPlayer(
            each.take_text("name", NAME),
            each.take_text("colour", WORD),
            each.take_whole("points", least=-MAX_WHOLE),
        )
        for each in result.take_list("players", Fields.take_object, most=MOST_PLAYERS)
    )
    names = [each.name for each in players]
    winners = result.take_list("winners", Fields.take_text, NAME, most=len(players), least=1)
    if not players or len(set(names)) < len(names):
        refuse("each player of a game has a name of their own")
    if not all(each in names for each in winners):
        refuse("winners are players")
    return BoardResult(
        table,
        fields.take_text("game", ID),
        table_name,
        result.take_text("game", NAME),
        fields.take_time("began"),
        fields.take_time("ended"),
        players,
        frozenset(map(names.index, winners)),
        fields.take_text("moment", PHRASE) if "moment" in fields else "",
    )


def _load_versioned(table: str, payload: bytes) -> Fields:
    fields = load_fields(payload, keep_null=False)
    if not is_whole(fields.take("version"), VERSION, VERSION):
        refuse(f"this is version {VERSION}")
    if fields.take("table") != table:
        refuse("a message of another table than its topic's")
    return fields


_READERS: Mapping[str, Callable[[str, bytes], Report]] = {
    TableTopic.STATUS: _read_status,
    TableTopic.STATE: _read_state,
    TableTopic.EVENT: _read_event,
    TableTopic.RESULT: _read_results,
}
