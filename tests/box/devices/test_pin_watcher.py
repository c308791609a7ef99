"""Since when each contact is closed, by edges and by readings."""

import threading
import time
from queue import SimpleQueue

import pytest

from companion.box.devices.pin_watcher import READ_WITHIN, WATCHED_FOR, PinLevel, PinWatcher
from tests.fakes.clock import SetClock

PIN = 6


class Contact:
    """A contact, its watcher and the clock."""

    def __init__(self) -> None:
        self.clock = SetClock(10.0)
        self.closed = False
        self.watcher = PinWatcher(self.read, [PIN], self.clock)

    def read(self, pin: int) -> bool:
        assert pin == PIN
        return self.closed

    def look_at(self, at: float) -> PinLevel:
        self.clock.now = at
        return self.watcher.look()[PIN]

    def close_at(self, at: float) -> None:
        self.closed = True
        self.watcher.note_closing(PIN, at)


@pytest.fixture
def contact() -> Contact:
    return Contact()


def test_a_contact_is_closed_since_its_edge_and_open_since_it_was_read_so(contact: Contact) -> None:
    contact.close_at(20.0)
    assert contact.look_at(20.05) == (True, 20.0)
    assert contact.look_at(20.10) == (True, 20.0)
    contact.closed = False
    assert contact.look_at(20.15) == (False, 20.15)
    assert contact.look_at(99.0) == (False, 20.15)


def test_a_contact_that_was_not_read_for_a_while_may_have_opened(contact: Contact) -> None:
    contact.close_at(20.0)
    late = 20.0 + READ_WITHIN + 0.001
    assert contact.look_at(late) == (True, late)
    assert contact.look_at(late + READ_WITHIN) == (True, late)


def test_bounce_and_a_contact_that_closes_without_an_edge(contact: Contact) -> None:
    contact.close_at(20.0)
    contact.watcher.note_closing(PIN, 20.004)
    assert contact.look_at(20.01) == (True, 20.0)
    contact.closed = False
    contact.look_at(20.02)
    contact.closed = True
    assert contact.look_at(20.03) == (True, 20.03)


def test_a_reading_begun_before_an_edge_says_nothing_about_it(contact: Contact) -> None:
    def read_late(pin: int) -> bool:
        level = contact.read(pin)
        contact.close_at(20.01)
        return level

    watcher = contact.watcher = PinWatcher(read_late, [PIN], contact.clock)
    contact.clock.now = 20.0
    assert watcher.look()[PIN] == (True, 20.01)


def test_a_button_is_held_while_it_is_closed_until_it_must_be_stuck(contact: Contact) -> None:
    assert not contact.watcher.is_held()
    contact.close_at(10.0)
    while contact.clock.now < 10.0 + WATCHED_FOR:
        assert contact.watcher.is_held()
        contact.clock.now += READ_WITHIN / 2
    assert not contact.watcher.is_held()


def test_a_thread_reads_again_and_again_while_a_contact_is_closed() -> None:
    read: SimpleQueue[int] = SimpleQueue()

    def note_reading(pin: int) -> bool:
        read.put(pin)
        return True

    before = threading.active_count()
    watcher = PinWatcher(note_reading, [PIN], time.monotonic)
    watcher.start()
    watcher.note_closing(PIN, time.monotonic())
    assert [read.get(timeout=10) for _ in range(4)] == [PIN] * 4
    watcher.close()
    watcher.close()
    assert threading.active_count() == before
