"""A stand-in for the library lgpio: edges come from a FIFO as the kernel's come from a line.

They wait there while the process stands still, with the time at which they happened; levels are
read from a file. Another process writes both (`Contacts`). gpiozero's own factory is used on it.
"""

import os
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
PULLED_UP, LINES = 32, 32
MESSAGE = struct.Struct("QBBBBI")
"""What lgpio writes of an edge: nanoseconds, chip, line, level, flags, padding."""
PI_ZERO_2 = 0x902120
EDGES, LEVELS = "edges", "levels"


class error(Exception):  # noqa: N801  lgpio's name
    """As lgpio's."""


_callbacks: dict[int, Callable[[int, int, int, int], None]] = {}
_folder = Path()


class _Callback:
    def __init__(self, line: int) -> None:
        self._line = line

    def cancel(self) -> None:
        _callbacks.pop(self._line, None)


def gpiochip_open(_chip: int) -> int:
    Thread(target=_deliver, daemon=True).start()
    return 0


def gpiochip_close(_handle: int) -> int:
    return 0


def gpio_claim_input(_handle: int, _line: int, _flags: int = 0) -> int:
    return 0


gpio_claim_output = gpio_claim_input


def gpio_claim_alert(_handle: int, _line: int, _edges: int, _flags: int = 0) -> int:
    return 0


def gpio_free(_handle: int, _line: int) -> int:
    return 0


def gpio_get_mode(_handle: int, _line: int) -> int:
    return PULLED_UP


def gpio_set_debounce_micros(_handle: int, _line: int, _micros: int) -> int:
    return 0


def gpio_read(_handle: int, line: int) -> int:
    return (_folder / LEVELS).read_bytes()[line]


def callback(
    _handle: int, line: int, _edges: int, function: Callable[[int, int, int, int], None]
) -> _Callback:
    _callbacks[line] = function
    return _Callback(line)


def _deliver() -> None:
    with (_folder / EDGES).open("rb", buffering=0) as edges:
        while message := edges.read(MESSAGE.size):
            at, chip, line, level, _, _ = MESSAGE.unpack(message)
            if line in _callbacks:
                _callbacks[line](chip, line, level, at)


def use_lgpio(folder: Path) -> None:
    """Make all gpiozero devices use gpiozero's factory for lgpio, on this module."""
    global _folder
    _folder = folder
    sys.modules["lgpio"] = sys.modules[__name__]
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs
    from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]  # as above

    class Pins(LGPIOFactory):  # type: ignore[misc]  # as above
        def _get_revision(self) -> int:
            return PI_ZERO_2

    Device.pin_factory = Pins()


class Contacts:
    """The buttons' other end: fingers in another process."""

    def __init__(self, folder: Path) -> None:
        self._levels = os.open(folder / LEVELS, os.O_RDWR | os.O_CREAT)
        os.pwrite(self._levels, bytes([1] * LINES), 0)
        os.mkfifo(folder / EDGES)
        self._edges = os.open(folder / EDGES, os.O_RDWR)  # so that it waits for no reader

    def move(self, line: int, *, closed: bool) -> None:
        """Close or open a contact, now."""
        os.pwrite(self._levels, bytes([not closed]), line)
        os.write(self._edges, MESSAGE.pack(time.monotonic_ns(), 0, line, not closed, 0, 0))

    def close(self) -> None:
        os.close(self._edges)
        os.close(self._levels)
