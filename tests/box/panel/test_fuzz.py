"""Noise and mutated frames for the companion: no exception, no wrong key, no growth.

Five thousand frames in `make test`, a hundred thousand in `make soak`; FUZZ_FRAMES=1000000 makes it
the million.
"""

import gc
import os
import tracemalloc
from collections.abc import Iterator
from random import Random
from sys import getsizeof

from companion.box.panel.panel_session import PANEL_KEYS, PanelSession
from companion.box.panel.wire import MAX_LINE
from companion.core.interfaces import PanelStatus, Press
from tests import depth
from tests.box.panel.messages import (
    BOOT,
    HOST,
    VECTORS,
    encode_frame,
    key_events,
    keys_down,
    panel_heartbeat,
    panel_hello,
)
from tests.noise import Mutation, flip_bit, shorten

FRAMES = int(os.environ.get("FUZZ_FRAMES", depth.at_depth(5_000, 100_000)))
VALID_EVERY = 50
"""One frame of so many is valid, and its key must arrive."""
PIECE = 1000
"""Bytes received at once, so that frames are cut everywhere."""
MAX_GROWTH = 200_000
"""Bytes that the interpreter's own caches may grow over all frames."""

MODELS: list[bytes] = [
    *(panel_hello(host, boot, 7) for host in (0, HOST, HOST + 1) for boot in (BOOT, 9)),
    *(keys_down(first, 3, 8, 14) for first in range(5)),
    *(vector["line"].encode("latin-1") + b"\n" for vector in VECTORS["from_panel"]["passed_over"]),
]


def lengthen(random: Random, line: bytes) -> bytes:
    at = random.randrange(len(line))
    return line[:at] + random.randbytes(random.randrange(1, 5)) + line[at:]


def splice(random: Random, line: bytes) -> bytes:
    other: bytes = random.choice(MODELS)
    return line[: random.randrange(len(line))] + other[random.randrange(len(other)) :]


def make_noise(random: Random, _line: bytes) -> bytes:
    return random.randbytes(random.randrange(60))


def frame_any_body(random: Random, _line: bytes) -> bytes:
    """Frame any body, except a hello with our host or another version."""
    letter = random.choice((b"H\x01", b"K", b"B", b"A", b"L", b"Y", random.randbytes(1)))
    body = letter + random.randbytes(random.choice((0, 7, 8, 9, 12, 24, 25, 80)))
    return encode_frame(body if body[0] != ord("H") else b"H\x01" + body[2:])


MUTATIONS: tuple[Mutation, ...] = (flip_bit, shorten, lengthen, splice, make_noise, frame_any_body)


def corrupt_frame(random: Random) -> bytes:
    """Return something that is almost a frame of the connected panel."""
    line = random.choice(MODELS)
    for _ in range(random.randrange(1, 4)):
        line = random.choice(MUTATIONS)(random, line or b"\n")
    return b"" if any(whole + b"\n" in MODELS for whole in line.split(b"\n")) else line


def stream_pieces(random: Random, keys: list[int]) -> Iterator[bytes]:
    """Yield the pieces of a stream of frames; appends the keys of the valid ones to ``keys``."""
    buffer = b""
    for number in range(FRAMES):
        buffer += corrupt_frame(random)
        if number % VALID_EVERY == 0:
            key = random.randrange(len(PANEL_KEYS))
            buffer += b"\n" + key_events(len(keys), 0x80 | key) + panel_heartbeat(len(keys) + 1)
            keys.append(key)
        while len(buffer) >= PIECE:
            yield buffer[:PIECE]
            buffer = buffer[PIECE:]
    yield buffer


def test_only_the_valid_keys_arrive_and_nothing_grows() -> None:
    random, keys, arrived = Random(4), list[int](), 0
    posted: list[Press | PanelStatus] = []
    session = PanelSession(HOST, posted.append)
    session.open(0.0)
    session.receive_data(panel_hello(), 0.0)
    posted.clear()
    for number, piece in enumerate(stream_pieces(random, keys)):
        session.receive_data(piece, number / 1000)
        waiting = session.data_to_send()
        assert len(waiting) < 8 * MAX_LINE
        session.mark_sent(len(waiting), number / 1000)
        arrived += len(posted)
        expected = [PANEL_KEYS[key] for key in keys[arrived - len(posted) : arrived]]
        assert [press for press in posted if press is not Press.RELEASED] == expected
        posted.clear()
        if number == 10:
            tracemalloc.start()
    gc.collect()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert arrived == len(keys) == -(-FRAMES // VALID_EVERY)
    assert grown < MAX_GROWTH + getsizeof(keys)
