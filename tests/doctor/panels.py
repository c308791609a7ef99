"""Tower panels for the doctor's tests, with the firmware's own end of the wire, and a person."""

import os
import pty
import select
import time
import tty
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Condition, Thread
from types import TracebackType
from typing import Self

from companion.doctor import Asked, Request
from companion.doctor.fake import FakeMachine
from companion.interfaces import Lamp, Press, TowerPanel
from tests.panel.firmware import PanelEnd, panel_end
from tests.panel.sayings import BOOT


class Firmware:
    """A panel at a fake port: it counts milliseconds of the fake's clock."""

    def __init__(self) -> None:
        self._end = panel_end(BOOT, 5)

    def hear(self, data: bytes, now: float) -> None:
        self._end.receive(data, round(now * 1000))

    def say(self, now: float) -> bytes:
        return self._end.send(round(now * 1000))


class Script:
    """A panel that says each of the ``lines`` when it is asked, and then no more."""

    def __init__(self, *lines: bytes) -> None:
        self._lines = [*lines]
        self.heard = b""

    def hear(self, data: bytes, _now: float) -> None:
        self.heard += data

    def say(self, _now: float) -> bytes:
        return self._lines.pop(0) if self._lines else b""


class Chatter:
    """A panel that says ``line`` four times a second, for ever."""

    def __init__(self, line: bytes) -> None:
        self._line = line
        self._next = 0.0

    def hear(self, data: bytes, now: float) -> None:
        pass

    def say(self, now: float) -> bytes:
        if now < self._next:
            return b""
        self._next = now + 0.25
        return self._line


class KeyPerson:
    """Presses the key asked for, or what ``presses`` says; answers as told, or else yes."""

    def __init__(
        self,
        machine: FakeMachine,
        presses: Mapping[Press, tuple[Press | TowerPanel, ...]] | None = None,
        answers: Mapping[Asked, bool | None] | None = None,
    ) -> None:
        self._machine = machine
        self._presses = presses or {}
        self._answers = answers or {}
        self.seen: list[tuple[Asked, tuple[Lamp, ...]]] = []
        """What was asked of the lamps, and how they shone then."""

    def tell(self, request: Request) -> None:
        """Press a key, and let go of it as the link says it: of OK only."""
        if request.asked is not Asked.KEY:
            return
        key = Press(request.values["button"])
        for each in self._presses.get(key, (key,)):
            self._machine.link.say(each)
            if each is Press.OK:
                self._machine.link.say(Press.RELEASED)

    def answer(self, request: Request) -> bool | None:
        if request.asked in (Asked.TOWERS, Asked.SEATS):
            self.seen.append((request.asked, self._machine.link.lamps.history[-1]))
        return self._answers.get(request.asked, True)


class PtyPanel:
    """A panel at a real port, in real time, until the block ends or `unplug`."""

    def __init__(self) -> None:
        self._end: PanelEnd = panel_end(BOOT, 5)
        self._master, self._slave = pty.openpty()  # ours stays open, or the port would hang up
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._changed = Condition()
        self._plugged = True
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _e: BaseException | None, _t: TracebackType | None
    ) -> None:
        self.unplug()
        os.close(self._slave)

    def unplug(self) -> None:
        if self._plugged:
            self._plugged = False
            self._thread.join()
            os.close(self._master)

    def press(self, key: int) -> None:
        with self._changed:
            self._end.key(key, True)
            self._end.key(key, False)

    def lamps(self, wanted: Callable[[bytes], bool]) -> bool:
        """Whether the lamps soon are as wanted."""
        with self._changed:
            return self._changed.wait_for(lambda: wanted(bytes(self._end.lamps)), timeout=10)

    def _run(self) -> None:
        while self._plugged:
            ready = select.select([self._master], [], [], 0.005)[0]
            with self._changed, suppress(BlockingIOError):
                now = time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF
                if ready:
                    self._end.receive(os.read(self._master, 4096), now)
                    self._changed.notify_all()
                if said := self._end.send(now):
                    os.write(self._master, said)
