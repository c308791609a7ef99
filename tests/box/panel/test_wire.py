"""The companion encodes and decodes exactly what the shared vectors specify."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.panel import wire
from companion.core.interfaces import DARK, Effect, Lamp
from tests.box.panel.messages import (
    HOST,
    VECTORS,
    decode_frames,
    encode_frame,
    key_events,
    keys_down,
    panel_heartbeat,
    panel_hello,
)

FROM_PANEL = VECTORS["from_panel"]
FROM_COMPANION = VECTORS["from_companion"]
SENT = [
    vector
    for vector in FROM_COMPANION["lines"]
    if vector["says"].get("version", 1) == wire.WIRE_VERSION
]

numbers = st.integers(0, wire.NUMBER_LIMIT - 1)
known = st.integers(1, wire.NUMBER_LIMIT - 1)


def vector_id(vector: dict[str, Any]) -> str:
    return str(vector["why"])


def describe(message: wire.PanelMessage) -> dict[str, Any]:
    match message:
        case wire.PanelHello(host, boot, first, keys, lamps, name):
            fields = {"host": host, "boot": boot, "first": first, "keys": keys, "lamps": lamps}
            return {"message": "hello", "version": 1, **fields, "name": name}
        case wire.OtherVersionHello(version):
            return {"message": "hello", "version": version}
        case wire.KeyEvents(boot, first, decoded):
            events = [[each.key, "down" if each.down else "up"] for each in decoded]
            return {"message": "keys", "boot": boot, "first": first, "events": events}
        case wire.PanelHeartbeat(boot, following):
            return {"message": "beat", "boot": boot, "next": following}


def make_message(says: dict[str, Any]) -> wire.HostMessage:
    match says:
        case {"message": "hello", "host": host}:
            return wire.HostHello(host)
        case {"message": "acknowledged", "boot": boot, "next": following}:
            return wire.Acknowledgement(boot, following)
        case {"message": "lamps", "lamps": lamps}:
            return wire.LampStates(tuple(Lamp(r, g, b, Effect(e)) for r, g, b, e in lamps))
        case {"message": "beat", "host": host}:
            return wire.HostHeartbeat(host)
        case {"message": "yield", "host": host}:
            return wire.ReleaseRequest(host)
    raise AssertionError(says)


@pytest.mark.parametrize("vector", FROM_PANEL["lines"], ids=vector_id)
def test_a_line_of_the_panel_decodes_to_its_vector(vector: dict[str, Any]) -> None:
    messages = wire.FrameDecoder().decode(vector["line"].encode("latin-1") + b"\n")
    assert [describe(message) for message in messages] == [vector["says"]]


@pytest.mark.parametrize("vector", FROM_PANEL["passed_over"], ids=vector_id)
def test_a_line_that_is_not_a_frame_is_ignored(vector: dict[str, Any]) -> None:
    after = panel_heartbeat(5)
    messages = wire.FrameDecoder().decode(vector["line"].encode("latin-1") + b"\n" + after)
    assert messages == wire.FrameDecoder().decode(after) != []


@pytest.mark.parametrize("vector", FROM_PANEL["streams"], ids=vector_id)
def test_complete_frames_in_a_torn_and_noisy_stream_are_decoded(vector: dict[str, Any]) -> None:
    decoder = wire.FrameDecoder()
    messages = [
        each for piece in vector["pieces"] for each in decoder.decode(piece.encode("latin-1"))
    ]
    assert [describe(message) for message in messages] == vector["says"]


@pytest.mark.parametrize("vector", SENT, ids=vector_id)
def test_a_message_of_the_companion_encodes_to_its_vector(vector: dict[str, Any]) -> None:
    assert wire.encode_message(make_message(vector["says"])) == vector["line"].encode() + b"\n"


def test_every_message_has_its_vectors() -> None:
    assert {each["says"]["message"] for each in FROM_PANEL["lines"]} == {"hello", "keys", "beat"}
    sent = {each["says"]["message"] for each in SENT}
    assert sent == {"hello", "acknowledged", "lamps", "beat", "yield"}


@given(numbers, known, numbers, st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_any_hello_is_decoded_if_its_name_fits(host: int, boot: int, first: int, name: str) -> None:
    fits = 1 <= len(name) <= wire.MAX_NAME
    expected = [wire.PanelHello(host, boot, first, 16, 10, name)] if fits else []
    assert wire.FrameDecoder().decode(panel_hello(host, boot, first, name)) == expected


@given(known, numbers, st.lists(st.integers(0, 255), max_size=18))
def test_any_key_events_are_decoded(boot: int, first: int, each: list[int]) -> None:
    fits = 1 <= len(each) <= wire.MAX_EVENTS and first + len(each) < wire.NUMBER_LIMIT
    decoded = tuple(wire.KeyEvent(byte % 128, byte >= 128) for byte in each)
    expected = [wire.KeyEvents(boot, first, decoded)] if fits else []
    assert wire.FrameDecoder().decode(key_events(first, *each, boot=boot)) == expected


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3, st.sampled_from(Effect)), min_size=1))
def test_any_lamps_are_encoded_and_fit_in_a_line(
    each: list[tuple[int, int, int, Effect]],
) -> None:
    lamps = tuple(Lamp(*parts) for parts in each[: wire.MAX_LAMPS])
    line = wire.encode_message(wire.LampStates(lamps))
    assert len(line) <= wire.MAX_LINE + 1
    flat = bytes(part for lamp in lamps for part in (*lamp[:3], lamp.effect.value))
    assert decode_frames(line) == [b"L" + flat]


@pytest.mark.parametrize(
    "make",
    [
        lambda: wire.HostHello(0),
        lambda: wire.HostHello(wire.NUMBER_LIMIT),
        lambda: wire.HostHeartbeat(0),
        lambda: wire.ReleaseRequest(-1),
        lambda: wire.Acknowledgement(0, 1),
        lambda: wire.Acknowledgement(1, wire.NUMBER_LIMIT),
        lambda: wire.LampStates(()),
        lambda: wire.LampStates((DARK,) * 17),
        lambda: wire.LampStates((Lamp(0, 256, 0),)),
        lambda: wire.LampStates((Lamp(0, 0, -1),)),
    ],
)
def test_a_message_out_of_range_cannot_be_made(make: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="out of its range"):
        make()


@given(st.data())
def test_however_the_bytes_are_cut_the_messages_are_the_same(data: st.DataObject) -> None:
    lines = [
        panel_hello(),
        keys_down(7, 1, 2),
        panel_heartbeat(9),
        b"noise\n",
        b"A" * 129 + b"\n",
        encode_frame(b"H\x09"),
    ]
    lines += [b"A" * 127 + b"\r\n", encode_frame(b"H\x02" + b"x" * 90)[:-1] + b"\r\n", b"\r\n"]
    stream = b"".join(data.draw(st.lists(st.sampled_from(lines))))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)))) | {0, len(stream)})
    decoder = wire.FrameDecoder()
    pieces = [stream[a:b] for a, b in pairwise(cuts)]
    messages = [message for piece in pieces for message in decoder.decode(piece)]
    assert messages == wire.FrameDecoder().decode(stream)


def test_an_endless_line_is_buffered_up_to_the_longest_line() -> None:
    decoder = wire.FrameDecoder()
    most = 0
    for _ in range(1000):
        assert decoder.decode(b"x" * 30) == []
        most = max(most, len(decoder._buffer))
    assert 0 < most <= wire.MAX_LINE
    assert len(decoder._buffer) == 0


@given(st.lists(st.binary(max_size=300)))
def test_after_any_noise_and_a_newline_a_frame_is_decoded(pieces: list[bytes]) -> None:
    decoder = wire.FrameDecoder()
    for piece in pieces:
        decoder.decode(piece)
        assert len(decoder._buffer) <= wire.MAX_LINE
    decoder.decode(b"\n")
    assert decoder.decode(panel_hello(HOST)) == wire.FrameDecoder().decode(panel_hello(HOST)) != []
