"""Noise and mutation towards the companion: no exception, no wrong key, no growth.

Ten thousand frames in `make test`, a hundred thousand in `make soak`; FUZZ_FRAMES=1000000 makes it
the million.
"""

import gc
import os
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from sys import getsizeof

from companion.interfaces import Event, Press
from companion.panel.keeper import KEYS, Keeper
from companion.panel.wire import LONGEST
from tests import depth
from tests.panel.sayings import BOOT, HOST, VECTORS, beat, downs, events, framed, hello

FRAMES = int(os.environ.get("FUZZ_FRAMES", depth.at_depth(10_000, 100_000)))
EVERY = 50
"""One frame of so many is true, and its key must arrive."""
PIECE = 1000
"""Bytes at a time, so that frames are cut everywhere."""
GROWTH = 200_000
"""Bytes that may come to be kept over all frames: the interpreter's own caches."""

MODELS: list[bytes] = [
    *(hello(host, boot, 7) for host in (0, HOST, HOST + 1) for boot in (BOOT, 9)),
    *(downs(first, 3, 8, 14) for first in range(5)),
    *(vector["line"].encode("latin-1") + b"\n" for vector in VECTORS["from_panel"]["passed_over"]),
]

Mutation = Callable[[Random, bytes], bytes]


def flipped(random: Random, line: bytes) -> bytes:
    at = random.randrange(len(line))
    return line[:at] + bytes((line[at] ^ 1 << random.randrange(8),)) + line[at + 1 :]


def shortened(random: Random, line: bytes) -> bytes:
    at = random.randrange(len(line))
    return line[:at] + line[at + random.randrange(1, 5) :]


def lengthened(random: Random, line: bytes) -> bytes:
    at = random.randrange(len(line))
    return line[:at] + random.randbytes(random.randrange(1, 5)) + line[at:]


def spliced(random: Random, line: bytes) -> bytes:
    other: bytes = random.choice(MODELS)
    return line[: random.randrange(len(line))] + other[random.randrange(len(other)) :]


def noise(random: Random, _line: bytes) -> bytes:
    return random.randbytes(random.randrange(60))


def any_body(random: Random, _line: bytes) -> bytes:
    """A whole frame with any body: all but a hello of our own host or of another version."""
    letter = random.choice((b"H\x01", b"K", b"B", b"A", b"L", b"Y", random.randbytes(1)))
    body = letter + random.randbytes(random.choice((0, 7, 8, 9, 12, 24, 25, 80)))
    return framed(body if body[0] != ord("H") else b"H\x01" + body[2:])


MUTATIONS: tuple[Mutation, ...] = (flipped, shortened, lengthened, spliced, noise, any_body)


def spoilt(random: Random) -> bytes:
    """Something that is no frame of the panel that was met, mostly nearly one."""
    line = random.choice(MODELS)
    for _ in range(random.randrange(1, 4)):
        line = random.choice(MUTATIONS)(random, line or b"\n")
    return b"" if any(whole + b"\n" in MODELS for whole in line.split(b"\n")) else line


def stream(random: Random, keys: list[int]) -> Iterator[bytes]:
    """Pieces of a stream with as many frames as told; ``keys`` is told the true ones."""
    held = b""
    for number in range(FRAMES):
        held += spoilt(random)
        if number % EVERY == 0:
            key = random.randrange(len(KEYS))
            held += b"\n" + events(len(keys), 0x80 | key) + beat(len(keys) + 1)
            keys.append(key)
        while len(held) >= PIECE:
            yield held[:PIECE]
            held = held[PIECE:]
    yield held


def test_of_noise_and_mutation_only_the_true_keys_arrive_and_nothing_grows() -> None:
    random, keys, arrived = Random(4), list[int](), 0
    posted: list[Event] = []
    keeper = Keeper(HOST, posted.append)
    keeper.opened(0.0)
    keeper.feed(hello(), 0.0)
    posted.clear()
    for number, piece in enumerate(stream(random, keys)):
        keeper.feed(piece, number / 1000)
        waiting = keeper.to_send()
        assert len(waiting) < 8 * LONGEST
        keeper.sent(len(waiting), number / 1000)
        arrived += len(posted)
        true = [KEYS[key] for key in keys[arrived - len(posted) : arrived]]
        assert [press for press in posted if press is not Press.RELEASED] == true
        posted.clear()
        if number == 10:
            tracemalloc.start()
    gc.collect()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert arrived == len(keys) == -(-FRAMES // EVERY)
    assert grown < GROWTH + getsizeof(keys)
