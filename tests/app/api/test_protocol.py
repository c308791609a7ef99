"""Lines of the table's socket: each message there and back, and nothing else is a message."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game_base import NAME_LENGTH
from companion.core.interfaces import Press
from companion.core.languages import LANGUAGES
from companion.outlets.protocol import (
    NAME,
    AnswerMessage,
    BadMessage,
    ClientMessage,
    GetMessage,
    Greeting,
    MessageFault,
    PairMessage,
    PressMessage,
    Topic,
    encode_line,
    encode_message,
    find_socket,
    read_message,
)
from tests.app.api.messages import LINES, MESSAGES, fits, is_message, messages, validator

DOCUMENT = Path(__file__).parents[3] / "docs" / "table-api.md"
PRESS = {"id": 2, "press": "ok", "asked": 12, "secret": "s"}
ANSWER = {"id": 1, "answer": {"key": "tower", "value": "red"}, "asked": 12, "secret": "s"}


def to_line(payload: object) -> bytes:
    return json.dumps(payload).encode()


def fault_of(line: bytes) -> BadMessage:
    with pytest.raises(BadMessage) as caught:
        read_message(line)
    return caught.value


def test_messages_are_read() -> None:
    assert read_message(b'{"hello": {"version": 2}}\n') == Greeting("", None)
    assert read_message(b'{"hello": {"version": 2, "language": "de", "port": 8080}}\r\n') == (
        Greeting("de", 8080)
    )
    assert read_message(to_line(ANSWER)) == AnswerMessage(1, "tower", "red", 12, "s")
    assert read_message(to_line(PRESS)) == PressMessage(2, Press.OK, 12, "s")
    assert read_message(b'{"id": 7, "get": "game", "number": 12}') == (
        GetMessage(7, Topic.GAME, 12)
    )


@given(messages)
def test_every_message_is_read_as_it_was_written(message: ClientMessage) -> None:
    line = encode_message(message)
    assert read_message(line) == message
    assert line.index(b"\n") == len(line) - 1
    assert is_message(line)


@pytest.mark.parametrize(
    ("line", "reason", "number"),
    [
        (b"", "not-json", None),
        (b"hello", "not-json", None),
        (b'{"id": 1, "get": "games"', "not-json", None),
        (b'{"id": 1, "get": "games"}\n{}', "not-json", None),
        ('{"id": 1, "get": "games"}'.encode("utf-16"), "not-json", None),
        (b'\xef\xbb\xbf{"id": 1, "get": "games"}', "not-json", None),
        (b'{"id": 1, "get": "\xff"}', "not-json", None),
        (b"[" * 4095, "not-json", None),
        (b'{"a":' * 800, "not-json", None),
        (b"[]", "not-a-message", None),
        (b"1", "not-a-message", None),
        (b"NaN", "not-a-message", None),
        (b'{"id": NaN, "get": "games"}', "not-a-message", None),
        (b'{"id": 1.0, "get": "games"}', "not-a-message", None),
        (b'{"id": 1e3, "get": "games"}', "not-a-message", None),
        (b'{"id": %d, "get": "games"}' % 2**53, "not-a-message", None),
        (b'{"id": ' + b"9" * 4050 + b', "get": "games"}', "not-a-message", None),
        (b'{"id": true, "get": "games"}', "not-a-message", None),
        (b'{"id": null, "get": "games"}', "not-a-message", None),
        (b'{"get": "games"}', "not-a-message", None),
        (b'{"id": 3}', "not-a-message", 3),
        (b'{"id": 3, "get": "games", "get": "games"}', "not-a-message", None),
        (b'{"id": 3, "get": "games", "press": "ok"}', "not-a-message", 3),
        (b'{"id": 3, "get": "games", "number": 1}', "not-a-message", 3),
        (b'{"id": 3, "get": "game"}', "not-a-message", 3),
        (b'{"id": 3, "get": "game", "number": -1}', "not-a-message", 3),
        (b'{"id": 3, "get": ["games"]}', "not-a-message", 3),
        (b'{"id": 3, "get": "secrets"}', "not-a-message", 3),
        (b'{"id": 3, "undo": 1, "asked": 1, "secret": ""}', "not-a-message", 3),
        (b'{"id": 3, "pair": {"code": "K7 ", "name": "Anna"}}', "not-a-message", 3),
        (b'{"id": 3, "pair": {"code": "K7", "name": ""}}', "not-a-message", 3),
        (b'{"id": 3, "pair": {"code": "K7", "name": "Annabelle Maria"}}', "not-a-message", 3),
        (b'{"id": 3, "pair": {"code": "K7", "name": "A\\ud800"}}', "not-a-message", 3),
        (b'{"id": 3, "pair": {"code": "K7", "name": "A\\u0000"}}', "not-a-message", 3),
        (b'{"id": 3, "pair": ["K7", "Anna"]}', "not-a-message", 3),
        ('{"id": 3, "phone": {"secret": "é"}}'.encode(), "not-a-message", 3),
        (b'{"id": 3, "phone": {"secret": "x", "a": 1}}', "not-a-message", 3),
        (b'{"hello": {}}', "not-a-message", None),
        (b'{"hello": {"version": 1}}', "other-version", None),
        (b'{"hello": {"version": true}}', "other-version", None),
        (b'{"hello": {"version": 2, "language": ""}}', "not-a-message", None),
        (b'{"hello": {"version": 2, "language": "xx"}}', "not-a-message", None),
        (b'{"hello": {"version": 2, "port": 65536}}', "not-a-message", None),
        (b'{"hello": {"version": 2}, "id": 1}', "not-a-message", 1),
        (to_line({**PRESS, "press": "menu"}), "not-a-message", 2),
        (to_line({**PRESS, "asked": "12"}), "not-a-message", 2),
        (to_line({**PRESS, "secret": None}), "not-a-message", 2),
        (to_line({**PRESS, "secret": "s" * 129}), "not-a-message", 2),
        (to_line({**ANSWER, "answer": {"key": "tower"}}), "not-a-message", 1),
        (to_line({**ANSWER, "answer": {"key": "", "value": "red"}}), "not-a-message", 1),
        (to_line({**ANSWER, "answer": {"key": "tower", "value": None}}), "not-a-message", 1),
        (to_line({**ANSWER, "answer": {"key": "tower", "value": []}}), "not-a-message", 1),
        (to_line({**ANSWER, "answer": {"key": "tower", "value": ["a,b"]}}), "not-a-message", 1),
        (to_line({**ANSWER, "answer": {"key": "tower", "value": [1]}}), "not-a-message", 1),
        (to_line({**ANSWER, "answer": {"key": "tower", "value": ["a"] * 65}}), "not-a-message", 1),
    ],
)
def test_what_is_not_exactly_a_message_is_refused(
    line: bytes, reason: str, number: int | None
) -> None:
    bad = fault_of(line)
    assert (bad.reason, bad.id) == (reason, number)
    assert fits("error", json.loads(encode_line(bad.describe())))


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**60) | st.text(max_size=3) | st.just("ok"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@st.composite
def altered_payloads(draw: st.DrawFn) -> Any:
    """A message's payload, in which a key was removed, replaced or added somewhere."""
    payload = json.loads(encode_message(draw(messages)))
    places = [payload, *(each for each in payload.values() if isinstance(each, dict))]
    place = draw(st.sampled_from(places))
    other = ["id", "hello", "get", "number", "asked", "secret", "version", "undo", ""]
    key = draw(st.sampled_from([*place, *other]))
    if draw(st.booleans()):
        place.pop(key, None)
    else:
        place[key] = draw(junk)
    return payload


