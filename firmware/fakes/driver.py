"""Runs the firmware on the simulated Pico, pass by pass, and does what is asked from outside.

It runs in MicroPython, under tests/firmware/pico.mjs, which calls `start` once and then `do`.
It comes back to its caller often, for only then does this build of MicroPython collect memory.
"""

import gc
import json
import os
import sys
from binascii import hexlify, unhexlify

from firmware.fakes import clock, machine, neopixel, usb

TYPE_CHECKING = False  # there is no `typing` in MicroPython
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

MOST_US = 100_000
"""So much time passes at most before the caller is come back to."""


class Driver:
    """The Pico, its port and the firmware on it. ``kept`` is what outlives a reset."""

    def __init__(self, kept: "dict[str, Any]") -> None:
        pins = __import__("pins")
        lamps = (pins.LAMPS, pins.TOWERS + pins.SEATS)
        diodes = None if kept["diodes"] else ()
        self.kept = kept
        board = machine.Board(pins.ROWS, pins.COLUMNS, lamps, diodes, kept["closed"])
        self.board = machine.use(board)
        self.board.us = kept["us"]
        self.board.ticks_from = kept["ticks_from"]
        self.stdin = self.stdout = self.port = usb.Port()
        self.port.waits = self.board.run_on
        self.port.cut = self.byte_goes
        self.passes: Iterator[int] | None = None
        self.due_us = self.board.us
        self.cut_after = 0
        self.busy_until: dict[int, int] = {}
        self.names: dict[str, Any] = {}

    def boot(self) -> None:
        """Run `main.py`, but for the firmware's loop, which goes round in `run_until`."""
        usb.kbd_intr(3)
        parts: dict[str, Any] = sys.modules
        parts["machine"] = machine
        parts["micropython"] = parts["select"] = usb
        parts["neopixel"] = neopixel
        parts["time"] = clock
        parts["sys"] = self  # the builtin one lets nobody replace its `stdin`
        panel: Any = __import__("panel")
        panel.run = self.loop
        __import__("main")
        self.run_until(self.board.us)

    def loop(self) -> None:
        """Stands in for the firmware's `run`."""
        self.passes = __import__("panel").run_passes()

    def run_until(self, us: int) -> None:
        """Let the firmware run to that time."""
        while self.due_us <= us:
            self.board.run_on(max(0, self.due_us - self.board.us))
            rest = 1 if self.passes is None else next(self.passes, -1)
            if rest < 0:
                self.passes = None
            self.due_us = self.board.us + max(1, rest) * 1000
            if self.kept["reading"]:
                self.kept["sent"] += hexlify(self.port.goes).decode()
                self.port.goes[:] = b""
        self.board.run_on(max(0, us - self.board.us))

    def byte_goes(self) -> None:
        """A byte goes out; perhaps the cable is pulled with it."""
        if self.cut_after:
            self.cut_after -= 1
            if not self.cut_after:
                raise machine.Reset(machine.POWER)

    # What can be asked for.

    def advance(self, us: int) -> int:
        """Let time pass; how much of it is left for the next call."""
        self.kept["until"] = self.kept["us"] + us
        self.run_until(self.kept["us"] + min(us, MOST_US))
        self.kept["us"] += min(us, MOST_US)
        return max(0, us - MOST_US)

    def press(self, keys: "list[int]", bounce_ms: int) -> None:
        """Hold keys down."""
        for key in keys:
            self.board.press(key, True, bounce_ms)

    def release(self, keys: "list[int]", bounce_ms: int) -> None:
        """Let go of keys."""
        for key in keys:
            self.board.press(key, False, bounce_ms)

    def tap(self, key: int, ms: int) -> None:
        """Hold a key for a while; taps of the same key wait for each other."""
        wait = max(0, self.busy_until.get(key, 0) - self.board.us)
        self.board.press(key, True, 0, wait)
        self.board.press(key, False, 0, wait + ms * 1000)
        self.busy_until[key] = self.board.us + wait + 2 * ms * 1000

    def feed(self, data: str) -> None:
        """Bytes come from the host."""
        came = unhexlify(data)
        if usb.Interrupt.char in came:
            self.passes = None  # the prompt has the port from now on
        self.port.came += came

    def take(self) -> str:
        """What the host has read, in steps."""
        taken: str = self.kept["sent"] + hexlify(self.port.goes).decode()
        self.kept["sent"] = ""
        self.port.goes[:] = b""
        return taken

    def waiting(self) -> str:
        """What waits for the host, at a port."""
        return hexlify(self.port.goes).decode()

    def fetched(self, count: int) -> None:
        """The host has taken so much of it."""
        self.port.goes[:] = self.port.goes[count:]

    def reading(self, reads: bool) -> None:
        """Whether the host reads, in steps."""
        self.kept["reading"] = reads

    def lamps(self) -> "Sequence[Sequence[int]]":
        """What the lamps were told last."""
        return self.board.history[-1][1] if self.board.history else [(0, 0, 0)] * self.board.lamps

    def collect(self) -> None:
        """Collect memory: it is done when the caller is come back to."""
        gc.collect()

    def state(self) -> "list[Any]":
        """See `State` in tests/firmware/pico.py."""
        return [
            self.passes is not None,
            self.kept["starts"],
            self.board.us // 1000,
            gc.mem_alloc(),  # type: ignore[attr-defined] # MicroPython's own
            self.board.writes,
            self.port.stalled_ms,
        ]

    def files(self) -> "list[str]":
        """The names in the flash."""
        return os.listdir()

    def cut(self, after: int) -> None:
        """Pull the cable, at once or with that byte."""
        self.cut_after = after
        if not after:
            raise machine.Reset(machine.POWER)

    def stall(self, ms: int) -> None:
        """Let the firmware hang."""
        self.due_us += ms * 1000

    def run(self, source: str) -> "Any":
        """Run a test's own source."""
        exec(source, self.names)
        return self.names.pop("answer", None)


class Now:
    """The Pico that there is now."""

    driver: Driver


def start(kept: str) -> None:
    """Power up, or start anew, with what is kept from the last time as JSON."""
    Now.driver = Driver(json.loads(kept))
    Now.driver.boot()


def do(command: str) -> str:
    """What a command answers, as JSON; or that the Pico resets, with what is kept."""
    name, *arguments = json.loads(command)
    driver = Now.driver
    try:
        return json.dumps({"answer": getattr(driver, name)(*arguments)})
    except machine.Reset as reset:
        kept = driver.kept
        left = max(0, kept.get("until", 0) - driver.board.us) if name == "advance" else 0
        kept["starts"].append(str(reset))
        kept["us"] = driver.board.us
        kept["closed"] = sorted(driver.board.closed)
        return json.dumps({"reset": kept, "left": left})
