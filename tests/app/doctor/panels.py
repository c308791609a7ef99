"""Tower panels for the doctor's tests, with the firmware's own end of the wire, and an operator."""

import os
import pty
import select
import time
import tty
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Condition, Thread

from companion.app.doctor.examination import OperatorRequest, Prompt
from companion.core.interfaces import Lamp, PanelStatus, Press
from firmware.wire import WirePeer as PanelPeer
from tests.box.panel.messages import BOOT
from tests.fakes.machine import FakeMachine

Presses = Mapping[Press, tuple[Press | PanelStatus, ...]]
"""The events that the panel posts when a key is asked for."""


class Firmware:
    """A panel at a fake port; its milliseconds are those of the fake's clock."""

    def __init__(self) -> None:
        self._peer = PanelPeer(BOOT, 5, 16, 10, b"campanile 1")

    def receive(self, data: bytes, now: float) -> None:
        self._peer.receive_data(data, round(now * 1000))

    def send(self, now: float) -> bytes:
        return self._peer.next_frame(round(now * 1000))


class Chatter:
    """A panel that sends ``line`` four times a second."""

    def __init__(self, line: bytes) -> None:
        self._line = line
        self._next = 0.0

    def receive(self, data: bytes, now: float) -> None:
        pass

    def send(self, now: float) -> bytes:
        if now < self._next:
            return b""
        self._next = now + 0.25
        return self._line


class PanelOperator:
    """Presses the requested key or those of ``presses``; answers yes, or from ``answers``."""

    def __init__(
        self,
        machine: FakeMachine,
        presses: Presses | None = None,
        answers: Mapping[Prompt, bool | None] | None = None,
    ) -> None:
        self._machine = machine
        self._presses = presses or {}
        self._answers = answers or {}
        self.seen: list[tuple[Prompt, tuple[Lamp, ...]]] = []
        """The prompts about lamps, and what the lamps showed."""

    def tell(self, request: OperatorRequest) -> None:
        """Press a key and release it; only the release of OK is posted."""
        if request.prompt is not Prompt.KEY:
            return
        key = Press(request.values["button"])
        for each in self._presses.get(key, (key,)):
            self._machine.link.post(each)
            if each is Press.OK:
                self._machine.link.post(Press.RELEASED)

    def answer(self, request: OperatorRequest) -> bool | None:
        if request.prompt in (Prompt.TOWERS, Prompt.SEATS):
            self.seen.append((request.prompt, self._machine.link.lamps.shown))
        return self._answers.get(request.prompt, True)


class PtyPanel:
    """A panel at a real port, in real time, until `unplug`."""

    def __init__(self) -> None:
        self._peer: PanelPeer = PanelPeer(BOOT, 5, 16, 10, b"campanile 1")
        self._master, self._slave = pty.openpty()  # ours stays open, or the port would hang up
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._changed = Condition()
        self._plugged = True
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        self._plugged = False
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def press(self, key: int) -> None:
        with self._changed:
            self._peer.add_key_event(key, True)
            self._peer.add_key_event(key, False)

    def lamps(self, wanted: Callable[[bytes], bool]) -> bool:
        """Whether the lamps soon are as wanted."""
        with self._changed:
            return self._changed.wait_for(lambda: wanted(bytes(self._peer.lamps)), timeout=10)

    def _run(self) -> None:
        while self._plugged:
            ready = select.select([self._master], [], [], 0.005)[0]
            with self._changed, suppress(BlockingIOError):
                now = time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF
                if ready:
                    self._peer.receive_data(os.read(self._master, 4096), now)
                    self._changed.notify_all()
                if data := self._peer.next_frame(now):
                    os.write(self._master, data)
