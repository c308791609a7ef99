"""The vectors that both ends of the wire pass: the panel's end in CPython and in MicroPython."""

import json
import struct
from collections.abc import Callable
from typing import Any

import pytest

from firmware import wire
from tests.firmware.pico import Pico
from tests.panel.messages import VECTORS

SAID = """
import wire

class Listener(wire.WirePeer):
    def __init__(self):
        wire.WirePeer.__init__(self, 1, 0, 16, 10, b"panel")
        self.messages = []

    def _handle_message(self, message, now):
        if message:
            self.messages.append(message)

def listen(pieces):
    peer = Listener()
    for piece in pieces:
        peer.receive_data(bytes([ord(c) for c in piece]), 0)
    return peer.messages

def line(text):
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
    chosen(SAID)
    return chosen


def numbers(says: dict[str, Any]) -> list[int]:
    """What the panel's end makes of a message: its letter, and then its fields."""
    letters = {"hello": "H", "acknowledged": "A", "lamps": "L", "beat": "B", "yield": "Y"}
    fields = [value for name, value in says.items() if name != "message"]
    if says["message"] == "lamps":
        fields = [part for lamp in says["lamps"] for part in lamp]
    return [ord(letters[says["message"]]), *fields]


def test_lines_of_the_companion(run: Run) -> None:
    lines = VECTORS["from_companion"]["lines"]
    got = run(f"answer = [line(text) for text in {[each['line'] for each in lines]!r}]")
    assert got == [numbers(each["says"]) for each in lines]


def test_what_is_no_line_of_the_companion(run: Run) -> None:
    lines = VECTORS["from_companion"]["passed_over"]
    got = run(f"answer = [line(text) for text in {[each['line'] for each in lines]!r}]")
    assert [each["why"] for each, message in zip(lines, got, strict=True) if message] == []


def test_streams_of_the_companion(run: Run) -> None:
    streams = VECTORS["from_companion"]["streams"]
    got = run(f"answer = [listen(pieces) for pieces in {[each['pieces'] for each in streams]!r}]")
    assert got == [[numbers(says) for says in each["says"]] for each in streams]


def spelled(says: dict[str, Any]) -> str:
    """The source that makes the panel say it; empty for what is not of our version."""
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


def test_what_the_panel_says(run: Run) -> None:
    lines = [each for each in VECTORS["from_panel"]["lines"] if spelled(each["says"])]
    assert {each["says"]["message"] for each in lines} == {"hello", "keys", "beat"}
    got = run(f"answer = [{', '.join(spelled(each['says']) + '.decode()' for each in lines)}]")
    assert got == [each["line"] + "\n" for each in lines]


def test_our_version_is_the_vectors() -> None:
    assert wire.parse_message(b"H" + struct.pack(">BI", 1, 5)) == (72, 1, 5)
