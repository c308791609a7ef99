"""The panel's end of the wire, in CPython: what it says and when, and what it hears."""

import struct
from itertools import pairwise

import pytest

from firmware.wire import FULL, LOST, MET, OTHER, UNMET, End
from tests.panel.sayings import (
    acknowledged,
    bodies,
    framed,
    other_hello,
    said_beat,
    said_hello,
)

BOOT, FIRST, HOST = 7, 40, 99


def new(now: int = 0) -> End:
    """An end that has opened the wire and said its first hello."""
    end = End(BOOT, FIRST, 16, 10, b"panel")
    assert end.send(now) == b"\n"
    assert said(end, now) == [hello(0)]
    return end


def met(now: int = 0) -> End:
    """An end that has met a companion, and said its first beat."""
    end = new(now)
    hear(end, said_hello(HOST), now)
    assert said(end, now)[0] == hello(HOST)
    end.status(now)
    said(end, now + 1000)
    hear(end, said_beat(HOST), now + 1000)
    return end


def hear(end: End, body: bytes, now: int = 0) -> None:
    end.receive(framed(body), now & 0x3FFFFFFF)


def said(end: End, now: int) -> list[bytes]:
    """The bodies of all that is due."""
    found = []
    while frame := end.send(now & 0x3FFFFFFF):
        found += bodies(frame)
    return found


def hello(host: int, first: int = FIRST) -> bytes:
    return b"H\x01" + struct.pack(">III", host, BOOT, first) + b"\x10\x0apanel"


def keys(first: int, *events: int) -> bytes:
    return b"K" + struct.pack(">II", BOOT, first) + bytes(events)


def test_until_it_is_met_it_says_hello_every_second() -> None:
    end = new()
    assert [ms for ms in range(1, 3002) if said(end, ms)] == [1000, 2000, 3000]
    assert end.status(3001) == UNMET


def test_until_it_is_met_it_keeps_no_keys() -> None:
    end = new()
    end.key(3, True)
    hear(end, said_hello(HOST))
    end.key(3, False)
    assert [body[:1] for body in said(end, 0)] == [b"H"]


def test_every_hello_is_answered() -> None:
    end = met()
    for _ in range(3):
        hear(end, said_hello(HOST))
        assert said(end, 1000) == [hello(HOST)]


def test_a_beat_every_second() -> None:
    end = met()
    beats = [ms for ms in range(1001, 4001) if said(end, ms)]
    assert beats == [2000, 3000, 4000]
    end.key(0, True)
    assert said(end, 5000) == [keys(FIRST, 0x80), b"B" + struct.pack(">II", BOOT, FIRST + 1)]


def test_keys_go_at_once_and_again_until_they_have_arrived() -> None:
    end = met()
    end.key(3, True)
    assert said(end, 1001) == [keys(FIRST, 0x83)]
    assert [ms for ms in range(1002, 1160) if said(end, ms)] == [1051, 1101, 1151]
    end.key(3, False)
    assert said(end, 1160) == [keys(FIRST, 0x83, 3)]
    hear(end, acknowledged(FIRST + 1, BOOT), 1160)
    assert said(end, 1210) == [keys(FIRST + 1, 3)]
    hear(end, acknowledged(FIRST + 2, BOOT), 1210)
    assert said(end, 1300) == []


@pytest.mark.parametrize("number", [0, FIRST - 1, FIRST, FIRST + 2, 2**30 - 1])
def test_an_acknowledgement_of_what_was_never_sent_or_is_long_gone(number: int) -> None:
    end = met()
    end.key(3, True)
    said(end, 1001)
    hear(end, acknowledged(number, BOOT), 1001)
    hear(end, acknowledged(FIRST + 1, BOOT + 1), 1001)
    assert said(end, 1051) == [keys(FIRST, 0x83)]


def test_the_oldest_sixteen_go_first() -> None:
    end = met()
    for key in range(10):
        end.key(key, True)
        end.key(key, False)
    assert len(said(end, 1001)[0]) == 9 + 16
    hear(end, acknowledged(FIRST + 16, BOOT), 1001)
    assert said(end, 1051) == [keys(FIRST + 16, 0x88, 8, 0x89, 9)]


def test_a_key_that_has_no_room_is_not_kept_and_the_lamps_say_so() -> None:
    end = met()
    for _ in range(32):
        end.key(1, True)
        end.key(1, False)
    assert end.status(1001) == MET
    end.key(2, True)
    assert end.status(1001) == FULL
    end.key(2, False)
    hear(end, acknowledged(FIRST + 64, BOOT), 1001)
    assert end.status(1001) == MET
    assert said(end, 1051) == []


def test_a_key_that_was_kept_has_room_to_go_up() -> None:
    end = met()
    end.key(0, True)
    for _ in range(40):
        end.key(1, True)
        end.key(1, False)
    end.key(0, False)
    events: list[int] = []
    while b := [body for body in said(end, 1001 + 50 * len(events)) if body[:1] == b"K"]:
        events += b[0][9:]
        hear(end, acknowledged(FIRST + len(events), BOOT), 1001 + 50 * len(events))
        end.status(1001)
    assert events[0] == 0x80
    assert events[-1] == 0
    assert len(events) == 64


