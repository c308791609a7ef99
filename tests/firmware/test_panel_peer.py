"""The panel's peer of the wire, in CPython: what it says and when, and what it hears."""

import struct
from itertools import pairwise

import pytest

from firmware.wire import FULL, LOST, MET, OTHER, UNMET, WirePeer
from tests.panel.sayings import acknowledged, bodies, framed, other_hello, said_beat, said_hello

BOOT, FIRST, HOST = 7, 40, 99


def new(now: int = 0) -> WirePeer:
    """An peer that has opened the wire and said its first hello."""
    peer = WirePeer(BOOT, FIRST, 16, 10, b"panel")
    assert peer.send(now) == b"\n"
    assert said(peer, now) == [hello(0)]
    return peer


def met(now: int = 0) -> WirePeer:
    """An peer that has met a companion, and said its first beat."""
    peer = new(now)
    hear(peer, said_hello(HOST), now)
    assert said(peer, now)[0] == hello(HOST)
    peer.status(now)
    said(peer, now + 1000)
    hear(peer, said_beat(HOST), now + 1000)
    return peer


def hear(peer: WirePeer, body: bytes, now: int = 0) -> None:
    peer.receive(framed(body), now & 0x3FFFFFFF)


def said(peer: WirePeer, now: int) -> list[bytes]:
    """The bodies of all that is due."""
    found = []
    while frame := peer.send(now & 0x3FFFFFFF):
        found += bodies(frame)
    return found


def hello(host: int, first: int = FIRST) -> bytes:
    return b"H\x01" + struct.pack(">III", host, BOOT, first) + b"\x10\x0apanel"


def keys(first: int, *events: int) -> bytes:
    return b"K" + struct.pack(">II", BOOT, first) + bytes(events)


def test_until_it_is_met_it_says_hello_every_second() -> None:
    peer = new()
    assert [ms for ms in range(1, 3002) if said(peer, ms)] == [1000, 2000, 3000]
    assert peer.status(3001) == UNMET


def test_until_it_is_met_it_keeps_no_keys() -> None:
    peer = new()
    peer.key(3, True)
    hear(peer, said_hello(HOST))
    peer.key(3, False)
    assert [body[:1] for body in said(peer, 0)] == [b"H"]


def test_every_hello_is_answered() -> None:
    peer = met()
    for _ in range(3):
        hear(peer, said_hello(HOST))
        assert said(peer, 1000) == [hello(HOST)]


def test_a_beat_every_second() -> None:
    peer = met()
    beats = [ms for ms in range(1001, 4001) if said(peer, ms)]
    assert beats == [2000, 3000, 4000]
    peer.key(0, True)
    assert said(peer, 5000) == [keys(FIRST, 0x80), b"B" + struct.pack(">II", BOOT, FIRST + 1)]


def test_keys_go_at_once_and_again_until_they_have_arrived() -> None:
    peer = met()
    peer.key(3, True)
    assert said(peer, 1001) == [keys(FIRST, 0x83)]
    assert [ms for ms in range(1002, 1160) if said(peer, ms)] == [1051, 1101, 1151]
    peer.key(3, False)
    assert said(peer, 1160) == [keys(FIRST, 0x83, 3)]
    hear(peer, acknowledged(FIRST + 1, BOOT), 1160)
    assert said(peer, 1210) == [keys(FIRST + 1, 3)]
    hear(peer, acknowledged(FIRST + 2, BOOT), 1210)
    assert said(peer, 1300) == []


@pytest.mark.parametrize("number", [0, FIRST - 1, FIRST, FIRST + 2, 2**30 - 1])
def test_an_acknowledgement_of_what_was_never_sent_or_is_long_gone(number: int) -> None:
    peer = met()
    peer.key(3, True)
    said(peer, 1001)
    hear(peer, acknowledged(number, BOOT), 1001)
    hear(peer, acknowledged(FIRST + 1, BOOT + 1), 1001)
    assert said(peer, 1051) == [keys(FIRST, 0x83)]


def test_the_oldest_sixteen_go_first() -> None:
    peer = met()
    for key in range(10):
        peer.key(key, True)
        peer.key(key, False)
    assert len(said(peer, 1001)[0]) == 9 + 16
    hear(peer, acknowledged(FIRST + 16, BOOT), 1001)
    assert said(peer, 1051) == [keys(FIRST + 16, 0x88, 8, 0x89, 9)]


def test_a_key_that_has_no_room_is_not_kept_and_the_lamps_say_so() -> None:
    peer = met()
    for _ in range(32):
        peer.key(1, True)
        peer.key(1, False)
    assert peer.status(1001) == MET
    peer.key(2, True)
    assert peer.status(1001) == FULL
    peer.key(2, False)
    hear(peer, acknowledged(FIRST + 64, BOOT), 1001)
    assert peer.status(1001) == MET
    assert said(peer, 1051) == []


def test_a_key_that_was_kept_has_room_to_go_up() -> None:
    peer = met()
    peer.key(0, True)
    for _ in range(40):
        peer.key(1, True)
        peer.key(1, False)
    peer.key(0, False)
    events: list[int] = []
    while b := [body for body in said(peer, 1001 + 50 * len(events)) if body[:1] == b"K"]:
        events += b[0][9:]
        hear(peer, acknowledged(FIRST + len(events), BOOT), 1001 + 50 * len(events))
        peer.status(1001)
    assert events[0] == 0x80
    assert events[-1] == 0
    assert len(events) == 64


