"""The companion's end, told by hand what a panel says: docs/wire.md sentence by sentence."""

import pytest

from companion.interfaces import Lamp
from companion.panel.end import End, Happening, KeyDown, KeyUp, Lost, Met, OtherVersion
from companion.panel.wire import AllLamps
from tests.panel.sayings import (
    BOOT,
    HOST,
    acknowledged,
    beat,
    bodies,
    downs,
    events,
    hello,
    other_hello,
    said_beat,
    said_hello,
)

DARKNESS = b"L\0\0\0\0"


def said(end: End, now: float = 0.0) -> list[bytes]:
    """Everything that goes out now, as the bodies of its frames."""
    sent = b""
    while data := end.to_send():
        end.sent(len(data), now)
        sent += data
    return bodies(sent)


def opened(now: float = 0.0) -> End:
    end = End(HOST)
    end.open(now)
    return end


def met(now: float = 0.0, first: int = 5) -> End:
    end = opened(now)
    end.feed(hello(first=first), now)
    said(end, now)
    return end


def names(happened: list[Happening]) -> list[str]:
    return [type(each).__name__ for each in happened]


def test_a_closed_end_says_and_hears_nothing() -> None:
    end = End(HOST)
    assert end.to_send() == b""
    assert end.feed(hello(), 0.0) == []
    assert end.tick(99.0) == []
    assert end.deadline() is None


def test_an_end_opens_with_a_lone_line_end_and_its_hello() -> None:
    end = opened()
    assert end.to_send() == b"\n"
    assert said(end) == [said_hello()]
    assert end.to_send() == b""


def test_hello_is_said_every_half_second_until_the_panel_answers() -> None:
    end = opened()
    said(end)
    assert end.deadline() == 0.5
    end.tick(0.4)
    assert said(end, 0.4) == []
    for now in (0.5, 1.0, 1.5):
        assert end.deadline() == now
        end.tick(now)
        assert said(end, now) == [said_hello()]
    assert names(end.feed(hello(), 1.6)) == ["Met"]
    assert said(end, 1.6) == [said_beat(), DARKNESS]
    end.tick(2.1)
    assert said(end, 2.1) == []


@pytest.mark.parametrize("host", [0, HOST + 1])
def test_a_panel_that_has_not_met_us_is_answered_with_our_hello(host: int) -> None:
    end = opened()
    said(end)
    assert end.feed(hello(host), 0.1) == []
    assert said(end, 0.1) == [said_hello()]


def test_a_hello_that_tells_nothing_new_changes_nothing() -> None:
    end = met()
    assert end.feed(downs(5, 1), 0.1) == [KeyDown(1)]
    said(end, 0.1)
    assert end.feed(hello(first=5) + hello(first=6), 0.2) == []
    assert said(end, 0.2) == []
    assert end.feed(downs(5, 1, 2), 0.3) == [KeyDown(2)]


def test_keys_come_in_order_and_never_twice_and_each_message_is_acknowledged() -> None:
    end = met(first=5)
    assert end.feed(events(5, 0x80 | 3, 3), 0.1) == [KeyDown(3), KeyUp(3)]
    assert said(end, 0.1) == [acknowledged(7)]
    assert end.feed(events(5, 0x80 | 3, 3), 0.2) == []
    assert said(end, 0.2) == [acknowledged(7)]
    assert end.feed(events(6, 3, 0x80 | 4), 0.3) == [KeyDown(4)]
    assert said(end, 0.3) == [acknowledged(8)]


def test_a_gap_is_not_stepped_over() -> None:
    end = met(first=5)
    assert end.feed(downs(6, 1, 2), 0.1) == []
    assert said(end, 0.1) == [acknowledged(5)]
    assert end.feed(downs(5, 0, 1), 0.1) == [KeyDown(0), KeyDown(1)]


@pytest.mark.parametrize("line", [downs(5, 1, boot=9), beat(5, boot=9)])
def test_keys_and_beats_of_another_boot_are_answered_with_a_hello(line: bytes) -> None:
    end = met(first=5)
    assert end.feed(line, 0.1) == []
    assert said(end, 0.1) == [said_hello()]


def test_before_the_meeting_keys_are_passed_over() -> None:
    end = opened()
    said(end)
    assert end.feed(downs(0, 1) + beat(1), 0.1) == []
    assert said(end, 0.1) == []


def test_a_panel_started_anew_is_met_anew() -> None:
    end = met(first=5)
    assert names(end.feed(hello(boot=9, first=100), 0.1)) == ["Met"]
    assert said(end, 0.1) == [said_beat(), DARKNESS]
    assert end.feed(downs(5, 1), 0.2) == []
    assert said(end, 0.2) == [said_hello()]
    assert end.feed(downs(100, 2, boot=9), 0.2) == [KeyDown(2)]


