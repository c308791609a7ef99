"""A fake wire, one way: it loses, doubles, tears and spoils what it carries, but keeps the order.

Two of them join two ends. What goes wrong is decided by an injected source, so that a test can
repeat it, and nothing goes wrong any more once that is taken away.
"""

import errno
import os
from collections import deque
from collections.abc import Callable, Iterable

Decide = Callable[[int], int]
"""A choice among so many: a number from 0 up to, not including, that. 0 is the least trouble."""

Mishap = Callable[[bytes, Decide], Iterable[bytes]]
"""What arrives of some bytes, in pieces."""

MISHAPS_AT_MOST = 3
"""How much can go wrong with what is sent at once."""
MOST_NOISE = 200
"""Bytes of noise at once, more than a line may be long."""


def _nothing(data: bytes, _decide: Decide) -> Iterable[bytes]:
    return (data,)


def _drop(_data: bytes, _decide: Decide) -> Iterable[bytes]:
    return ()


def _double(data: bytes, _decide: Decide) -> Iterable[bytes]:
    return (data, data)


def _split(data: bytes, decide: Decide) -> Iterable[bytes]:
    at = decide(len(data) + 1)
    return (data[:at], data[at:])


def _behead(data: bytes, decide: Decide) -> Iterable[bytes]:
    return (data[decide(len(data) + 1) :],)


def _truncate(data: bytes, decide: Decide) -> Iterable[bytes]:
    return (data[: decide(len(data) + 1)],)


def _flip(data: bytes, decide: Decide) -> Iterable[bytes]:
    if not data:
        return ()
    at, bit = decide(len(data)), decide(8)
    return (data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :],)


def _noise(data: bytes, decide: Decide) -> Iterable[bytes]:
    at = decide(len(data) + 1)
    noise = bytes(decide(256) for _ in range(decide(MOST_NOISE)))
    return (data[:at] + noise + data[at:],)


MISHAPS: tuple[Mishap, ...] = (
    _nothing,
    _drop,
    _double,
    _split,
    _behead,
    _truncate,
    _flip,
    _noise,
)
"""All that can go wrong, the least first."""


class FakeWire:
    """Carries bytes from one end to the other; ``trouble`` decides what goes wrong, None nothing.

    ``plugged`` is whether it is whole: else it neither takes nor gives, and what was under way
    when it was pulled is gone.
    """

    def __init__(self, trouble: Decide | None = None) -> None:
        self.trouble = trouble
        self.plugged = True
        self._under_way: deque[bytes] = deque()

    def put(self, data: bytes) -> None:
        """Send; raises OSError while unplugged."""
        self._refuse_unplugged()
        pieces: Iterable[bytes] = (data,)
        if self.trouble is not None:
            for _ in range(self.trouble(MISHAPS_AT_MOST + 1)):
                mishap = MISHAPS[self.trouble(len(MISHAPS))]
                pieces = [rest for piece in pieces for rest in mishap(piece, self.trouble)]
        self._under_way.extend(piece for piece in pieces if piece)

    def take(self) -> bytes:
        """Return what arrives next, nothing when all has; raises OSError while unplugged."""
        self._refuse_unplugged()
        return self._under_way.popleft() if self._under_way else b""

    def pull(self) -> None:
        """Pull the plug."""
        self.plugged = False
        self._under_way.clear()

    def plug(self) -> None:
        """Put the plug in again."""
        self.plugged = True

    def _refuse_unplugged(self) -> None:
        if not self.plugged:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