def test_another_companion_gets_no_old_keys_and_dark_lamps() -> None:
    peer = met()
    hear(peer, b"L" + b"\x01\x02\x03\x00" * 10)
    peer.key(3, True)
    peer.key(4, True)
    peer.key(4, False)
    hear(peer, said_hello(HOST + 1), 1001)
    assert not any(peer.lamps)
    peer.key(3, False)  # nobody has seen it go down
    peer.key(5, True)
    assert said(peer, 1001) == [hello(HOST + 1, FIRST + 3), keys(FIRST + 3, 0x85)]


def test_the_same_companion_gets_them_after_all() -> None:
    peer = met()
    hear(peer, b"L" + b"\x01\x02\x03\x00" * 10)
    peer.key(3, True)
    hear(peer, said_hello(HOST), 1001)
    assert any(peer.lamps)
    assert said(peer, 1001) == [hello(HOST), keys(FIRST, 0x83)]


def test_lamps_that_are_not_named_are_dark() -> None:
    peer = met()
    hear(peer, b"L" + b"\x01\x02\x03\x02" * 16)
    assert peer.lamps == b"\x01\x02\x03\x02" * 10
    hear(peer, b"L" + b"\x04\x05\x06\x01" * 2)
    assert peer.lamps == b"\x04\x05\x06\x01" * 2 + bytes(32)


def test_who_has_not_said_hello_lights_no_lamps() -> None:
    peer = new()
    hear(peer, b"L" + b"\x01\x02\x03\x02" * 10)
    assert not any(peer.lamps)
    assert peer.status(0) == UNMET


@pytest.mark.parametrize("start", [0, 2**30 - 2000, 2**30 - 1500])
def test_three_seconds_of_silence_and_the_companion_is_lost(start: int) -> None:
    """Also where the milliseconds begin again meanwhile."""
    peer = met(start)
    for ms in range(start + 1000, start + 4000, 20):
        said(peer, ms)
        assert peer.status(ms & 0x3FFFFFFF) == MET
    said(peer, start + 4000)
    assert peer.status(start + 4000 & 0x3FFFFFFF) == LOST
    peer.key(3, True)
    assert keys(FIRST, 0x83) in said(peer, start + 4001)
    hear(peer, said_beat(HOST), start + 4002)
    assert peer.status(start + 4002 & 0x3FFFFFFF) == MET


def test_noise_is_no_life() -> None:
    peer = met()
    for ms in range(1000, 4001, 100):
        peer.receive(b"QQEBAwQAAAIG3JQBhA==\n\x03noise\n", ms)
        said(peer, ms)
    assert peer.status(4000) == LOST


def test_a_companion_that_takes_nothing_is_lost_though_it_speaks() -> None:
    peer = met()
    for ms in range(1000, 4001, 500):
        hear(peer, said_beat(HOST), ms)
    assert peer.status(4000) == LOST
    said(peer, 4001)
    hear(peer, said_beat(HOST), 4001)
    assert peer.status(4001) == MET


def test_the_meeting_after_silence_for_the_whole_of_the_ticks() -> None:
    """Lost stays lost, though so many days later the numbers look as if it was just now."""
    peer = met()
    said(peer, 4000)
    assert peer.status(4000) == LOST
    assert peer.status(1001) == LOST


def test_another_version_says_so_and_both_ends_only_greet() -> None:
    peer = met()
    peer.key(3, True)
    peer.receive(other_hello(), 1001)
    assert peer.status(1001) == OTHER
    peer.key(4, True)
    hear(peer, b"L" + b"\x01\x02\x03\x02" * 10)
    assert not any(peer.lamps)
    assert said(peer, 1001) == [hello(0, FIRST + 1)]
    assert said(peer, 2001) == [hello(0, FIRST + 1)]
    assert peer.status(4001) == LOST
    peer.receive(other_hello(), 4002)
    assert peer.status(4002) == OTHER
    hear(peer, said_hello(HOST), 4003)
    assert peer.status(4003) == MET


@pytest.mark.parametrize("peer", [new(), met()])
def test_any_host_may_request_the_release_of_the_port(peer: WirePeer) -> None:
    assert not peer.release_requested
    hear(peer, b"Y" + struct.pack(">I", HOST + 5), 1001)
    assert peer.release_requested


def test_no_more_than_a_line_is_kept() -> None:
    peer = new()
    for _ in range(1000):
        peer.receive(b"x" * 100, 0)
        assert len(peer._line) <= 128
    peer.receive(b"\n" + framed(said_hello(HOST)), 0)
    assert peer.status(0) == MET


def test_any_way_to_cut_a_line_is_the_same() -> None:
    line = framed(said_hello(HOST))
    for a, b in pairwise(range(len(line) + 1)):
        peer = new()
        for piece in (line[:a], line[a:b], line[b:]):
            peer.receive(piece, 0)
        assert peer.status(0) == MET
