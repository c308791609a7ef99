"""Taps on bouncing contacts, and a machine that stalls: each tap is one press, and the right one.

The buttons, the debouncer, the loop and the press guard are the real ones. The contacts, the
threads and the time are a model, and so is the game: a row of cards, OK takes the one pointed at.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from math import inf
from operator import itemgetter
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.app import loop
from companion.app.box import Devices
from companion.app.host import Host
from companion.app.loop import App
from companion.box.devices.boards import BOARDS
from companion.box.devices.buttons import Buttons
from companion.box.devices.chime import SilentChime
from companion.box.devices.debouncer import LONG_PRESS, REPEAT_AFTER, REPEAT_EVERY
from companion.box.devices.light import NoLight
from companion.box.devices.picture import Picture
from companion.box.devices.voice import FakeVoice
from companion.box.panel.lamps import NoLamps
from companion.box.panel.panel_session import PANEL_KEYS
from companion.box.service.notify import SystemdNotifier
from companion.core.interfaces import TOWER_KEYS, Frame, Inbox, Press
from companion.core.keypad import KEYPAD
from companion.text import Words
from companion.ui.input.entry import Entry
from companion.ui.input.menu import Notice
from companion.ui.reading import READING_TIME
from companion.ui.screens.view import View
from tests import depth
from tests.buttons import BACK, DOWN, LEFT, MENU, OK, RIGHT, UP
from tests.fakes.stalling_pads import StallingPads, key_edges
from tests.fakes.stalling_panel import StallingPanel
from tests.fakes.stalls import (
    APART,
    BOUNCE,
    FIRST_TAP,
    LONGEST_STALL,
    ContactEdge,
    StallingInbox,
    StallingMachine,
    Tap,
    contact_edges,
    draw_taps,
    use_stalling_pins,
)

BOARD = BOARDS["bonnet"]
PINS = {press: pin for pin, press in BOARD.pins.items()}
"""A pin of each button."""
TAPS = 200
"""Taps in a simulated evening."""
REPEATING = (UP, DOWN, LEFT, RIGHT)
EVENINGS = depth.at_depth(3, 500)


@dataclass(frozen=True)
class CardRow(Entry):
    """The question of a round, and the card that the cursor points at."""

    round: int = 0
    cursor: int = 0


class ClosedDoor:
    """Lets no phone in."""

    socket = None

    def tick(self, now: float) -> None:
        pass

    def deadline(self) -> None:
        pass


@dataclass
class CardGame:
    """A host whose only question is asked again and again; commits stall like a slow card."""

    machine: StallingMachine
    random: Random
    slow: bool
    entry: CardRow = field(default_factory=CardRow)
    renew: Callable[[float], None] = lambda _now: None
    play_out_ends: Callable[[], None] = lambda: None
    notices: list[Entry] = field(default_factory=list)
    """What the screen was to show each time that a notice came or went."""
    door: ClosedDoor = field(default_factory=ClosedDoor)
    commit_time: float = 0.0

    @property
    def view(self) -> View:
        return View(entry=self.entry, session=None, words=Words("en"))

    def press(self, press: Press) -> None:
        if press in (LEFT, RIGHT):
            step = 1 if press is RIGHT else -1
            self.entry = replace(self.entry, cursor=(self.entry.cursor + step) % 5)
        elif press is OK or press in TOWER_KEYS:
            self.machine.run_until(self.machine.now + self.commit_time)
            self.entry = CardRow(self.entry.round + 1)
            if self.slow and self.random.random() < 0.1:
                self.machine.stall()  # fsync

    def lay_notice(self, lay: Callable[[Entry], Entry]) -> None:
        self.notices.append(lay(self.entry))

    def tell_faults(self) -> bool:
        return False


class SlowScreen:
    """A screen on a bus: a picture takes its time."""

    def __init__(self, machine: StallingMachine, random: Random, host: CardGame) -> None:
        self._machine, self._random, self._host = machine, random, host
        self.picture_time = (0.001, 0.025)
        self.shown: dict[int, float] = {}
        """By round, when its question had been sent."""

    def show(self, frame: Frame) -> None:  # noqa: ARG002  its bits are of no interest here
        self._machine.run_until(self._machine.now + self._random.uniform(*self.picture_time))
        self.shown.setdefault(self._host.entry.round, self._machine.now)

    def set_brightness(self, share: float) -> None:
        pass

    def sleep(self) -> None:
        pass

    def close(self) -> None:
        pass


class RecordingNotifier(SystemdNotifier):
    """Notes when it pings a watchdog, which bites after ten seconds of silence."""

    def __init__(self, machine: StallingMachine) -> None:
        super().__init__({"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "10000000"})
        self._machine = machine
        self.pinged: list[float] = []

    def _send(self, message: str) -> bool:
        if message == "WATCHDOG=1":
            self.pinged.append(self._machine.now)
        return True


class RecordingApp(App):
    """The loop, with all presses that it hears, each with the finger's time."""

    heard: list[tuple[Press, float]]
    oks: list[tuple[float, int, bool]]
    """Of each OK the finger's time, the round that was open, and whether it took a card."""

    def _press(self, press: Press, at: float, now: float) -> None:
        if press is not Press.RELEASED:
            self.heard.append((press, at))
        before = self.host.entry
        super()._press(press, at, now)
        if press is OK:
            assert isinstance(before, CardRow)
            self.oks.append((at, before.round, self.host.entry is not before))


