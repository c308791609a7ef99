"""A kernel with number pads that come and go; it refuses what the real one does."""

import errno
import os
from collections import deque

from companion.box.panel.input_devices import (
    EV_KEY,
    EV_SYN,
    EVENT,
    MOST_EVENTS,
    SYN_DROPPED,
    InputDevice,
    KeyMove,
    read_moves,
)

BUFFER = 64
"""Events that the kernel keeps for each reader; then it drops them all and says so."""
DOWN, UP, REPEAT = 1, 0, 2


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


class FakePad:
    """A pad at USB; ``press`` and ``move`` are the finger's. It may be plugged in again."""

    def __init__(self, kernel: "FakeInputDevices", name: str, *, has_letters: bool = False) -> None:
        self.name = name
        self.has_letters = has_letters
        self.held: set[int] = set()
        self.reader: OpenPad | None = None
        self.refusal: int | None = None
        """The errno of opening it."""
        self.device: InputDevice | None = None
        self._kernel = kernel

    def plug_in(self) -> None:
        number = self._kernel.number
        self._kernel.number += 1
        path = f"/dev/input/event{number % 2}"  # numbers are given again
        self.device = InputDevice(path, self.name, self.has_letters, f"input{number}")
        self._kernel.pads.append(self)

    def pull_out(self) -> None:
        self._kernel.pads.remove(self)
        self.held.clear()
        self.device = None
        if self.reader is not None:
            self.reader.gone = True
            self.reader.wake()

    def move(self, code: int, value: int, at: float | None = None) -> None:
        """A key goes down or up, or repeats; without a device, nobody hears it."""
        (self.held.add if value else self.held.discard)(code)
        if self.reader is not None:
            self.reader.add(code, value, self._kernel.now if at is None else at)

    def press(self, *codes: int, seconds: float = 0.1, apart: float = 0.1) -> None:
        """Tap keys one after the other."""
        for code in codes:
            self.move(code, DOWN)
            self._kernel.now += seconds
            self.move(code, UP)
            self._kernel.now += apart


class OpenPad:
    """The pad opened and grabbed by the companion."""

    def __init__(self, pad: FakePad, kernel: "FakeInputDevices") -> None:
        self._pad = pad
        self._kernel = kernel
        self._events: deque[bytes] = deque()
        self._ready, self._notify = os.pipe()
        os.set_blocking(self._notify, False)
        os.set_blocking(self._ready, False)
        self.gone = False

    def add(self, code: int, value: int, at: float) -> None:
        seconds, micros = divmod(round(at * 1e6), 1_000_000)
        for event in ((EV_KEY, code, value), (EV_SYN, 0, 0)):
            if len(self._events) == BUFFER - 1:
                self._events.clear()
                self._events.append(EVENT.pack(seconds, micros, EV_SYN, SYN_DROPPED, 0))
            self._events.append(EVENT.pack(seconds, micros, *event))
        self.wake()

    def wake(self) -> None:
        os.write(self._notify, b"\0")

    @property
    def is_ready(self) -> bool:
        return self.gone or bool(self._events)

    def fileno(self) -> int:
        return self._ready

    def read(self) -> list[KeyMove]:
        if self.gone:
            raise _error(errno.ENODEV)
        count = min(len(self._events), MOST_EVENTS)
        data = b"".join(self._events.popleft() for _ in range(count))
        if not self._events and count:
            os.read(self._ready, 1 << 16)
        return list(read_moves(data))

    def close(self) -> None:
        assert self._pad.reader in (self, None), "closed once"
        self._pad.reader = None
        self._kernel.readers.remove(self)
        os.close(self._ready)
        os.close(self._notify)


class FakeInputDevices:
    """What is plugged in, and the kernel's time."""

    def __init__(self) -> None:
        self.pads: list[FakePad] = []
        self.readers: list[OpenPad] = []
        """All that are open, of pads that are gone too."""
        self.number = 0
        self.now = 1000.0

    def clock(self) -> float:
        return self.now

    def plug_in(self, name: str = "pad", *, has_letters: bool = False) -> FakePad:
        pad = FakePad(self, name, has_letters=has_letters)
        pad.plug_in()
        return pad

    def find(self, wanted: str | None) -> list[InputDevice]:
        found = [pad.device for pad in self.pads if wanted in (None, pad.name)]
        return [each for each in found if each is not None]

    def open(self, device: InputDevice) -> OpenPad:
        pad = next((each for each in self.pads if each.device == device), None)
        if pad is None:
            raise _error(errno.ENOENT)
        if pad.refusal is not None:
            raise _error(pad.refusal)
        if pad.reader is not None:
            raise _error(errno.EBUSY)
        pad.reader = OpenPad(pad, self)
        self.readers.append(pad.reader)
        return pad.reader

    def ready(self) -> list[int]:
        """The descriptors that a reader would be woken for."""
        return [each.fileno() for each in self.readers if each.is_ready]
