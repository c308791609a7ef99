"""The keypads: one thread that reads every number pad and keyboard, and posts presses for them.

They are another source of the tower panel's presses. They are grabbed, so that nothing is typed
into a console, and may be plugged in and pulled out at any time.
"""

import errno
import logging
import select
from enum import Enum
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from companion.box.panel.input_devices import InputDevice, InputDevices, KernelDevices, OpenDevice
from companion.box.panel.pad_keys import PadKeys
from companion.box.wake_pipe import WakePipe
from companion.core.backoff import BackOff
from companion.core.interfaces import Clock, Inbox, KeyPress, Press

log = logging.getLogger(__name__)

LOOK_EVERY = 2.0
"""Seconds between two looks for what was plugged in."""
MAX_DELAY = 30.0
"""Seconds between two tries of a device that can't be opened."""
NOBODY, ANY = "off", "auto"
"""The setting's words for no keypad, and for each that is found."""
_LATE = (errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENODEV)
"""Refusals that may mend: udev looks at a new device for a moment; or it is pulled out again."""
LATE_TRIES = 3


class KeypadStatus(Enum):
    """A change among the keypads."""

    FOUND = "found"
    LOST = "lost"
    """The last one is gone."""
    REFUSED = "refused"
    """One is there and can't be opened."""
    READER = "reader"
    """One types faster than fingers, as a barcode reader does, and is ignored."""


class KeypadNews(NamedTuple):
    """What has happened to the keypad of that name."""

    status: KeypadStatus
    name: str


class NoKeypads:
    """A box that reads no keypad."""

    stuck: frozenset[Press] = frozenset()

    def start(self) -> None:
        """Do nothing: nothing is to be looked for."""

    def is_there(self) -> bool:
        """Whether a keypad is connected."""
        return False

    def take_news(self) -> list[KeypadNews]:
        """Return what has happened since the last call."""
        return []

    def close(self) -> None:
        """Do nothing: no device is open."""


class _Pad:
    """A device that is connected, open or refused."""

    def __init__(self, device: InputDevice) -> None:
        self.device = device
        self.open: OpenDevice | None = None
        self.keys = PadKeys(has_letters=device.has_letters)
        self.stuck: frozenset[Press] = frozenset()
        self.ahead = 0.0
        """Seconds by which the kernel's time of its moves is ahead of our clock's."""
        self.back_off = BackOff(MAX_DELAY)
        self.tries = 0

    @property
    def counts(self) -> bool:
        """Whether its keys count."""
        return self.open is not None and not self.keys.types_by_itself