class StalledEvening:
    """Taps on the board's contacts, played to the end."""

    def __init__(
        self,
        seed: int,
        taps: Callable[[Random], list[Tap]],
        stalls: float,
        kind: type[StallingMachine] = StallingMachine,
        contacts: Callable[[Random, list[Tap]], list[ContactEdge]] = contact_edges,
    ) -> None:
        self.random = Random(seed)
        self.taps = taps(self.random)
        edges = contacts(self.random, self.taps)
        self.machine = kind(self.random, edges, stalls)
        use_stalling_pins(self.machine)
        self.host = CardGame(self.machine, self.random, slow=stalls > 0)
        self.screen = SlowScreen(self.machine, self.random, self.host)
        self.service = RecordingNotifier(self.machine)
        inbox: Inbox = StallingInbox(self.machine)
        if isinstance(self.machine, StallingPanel):
            self.machine.inbox = inbox
        if isinstance(self.machine, StallingPads):
            self.machine.connect(inbox)
        buttons = Buttons(BOARD, inbox.put, self.machine.clock)
        self.machine.watch = buttons.is_held
        voice = FakeVoice()
        voice.muted = True
        self.app = RecordingApp(
            cast(Host, self.host),
            Devices(Picture(self.screen, 0.0), SilentChime(), NoLight(), NoLamps(), voice, buttons),
            self.machine.clock,
            inbox,
            self.service,
        )
        self.app.heard, self.app.oks = [], []

    def play(self) -> None:
        self.app.draw()
        while self.machine.now < self.taps[-1].at + AFTERWARDS:
            self.app.step()
        self.machine.close()

    @property
    def tapped(self) -> list[Press]:
        return [BOARD.pins[tap.pin] for tap in self.taps]

    @property
    def heard(self) -> list[Press]:
        return [press for press, _ in self.app.heard]


@pytest.fixture(autouse=True)
def _frames_without_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn matters to no press; that it has changed takes a picture's time."""

    def render(view: View) -> Any:
        assert isinstance(view.entry, CardRow)
        frame = bytes([view.entry.round % 256, view.entry.cursor, *bytes(1022)])
        return SimpleNamespace(tobytes=lambda: frame)

    monkeypatch.setattr(loop, "render", render)


def taps_of_all_buttons(random: Random) -> list[Tap]:
    return draw_taps(random, list(PINS.values()), TAPS)


