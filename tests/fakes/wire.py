"""A fake wire, one way: it loses, doubles, tears and corrupts bytes, but keeps their order.

Two of them join two peers. An injected choice decides what goes wrong, so tests can repeat it.
"""

import errno
import os
from collections import deque
from collections.abc import Callable, Iterable

Choose = Callable[[int], int]
"""Chooses a number from 0 up to, but not including, its argument; 0 is the least trouble."""

Corruption = Callable[[bytes, Choose], Iterable[bytes]]
"""Returns the pieces that arrive instead of some bytes."""

MAX_CORRUPTIONS = 3
"""Corruptions of one write."""
MAX_NOISE = 200
"""Bytes of noise at once; more than a line may have."""


def _keep(data: bytes, _choose: Choose) -> Iterable[bytes]:
    return (data,)


def _drop(_data: bytes, _choose: Choose) -> Iterable[bytes]:
    return ()


def _double(data: bytes, _choose: Choose) -> Iterable[bytes]:
    return (data, data)


def _split(data: bytes, choose: Choose) -> Iterable[bytes]:
    at = choose(len(data) + 1)
    return (data[:at], data[at:])


def _behead(data: bytes, choose: Choose) -> Iterable[bytes]:
    return (data[choose(len(data) + 1) :],)


def _truncate(data: bytes, choose: Choose) -> Iterable[bytes]:
    return (data[: choose(len(data) + 1)],)


def _flip_bit(data: bytes, choose: Choose) -> Iterable[bytes]:
    if not data:
        return ()
    at, bit = choose(len(data)), choose(8)
    return (data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :],)


def _insert_noise(data: bytes, choose: Choose) -> Iterable[bytes]:
    at = choose(len(data) + 1)
    noise = bytes(choose(256) for _ in range(choose(MAX_NOISE)))
    return (data[:at] + noise + data[at:],)


CORRUPTIONS: tuple[Corruption, ...] = (
    _keep,
    _drop,
    _double,
    _split,
    _behead,
    _truncate,
    _flip_bit,
    _insert_noise,
)


class FakeWire:
    """Carries bytes from one peer to the other; without ``choose`` nothing goes wrong.

    While it is not ``plugged`` it refuses to write and read, and the bytes on their way are lost.
    """

    def __init__(self) -> None:
        self.choose: Choose | None = None
        self.plugged = True
        self._pieces: deque[bytes] = deque()

    def write(self, data: bytes) -> None:
        """Send bytes; raises OSError while unplugged."""
        self._require_plugged()
        pieces: Iterable[bytes] = (data,)
        if self.choose is not None:
            for _ in range(self.choose(MAX_CORRUPTIONS + 1)):
                corrupt = CORRUPTIONS[self.choose(len(CORRUPTIONS))]
                pieces = [left for piece in pieces for left in corrupt(piece, self.choose)]
        self._pieces.extend(piece for piece in pieces if piece)

    def read(self) -> bytes:
        """Return the next bytes, or none; raises OSError while unplugged."""
        self._require_plugged()
        return self._pieces.popleft() if self._pieces else b""

    def unplug(self) -> None:
        self.plugged = False
        self._pieces.clear()

    def plug(self) -> None:
        self.plugged = True

    def _require_plugged(self) -> None:
        if not self.plugged:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
