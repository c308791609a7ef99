"""Number pads and keyboards of this machine, as the kernel's evdev interface has them.

What a device is can be read in /sys by anybody; to read its keys at /dev/input takes a right.
"""

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

EVENT = struct.Struct("llHHi")
"""The kernel's struct input_event: seconds, microseconds, type, code, value."""
EV_SYN, EV_KEY, EV_LED = 0, 1, 0x11
SYN_DROPPED = 3
EVIOCGRAB = 0x40044590
"""The ioctl by which this process alone hears the keys, and no console."""
EVIOCGREP, EVIOCSREP = 0x80084503, 0x40084503
"""The ioctls that read and set how a held key repeats, in milliseconds: delay and period."""
NO_REPEAT = struct.pack("II", 0, 0)
EVIOCSMASK = 0x40104593
"""The ioctl that keeps a kind of events out of the kernel's queue, which holds 64 of them."""
NO_SCAN_CODES = struct.pack("IIQ", 4, 0, 0)
LED_NUMLOCK = 0
MOST_EVENTS = 64
"""Events read at once."""
BUSES = (3, 5)
"""USB and Bluetooth; others are buttons of the machine itself, or of a television."""
_ENTER, _DIGITS, _LETTER = (28, 96), ((2, 3, 4), (79, 80, 81)), 16
_WORD = 8 * struct.calcsize("l")


class InputDevice(NamedTuple):
    """A number pad or a keyboard; ``identity`` differs when another one is plugged in there."""

    path: str
    name: str
    has_letters: bool
    identity: str = ""


class KeyMove(NamedTuple):
    """A key by its Linux number went down (1), up (0) or was repeated (2), ``at`` these seconds.

    The time is the kernel's, good only to compare with others. Without a code events were lost.
    """

    code: int | None
    value: int
    at: float


class OpenDevice(Protocol):
    """An open device. Reading raises OSError once it is unplugged."""

    def fileno(self) -> int:
        """Return the open file descriptor."""

    def read(self) -> list[KeyMove]:
        """Return what has come since; nothing if it was not ready."""

    def close(self) -> None:
        """Leave the keys to other programs again."""


class InputDevices(Protocol):
    """Where devices are found and opened."""

    def find(self, wanted: str | None) -> list[InputDevice]:
        """Return all number pads and keyboards at USB and Bluetooth, or those of that name."""

    def open(self, device: InputDevice) -> OpenDevice:
        """Open a device for this process alone; raises OSError."""


class KernelDevices:
    """The devices of this machine; ``root`` is the folder under which they are looked for."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def find(self, wanted: str | None) -> list[InputDevice]:
        """Return all number pads and keyboards at USB and Bluetooth, or those of that name."""
        found = []
        for folder in sorted((self._root / "sys/class/input").glob("event*")):
            with suppress(OSError, ValueError):  # unplugged meanwhile
                found += [each for each in self._describe(folder) if wanted in (None, each.name)]
        return found

    def _describe(self, folder: Path) -> Iterator[InputDevice]:
        node = folder / "device"
        keys = _read_bits((node / "capabilities/key").read_text())
        name = (node / "name").read_text(errors="replace").strip()
        bus = int((node / "id/bustype").read_text(), 16)
        has_digits = any(all(keys >> code & 1 for code in row) for row in _DIGITS)
        if bus in BUSES and has_digits and any(keys >> code & 1 for code in _ENTER):
            path = str(self._root / "dev/input" / folder.name)
            yield InputDevice(path, name, bool(keys >> _LETTER & 1), str(node.resolve()))

    def open(self, device: InputDevice) -> "KernelDevice":
        """Open a device for this process alone; raises OSError."""
        return KernelDevice(device.path)


def _read_bits(text: str) -> int:
    """Return the bits of a file of /sys: words of the machine's size, the highest first."""
    bits = 0
    for word in text.split():
        bits = bits << _WORD | int(word, 16)
    return bits


class KernelDevice:
    """An open node of /dev/input, grabbed; its NumLock is lit, so that a pad sends digits.

    A held key does not repeat: its repeats would fill the kernel's queue, and push out real keys.
    """

    def __init__(self, path: str) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.ioctl(self._descriptor, EVIOCGRAB, 1)
        except OSError:
            os.close(self._descriptor)
            raise
        with suppress(OSError):  # a kernel before 4.4
            fcntl.ioctl(self._descriptor, EVIOCSMASK, NO_SCAN_CODES)
        self._repeat: bytes | None = None
        with suppress(OSError):  # it repeats nothing
            self._repeat = fcntl.ioctl(self._descriptor, EVIOCGREP, NO_REPEAT)
            fcntl.ioctl(self._descriptor, EVIOCSREP, NO_REPEAT)
        with suppress(OSError):  # it has no such light
            os.write(self._descriptor, EVENT.pack(0, 0, EV_LED, LED_NUMLOCK, 1))
            os.write(self._descriptor, EVENT.pack(0, 0, EV_SYN, 0, 0))

    def fileno(self) -> int:
        """Return the open file descriptor."""
        return self._descriptor

    def read(self) -> list[KeyMove]:
        """Return what has come since; nothing if it was not ready."""
        try:
            data = os.read(self._descriptor, MOST_EVENTS * EVENT.size)
        except BlockingIOError:
            return []
        return list(read_moves(data))

    def close(self) -> None:
        """Leave the keys to other programs again: the kernel does so when the node is closed."""
        if self._repeat is not None:
            with suppress(OSError):  # unplugged
                fcntl.ioctl(self._descriptor, EVIOCSREP, self._repeat)
        os.close(self._descriptor)


def read_moves(data: bytes) -> Iterator[KeyMove]:
    """Read the keys' moves in the bytes of a device; other events are left out."""
    for seconds, micros, kind, code, value in EVENT.iter_unpack(data):
        at = seconds + micros / 1e6
        if kind == EV_KEY:
            yield KeyMove(code, value, at)
        elif (kind, code) == (EV_SYN, SYN_DROPPED):
            yield KeyMove(None, 0, at)
