"""The pipe that wakes a thread."""

import select
from contextlib import closing

from companion.box.wake_pipe import WakePipe


def test_it_is_readable_after_a_call_and_never_blocks_however_many_there_are() -> None:
    with closing(WakePipe()) as pipe:
        assert select.select([pipe], [], [], 0)[0] == []
        for _ in range(100_000):
            pipe.wake()
        assert select.select([pipe], [], [], 0)[0] == [pipe]


def test_drained_it_waits_for_the_next_call() -> None:
    with closing(WakePipe()) as pipe:
        pipe.wake()
        pipe.drain()
        assert select.select([pipe], [], [], 0)[0] == []
