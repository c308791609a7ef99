"""Runs the firmware on the simulated Pico, pass by pass, and executes commands from outside.

It runs in MicroPython under tests/firmware/pico.mjs, which calls `start` and then `execute`.
It returns to its caller often, as this build of MicroPython collects memory only then.
"""

import gc
import json
import os
import sys
from binascii import hexlify, unhexlify

from firmware.fakes import clock, machine, neopixel, usb

TYPE_CHECKING = False  # MicroPython has no `typing`
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

MAX_STEP_US = 100_000
"""Time that passes at most before the driver returns to its caller."""


class Driver:
    """The Pico, its port and the firmware on it; ``saved`` survives a reset.

    The methods from `advance` on are the commands.
    """

    def __init__(self, saved: "dict[str, Any]") -> None:
        pins = __import__("pins")
        lamps = (pins.LAMPS, pins.TOWERS + pins.SEATS)
        self.saved = saved
        board = machine.Board(pins.ROWS, pins.COLUMNS, lamps, closed=saved["closed"])
        self.board = machine.use_board(board)
        self.board.us = self.board.started_us = saved["us"]
        self.board.scratch = saved.get("scratch", 0)
        self.board.ticks_from = saved["ticks_from"]
        self.stdin = self.stdout = self.port = usb.FakeUsbPort()
        self.implementation = "Raspberry Pi Pico with RP2040"
        self.port.wait_us = self.board.advance
        self.port.before_byte = self.count_byte
        self.passes: Iterator[int] | None = None
        self.next_pass_us = self.board.us
        self.bytes_until_reset = 0
        self.busy_until: dict[int, int] = {}
        self.names: dict[str, Any] = {}

    def boot(self) -> None:
        """Run `boot.py` and `main.py`, except for the firmware's loop, which `run_until` runs."""
        usb.kbd_intr(3)
        modules: dict[str, Any] = sys.modules
        modules["machine"] = machine
        modules["micropython"] = modules["select"] = usb
        modules["neopixel"] = neopixel
        modules["time"] = clock
        modules["sys"] = self  # the builtin module's `stdin` cannot be replaced
        panel: Any = __import__("panel")
        panel.run = self.start_loop
        __import__("boot")
        self.board.start_usb()
        if "main.py" in os.listdir():
            __import__("main")
        self.run_until(self.board.us)

    def start_loop(self) -> None:
        """Replace the firmware's `run`."""
        self.passes = __import__("panel").run_passes()

    def run_until(self, us: int) -> None:
        """Run the firmware until the board's time is ``us``."""
        while self.next_pass_us <= us and not self.board.hangs:
            self.board.advance(max(0, self.next_pass_us - self.board.us))
            rest_ms = 1 if self.passes is None else next(self.passes, -1)
            if rest_ms < 0:
                self.passes = None
            self.next_pass_us = self.board.us + max(1, rest_ms) * 1000
            if self.saved["reading"]:
                self.saved["sent"] += hexlify(self.port.sent).decode()
                self.port.sent[:] = b""
        self.board.advance(max(0, us - self.board.us))

    def count_byte(self) -> None:
        """Count a byte that is sent, and reset if `power_cycle` asked for it here."""
        if self.bytes_until_reset:
            self.bytes_until_reset -= 1
            if not self.bytes_until_reset:
                raise machine.Reset(machine.POWER)

    def advance(self, us: int) -> int:
        """Let time pass; return how much is left for the next call."""
        self.saved["until"] = self.saved["us"] + us
        self.run_until(self.saved["us"] + min(us, MAX_STEP_US))
        self.saved["us"] += min(us, MAX_STEP_US)
        return max(0, us - MAX_STEP_US)

    def press(self, keys: "list[int]", bounce_ms: int) -> None:
        """Hold keys down."""
        for key in keys:
            self.board.press(key, True, bounce_ms)

    def release(self, keys: "list[int]", bounce_ms: int) -> None:
        """Release keys."""
        for key in keys:
            self.board.press(key, False, bounce_ms)

    def tap(self, key: int, ms: int) -> None:
        """Hold a key for ``ms``; taps of the same key wait for each other."""
        delay = max(0, self.busy_until.get(key, 0) - self.board.us)
        self.board.press(key, True, 0, delay)
        self.board.press(key, False, 0, delay + ms * 1000)
        self.busy_until[key] = self.board.us + delay + 2 * ms * 1000

    def feed(self, data: str) -> None:
        """Receive bytes from the host."""
        received = unhexlify(data)
        if usb.Interrupt.char in received:
            self.passes = None  # the prompt has the port from now on
        self.port.received += received

    def take(self) -> str:
        """Return what the panel has sent since the last call."""
        taken: str = self.saved["sent"] + hexlify(self.port.sent).decode()
        self.saved["sent"] = ""
        self.port.sent[:] = b""
        return taken

    def unread(self) -> str:
        """Return the bytes that the host has not read."""
        return hexlify(self.port.sent).decode()

    def mark_read(self, count: int) -> None:
        """Drop that many of them."""
        self.port.sent[:] = self.port.sent[count:]

    def set_reading(self, reads: bool) -> None:
        """Set whether the host reads the port after each pass."""
        self.saved["reading"] = reads

    def lamps(self) -> "Sequence[Sequence[int]]":
        """Return the colours that were last sent to the lamps."""
        return self.board.colours

    def usb_product(self) -> str:
        """Return the board's name on USB."""
        return self.board.usb_product

    def collect(self) -> None:
        """Request a garbage collection, which happens on return to the caller."""
        gc.collect()

    def state(self) -> "list[Any]":
        """Return the fields of `State` in tests/firmware/pico.py."""
        return [
            self.passes is not None and not self.board.hangs,
            self.saved["starts"],
            self.board.us // 1000,
            gc.mem_alloc(),  # type: ignore[attr-defined] # exists in MicroPython only
            self.board.writes,
            self.port.stalled_ms,
        ]

    def files(self) -> "list[str]":
        """Return the names of the files in the flash."""
        return os.listdir()

    def power_cycle(self, after: int) -> None:
        """Reset now, or with the ``after``-th byte sent from now on."""
        self.bytes_until_reset = after
        if not after:
            raise machine.Reset(machine.POWER)

    def stall(self, ms: int) -> None:
        """Delay the firmware's next pass."""
        self.next_pass_us += ms * 1000

    def run(self, source: str) -> "Any":
        """Run a test's source; return what it leaves in ``answer``."""
        exec(source, self.names)
        return self.names.pop("answer", None)


class Current:
    """Holds the driver, which a reset replaces."""

    driver: Driver


def start(saved: str) -> None:
    """Start the Pico with its saved state as JSON."""
    Current.driver = Driver(json.loads(saved))
    Current.driver.boot()


def execute(command: str) -> str:
    """Execute a command; return as JSON its answer, or after a reset the saved state."""
    name, *arguments = json.loads(command)
    driver = Current.driver
    try:
        return json.dumps({"answer": getattr(driver, name)(*arguments)})
    except machine.Reset as reset:
        saved = driver.saved
        left = max(0, saved.get("until", 0) - driver.board.us) if name == "advance" else 0
        saved["starts"].append(str(reset))
        saved["us"] = driver.board.us
        saved["closed"] = sorted(driver.board.closed)
        saved["scratch"] = 0 if str(reset) == machine.POWER else driver.board.scratch
        return json.dumps({"reset": saved, "left": left})
