"""The firmware passes the shared vectors, in CPython and in MicroPython."""

import json
import struct
from collections.abc import Callable
from typing import Any

import pytest

from firmware import wire
from tests.box.panel.messages import VECTORS
from tests.firmware.pico import Pico

HELPERS = """
import wire

class RecordingPeer(wire.WirePeer):
    def __init__(self):
        wire.WirePeer.__init__(self, 1, 0, 16, 10, b"panel")
        self.messages = []

    def _handle_message(self, message, now):
        if message:
            self.messages.append(message)

def receive(pieces):
    peer = RecordingPeer()
    for piece in pieces:
        peer.receive_data(bytes([ord(c) for c in piece]), 0)
    return peer.messages

def parse_line(text):
    return wire.parse_message(wire.decode_frame(bytes([ord(c) for c in text])))
"""
Run = Callable[[str], Any]


def in_cpython() -> Run:
    names: dict[str, Any] = {}

    def run(source: str) -> Any:
        exec(source.replace("import wire", "from firmware import wire"), names)
        return json.loads(json.dumps(names.get("answer")))

    return run


@pytest.fixture(params=["CPython", "MicroPython"])
def run(request: pytest.FixtureRequest) -> Run:
    chosen: Run = in_cpython()
    if request.param == "MicroPython":
        pico: Pico = request.getfixturevalue("pico")
        chosen = pico.run
    chosen(HELPERS)
    return chosen


def parsed_fields(says: dict[str, Any]) -> list[int]:
    """The letter and the fields that the firmware parses from a message."""
    letters = {"hello": "H", "acknowledged": "A", "lamps": "L", "beat": "B", "yield": "Y"}
    fields = [value for name, value in says.items() if name != "message"]
    if says["message"] == "lamps":
        fields = [part for lamp in says["lamps"] for part in lamp]
    return [ord(letters[says["message"]]), *fields]


def test_lines_of_the_companion_are_parsed(run: Run) -> None:
    lines = VECTORS["from_companion"]["lines"]
    got = run(f"answer = [parse_line(text) for text in {[each['line'] for each in lines]!r}]")
    assert got == [parsed_fields(each["says"]) for each in lines]


def test_other_lines_are_ignored(run: Run) -> None:
    lines = VECTORS["from_companion"]["passed_over"]
    got = run(f"answer = [parse_line(text) for text in {[each['line'] for each in lines]!r}]")
    assert [each["why"] for each, message in zip(lines, got, strict=True) if message] == []


def test_complete_frames_in_streams_are_parsed(run: Run) -> None:
    streams = VECTORS["from_companion"]["streams"]
    got = run(f"answer = [receive(pieces) for pieces in {[each['pieces'] for each in streams]!r}]")
    assert got == [[parsed_fields(says) for says in each["says"]] for each in streams]


def encoding_source(says: dict[str, Any]) -> str:
    """The source code that encodes a message; empty for another version."""
    match says:
        case {"message": "hello", "version": 1, "name": name}:
            names = ("host", "boot", "first", "keys", "lamps")
            return f"wire.encode_hello(*{[says[name] for name in names]}, {name.encode()!r})"
        case {"message": "keys", "boot": boot, "first": first, "events": events}:
            held = bytes(key | 128 * (went == "down") for key, went in events)
            return f"wire.encode_events({boot}, {first}, {held!r})"
        case {"message": "beat", "boot": boot, "next": number}:
            return f"wire.encode_heartbeat({boot}, {number})"
    return ""


def test_messages_of_the_panel_are_encoded(run: Run) -> None:
    lines = [each for each in VECTORS["from_panel"]["lines"] if encoding_source(each["says"])]
    assert {each["says"]["message"] for each in lines} == {"hello", "keys", "beat"}
    got = run(
        f"answer = [{', '.join(encoding_source(each['says']) + '.decode()' for each in lines)}]"
    )
    assert got == [each["line"] + "\n" for each in lines]


def test_the_version_is_that_of_the_vectors() -> None:
    assert wire.parse_message(b"H" + struct.pack(">BI", 1, 5)) == (72, 1, 5)
