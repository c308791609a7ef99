"""The panel's peer in CPython: what it sends and when, and how it handles messages."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.wire import (
    CONNECTED,
    LOST,
    MAX_HELD_EVENTS,
    OTHER_VERSION,
    OVERFLOW,
    WAITING,
    WirePeer,
)
from tests.box.panel.messages import (
    acknowledgement,
    decode_frames,
    encode_frame,
    host_heartbeat,
    host_hello,
    other_version_hello,
)

BOOT, FIRST, HOST = 7, 40, 99


def new_peer(now: int = 0) -> WirePeer:
    """A peer that has sent its first hello."""
    peer = WirePeer(BOOT, FIRST, 16, 10, b"panel")
    assert peer.next_frame(now) == b"\n"
    assert sent_messages(peer, now) == [hello(0)]
    return peer


def connected_peer(now: int = 0) -> WirePeer:
    """A peer that has met a companion and sent its first heartbeat."""
    peer = new_peer(now)
    send_to(peer, host_hello(HOST), now)
    assert sent_messages(peer, now)[0] == hello(HOST)
    peer.update_state(now)
    sent_messages(peer, now + 1000)
    send_to(peer, host_heartbeat(HOST), now + 1000)
    return peer


def send_to(peer: WirePeer, body: bytes, now: int = 0) -> None:
    peer.receive_data(encode_frame(body), now & 0x3FFFFFFF)


def sent_messages(peer: WirePeer, now: int) -> list[bytes]:
    """The bodies of all frames that are due."""
    found = []
    while frame := peer.next_frame(now & 0x3FFFFFFF):
        found += decode_frames(frame)
    return found


def hello(host: int, first: int = FIRST) -> bytes:
    return b"H\x01" + struct.pack(">III", host, BOOT, first) + b"\x10\x0apanel"


def keys(first: int, *events: int) -> bytes:
    return b"K" + struct.pack(">II", BOOT, first) + bytes(events)


def test_before_the_connection_it_sends_hello_every_second() -> None:
    peer = new_peer()
    assert [ms for ms in range(1, 3002) if sent_messages(peer, ms)] == [1000, 2000, 3000]
    assert peer.update_state(3001) == WAITING


def test_before_the_connection_it_holds_no_keys() -> None:
    peer = new_peer()
    peer.add_key_event(3, True)
    send_to(peer, host_hello(HOST))
    peer.add_key_event(3, False)
    assert [body[:1] for body in sent_messages(peer, 0)] == [b"H"]


def test_every_hello_is_answered() -> None:
    peer = connected_peer()
    for _ in range(3):
        send_to(peer, host_hello(HOST))
        assert sent_messages(peer, 1000) == [hello(HOST)]


def test_a_heartbeat_is_sent_every_second() -> None:
    peer = connected_peer()
    beats = [ms for ms in range(1001, 4001) if sent_messages(peer, ms)]
    assert beats == [2000, 3000, 4000]
    peer.add_key_event(0, True)
    assert sent_messages(peer, 5000) == [
        keys(FIRST, 0x80),
        b"B" + struct.pack(">II", BOOT, FIRST + 1),
    ]


def test_keys_are_sent_at_once_and_again_until_acknowledged() -> None:
    peer = connected_peer()
    peer.add_key_event(3, True)
    assert sent_messages(peer, 1001) == [keys(FIRST, 0x83)]
    assert [ms for ms in range(1002, 1160) if sent_messages(peer, ms)] == [1051, 1101, 1151]
    peer.add_key_event(3, False)
    assert sent_messages(peer, 1160) == [keys(FIRST, 0x83, 3)]
    send_to(peer, acknowledgement(FIRST + 1, BOOT), 1160)
    assert sent_messages(peer, 1210) == [keys(FIRST + 1, 3)]
    send_to(peer, acknowledgement(FIRST + 2, BOOT), 1210)
    assert sent_messages(peer, 1300) == []


@pytest.mark.parametrize("number", [0, FIRST - 1, FIRST, FIRST + 2, 2**30 - 1])
def test_an_acknowledgement_of_unsent_or_dropped_events_is_ignored(number: int) -> None:
    peer = connected_peer()
    peer.add_key_event(3, True)
    sent_messages(peer, 1001)
    send_to(peer, acknowledgement(number, BOOT), 1001)
    send_to(peer, acknowledgement(FIRST + 1, BOOT + 1), 1001)
    assert sent_messages(peer, 1051) == [keys(FIRST, 0x83)]


def test_the_oldest_sixteen_events_are_sent_first() -> None:
    peer = connected_peer()
    for key in range(10):
        peer.add_key_event(key, True)
        peer.add_key_event(key, False)
    assert len(sent_messages(peer, 1001)[0]) == 9 + 16
    send_to(peer, acknowledgement(FIRST + 16, BOOT), 1001)
    assert sent_messages(peer, 1051) == [keys(FIRST + 16, 0x88, 8, 0x89, 9)]


def test_a_key_without_room_is_dropped_and_signalled() -> None:
    peer = connected_peer()
    for _ in range(32):
        peer.add_key_event(1, True)
        peer.add_key_event(1, False)
    assert peer.update_state(1001) == CONNECTED
    peer.add_key_event(2, True)
    assert peer.update_state(1001) == OVERFLOW
    peer.add_key_event(2, False)
    send_to(peer, acknowledgement(FIRST + 64, BOOT), 1001)
    assert peer.update_state(1001) == CONNECTED
    assert sent_messages(peer, 1051) == []


def test_a_held_key_has_room_for_its_release() -> None:
    peer = connected_peer()
    peer.add_key_event(0, True)
    for _ in range(40):
        peer.add_key_event(1, True)
        peer.add_key_event(1, False)
    peer.add_key_event(0, False)
    events: list[int] = []
    while b := [body for body in sent_messages(peer, 1001 + 50 * len(events)) if body[:1] == b"K"]:
        events += b[0][9:]
        send_to(peer, acknowledgement(FIRST + len(events), BOOT), 1001 + 50 * len(events))
        peer.update_state(1001)
    assert events[0] == 0x80
    assert events[-1] == 0
    assert len(events) == 64


def test_another_companion_gets_no_old_keys_and_dark_lamps() -> None:
    peer = connected_peer()
    send_to(peer, b"L" + b"\x01\x02\x03\x00" * 10)
    peer.add_key_event(3, True)
    peer.add_key_event(4, True)
    peer.add_key_event(4, False)
    send_to(peer, host_hello(HOST + 1), 1001)
    assert not any(peer.lamps)
    peer.add_key_event(3, False)  # its press was dropped
    peer.add_key_event(5, True)
    assert sent_messages(peer, 1001) == [hello(HOST + 1, FIRST + 3), keys(FIRST + 3, 0x85)]


def test_the_same_companion_gets_held_keys_and_lamps() -> None:
    peer = connected_peer()
    send_to(peer, b"L" + b"\x01\x02\x03\x00" * 10)
    peer.add_key_event(3, True)
    send_to(peer, host_hello(HOST), 1001)
    assert any(peer.lamps)
    assert sent_messages(peer, 1001) == [hello(HOST), keys(FIRST, 0x83)]


def test_lamps_that_are_not_listed_are_dark() -> None:
    peer = connected_peer()
    send_to(peer, b"L" + b"\x01\x02\x03\x02" * 16)
    assert peer.lamps == b"\x01\x02\x03\x02" * 10
    send_to(peer, b"L" + b"\x04\x05\x06\x01" * 2)
    assert peer.lamps == b"\x04\x05\x06\x01" * 2 + bytes(32)


@pytest.mark.parametrize("start", [0, 2**30 - 2000, 2**30 - 1500])
def test_a_companion_is_lost_after_three_seconds_of_silence(start: int) -> None:
    """Also if the milliseconds wrap meanwhile."""
    peer = connected_peer(start)
    for ms in range(start + 1000, start + 4000, 20):
        sent_messages(peer, ms)
        assert peer.update_state(ms & 0x3FFFFFFF) == CONNECTED
    sent_messages(peer, start + 4000)
    assert peer.update_state(start + 4000 & 0x3FFFFFFF) == LOST
    peer.add_key_event(3, True)
    assert keys(FIRST, 0x83) in sent_messages(peer, start + 4001)
    send_to(peer, host_heartbeat(HOST), start + 4002)
    assert peer.update_state(start + 4002 & 0x3FFFFFFF) == CONNECTED


def test_a_companion_that_reads_nothing_is_lost_although_it_sends() -> None:
    peer = connected_peer()
    for ms in range(1000, 4001, 500):
        send_to(peer, host_heartbeat(HOST), ms)
    assert peer.update_state(4000) == LOST
    sent_messages(peer, 4001)
    send_to(peer, host_heartbeat(HOST), 4001)
    assert peer.update_state(4001) == CONNECTED


def test_a_lost_companion_stays_lost_after_the_ticks_wrap() -> None:
    peer = connected_peer()
    sent_messages(peer, 4000)
    assert peer.update_state(4000) == LOST
    assert peer.update_state(1001) == LOST


def test_another_version_is_signalled_and_gets_only_hellos() -> None:
    peer = connected_peer()
    peer.add_key_event(3, True)
    peer.receive_data(other_version_hello(), 1001)
    assert peer.update_state(1001) == OTHER_VERSION
    peer.add_key_event(4, True)
    send_to(peer, b"L" + b"\x01\x02\x03\x02" * 10)
    assert not any(peer.lamps)
    assert sent_messages(peer, 1001) == [hello(0, FIRST + 1)]
    assert sent_messages(peer, 2001) == [hello(0, FIRST + 1)]
    assert peer.update_state(4001) == LOST
    peer.receive_data(other_version_hello(), 4002)
    assert peer.update_state(4002) == OTHER_VERSION
    send_to(peer, host_hello(HOST), 4003)
    assert peer.update_state(4003) == CONNECTED


@pytest.mark.parametrize("host", [HOST, HOST + 1])
def test_a_heartbeat_of_an_unknown_companion_is_answered_with_a_hello(host: int) -> None:
    peer = connected_peer()
    send_to(peer, host_heartbeat(host), 1001)
    assert sent_messages(peer, 1001) == ([hello(HOST)] if host != HOST else [])


@given(st.integers(28, 32), st.lists(st.sampled_from([*range(16), "acknowledge"]), max_size=60))
def test_every_key_that_is_held_down_has_room_for_its_release(
    taps: int, steps: list[int | str]
) -> None:
    """Whichever keys move, and whenever the companion acknowledges: a full queue loses none."""
    peer = connected_peer()
    following, taken, down = FIRST, list[int](), set[int]()

    def move(key: int) -> None:
        peer.add_key_event(key, key not in down)
        down.symmetric_difference_update({key})
        assert len(peer._events) <= MAX_HELD_EVENTS

    for step in [0] * 2 * taps + steps:
        if isinstance(step, int):
            move(step)
        else:
            taken += peer._events[:5]
            following += len(peer._events[:5])
            send_to(peer, acknowledgement(following, BOOT), 1001)
    for key in sorted(down):
        move(key)
    for key in range(16):
        own = [event for event in [*taken, *peer._events] if event & 0x7F == key]
        assert own == [key | 0x80, key] * (len(own) // 2)


@pytest.mark.parametrize("peer", [new_peer(), connected_peer()])
def test_any_host_may_request_the_release_of_the_port(peer: WirePeer) -> None:
    assert not peer.release_requested
    send_to(peer, b"Y" + struct.pack(">I", HOST + 5), 1001)
    assert peer.release_requested


def test_at_most_one_line_is_buffered() -> None:
    peer = new_peer()
    for _ in range(1000):
        peer.receive_data(b"x" * 100, 0)
        assert len(peer._line) <= 128
    peer.receive_data(b"\n" + encode_frame(host_hello(HOST)), 0)
    assert peer.update_state(0) == CONNECTED