def taps_and_holds(random: Random) -> list[Tap]:
    """Some buttons are held for up to three seconds, and others are tapped or held meanwhile.

    None is released, and no other closes, while its contact bounces at ``LONG_PRESS``.
    """
    taps: list[Tap] = []
    free = dict.fromkeys(PINS.values(), FIRST_TAP)
    at = FIRST_TAP
    for _ in range(TAPS):
        pin = random.choice(list(free))
        at = max(at + 0.003 + random.choice((0.05, 0.15, 0.4, 1.5)) * random.random(), free[pin])
        held = random.uniform(0.4, 3.0)
        seconds = held if random.random() < 0.3 else random.choice((0.016, 0.05, 0.1, 0.3))
        if abs(seconds - LONG_PRESS) < BOUNCE:
            seconds += 2 * BOUNCE
        if taps and abs(at - taps[-1].at - LONG_PRESS) < BOUNCE:
            at += 2 * BOUNCE
        taps.append(Tap(pin, at, seconds))
        free[pin] = at + seconds + APART
    return taps


def taps_beside_a_stuck_button(random: Random) -> list[Tap]:
    others = [pin for pin in PINS.values() if pin != PINS[UP]]
    taps = draw_taps(random, others, TAPS)
    return [Tap(PINS[UP], FIRST_TAP - 1, 10_000.0), *taps]


def taps_of_the_panels_keys(random: Random) -> list[Tap]:
    """Taps of more than 15 ms, begun one after the other."""
    taps: list[Tap] = []
    for tap in draw_taps(random, range(len(PANEL_KEYS)), 6 * TAPS):
        if tap.seconds > PANEL_TAP and (not taps or tap.at > taps[-1].at + 2 * BOUNCE):
            taps.append(tap)
    return taps[:TAPS]


def taps_of_a_pads_keys(random: Random) -> list[Tap]:
    """Taps begun so long after one another that the kernel keeps all of the longest stall."""
    taps: list[Tap] = []
    for tap in draw_taps(random, range(len(KEYPAD)), 6 * TAPS):
        if tap.seconds > PANEL_TAP and (not taps or tap.at > taps[-1].at + LONGEST_STALL / KEPT):
            taps.append(tap)
    return taps[:TAPS]


def slow_taps(random: Random) -> list[Tap]:  # noqa: ARG001  as the others
    """The keys of the five towers within two seconds."""
    return [
        Tap(PANEL_KEYS.index(key), FIRST_TAP + i * 0.4, 0.1) for i, key in enumerate(TOWER_KEYS)
    ]


def seconds_held(taps: list[Tap]) -> Iterator[float]:
    """For how long each is held: until its release, or until the next button closes."""
    for tap, after in pairwise(taps):
        yield min(tap.seconds, after.at - tap.at)
    yield taps[-1].seconds


def most_repeats(seconds: float) -> int:
    """How often a button held so long can repeat, with the bounce at its end."""
    held = seconds + BOUNCE - REPEAT_AFTER
    return int(held / REPEAT_EVERY) + 1 if held >= 0 else 0


PANEL_TAP = 0.015
"""Seconds for which a key of the panel is tapped at least; its bounce takes up to half of them."""
KEPT = 15
"""Taps that the kernel keeps for a reader: two moves each, in packets of two events."""
AFTERWARDS = 15.0
"""Seconds in which everything stalled is heard."""
SEEDS = pytest.mark.parametrize("seed", range(EVENINGS))


def stalls_of(seed: int) -> float:
    """How often in a hundred each thread stalls in this evening."""
    return (0, 1, 5, 20)[seed % 4]


@pytest.mark.sample(1)
@SEEDS
def test_each_tap_is_one_press_in_the_order_of_the_fingers(seed: int) -> None:
    """None is lost and none is doubled; OK takes no card that the finger had not seen."""
    evening = StalledEvening(seed, taps_of_all_buttons, stalls_of(seed))
    evening.play()
    assert evening.heard == evening.tapped
    for (press, at), tap in zip(evening.app.heard, evening.taps, strict=True):
        assert press is BACK or at == pytest.approx(tap.at, abs=0.001)
    for at, asked, counted in evening.app.oks:
        readable_at = evening.screen.shown.get(asked, inf) + READING_TIME
        if counted:
            assert at >= readable_at
        elif not stalls_of(seed):
            assert at < readable_at + 0.001