def test_another_companion_gets_no_old_keys_and_dark_lamps() -> None:
    end = met()
    hear(end, b"L" + b"\x01\x02\x03\x00" * 10)
    end.key(3, True)
    end.key(4, True)
    end.key(4, False)
    hear(end, said_hello(HOST + 1), 1001)
    assert not any(end.lamps)
    end.key(3, False)  # nobody has seen it go down
    end.key(5, True)
    assert said(end, 1001) == [hello(HOST + 1, FIRST + 3), keys(FIRST + 3, 0x85)]


def test_the_same_companion_gets_them_after_all() -> None:
    end = met()
    hear(end, b"L" + b"\x01\x02\x03\x00" * 10)
    end.key(3, True)
    hear(end, said_hello(HOST), 1001)
    assert any(end.lamps)
    assert said(end, 1001) == [hello(HOST), keys(FIRST, 0x83)]


def test_lamps_that_are_not_named_are_dark() -> None:
    end = met()
    hear(end, b"L" + b"\x01\x02\x03\x02" * 16)
    assert end.lamps == b"\x01\x02\x03\x02" * 10
    hear(end, b"L" + b"\x04\x05\x06\x01" * 2)
    assert end.lamps == b"\x04\x05\x06\x01" * 2 + bytes(32)


def test_who_has_not_said_hello_lights_no_lamps() -> None:
    end = new()
    hear(end, b"L" + b"\x01\x02\x03\x02" * 10)
    assert not any(end.lamps)
    assert end.status(0) == UNMET


@pytest.mark.parametrize("start", [0, 2**30 - 2000, 2**30 - 1500])
def test_three_seconds_of_silence_and_the_companion_is_lost(start: int) -> None:
    """Also where the milliseconds begin again meanwhile."""
    end = met(start)
    for ms in range(start + 1000, start + 4000, 20):
        said(end, ms)
        assert end.status(ms & 0x3FFFFFFF) == MET
    said(end, start + 4000)
    assert end.status(start + 4000 & 0x3FFFFFFF) == LOST
    end.key(3, True)
    assert keys(FIRST, 0x83) in said(end, start + 4001)
    hear(end, said_beat(HOST), start + 4002)
    assert end.status(start + 4002 & 0x3FFFFFFF) == MET


def test_noise_is_no_life() -> None:
    end = met()
    for ms in range(1000, 4001, 100):
        end.receive(b"QQEBAwQAAAIG3JQBhA==\n\x03noise\n", ms)
        said(end, ms)
    assert end.status(4000) == LOST


def test_a_companion_that_takes_nothing_is_lost_though_it_speaks() -> None:
    end = met()
    for ms in range(1000, 4001, 500):
        hear(end, said_beat(HOST), ms)
    assert end.status(4000) == LOST
    said(end, 4001)
    hear(end, said_beat(HOST), 4001)
    assert end.status(4001) == MET


def test_the_meeting_after_silence_for_the_whole_of_the_ticks() -> None:
    """Lost stays lost, though so many days later the numbers look as if it was just now."""
    end = met()
    said(end, 4000)
    assert end.status(4000) == LOST
    assert end.status(1001) == LOST


def test_another_version_says_so_and_both_ends_only_greet() -> None:
    end = met()
    end.key(3, True)
    end.receive(other_hello(), 1001)
    assert end.status(1001) == OTHER
    end.key(4, True)
    hear(end, b"L" + b"\x01\x02\x03\x02" * 10)
    assert not any(end.lamps)
    assert said(end, 1001) == [hello(0, FIRST + 1)]
    assert said(end, 2001) == [hello(0, FIRST + 1)]
    assert end.status(4001) == LOST
    end.receive(other_hello(), 4002)
    assert end.status(4002) == OTHER
    hear(end, said_hello(HOST), 4003)
    assert end.status(4003) == MET


@pytest.mark.parametrize("end", [new(), met()])
def test_whoever_says_yield_is_obeyed(end: End) -> None:
    assert not end.yielding
    hear(end, b"Y" + struct.pack(">I", HOST + 5), 1001)
    assert end.yielding


def test_no_more_than_a_line_is_kept() -> None:
    end = new()
    for _ in range(1000):
        end.receive(b"x" * 100, 0)
        assert len(end._line) <= 128
    end.receive(b"\n" + framed(said_hello(HOST)), 0)
    assert end.status(0) == MET


def test_any_way_to_cut_a_line_is_the_same() -> None:
    line = framed(said_hello(HOST))
    for a, b in pairwise(range(len(line) + 1)):
        end = new()
        for piece in (line[:a], line[a:b], line[b:]):
            end.receive(piece, 0)
        assert end.status(0) == MET
