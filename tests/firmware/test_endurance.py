"""Endurance of the firmware: whatever it receives, nothing fails and no memory grows.

`make test` tries 100,000 frames of noise and mutation; FUZZ_FRAMES says how many otherwise.
"""

import os
import struct

import pytest

from tests.box.panel.messages import decode_frames, encode_frame, host_heartbeat, host_hello
from tests.firmware.pico import Pico

pytestmark = pytest.mark.usefixtures("interpreter")
FRAMES = int(os.environ.get("FUZZ_FRAMES", "100000"))
BATCH = 2000

# A peer receives noise, and frames with a bit flipped, a byte lost or doubled, or an end cut off.
# It may only parse messages that were sent complete.
FUZZ = """
import random
import wire

random.seed(4)
HOST, BOOT = 77, 5
peer = wire.WirePeer(BOOT, 0, 16, 10, b"panel")
VALID = [wire.encode_frame(body) for body in (
    b"H\\x01\\0\\0\\0\\x4d",
    b"B\\0\\0\\0\\x4d",
    b"A\\0\\0\\0\\5\\0\\0\\0\\1",
    b"L" + b"\\xff\\x80\\x01\\0" * 10,
    b"L" + b"\\1\\2\\3\\2" * 16,
)]
MESSAGES = [wire.parse_message(wire.decode_frame(line[:-1])) for line in VALID]
assert all(MESSAGES)
wrong = []
handle = peer._handle_message

def record(message, now):
    if message and message not in MESSAGES and len(wrong) < 9:
        wrong.append(message)
    handle(message, now)

peer._handle_message = record

def mutated(line):
    kind = random.getrandbits(3)
    at = random.getrandbits(8) % len(line)
    if kind == 0:
        return line
    if kind == 1:
        return line[:at] + bytes([line[at] ^ 1 << random.getrandbits(8) % 8]) + line[at + 1:]
    if kind == 2:
        return line[:at] + line[at + 1:]
    if kind == 3:
        return line[:at] + line[at:at + 1] + line[at:]
    if kind == 4:
        return line[:at]
    if kind == 5:
        return line[at:]
    if kind == 6:
        return line[:at] + bytes([random.getrandbits(8)]) + line[at:]
    return bytes([random.getrandbits(8) for _ in range(random.getrandbits(6))]) + b"\\n"

now = 0
def batch(count):
    global now
    for i in range(count):
        now = now + 7 & 0x3FFFFFFF
        peer.receive_data(mutated(VALID[i % len(VALID)]), now)
        if not i % 16:
            peer.add_key_event(i & 15, not i & 256)
            peer.next_frame(now)
            peer.update_state(now)
"""


@pytest.mark.soak
def test_noise_and_mutated_frames_change_nothing(pico: Pico) -> None:
    pico.run(FUZZ)
    pico.run(f"batch({BATCH})")
    before = pico.state.memory
    for _ in range(FRAMES // BATCH):
        pico.run(f"batch({BATCH})")
    assert pico.run("answer = wrong") == []
    assert pico.run(
        "answer = [peer.release_requested, len(peer._line) <= 128, len(peer._events) <= 64]"
    ) == [*(False, True, True)]
    assert pico.state.memory - before < 1000


def run_rounds(pico: Pico, rounds: int) -> None:
    """Send the loop keys, lamps, heartbeats, noise and half frames."""
    for number in range(rounds):
        pico.feed(
            encode_frame(host_heartbeat(77))
            + encode_frame(b"L" + bytes([number % 200, 5, 9, number % 3]) * 10)
        )
        pico.feed(b"\x03noise\xff\n" + encode_frame(host_hello(77))[: number % 17])
        pico.tap(number % 16, 20)
        pico.feed(b"\n")
        for body in decode_frames(pico.take()):
            if body[:1] == b"K":
                boot, first = struct.unpack_from(">II", body, 1)
                pico.feed(encode_frame(b"A" + struct.pack(">II", boot, first + len(body) - 9)))
        pico.advance(100)


@pytest.mark.soak
def test_the_loop_uses_no_more_memory_after_many_rounds(pico: Pico) -> None:
    pico.feed(encode_frame(host_hello(77)))
    run_rounds(pico, 60)
    before = pico.state
    run_rounds(pico, 120)
    after = pico.state
    assert after.ms - before.ms > 15_000
    assert after.starts == ("power",)
    assert after.running
    assert after.memory - before.memory < 500


@pytest.mark.soak
def test_the_loop_runs_with_noise_only(pico: Pico) -> None:
    noise = bytes((n * n * 31 + n // 7) & 255 for n in range(2000))
    for turn in range(25):
        pico.feed(noise[turn:])
        pico.advance(300)
    assert pico.state.running
    assert pico.state.starts == ("power",)
    letters = {body[:1] for body in decode_frames(pico.take())}
    assert letters == {b"H"}
