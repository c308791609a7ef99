"""Both peers' own code on a wire that does all a wire can do: each key arrives once, in order."""

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.box.panel.wire import KeyEvent, LampStates
from companion.box.panel.wire_peer import PanelFound, PeerEvent, WirePeer
from companion.core.interfaces import Effect, Lamp
from firmware.wire import WirePeer as PanelPeer
from tests import depth
from tests.fakes.wire import FakeWire

STEP = 0.05
"""Seconds of a step; the panel repeats its keys that often."""
RECOVERY_STEPS = 160
"""Steps after which all must be well: three seconds to be lost, and time to connect."""
SHORT_STEPS = 10
HEARTBEAT_STEPS = 25
"""Steps in which both sides send a heartbeat."""
MAX_PRESSES = 30
"""Keys pressed while the wire is disturbed; the panel holds 64 events."""


class ConnectedPeers:
    """A panel and a companion, joined by a wire each way.

    ``received`` are the key events at the companion; ``owed`` those that must arrive.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.now = 0.0
        self.to_panel, self.to_companion = FakeWire(), FakeWire()
        self.received: list[KeyEvent] = []
        self.pressed = 0
        self.lamps = b""
        self.reset_panel()
        self.restart_companion()

    def reset_panel(self) -> None:
        self.connected, self.owed = False, list[KeyEvent]()
        self.boot = self.random.randrange(1, 2**30)
        self.panel = PanelPeer(self.boot, self.random.randrange(2**16), 16, 10, b"campanile 1")

    def restart_companion(self) -> None:
        self.connected, self.owed = False, list[KeyEvent]()
        self.companion = WirePeer(self.random.randrange(1, 2**30))
        self.companion.open(self.now)

    def press_key(self) -> None:
        for down in (True, False):
            self.panel.add_key_event(self.pressed, down)
            if self.connected:
                self.owed.append(KeyEvent(self.pressed, down))
        self.pressed += 1

    def change_lamps(self) -> None:
        red = self.random.randrange(256)
        self.companion.show_lamps(LampStates((Lamp(red, 1, 2, Effect.BLINKING),) * 10))
        self.lamps = bytes((red, 1, 2, 2)) * 10

    def reopen(self) -> None:
        self.companion.open(self.now)

    def unplug(self) -> None:
        self.to_panel.unplug()
        self.to_companion.unplug()

    def plug(self) -> None:
        self.to_panel.plug()
        self.to_companion.plug()

    def start_trouble(self) -> None:
        self.to_panel.choose = self.to_companion.choose = self.random.randrange

    def end_trouble(self) -> None:
        self.to_panel.choose = self.to_companion.choose = None
        self.plug()

    def step(self) -> None:
        self.now += STEP
        self.step_panel(round(self.now * 1000))
        try:
            self.step_companion()
        except OSError:
            self.companion.close()

    def talk(self, steps: int) -> None:
        for _ in range(steps):
            self.step()

    def step_panel(self, now: int) -> None:
        plugged = self.to_panel.plugged
        while plugged and (data := self.to_panel.read()):
            self.panel.receive_data(data, now)
        while plugged and (line := self.panel.next_frame(now)):
            self.to_companion.write(line)

    def step_companion(self) -> None:
        if not self.companion.is_open:
            self.companion.open(self.now)
        while data := self.to_companion.read():
            self.note_events(self.companion.receive_data(data, self.now))
        self.note_events(self.companion.tick(self.now))
        while data := self.companion.data_to_send():
            self.to_panel.write(data)
            self.companion.mark_sent(len(data), self.now)

    def note_events(self, events: list[PeerEvent]) -> None:
        for event in events:
            if isinstance(event, KeyEvent):
                self.received.append(event)
            elif isinstance(event, PanelFound):
                # A hello of the panel's last run may still have been on its way.
                self.connected = event.panel.boot == self.boot


Step = Callable[[ConnectedPeers], None]
DISTURBANCES: tuple[Step, ...] = (
    ConnectedPeers.step,
    ConnectedPeers.press_key,
    ConnectedPeers.change_lamps,
    ConnectedPeers.reopen,
    ConnectedPeers.unplug,
    ConnectedPeers.plug,
)
RESTARTS: tuple[Step, ...] = (ConnectedPeers.reset_panel, ConnectedPeers.restart_companion)


def disturb(peers: ConnectedPeers, steps: list[Step]) -> None:
    peers.start_trouble()
    for step in steps:
        if step is not ConnectedPeers.press_key or peers.pressed < MAX_PRESSES:
            step(peers)
        peers.step()
    peers.end_trouble()
    peers.change_lamps()
    peers.talk(RECOVERY_STEPS)


def press_once_more(peers: ConnectedPeers) -> None:
    peers.press_key()
    peers.step()
    peers.step()


def is_in_order(received: list[KeyEvent]) -> bool:
    """Whether the keys arrived in the order of their presses, none of them twice."""
    order = [2 * event.key + (not event.down) for event in received]
    return order == sorted(set(order))


@settings(max_examples=depth.examples(500))
@given(st.integers(0, 2**32), st.lists(st.sampled_from(DISTURBANCES), max_size=100))
def test_every_key_arrives_once_in_order_after_any_disturbance_of_the_wire(
    seed: int, steps: list[Step]
) -> None:
    peers = ConnectedPeers(seed)
    peers.talk(RECOVERY_STEPS)
    assert peers.connected
    disturb(peers, steps)
    assert peers.received == peers.owed
    press_once_more(peers)
    assert peers.received == peers.owed != []
    assert peers.panel.lamps == peers.lamps


@settings(max_examples=depth.examples(500))
@given(st.integers(0, 2**32), st.lists(st.sampled_from(DISTURBANCES + RESTARTS), max_size=100))
def test_after_a_restart_of_either_side_no_key_arrives_twice_or_late_and_none_owed_is_lost(
    seed: int, steps: list[Step]
) -> None:
    peers = ConnectedPeers(seed)
    disturb(peers, steps)
    assert peers.connected
    assert set(peers.owed) <= set(peers.received)
    press_once_more(peers)
    assert set(peers.owed) <= set(peers.received)
    assert peers.owed
    assert is_in_order(peers.received)
    assert peers.panel.lamps == peers.lamps


@given(st.integers(0, 2**32), st.integers(0, 3))
def test_a_wire_that_another_companion_had_meanwhile_works_again(seed: int, presses: int) -> None:
    """And no port was closed, as at a switch for serial wires."""
    peers = ConnectedPeers(seed)
    peers.talk(RECOVERY_STEPS)
    own, peers.companion = peers.companion, WirePeer(peers.random.randrange(1, 2**30))
    peers.companion.open(peers.now)
    for _ in range(presses):
        peers.talk(SHORT_STEPS)
        peers.press_key()
    peers.talk(SHORT_STEPS)
    peers.companion = own
    peers.talk(HEARTBEAT_STEPS)
    peers.received.clear()
    press_once_more(peers)
    assert peers.received == peers.owed[-2:] != []


def test_the_fake_wire_corrupts_what_a_clean_one_carries() -> None:
    """Otherwise the tests above would prove nothing."""
    peers = ConnectedPeers(1)
    peers.start_trouble()
    sent = [b"%d\n" % number for number in range(100)]
    for line in sent:
        peers.to_panel.write(line)
    assert b"".join(iter(peers.to_panel.read, b"")) != b"".join(sent)
    peers.end_trouble()
    peers.to_panel.write(b"whole\n")
    assert peers.to_panel.read() == b"whole\n"
