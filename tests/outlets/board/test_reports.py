"""Messages of tables: read strictly, whatever a broker brings."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.outlets.board.reports import (
    LONGEST,
    BoardResult,
    ReportedEvent,
    ResultPlayer,
    TableReport,
    describe_result,
    read_report,
    read_result,
)
from companion.outlets.broker import TableTopic
from companion.outlets.protocol import MOST_RESULTS
from companion.outlets.strict_json import BadInput
from tests.outlets.board.messages import box, encode, event, game, result, results, state, topic

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
KINDS = tuple(LONGEST)
MESSAGES = {"state": state(), "event": event(), "result": results(1, result({"Anna": 3, "Ben": 2}))}
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=100)


@given(st.sampled_from(KINDS), st.binary(max_size=60) | JSON.map(encode))
def test_whatever_comes_is_a_report_or_a_bad_one(kind: str, payload: bytes) -> None:
    with contextlib.suppress(BadInput):
        read_report(topic(1, kind), payload)


@given(st.data())
def test_a_message_with_anything_in_one_place_is_a_report_or_a_bad_one(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(MESSAGES)))
    message = json.loads(encode(MESSAGES[kind]))
    places = list(find_places(message))
    *way, last = data.draw(st.sampled_from(places))
    within = message
    for step in way:
        within = within[step]
    within[last] = data.draw(JSON)
    with contextlib.suppress(BadInput):
        read_report(topic(1, kind), encode(message))


def find_places(value: Any, way: tuple[Any, ...] = ()) -> Any:
    """The way to everything within a message."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        yield (*way, key)
        if isinstance(inner, dict | list):
            yield from find_places(inner, (*way, key))


@pytest.mark.parametrize(
    "name",
    [
        "campanile/status",
        "campanile/00000000000G/status",
        "campanile/000000000001/other",
        "homeassistant/device/campanile/000000000001/config",
        "campanile/000000000001/status/more",
    ],
)
def test_another_topic_is_no_table_s(name: str) -> None:
    with pytest.raises(BadInput, match="topic"):
        read_report(name, b"online")


def test_a_state() -> None:
    points = {1: 4, 2: 9}  # the third player sits down with the next message
    message = state(standings=[{"seat": at, "points": n, "gained": 0} for at, n in points.items()])
    read = read_report(topic(1, "state"), encode(message))
    assert isinstance(read, TableReport)
    assert (read.name, read.doing, read.left, read.light) == (
        "Table 1",
        "Which tower grows?",
        23,
        "blue",
    )
    assert [(each.name, each.turn) for each in read.players] == [("Anna", False), ("Ben", True)]
    assert read.points == (None, 4)
    assert read.game
    assert (read.game.id, read.game.title, read.game.finished) == ("g1", "Campanile", False)
    assert read.parts is None


def test_in_a_setup_somebody_may_have_no_name_yet() -> None:
    players = [{"name": "", "colour": "", "turn": False}]
    read = read_report(topic(1, "state"), encode(state(players=players)))
    assert isinstance(read, TableReport)
    assert [each.name for each in read.players] == [""]


def test_an_event() -> None:
    read = read_report(topic(1, "event"), encode(event()))
    assert isinstance(read, ReportedEvent)
    assert (read.number, read.kind, read.game) == (31, "award", "g1")
    assert read.lines[1] == "Anna is nearer the base."


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("state", state(version=2)),
        ("state", state(table=box(9))),
        ("state", state(waiting=1)),
        ("state", state(left=True)),
        ("state", state(parts=[{"label": "Towers"}])),
        ("state", state(parts=[{"label": "Towers", "text": "Anna 3"}] * 65)),
        ("state", state(name="")),
        ("state", state(name="a\x1bb")),
        ("state", state(name="a\x9bb")),
        ("state", state(doing="x" * 2001)),
        ("state", state(game=game(id="with space"))),
        ("state", state(players=[{"name": "Anna", "colour": "red", "turn": False}] * 17)),
        ("state", state(standings=[{"seat": 0, "points": 2.5}])),
        ("event", event(kind="No Kind")),
        ("event", event(kind="")),
        ("event", event(number=-1)),
        ("event", event(lines=["x"] * 65)),
        ("result", results(1, result({"Anna": 1}, ["Nobody"]))),
        ("result", results(1, result({"Anna": 1}), result({"Anna": 2}))),
        ("result", results(1, {**result({"Anna": 1}), "ended": "2025-11-28T20:00:00"})),
        ("result", results(1, {**result({"Anna": 1}), "ended": "yesterday"})),
        ("result", results(1, {**result({"Anna": 1}), "ended": "0001-01-01T00:00:00+14:00"})),
        ("result", results(1, {**result({"Anna": 1}), "result": {}})),
        ("result", results(1, {**result({"Anna": 1}), "result": None})),
        ("result", results(1, unfinished="g1")),
        ("result", results(1, unfinished=["with space"])),
        ("result", results(1, unfinished=["g1"] * (MOST_RESULTS + 1))),
    ],
)
def test_what_is_wrong_is_refused(kind: str, message: Any) -> None:
    with pytest.raises(BadInput):
        read_report(topic(1, kind), encode(message))


def test_a_key_stands_once() -> None:
    message = encode(state()).replace(b"{", b'{"version": 1, ', 1)
    with pytest.raises(BadInput, match="twice"):
        read_report(topic(1, "state"), message)


@pytest.mark.parametrize("kind", KINDS)
def test_a_long_message_is_not_even_read(kind: str) -> None:
    with pytest.raises(BadInput, match="bytes"):
        read_report(topic(1, kind), b" " * (LONGEST[TableTopic(kind)] + 1))


@given(
    st.lists(
        st.tuples(NAMES, st.integers(-99, 999)),
        min_size=1,
        unique_by=lambda each: each[0],
        max_size=6,
    ),
    st.datetimes(
        timezones=st.just(UTC), min_value=datetime(2001, 1, 1), max_value=datetime(2100, 1, 1)
    ),
    st.data(),
)
def test_a_result_is_read_as_it_was_written(
    scores: list[tuple[str, int]], ended: datetime, data: st.DataObject
) -> None:
    players = tuple(ResultPlayer(name, "red", points) for name, points in scores)
    winners = data.draw(st.sets(st.sampled_from(range(len(players))), min_size=1))
    given_ = BoardResult(box(1), "g1", "Table 1", "nim", ended, ended, players, frozenset(winners))
    given_ = replace(
        given_,
        moment=data.draw(st.sampled_from(["", "Best for Anna: turn 3."])),
        heard=data.draw(st.sampled_from([None, ended])),
    )
    assert read_result(box(1), describe_result(given_), ended) == given_