class Keypads(NoKeypads):
    """All keypads of the machine; ``wanted`` is ANY or a device's name.

    ``start`` begins to read. A press is posted with the time at which it came. Whoever takes the
    news is woken by RELEASED, which ends what a lost key would hold.
    """

    def __init__(
        self, inbox: Inbox, clock: Clock, wanted: str = ANY, devices: InputDevices | None = None
    ) -> None:
        self._inbox = inbox
        self._clock = clock
        self._wanted = None if wanted == ANY else wanted
        self._devices = devices or KernelDevices()
        self._pads: dict[str, _Pad] = {}
        self._news: SimpleQueue[KeypadNews] = SimpleQueue()
        self._looked_at = float("-inf")
        self._closed = False
        self._wake_pipe = WakePipe()
        self._thread = Thread(target=self._run, name="keypads", daemon=True)

    def start(self) -> None:
        """Begin to look for keypads and to read them."""
        self._thread.start()

    def is_there(self) -> bool:
        """Whether a keypad is connected."""
        return any(pad.counts for pad in self._pads.copy().values())

    def take_news(self) -> list[KeypadNews]:
        """Return what has happened since the last call."""
        news = []
        while True:
            try:
                news.append(self._news.get_nowait())
            except Empty:
                return news

    def close(self) -> None:
        """Stop the thread and close all devices. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._wake_pipe.wake()
        if self._thread.ident is not None:
            self._thread.join()
        self._drop_all()
        self._wake_pipe.close()

    def _run(self) -> None:
        while not self._closed:
            try:
                self.look()
                self.read(self._wait())
            except Exception:  # otherwise the thread would end unnoticed
                log.exception("the keypads failed, and are looked for again")
                self._drop_all()

    def _wait(self) -> list[int]:
        """Wait for a key, a wake-up or the next look; returns what can be read."""
        wake = self._wake_pipe.fileno()
        readers = [pad.open.fileno() for pad in self._pads.values() if pad.open is not None]
        seconds = max(0.0, self._looked_at + LOOK_EVERY - self._clock())
        ready, _, _ = select.select([wake, *readers], [], [], seconds)
        if wake in ready:
            self._wake_pipe.drain()
        return ready

    # What is plugged in ---------------------------------------------------------------------

    def look(self) -> None:
        """Open what was plugged in, and forget what is gone, if it is time to look."""
        now = self._clock()
        if now < self._looked_at + LOOK_EVERY:
            return
        self._looked_at = now
        there = {each.identity or each.path: each for each in self._devices.find(self._wanted)}
        for gone in self._pads.keys() - there.keys():
            self._drop(gone)
        self._find_stuck()
        for identity, device in there.items():
            pad = self._pads.get(identity)
            if pad is None:
                pad = self._pads[identity] = _Pad(device)
            if pad.open is None and pad.back_off.is_due(now):
                self._open(pad, now)

    def _open(self, pad: _Pad, now: float) -> None:
        pad.tries += 1
        try:
            pad.open = self._devices.open(pad.device)
        except OSError as error:
            pad.back_off.record_failure(now)
            if pad.tries == (LATE_TRIES if error.errno in _LATE else 1):
                self._tell(KeypadStatus.REFUSED, pad, f"{pad.device.path} can't be read: {error}")
            return
        pad.back_off.record_success()
        pad.keys = PadKeys(has_letters=pad.device.has_letters)
        self._tell(KeypadStatus.FOUND, pad, "it presses now")

    def _drop(self, identity: str) -> None:
        self._close(self._pads.pop(identity))

    def _drop_all(self) -> None:
        for pad in self._pads.values():
            if pad.open is not None:
                pad.open.close()
        self._pads.clear()

    def _close(self, pad: _Pad) -> None:
        """Close a device that is gone, and say so."""
        counted, device = pad.counts, pad.open
        if device is None:
            return
        pad.open = None
        for press in pad.keys.release():
            self._post(press)
        self._find_stuck()
        device.close()
        if counted and not self.is_there():
            self._tell(KeypadStatus.LOST, pad, "it is gone")
        else:
            log.warning("keypad %r: it is gone", pad.device.name)

    def _tell(self, status: KeypadStatus, pad: _Pad, text: str) -> None:
        log.warning("keypad %r: %s", pad.device.name, text)
        self._news.put(KeypadNews(status, pad.device.name))
        self._post(Press.RELEASED)

    # Keys -------------------------------------------------------------------------------------

    def read(self, ready: list[int]) -> None:
        """Post what the devices with these descriptors say."""
        for pad in [*self._pads.values()]:
            if pad.open is not None and pad.open.fileno() in ready:
                self._read(pad, pad.open)

    def _read(self, pad: _Pad, device: OpenDevice) -> None:
        try:
            moves = device.read()
        except OSError:  # unplugged
            self._close(pad)
            pad.back_off.record_failure(self._clock())
            return
        counted = pad.counts
        for move in moves:
            if move.code is None:
                log.warning("keypad %r: keys were lost, as nobody read them", pad.device.name)
            for press in pad.keys.take(move):
                self._post(press)
            pad.ahead = move.at - self._clock()
        self._find_stuck()
        if counted and not pad.counts:
            self._tell(KeypadStatus.READER, pad, "it types by itself, as a barcode reader: ignored")

    def _find_stuck(self) -> None:
        now = self._clock()
        for pad in self._pads.values():
            pad.stuck = pad.keys.stuck(now + pad.ahead)
        found = frozenset[Press]().union(*(pad.stuck for pad in self._pads.values()))
        if found != self.stuck:
            self.stuck = found
            self._post(Press.RELEASED)

    def _post(self, press: Press) -> None:
        self._inbox.put(KeyPress(press, self._clock()))


def open_keypads(wanted: str, inbox: Inbox, clock: Clock) -> NoKeypads:
    """Return the keypads of the setting: none, each, or those of that name."""
    return NoKeypads() if wanted == NOBODY else Keypads(inbox, clock, wanted)