@pytest.mark.sample(1)
@SEEDS
def test_a_held_button_says_nothing_after_another_and_no_more_than_it_is_held(seed: int) -> None:
    """BACK is MENU if it is held long, by the finger's time; directions repeat before the next."""
    evening = StalledEvening(seed, taps_and_holds, stalls_of(seed))
    evening.play()
    heard = deque(evening.heard)
    fingers = zip(evening.tapped, seconds_held(evening.taps), strict=True)
    for press, group in groupby(fingers, key=itemgetter(0)):
        held = [seconds for _, seconds in group]
        if press in REPEATING:
            said = 0
            while heard and heard[0] is press:
                said += heard.popleft() is press
            assert len(held) <= said <= len(held) + sum(map(most_repeats, held))
        else:
            assert [heard.popleft() for _ in held] == [
                MENU if press is BACK and seconds >= LONG_PRESS else press for seconds in held
            ]
    assert not heard


@pytest.mark.parametrize("seed", range(5))
def test_a_held_direction_repeats_and_back_reaches_the_menu_on_a_slow_bus(seed: int) -> None:
    """A whole picture takes 100 to 150 ms, and each repeat draws one."""
    right, back = Tap(PINS[RIGHT], FIRST_TAP, 3.0), Tap(PINS[BACK], FIRST_TAP + 5, 1.5)
    evening = StalledEvening(seed, lambda _: [right, back], 0)
    evening.screen.picture_time = (0.1, 0.15)
    evening.play()
    assert evening.heard[-1] is MENU
    assert evening.app.heard[-1][1] < back.at + LONG_PRESS + 0.2
    assert (right.seconds - REPEAT_AFTER) / 0.16 < evening.heard.count(RIGHT) - 1


@pytest.mark.sample(1)
@SEEDS
def test_beside_a_stuck_button_the_others_work_and_it_is_named(seed: int) -> None:
    evening = StalledEvening(seed, taps_beside_a_stuck_button, stalls_of(seed))
    evening.play()
    assert [press for press in evening.heard if press is not UP] == evening.tapped[1:]
    first = evening.host.notices[0]
    assert isinstance(first, Notice)
    assert (first.key, first.values) == ("stuck", {"button": UP.value})


@pytest.mark.sample(1)
@SEEDS
def test_each_tap_of_a_panels_key_is_one_press_in_the_order_of_the_fingers(seed: int) -> None:
    evening = StalledEvening(seed, taps_of_the_panels_keys, stalls_of(seed), StallingPanel)
    evening.play()
    assert evening.heard == [PANEL_KEYS[tap.pin] for tap in evening.taps]
    assert not any(isinstance(each, Notice) for each in evening.host.notices[-1:])


@pytest.mark.sample(1)
@SEEDS
def test_each_tap_of_a_keypads_key_is_one_press_in_the_order_of_the_fingers(seed: int) -> None:
    evening = StalledEvening(seed, taps_of_a_pads_keys, stalls_of(seed), StallingPads, key_edges)
    evening.play()
    presses = [KEYPAD[tap.pin].press for tap in evening.taps]
    assert evening.heard == [press for press in presses if press is not None]
    assert not any(isinstance(each, Notice) for each in evening.host.notices[-1:])


def test_commits_of_three_seconds_one_after_the_other_wake_no_watchdog() -> None:
    """Keys of the panel that were pressed meanwhile wait in one batch, and are all committed."""
    evening = StalledEvening(0, slow_taps, 0, StallingPanel)
    evening.host.commit_time = 3.0
    evening.play()
    assert evening.heard == [PANEL_KEYS[tap.pin] for tap in evening.taps]
    assert evening.host.entry.round == len(evening.taps)
    assert evening.screen.shown[len(evening.taps)]
    assert all(after - before < 10 for before, after in pairwise(evening.service.pinged))
