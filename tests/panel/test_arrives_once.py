"""Both ends' own code, a wire that does all a wire can do: every key arrives once, in order."""

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.interfaces import Effect, Lamp
from companion.panel.end import End, Happening, KeyDown, KeyUp, Met
from companion.panel.fakewire import FakeWire
from companion.panel.wire import AllLamps
from tests import depth
from tests.panel.firmware import PanelEnd, panel_end

STEP = 0.05
"""Seconds of a step, as often as the panel says its keys again."""
CALM = 160
"""Steps in which all must have come right: three seconds to be lost, and time to meet."""

PRESSES = 30
"""Keys pressed while the wire is disturbed: the panel has room for 64 events."""


class Table:
    """A panel and a companion, a wire each way; what the companion hears is in ``heard``."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.now = 0.0
        self.to_panel, self.to_companion = FakeWire(), FakeWire()
        self.heard: list[KeyDown | KeyUp] = []
        self.owed: list[KeyDown | KeyUp] = []
        self.pressed = 0
        self.lamps = b""
        self.panel = self.new_panel()
        self.companion = self.new_companion()

    def new_panel(self) -> PanelEnd:
        self.met, self.owed = False, []
        self.boot = self.random.randrange(1, 2**30)
        return panel_end(self.boot, self.random.randrange(2**16))

    def new_companion(self) -> End:
        self.met, self.owed = False, []
        companion = End(self.random.randrange(1, 2**30))
        companion.open(self.now)
        return companion

    def press(self) -> None:
        """A key of its own goes down and up; owed as soon as both ends have met."""
        down, up = KeyDown(self.pressed), KeyUp(self.pressed)
        self.pressed += 1
        self.panel.key(down.key, True)
        self.panel.key(up.key, False)
        if self.met:
            self.owed += [down, up]

    def shine(self) -> None:
        red = self.random.randrange(256)
        self.companion.show(AllLamps((Lamp(red, 1, 2, Effect.BLINKING),) * 10))
        self.lamps = bytes((red, 1, 2, 2)) * 10

    def reset_panel(self) -> None:
        self.panel = self.new_panel()

    def restart_companion(self) -> None:
        self.companion = self.new_companion()

    def reopen(self) -> None:
        self.companion.open(self.now)

    def pull(self) -> None:
        self.to_panel.pull()
        self.to_companion.pull()

    def plug(self) -> None:
        self.to_panel.plug()
        self.to_companion.plug()

    def trouble(self) -> None:
        self.to_panel.trouble = self.to_companion.trouble = self.random.randrange

    def calm(self) -> None:
        self.to_panel.trouble = self.to_companion.trouble = None
        self.plug()

    def step(self) -> None:
        self.now += STEP
        self.step_panel(round(self.now * 1000))
        try:
            self.step_companion()
        except OSError:
            self.companion.close()

    def step_panel(self, now: int) -> None:
        plugged = self.to_panel.plugged
        while plugged and (data := self.to_panel.take()):
            self.panel.receive(data, now)
        while plugged and (line := self.panel.send(now)):
            self.to_companion.put(line)

    def step_companion(self) -> None:
        if not self.companion.is_open:
            self.companion.open(self.now)
        while data := self.to_companion.take():
            self.hear(self.companion.feed(data, self.now))
        self.hear(self.companion.tick(self.now))
        while data := self.companion.to_send():
            self.to_panel.put(data)
            self.companion.sent(len(data), self.now)

    def hear(self, happened: list[Happening]) -> None:
        for each in happened:
            if isinstance(each, KeyDown | KeyUp):
                self.heard.append(each)
            elif isinstance(each, Met):
                # Of an end that is no more there may still be words on the way.
                self.met = each.panel.boot == self.boot


Deed = Callable[[Table], None]
DISTURBANCE = (Table.step, Table.press, Table.shine, Table.reopen, Table.pull, Table.plug)
STARTS = (Table.reset_panel, Table.restart_companion)


def play(table: Table, deeds: list[Deed]) -> None:
    table.trouble()
    for deed in deeds:
        if deed is not Table.press or table.pressed < PRESSES:
            deed(table)
        table.step()
    table.calm()
    table.shine()
    for _ in range(CALM):
        table.step()


def in_order(heard: list[KeyDown | KeyUp]) -> bool:
    """Whether keys were heard in the order in which they were pressed, none of them twice."""
    order = [2 * each.key + isinstance(each, KeyUp) for each in heard]
    return order == sorted(set(order))


@settings(max_examples=depth.examples(500))
@given(st.integers(0, 2**32), st.lists(st.sampled_from(DISTURBANCE), max_size=100))
def test_every_key_arrives_once_in_order_after_any_disturbance_of_the_wire(
    seed: int, deeds: list[Deed]
) -> None:
    table = Table(seed)
    for _ in range(CALM):
        table.step()
    assert table.met
    play(table, deeds)
    assert table.heard == table.owed
    table.press()
    table.step()
    table.step()
    assert table.heard == table.owed != []
    assert table.panel.lamps == table.lamps


@settings(max_examples=depth.examples(500))
@given(st.integers(0, 2**32), st.lists(st.sampled_from(DISTURBANCE + STARTS), max_size=100))
def test_also_when_either_end_starts_anew_no_key_arrives_twice_or_late_and_none_owed_is_lost(
    seed: int, deeds: list[Deed]
) -> None:
    table = Table(seed)
    play(table, deeds)
    assert table.met
    assert set(table.owed) <= set(table.heard)
    table.press()
    table.step()
    table.step()
    assert set(table.owed) <= set(table.heard)
    assert table.owed
    assert in_order(table.heard)
    assert table.panel.lamps == table.lamps


def test_the_fake_wire_does_spoil_what_a_clean_one_carries() -> None:
    """A table without the numbers of its events would lose keys: the disturbance is real."""
    table = Table(1)
    table.trouble()
    sent = [b"%d\n" % number for number in range(100)]
    for line in sent:
        table.to_panel.put(line)
    arrived = b"".join(iter(table.to_panel.take, b""))
    assert arrived != b"".join(sent)
    table.calm()
    table.to_panel.put(b"whole\n")
    assert table.to_panel.take() == b"whole\n"