@given(altered_payloads() | junk)
def test_exactly_what_the_schema_accepts_is_a_message(payload: Any) -> None:
    try:
        read_message(to_line(payload))
    except BadMessage:
        assert not fits("toBox", payload)
    else:
        assert fits("toBox", payload)


@given(st.sampled_from(LINES), st.data())
def test_bytes_changed_anywhere_are_judged_as_by_the_schema(
    line: bytes, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(line)))
    cut = data.draw(st.integers(0, 4))
    changed = line[:at] + data.draw(st.binary(max_size=4)) + line[at + cut :]
    try:
        message = read_message(changed)
    except BadMessage:
        assert not is_message(changed)
    else:
        assert is_message(changed)
        assert json.loads(encode_message(message)) == json.loads(changed)


def test_the_document_s_examples_are_messages() -> None:
    text = DOCUMENT.read_text("utf-8").replace('"…"', '"x"').partition("## From the box")
    to_box = [read_message(line.encode()) for line in re.findall(r"^    (\{.*\})$", text[0], re.M)]
    assert {type(message) for message in to_box} == {type(message) for message in MESSAGES}
    from_box = re.findall(r'^    (\{"id".*\})$', text[2], re.M)
    assert len(from_box) == 10
    for line in from_box:
        if "{ … }" in line:
            continue  # a saved game, which test_history.py holds against the schema
        example = json.loads(line.replace("[ … ]", "[]"))
        assert validator("fromBox")(example)


def test_what_others_know_is_the_same_here() -> None:
    assert [each for each in map(str, LANGUAGES) if not fits("language", each)] == []
    assert not fits("language", "tlh")
    assert NAME.fullmatch("x" * NAME_LENGTH)
    assert not NAME.fullmatch("x" * (NAME_LENGTH + 1))


def test_a_line_is_compact_and_of_one_line() -> None:
    assert encode_line({"text": "é\n", "list": [1, None]}) == (
        '{"text":"é\\n","list":[1,null]}\n'.encode()
    )


def test_no_secret_is_in_a_message_s_repr() -> None:
    shown = repr([read_message(line) for line in LINES] + [PairMessage(1, "K7M2QX4B", "Anna")])
    assert "s3cret" not in shown
    assert "K7M2QX4B" not in shown


@pytest.mark.parametrize(
    ("environ", "path"),
    [
        ({"CAMPANILE_TABLE": "/a/b.socket", "RUNTIME_DIRECTORY": "/run/web"}, "/a/b.socket"),
        ({"RUNTIME_DIRECTORY": "/run/c:/run/d", "XDG_RUNTIME_DIR": "/x"}, "/run/c/table.socket"),
        ({"XDG_RUNTIME_DIR": "/x"}, "/x/campanile-companion/table.socket"),
        ({"XDG_RUNTIME_DIR": "x", "STATE_DIRECTORY": "/s"}, "/s/table.socket"),
        ({"HOME": "/h"}, "/h/.local/state/campanile-companion/table.socket"),
    ],
)
def test_where_the_socket_is(environ: dict[str, str], path: str) -> None:
    assert find_socket(environ) == Path(path)


def test_every_fault_is_in_the_schema() -> None:
    for fault in MessageFault:
        assert fits("error", BadMessage(fault, "why").describe())
