"""The companion's peer against a panel's messages written by hand, as in docs/wire.md."""

import pytest

from companion.box.panel.wire import KeyEvent, LampStates
from companion.box.panel.wire_peer import PanelLost, PeerEvent, VersionMismatch, WirePeer
from companion.core.interfaces import Lamp
from tests.box.panel.messages import (
    HOST,
    acknowledgement,
    decode_frames,
    host_heartbeat,
    host_hello,
    key_events,
    keys_down,
    other_version_hello,
    panel_heartbeat,
    panel_hello,
)

ALL_DARK = b"L\0\0\0\0"


def sent_messages(peer: WirePeer, now: float = 0.0) -> list[bytes]:
    """Mark all due bytes as sent; return the bodies of their frames."""
    sent = b""
    while data := peer.data_to_send():
        peer.mark_sent(len(data), now)
        sent += data
    return decode_frames(sent)


def open_peer(now: float = 0.0) -> WirePeer:
    peer = WirePeer(HOST)
    peer.open(now)
    return peer


def connected_peer(now: float = 0.0, first: int = 5) -> WirePeer:
    peer = open_peer(now)
    peer.receive_data(panel_hello(first=first), now)
    sent_messages(peer, now)
    return peer


def down(key: int) -> KeyEvent:
    return KeyEvent(key, down=True)


def up(key: int) -> KeyEvent:
    return KeyEvent(key, down=False)


def event_names(events: list[PeerEvent]) -> list[str]:
    return [type(each).__name__ for each in events]


def test_a_closed_peer_sends_and_receives_nothing() -> None:
    peer = WirePeer(HOST)
    assert peer.data_to_send() == b""
    assert peer.receive_data(panel_hello(), 0.0) == []
    assert peer.tick(99.0) == []
    assert peer.deadline() is None


def test_a_peer_opens_with_a_lone_newline_and_its_hello() -> None:
    peer = open_peer()
    assert peer.data_to_send() == b"\n"
    assert sent_messages(peer) == [host_hello()]
    assert peer.data_to_send() == b""


def test_hello_is_sent_every_half_second_until_the_panel_answers() -> None:
    peer = open_peer()
    sent_messages(peer)
    assert peer.deadline() == 0.5
    peer.tick(0.4)
    assert sent_messages(peer, 0.4) == []
    for now in (0.5, 1.0, 1.5):
        assert peer.deadline() == now
        peer.tick(now)
        assert sent_messages(peer, now) == [host_hello()]
    assert event_names(peer.receive_data(panel_hello(), 1.6)) == ["PanelFound"]
    assert sent_messages(peer, 1.6) == [host_heartbeat(), ALL_DARK]
    peer.tick(2.1)
    assert sent_messages(peer, 2.1) == []


@pytest.mark.parametrize("host", [0, HOST + 1])
def test_a_hello_with_another_host_is_answered_with_our_hello(host: int) -> None:
    peer = open_peer()
    sent_messages(peer)
    assert peer.receive_data(panel_hello(host), 0.1) == []
    assert sent_messages(peer, 0.1) == [host_hello()]


def test_a_hello_with_nothing_new_changes_nothing() -> None:
    peer = connected_peer()
    assert peer.receive_data(keys_down(5, 1), 0.1) == [down(1)]
    sent_messages(peer, 0.1)
    assert peer.receive_data(panel_hello(first=5) + panel_hello(first=6), 0.2) == []
    assert sent_messages(peer, 0.2) == []
    assert peer.receive_data(keys_down(5, 1, 2), 0.3) == [down(2)]


def test_keys_come_in_order_and_never_twice_and_each_message_is_acknowledged() -> None:
    peer = connected_peer(first=5)
    assert peer.receive_data(key_events(5, 0x80 | 3, 3), 0.1) == [down(3), up(3)]
    assert sent_messages(peer, 0.1) == [acknowledgement(7)]
    assert peer.receive_data(key_events(5, 0x80 | 3, 3), 0.2) == []
    assert sent_messages(peer, 0.2) == [acknowledgement(7)]
    assert peer.receive_data(key_events(6, 3, 0x80 | 4), 0.3) == [down(4)]
    assert sent_messages(peer, 0.3) == [acknowledgement(8)]


def test_keys_after_a_gap_are_ignored() -> None:
    peer = connected_peer(first=5)
    assert peer.receive_data(keys_down(6, 1, 2), 0.1) == []
    assert sent_messages(peer, 0.1) == [acknowledgement(5)]
    assert peer.receive_data(keys_down(5, 0, 1), 0.1) == [down(0), down(1)]


@pytest.mark.parametrize("line", [keys_down(5, 1, boot=9), panel_heartbeat(5, boot=9)])
def test_keys_and_heartbeats_of_another_boot_are_answered_with_a_hello(line: bytes) -> None:
    peer = connected_peer(first=5)
    assert peer.receive_data(line, 0.1) == []
    assert sent_messages(peer, 0.1) == [host_hello()]


