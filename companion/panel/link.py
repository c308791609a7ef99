"""The link with the tower panel: one thread that owns the port, so that the loop never waits.

Bytes are read and written on the port's own descriptor, never more than is there or fits; what
they mean and what is due is the keeper's.
"""

import os
import select
from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom
from threading import Thread

from companion.interfaces import DARK, Clock, Inbox, Lamp
from companion.panel.keeper import Keeper
from companion.panel.port import Port, SerialPort
from companion.panel.wire import BOUND, AllLamps

MOST_WOKEN = 4096
"""Calls to wake answered at once."""


def draw_host() -> int:
    """Draw this process's number by lot, by which a panel knows one companion from another."""
    return 1 + SystemRandom().randrange(BOUND - 1)


class Link:
    """The tower panel: shows lamps, posts presses and what has become of it into ``inbox``.

    ``host`` is `draw_host`'s. Starts its thread at once;
    what the thread does not find it looks for again, for ever.
    """

    def __init__(
        self,
        inbox: Inbox,
        host: int,
        clock: Clock,
        path: str,
        opener: Callable[[str], Port] = SerialPort,
    ) -> None:
        self._keeper = Keeper(host, inbox.put)
        self._clock = clock
        self._path = path
        self._opener = opener
        self._port: Port | None = None
        self._lamps = AllLamps((DARK,))
        self._closed = False
        self._wake, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        self._thread = Thread(target=self._run, name="tower panel", daemon=True)
        self._thread.start()

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Let the lamps shine so from now on, those not named dark; returns at once.

        Raises ValueError for more than 16 lamps and for a colour beyond 255.
        """
        wanted = AllLamps(lamps or (DARK,))
        if wanted != self._lamps and not self._closed:
            self._lamps = wanted
            self._rouse()

    def close(self) -> None:
        """Let go of the panel. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._rouse()
        self._thread.join()
        os.close(self._wake)
        os.close(self._waker)

    def _rouse(self) -> None:
        with suppress(BlockingIOError):  # a full pipe wakes too
            os.write(self._waker, b"\0")

    def _run(self) -> None:
        while not self._closed:
            self._wait()
            now = self._clock()
            self._keeper.show(self._lamps)
            self._keeper.tick(now)
            self._write(now)
            if not self._keeper.has_port:
                self._let_go()
            if self._keeper.wants_port(now):
                self._open(now)
        self._let_go()

    def _wait(self) -> None:
        """Sleep until something comes or is due, and take what came: before time is judged."""
        port = [] if self._port is None else [self._port.fileno()]
        full = port if self._keeper.to_send() else []
        ready, _, _ = select.select([self._wake, *port], full, [], self._timeout())
        if self._wake in ready:
            os.read(self._wake, MOST_WOKEN)
        if set(port) & set(ready):
            self._read()

    def _timeout(self) -> float:
        deadline = self._keeper.deadline()
        return 0.0 if deadline is None else max(0.0, deadline - self._clock())

    def _open(self, now: float) -> None:
        try:
            self._port = self._opener(self._path)
        except OSError as error:
            self._keeper.failed(error, now)
        else:
            self._keeper.opened(now)

    def _read(self) -> None:
        assert self._port is not None
        try:
            data = self._port.read()
        except OSError:  # the cable is out
            self._keeper.gone(self._clock())
        else:
            self._keeper.feed(data, self._clock())

    def _write(self, now: float) -> None:
        try:
            while self._port is not None and (data := self._keeper.to_send()):
                count = self._port.write(data)
                self._keeper.sent(count, now)
                if not count:
                    return
        except OSError:
            self._keeper.gone(now)

    def _let_go(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
