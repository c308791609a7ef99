"""The end, within the time that systemd gives: the farewell, the devices closed, then the journal.

systemd kills the service after five seconds (TimeoutStopSec), counted from its signal.
Late: `logging`, which the first picture does not wait for.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock, Thread
from typing import Self

from companion.core.interfaces import Clock

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
FAREWELL_UNTIL = 1.0
"""Seconds after the signal until which the farewell is shown: what is late shows it for less."""
CLOSED_BY = 3.5
"""Seconds after the signal until which devices may close."""
LEAST_CLOSING_TIME = 0.5
"""Seconds that they get in any case, to put the panel to sleep."""
LIMIT = 4.5
"""Seconds after the signal after which the process ends whatever still blocks."""

Task = Callable[[], object]


def run_within(tasks: Sequence[Task], seconds: float) -> None:
    """Run all tasks at once, each in a thread of its own; leave behind what takes longer."""
    until = time.monotonic() + seconds
    threads = [Thread(target=task, name="ending", daemon=True) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))


def run_in_turn(tasks: Sequence[Task], _seconds: float) -> None:
    """Run one task after the other, the last first: in a terminal nothing hangs."""
    for task in reversed(tasks):
        task()


class Ending:
    """Ends the companion in time; leaving the ``with`` block closes all devices.

    ``run`` runs tasks as `run_within` does, ``wait`` lets time pass.
    """

    def __init__(
        self,
        clock: Clock = time.monotonic,
        run: Callable[[Sequence[Task], float], None] = run_within,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._clock = clock
        self._run = run
        self._wait = wait
        self._asked_at: float | None = None
        self._closers: list[Task] = []
        self._screen = Lock()

    def catch_signals(self, post: Task, *, limit: bool) -> None:
        """Call ``post`` at the first signal that ends the program; with ``limit`` end in time.

        A thread learns of them: the loop may be waiting for the panel, and would not know later
        when they came.
        """
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        for each in SIGNALS:
            signal.signal(each, lambda *_: None)  # or the process would be killed
        signal.set_wakeup_fd(writer)
        watch = partial(self._watch, reader, post, limit=limit)
        Thread(target=watch, name="signals", daemon=True).start()
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # in this thread, that may be waiting

    def _watch(self, reader: int, post: Task, *, limit: bool) -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)  # the parent process may block them
        while not {*os.read(reader, 64)}.intersection(SIGNALS):  # SIGWINCH comes here, too
            pass
        self.ask()
        post()
        if limit:
            import logging

            self._wait(self._left(LIMIT))
            logging.getLogger(__name__).warning(
                "the end took too long and was cut short; all answers are saved"
            )
            self.leave()

    def ask(self) -> None:
        """Note that the end was asked for; the first call counts."""
        if self._asked_at is None:
            self._asked_at = self._clock()

    def _left(self, seconds: float) -> float:
        """What is left of these seconds since the end was asked for."""
        self.ask()
        assert self._asked_at is not None, "it has just been asked for"
        return max(0.0, self._asked_at + seconds - self._clock())

    def show_farewell(self, show: Task) -> None:
        """Show the last picture, and leave it until its time is over; not at all after that."""
        if left := self._left(FAREWELL_UNTIL):
            self._run([lambda: self._use_screen(show)], left)
            self._wait(self._left(FAREWELL_UNTIL))

    def closes(self, close: Task) -> None:
        """Have a device closed at the end, together with the others."""
        self._closers.append(close)

    def closes_screen(self, close: Task) -> None:
        """Have the screen closed at the end, once it has shown the farewell."""
        self.closes(lambda: self._use_screen(close))

    def _use_screen(self, task: Task) -> None:
        with self._screen:
            task()

    def leave(self) -> None:
        """End the process, all closed: on a busy machine Python's own clean-up takes longest."""
        os._exit(os.EX_OK)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._closers, max(LEAST_CLOSING_TIME, self._left(CLOSED_BY)))
