"""The companion's codec says and understands exactly what the shared vectors tell."""

import struct
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.interfaces import DARK, Effect, Lamp
from companion.panel import wire
from tests.panel.sayings import HOST, VECTORS, beat, bodies, downs, events, framed, hello

HEARD = VECTORS["from_panel"]
SAID = VECTORS["from_companion"]
OURS = [vector for vector in SAID["lines"] if vector["says"].get("version", 1) == wire.VERSION]

numbers = st.integers(0, wire.BOUND - 1)
known = st.integers(1, wire.BOUND - 1)


def why(vector: dict[str, Any]) -> str:
    return str(vector["why"])


def meaning(message: wire.Heard) -> dict[str, Any]:
    match message:
        case wire.PanelHello(host, boot, first, keys, lamps, name):
            told = {"host": host, "boot": boot, "first": first, "keys": keys, "lamps": lamps}
            return {"message": "hello", "version": 1, **told, "name": name}
        case wire.OtherHello(version):
            return {"message": "hello", "version": version}
        case wire.Keys(boot, first, told_events):
            went = [[each.key, "down" if each.down else "up"] for each in told_events]
            return {"message": "keys", "boot": boot, "first": first, "events": went}
        case wire.PanelBeat(boot, following):
            return {"message": "beat", "boot": boot, "next": following}


def message_of(says: dict[str, Any]) -> wire.Said:
    match says:
        case {"message": "hello", "host": host}:
            return wire.Hello(host)
        case {"message": "acknowledged", "boot": boot, "next": following}:
            return wire.Acknowledged(boot, following)
        case {"message": "lamps", "lamps": lamps}:
            return wire.AllLamps(tuple(Lamp(r, g, b, Effect(e)) for r, g, b, e in lamps))
        case {"message": "beat", "host": host}:
            return wire.Beat(host)
        case {"message": "yield", "host": host}:
            return wire.Yield(host)
    raise AssertionError(says)


@pytest.mark.parametrize("vector", HEARD["lines"], ids=why)
def test_a_line_of_the_panel_means_what_the_vector_tells(vector: dict[str, Any]) -> None:
    heard = wire.Decoder().feed(vector["line"].encode("latin-1") + b"\n")
    assert [meaning(message) for message in heard] == [vector["says"]]


@pytest.mark.parametrize("vector", HEARD["passed_over"], ids=why)
def test_what_is_no_frame_is_passed_over(vector: dict[str, Any]) -> None:
    after = beat(5)
    heard = wire.Decoder().feed(vector["line"].encode("latin-1") + b"\n" + after)
    assert heard == wire.Decoder().feed(after) != []


@pytest.mark.parametrize("vector", HEARD["streams"], ids=why)
def test_of_a_torn_and_noisy_stream_the_whole_frames_are_heard(vector: dict[str, Any]) -> None:
    decoder = wire.Decoder()
    heard = [each for piece in vector["pieces"] for each in decoder.feed(piece.encode("latin-1"))]
    assert [meaning(message) for message in heard] == vector["says"]


@pytest.mark.parametrize("vector", OURS, ids=why)
def test_the_companion_says_a_message_as_the_vector_spells_it(vector: dict[str, Any]) -> None:
    assert wire.encode(message_of(vector["says"])) == vector["line"].encode() + b"\n"


def test_every_message_has_its_vectors() -> None:
    assert {each["says"]["message"] for each in HEARD["lines"]} == {"hello", "keys", "beat"}
    said = {each["says"]["message"] for each in OURS}
    assert said == {"hello", "acknowledged", "lamps", "beat", "yield"}


@given(numbers, known, numbers, st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_any_hello_is_understood_whose_name_fits(
    host: int, boot: int, first: int, name: str
) -> None:
    fits = 1 <= len(name) <= wire.LONGEST_NAME
    expected = [wire.PanelHello(host, boot, first, 16, 10, name)] if fits else []
    assert wire.Decoder().feed(hello(host, boot, first, name)) == expected


@given(known, numbers, st.lists(st.integers(0, 255), max_size=18))
def test_any_key_events_are_understood(boot: int, first: int, each: list[int]) -> None:
    fits = 1 <= len(each) <= wire.MOST_EVENTS and first + len(each) < wire.BOUND
    told = tuple(wire.KeyEvent(byte % 128, byte >= 128) for byte in each)
    expected = [wire.Keys(boot, first, told)] if fits else []
    assert wire.Decoder().feed(events(first, *each, boot=boot)) == expected


@given(known, numbers)
def test_any_acknowledgement_is_said(boot: int, following: int) -> None:
    said = wire.encode(wire.Acknowledged(boot, following))
    assert bodies(said) == [b"A" + struct.pack(">II", boot, following)]


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3, st.sampled_from(Effect)), min_size=1))
def test_any_lamps_are_said_that_fit_and_fit_in_a_line(
    each: list[tuple[int, int, int, Effect]],
) -> None:
    lamps = tuple(Lamp(*parts) for parts in each[: wire.MOST_LAMPS])
    said = wire.encode(wire.AllLamps(lamps))
    assert len(said) <= wire.LONGEST + 1
    flat = bytes(part for lamp in lamps for part in (*lamp[:3], lamp.effect.value))
    assert bodies(said) == [b"L" + flat]


@pytest.mark.parametrize(
    "make",
    [
        lambda: wire.Hello(0),
        lambda: wire.Hello(wire.BOUND),
        lambda: wire.Beat(0),
        lambda: wire.Yield(-1),
        lambda: wire.Acknowledged(0, 1),
        lambda: wire.Acknowledged(1, wire.BOUND),
        lambda: wire.AllLamps(()),
        lambda: wire.AllLamps((DARK,) * 17),
        lambda: wire.AllLamps((Lamp(0, 256, 0),)),
        lambda: wire.AllLamps((Lamp(0, 0, -1),)),
    ],
)
def test_a_message_that_the_wire_can_not_carry_is_not_made(make: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="out of its range"):
        make()


@given(st.data())
def test_however_the_bytes_are_cut_the_messages_are_the_same(data: st.DataObject) -> None:
    lines = [hello(), downs(7, 1, 2), beat(9), b"noise\n", b"A" * 129 + b"\n", framed(b"H\x09")]
    lines += [b"A" * 127 + b"\r\n", framed(b"H\x02" + b"x" * 90)[:-1] + b"\r\n", b"\r\n"]
    stream = b"".join(data.draw(st.lists(st.sampled_from(lines))))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)))) | {0, len(stream)})
    decoder = wire.Decoder()
    pieces = [stream[a:b] for a, b in pairwise(cuts)]
    heard = [message for piece in pieces for message in decoder.feed(piece)]
    assert heard == wire.Decoder().feed(stream)


def test_of_a_line_without_end_no_more_is_kept_than_a_line_may_be_long() -> None:
    decoder = wire.Decoder()
    most = 0
    for _ in range(1000):
        assert decoder.feed(b"x" * 30) == []
        most = max(most, decoder.kept)
    assert 0 < most <= wire.LONGEST
    assert decoder.kept == 0


@given(st.lists(st.binary(max_size=300)))
def test_after_any_rubbish_and_an_end_a_frame_is_understood(pieces: list[bytes]) -> None:
    decoder = wire.Decoder()
    for piece in pieces:
        decoder.feed(piece)
        assert decoder.kept <= wire.LONGEST
    decoder.feed(b"\n")
    assert decoder.feed(hello(HOST)) == wire.Decoder().feed(hello(HOST)) != []