def test_on_a_port_opened_again_nothing_is_doubled_and_nothing_lost() -> None:
    end = met(first=5)
    end.feed(downs(5, 0, 1), 0.1)
    end.close()
    end.open(9.0)
    assert end.feed(downs(5, 0, 1, 2), 9.0) == []
    assert names(end.feed(hello(first=5), 9.1)) == ["Met"]
    assert end.feed(downs(5, 0, 1, 2), 9.2) == [KeyDown(2)]


@pytest.mark.parametrize("reopened", [True, False])
def test_events_that_another_companion_has_taken_are_not_waited_for(reopened: bool) -> None:
    end = met(first=5)
    end.feed(downs(5, 0), 0.1)
    if reopened:
        end.open(9.0)
    assert names(end.feed(hello(first=50), 9.1)) == ["Met"]
    assert end.feed(downs(50, 2), 9.2) == [KeyDown(2)]


def test_every_second_comes_a_beat_with_the_lamps() -> None:
    end = met()
    for now in (1.0, 2.0):
        end.feed(beat(), now - 0.5)
        assert end.deadline() == now
        end.tick(now)
        assert said(end, now) == [said_beat(), DARKNESS]


def test_lamps_are_said_when_they_change_and_the_latest_only() -> None:
    end = met()
    red, green = AllLamps((Lamp(9, 0, 0),)), AllLamps((Lamp(0, 9, 0),))
    end.show(red)
    end.show(green)
    assert said(end) == [b"L\0\x09\0\0"]
    end.show(green)
    assert said(end) == []


def test_lamps_shown_before_the_meeting_follow_it() -> None:
    end = opened()
    end.show(AllLamps((Lamp(9, 0, 0),)))
    assert said(end) == [said_hello()]
    end.feed(hello(), 0.1)
    assert said(end) == [said_beat(), b"L\x09\0\0\0"]


def test_another_version_is_told_once_and_only_greeted_from_then_on() -> None:
    end = opened()
    said(end)
    assert end.feed(other_hello(2) + other_hello(2), 0.1) == [OtherVersion(2)]
    assert end.feed(downs(0, 1) + beat(), 0.2) == []
    end.show(AllLamps((Lamp(9, 0, 0),)))
    assert said(end, 0.2) == []
    for now in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5):
        assert end.feed(other_hello(2), now) == []
        assert said(end, now) == [said_hello()]
    assert end.feed(other_hello(3), 4.0) == [OtherVersion(3)]
    assert names(end.feed(hello(), 4.1)) == ["Met"]


def test_a_met_panel_of_another_version_gets_no_more_than_hellos() -> None:
    end = met()
    assert end.feed(downs(5, 1) + other_hello(), 0.9) == [KeyDown(1), OtherVersion(2)]
    assert said(end, 0.9) == []
    end.tick(1.0)
    assert said(end, 1.0) == [said_hello()]


def test_three_seconds_of_silence_and_the_panel_is_lost() -> None:
    end = met(now=1.0)
    end.feed(beat(), 2.0)
    assert end.feed(b"noise\n", 4.9) == []
    said(end, 4.9)
    assert end.deadline() == 5.0
    assert end.tick(5.0) == [Lost()]
    assert not end.is_open
    assert end.to_send() == b""


def test_what_came_before_the_silence_was_noticed_counts() -> None:
    end = met()
    assert end.feed(downs(5, 1), 60.0) == [KeyDown(1)]
    assert end.is_open


def test_a_panel_that_speaks_but_does_not_read_is_lost() -> None:
    end = met()
    end.feed(downs(5, 1), 1.5)
    waiting = end.to_send()
    end.sent(3, 1.6)
    for now in (2.0, 3.0, 4.0):
        assert end.feed(beat(), now) == []
        assert end.to_send() == waiting[3:]
    assert end.deadline() == 4.6
    assert end.feed(beat(), 4.6) == [Lost()]


def test_to_a_panel_that_reads_slowly_nothing_piles_up() -> None:
    end = met()
    end.feed(downs(5, 1), 0.1)
    waiting = end.to_send()
    for number in range(6, 100):
        end.feed(downs(number, 2), 0.2)
        end.show(AllLamps((Lamp(number, 0, 0),)))
        assert end.to_send() == waiting
    end.sent(len(waiting), 0.3)
    assert said(end, 0.3) == [acknowledged(100), b"L\x63\0\0\0"]


def test_a_new_port_begins_with_a_new_line() -> None:
    end = met()
    end.feed(hello()[:10], 0.1)
    end.open(5.0)
    assert names(end.feed(hello(), 5.0)) == ["Met"]


def test_met_tells_who_the_panel_is() -> None:
    end = opened()
    (happened,) = end.feed(hello(first=7, name="panel 0.1.0"), 0.1)
    assert isinstance(happened, Met)
    panel = happened.panel
    assert (panel.boot, panel.keys, panel.lamps, panel.name) == (BOOT, 16, 10, "panel 0.1.0")
