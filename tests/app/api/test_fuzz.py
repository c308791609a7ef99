"""Noise and mutated lines at the table's socket: no exception, no wrong message, no growth.

Five thousand lines in `make test`, a hundred thousand in `make soak`; FUZZ_FRAMES=1000000 makes it
the million.
"""

import gc
import json
import os
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from companion.outlets.protocol import (
    BadMessage,
    GetMessage,
    Greeting,
    Topic,
    encode_message,
    read_message,
)
from tests import depth
from tests.app.api.messages import corrupt_line, is_message
from tests.app.api.socket_rig import SocketRig

FRAMES = int(os.environ.get("FUZZ_FRAMES", depth.at_depth(5_000, 100_000)))
PIECE = 50
"""Corrupt lines that are sent at once, each piece followed by a valid request."""
MAX_GROWTH = 200_000
"""Bytes that the interpreter's own caches may grow over all lines."""


def test_no_line_is_a_message_that_is_none_by_the_schema() -> None:
    random, good = Random(14), 0
    for _ in range(FRAMES):
        line = corrupt_line(random)
        try:
            message = read_message(line)
        except BadMessage:
            assert not is_message(line), line
        else:
            good += 1
            assert is_message(line), line
            assert json.loads(encode_message(message)) == json.loads(line)
    assert good < FRAMES / 4, "most lines are bad"


def is_request(line: bytes) -> bool:
    try:
        return not isinstance(read_message(line), Greeting)
    except BadMessage:
        return False


def test_only_what_is_a_request_is_posted_and_nothing_grows(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    random, rig = Random(41), SocketRig(tmp_path / "table.socket")
    client = rig.join()
    for number in range(FRAMES // PIECE // 10):
        lines = b"\n".join(corrupt_line(random) for _ in range(PIECE)).split(b"\n")
        lines = [line for line in lines if not is_request(line)]
        client.send_bytes(b"\n".join(lines) + b"\n")
        client.send(GetMessage(number, Topic.GAME, number))
        sender, request = rig.next_request()
        assert request == GetMessage(number, Topic.GAME, number)
        rig.socket.reply(sender, {"id": number, "game": {}})
        while "game" not in (payload := client.receive()):
            assert "error" in payload
        if number == 1:
            tracemalloc.start()
    gc.collect()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    rig.close()
    assert grown < MAX_GROWTH
    assert caplog.messages == []