@pytest.mark.parametrize(
    ("following", "answer"), [(4, [host_hello()]), (5, []), (6, [host_hello()])]
)
def test_a_heartbeat_that_expects_another_event_is_answered_with_a_hello(
    following: int, answer: list[bytes]
) -> None:
    peer = connected_peer(first=5)
    assert peer.receive_data(panel_heartbeat(following), 0.1) == []
    assert sent_messages(peer, 0.1) == answer


@pytest.mark.parametrize("reopened", [True, False])
def test_events_that_another_companion_received_are_not_expected(reopened: bool) -> None:
    peer = connected_peer(first=5)
    peer.receive_data(keys_down(5, 0), 0.1)
    if reopened:
        peer.open(9.0)
    assert event_names(peer.receive_data(panel_hello(first=50), 9.1)) == ["PanelFound"]
    assert peer.receive_data(keys_down(50, 2), 9.2) == [down(2)]


def test_a_heartbeat_with_the_lamps_is_sent_every_second() -> None:
    peer = connected_peer()
    for now in (1.0, 2.0):
        peer.receive_data(panel_heartbeat(5), now - 0.5)
        assert peer.deadline() == now
        peer.tick(now)
        assert sent_messages(peer, now) == [host_heartbeat(), ALL_DARK]


def test_only_the_latest_change_of_the_lamps_is_sent() -> None:
    peer = connected_peer()
    red, green = LampStates((Lamp(9, 0, 0),)), LampStates((Lamp(0, 9, 0),))
    peer.show_lamps(red)
    peer.show_lamps(green)
    assert sent_messages(peer) == [b"L\0\x09\0\0"]
    peer.show_lamps(green)
    assert sent_messages(peer) == []


def test_another_version_is_reported_once_and_gets_only_hellos() -> None:
    peer = open_peer()
    sent_messages(peer)
    assert peer.receive_data(other_version_hello(2) + other_version_hello(2), 0.1) == [
        VersionMismatch(2)
    ]
    assert peer.receive_data(keys_down(0, 1) + panel_heartbeat(), 0.2) == []
    peer.show_lamps(LampStates((Lamp(9, 0, 0),)))
    assert sent_messages(peer, 0.2) == []
    for now in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5):
        assert peer.receive_data(other_version_hello(2), now) == []
        assert sent_messages(peer, now) == [host_hello()]
    assert peer.receive_data(other_version_hello(3), 4.0) == [VersionMismatch(3)]
    assert event_names(peer.receive_data(panel_hello(), 4.1)) == ["PanelFound"]


def test_a_connected_panel_that_changes_its_version_gets_only_hellos() -> None:
    peer = connected_peer()
    assert peer.receive_data(keys_down(5, 1) + other_version_hello(), 0.9) == [
        down(1),
        VersionMismatch(2),
    ]
    assert sent_messages(peer, 0.9) == []
    peer.tick(1.0)
    assert sent_messages(peer, 1.0) == [host_hello()]


def test_a_panel_is_lost_after_three_seconds_without_a_message() -> None:
    peer = connected_peer(now=1.0)
    peer.receive_data(panel_heartbeat(), 2.0)
    assert peer.receive_data(b"noise\n", 4.9) == []
    sent_messages(peer, 4.9)
    assert peer.deadline() == 5.0
    assert peer.tick(5.0) == [PanelLost()]
    assert not peer.is_open
    assert peer.data_to_send() == b""


def test_data_that_arrives_late_still_counts() -> None:
    peer = connected_peer()
    assert peer.receive_data(keys_down(5, 1), 60.0) == [down(1)]
    assert peer.is_open


def test_a_panel_that_sends_but_does_not_read_is_lost() -> None:
    peer = connected_peer()
    peer.receive_data(keys_down(5, 1), 1.5)
    waiting = peer.data_to_send()
    peer.mark_sent(3, 1.6)
    for now in (2.0, 3.0, 4.0):
        assert peer.receive_data(panel_heartbeat(), now) == []
        assert peer.data_to_send() == waiting[3:]
    assert peer.deadline() == 4.6
    assert peer.receive_data(panel_heartbeat(), 4.6) == [PanelLost()]


def test_a_panel_that_reads_slowly_gets_only_the_latest_state() -> None:
    peer = connected_peer()
    peer.receive_data(keys_down(5, 1), 0.1)
    waiting = peer.data_to_send()
    for number in range(6, 100):
        peer.receive_data(keys_down(number, 2), 0.2)
        peer.show_lamps(LampStates((Lamp(number, 0, 0),)))
        assert peer.data_to_send() == waiting
    peer.mark_sent(len(waiting), 0.3)
    assert sent_messages(peer, 0.3) == [acknowledgement(100), b"L\x63\0\0\0"]
