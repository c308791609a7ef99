"""The tower panel: keys, wire and lamps joined in one loop that never waits for anybody."""

import gc
import os
import random
import select
import sys
import time

import machine
from lamps import shine
from matrix import Matrix
from micropython import kbd_intr
from neopixel import NeoPixel
from pins import BLUE, COLUMNS, GREEN, KEYS, LAMPS, PROMPT_KEYS, RED, ROWS, SEATS, TOWERS
from wire import WirePeer, since

TYPE_CHECKING = False  # there is no `typing` on a Pico
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = b"panel 0.1.0"
SCAN_MS = 2
LIGHT_MS = 20
TIDY_MS = 1000
"""So often the lamps are told again what they know, and memory is collected."""
WATCHDOG_MS = 2000
"""Longer than anything here may take; an exception ends the loop, and this begins it again."""
SETTLE_US = 10
"""A column's pull-up lifts a metre of cable in that time."""
RELEASE_FILE = "release"
"""The file that says: leave the port to the prompt, this once."""


class Port:
    """USB serial, byte by byte where there is one or room for one: so nothing ever waits."""

    READ = 32
    WRITE = 16
    """Bytes a pass, lest the keys wait for them."""

    def __init__(self) -> None:
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        self._came = bytearray(self.READ)
        self._byte = bytearray(1)
        self._rest = b""

    def read(self) -> bytes:
        """What has come."""
        count = 0
        while count < self.READ and self._in.poll(0):
            sys.stdin.buffer.readinto(self._byte)
            self._came[count] = self._byte[0]
            count += 1
        return bytes(self._came[:count]) if count else b""

    def write(self, frame: bytes) -> None:
        """Begin to write a frame; the one before is done."""
        self._rest = frame

    def push(self) -> bool:
        """Write on, as far as there is room; whether all is written."""
        count = 0
        while count < len(self._rest) and count < self.WRITE and self._out.poll(0):
            self._byte[0] = self._rest[count]
            sys.stdout.buffer.write(self._byte)
            count += 1
        if count:
            self._rest = self._rest[count:]
        return not self._rest


class Panel:
    """All parts, and what they do in a pass."""

    def __init__(self, matrix: Matrix, strip: NeoPixel, port: Port, peer: WirePeer) -> None:
        self._matrix = matrix
        self._strip = strip
        self._port = port
        self._peer = peer
        self._light = bytearray(3 * len(strip))
        self._shown = bytearray(3 * len(strip))
        self._lit_at = 0
        self._tidied_at = 0

    def step(self, now: int) -> None:
        """Do what is to be done at ``now`` ms."""
        changed = self._matrix.scan(now)
        for key in range(len(KEYS) if changed else 0):
            if changed >> key & 1:
                self._peer.key(key, bool(self._matrix.down >> key & 1))
        came = self._port.read()
        if came:
            self._peer.receive(came, now)
        if self._port.push():
            self._port.write(self._peer.send(now))
        if since(now, self._lit_at) >= LIGHT_MS:
            self._lit_at = now
            self._shine(now)

    def _shine(self, now: int) -> None:
        shine(self._peer.lamps, self._peer.status(now), now, self._light)
        tidy = since(now, self._tidied_at) >= TIDY_MS
        if tidy:
            self._tidied_at = now
            gc.collect()
        if tidy or self._light != self._shown:
            for i in range(len(self._strip)):
                colour = self._light[3 * i : 3 * i + 3]
                self._strip[i] = (colour[RED], colour[GREEN], colour[BLUE])
            self._strip.write()
            self._shown[:] = self._light


def _settle() -> None:
    time.sleep_us(SETTLE_US)


def _now() -> int:
    return time.ticks_ms()  # type: ignore[return-value] # a number, whatever the stubs call it


def passes() -> "Iterator[int]":
    """The panel's life, pass by pass; yields how many ms to wait before the next.

    It ends at once if the port is to be left to the prompt, and else never.
    """
    rows = [machine.Pin(number, machine.Pin.OPEN_DRAIN, value=1) for number in ROWS]
    columns = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in COLUMNS]
    matrix = Matrix(rows, columns, _settle)
    if _prompt_is_wished(matrix):
        kbd_intr(3)
        return
    lamps = TOWERS + SEATS
    peer = WirePeer(random.getrandbits(30) or 1, random.getrandbits(29), len(KEYS), lamps, NAME)
    panel = Panel(matrix, NeoPixel(machine.Pin(LAMPS), lamps), Port(), peer)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while not peer.release_requested:
        now = _now()
        panel.step(now)
        watchdog.feed()
        yield max(0, SCAN_MS - since(_now(), now))
    with open(RELEASE_FILE, "w"):
        pass
    machine.reset()


def _prompt_is_wished(matrix: Matrix) -> bool:
    if RELEASE_FILE in os.listdir():
        os.remove(RELEASE_FILE)
        return True
    return matrix.contacts() == PROMPT_KEYS


def run() -> None:
    """Be the tower panel."""
    for rest in passes():
        time.sleep_ms(rest)
