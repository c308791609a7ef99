"""The tower panel: keys, wire and lamps joined in one loop that never blocks."""

import gc
import os
import random
import select
import sys
import time

import machine
from lamps import compute_colours
from matrix import Matrix
from micropython import kbd_intr
from neopixel import NeoPixel
from pins import BLUE, COLUMNS, GREEN, KEYS, LAMPS, PROMPT_KEYS, RED, ROWS, SEATS, TOWERS
from wire import WirePeer, elapsed_ms

TYPE_CHECKING = False  # MicroPython has no `typing`
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = b"panel 1.0.0"
USB_PRODUCT = "Campanile Panel"
"""The panel's name on USB, by which systemd/udev.rules knows it: at most 20 letters."""
USB_PRODUCT_AT = 15
"""The byte of a USB device descriptor that has the index of this name."""
SCAN_MS = 2
LAMPS_MS = 20
REFRESH_MS = 1000
"""Time between rewrites of unchanged lamps, and between garbage collections."""
WATCHDOG_MS = 2000
"""Longer than a pass ever takes. An exception ends the loop, and the watchdog restarts it."""
PROVEN_MS = 5000
"""After so long a computer has taken the panel under its name."""
NAMING = 0x4E616D65
"""Stands in the chip's register until the name is proven. A watchdog's reset leaves it there, power
does not."""
REGISTERS = {"RP2040": 0x4005800C, "RP2350": 0x400D800C}
"""The first scratch register of the watchdog, which neither MicroPython nor the chip uses."""
SETTLE_US = 10
"""In this time a column's pull-up charges a metre of cable."""
RELEASE_FILE = "release"
"""If this file exists at start-up, the port is left to the prompt, once."""


class UsbPort:
    """USB serial, read and written byte by byte while that does not block."""

    READ = 32
    WRITE = 16
    """Bytes in a pass, so that the keys need not wait."""

    def __init__(self) -> None:
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._received = bytearray(self.READ)
        self._byte = bytearray(1)
        self._unsent = b""

    def read(self) -> bytes:
        """Return the bytes that have arrived."""
        count = 0
        while count < self.READ and self._readable.poll(0):
            sys.stdin.buffer.readinto(self._byte)
            self._received[count] = self._byte[0]
            count += 1
        return bytes(self._received[:count]) if count else b""

    def start_frame(self, frame: bytes) -> None:
        """Set the frame to write; the last one must be complete."""
        self._unsent = frame

    def continue_frame(self) -> bool:
        """Write as much as there is room for; return whether the frame is complete."""
        count = 0
        while count < len(self._unsent) and count < self.WRITE and self._writable.poll(0):
            self._byte[0] = self._unsent[count]
            sys.stdout.buffer.write(self._byte)
            count += 1
        if count:
            self._unsent = self._unsent[count:]
        return not self._unsent


class Panel:
    """All parts, and one pass of the loop."""

    def __init__(self, matrix: Matrix, strip: NeoPixel, port: UsbPort, peer: WirePeer) -> None:
        self._matrix = matrix
        self._strip = strip
        self._port = port
        self._peer = peer
        self._colours = bytearray(3 * len(strip))
        self._written = bytearray(3 * len(strip))
        self._lamps_at = 0
        self._refreshed_at = 0

    def run_pass(self, now: int) -> None:
        """Handle keys, wire and lamps at ``now`` ms."""
        changed = self._matrix.scan(now)
        for key in range(len(KEYS) if changed else 0):
            if changed >> key & 1:
                self._peer.add_key_event(key, bool(self._matrix.down >> key & 1))
        data = self._port.read()
        if data:
            self._peer.receive_data(data, now)
        if self._port.continue_frame():
            self._port.start_frame(self._peer.next_frame(now))
        if elapsed_ms(now, self._lamps_at) >= LAMPS_MS:
            self._lamps_at = now
            self._update_lamps(now)

    def _update_lamps(self, now: int) -> None:
        compute_colours(self._peer.lamps, self._peer.update_state(now), now, self._colours)
        refresh = elapsed_ms(now, self._refreshed_at) >= REFRESH_MS
        if refresh:
            self._refreshed_at = now
            gc.collect()
        if refresh or self._colours != self._written:
            for i in range(len(self._strip)):
                colour = self._colours[3 * i : 3 * i + 3]
                self._strip[i] = (colour[RED], colour[GREEN], colour[BLUE])
            self._strip.write()
            self._written[:] = self._colours


def _settle() -> None:
    time.sleep_us(SETTLE_US)


def _ticks_ms() -> int:
    return time.ticks_ms()  # type: ignore[return-value] # an int, but the stubs give it another type


class Start:
    """What `start` has found, once after a reset."""

    parts: "tuple[Matrix, machine.WDT | None] | None" = None


def start() -> "tuple[Matrix, machine.WDT | None]":
    """Return the keys, and the watchdog, which runs; none if the port is left to the prompt."""
    if Start.parts is None:
        rows = [machine.Pin(number, machine.Pin.OPEN_DRAIN, value=1) for number in ROWS]
        columns = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in COLUMNS]
        matrix = Matrix(rows, columns, _settle)
        is_prompt = _is_prompt_requested(matrix)
        Start.parts = (matrix, None if is_prompt else machine.WDT(timeout=WATCHDOG_MS))
    return Start.parts


def start_named() -> None:
    """Start, and name the panel on USB, which must not have started yet.

    The prompt keeps MicroPython's own name: a soft reset, as mpremote makes, takes the port away
    from a device with another one. So does a start after one that ended before the name was proven.
    MicroPython before 1.23 has no other names.
    """
    _, watchdog = start()
    register = _find_register()
    if watchdog is None or not register or not hasattr(machine, "USBDevice"):
        return
    has_failed = machine.mem32[register] == NAMING
    machine.mem32[register] = 0 if has_failed else NAMING
    if not has_failed:
        _name_usb_device()


def run_passes() -> "Iterator[int]":
    """Run the panel; yield after each pass how many ms to wait.

    Returns only if the port is left to the prompt.
    """
    matrix, watchdog = start()
    if watchdog is None:
        kbd_intr(3)
        return
    lamps = TOWERS + SEATS
    peer = WirePeer(random.getrandbits(30) or 1, random.getrandbits(29), len(KEYS), lamps, NAME)
    panel = Panel(matrix, NeoPixel(machine.Pin(LAMPS), lamps), UsbPort(), peer)
    started_at = _ticks_ms()
    is_proven = False
    while not peer.release_requested:
        now = _ticks_ms()
        panel.run_pass(now)
        watchdog.feed()
        if not is_proven and elapsed_ms(now, started_at) >= PROVEN_MS:
            is_proven = True
            _forget_naming()
        yield max(0, SCAN_MS - elapsed_ms(_ticks_ms(), now))
    _forget_naming()
    with open(RELEASE_FILE, "w"):
        pass
    machine.reset()


def _is_prompt_requested(matrix: Matrix) -> bool:
    if RELEASE_FILE in os.listdir():
        os.remove(RELEASE_FILE)
        return True
    return matrix.read_contacts() == PROMPT_KEYS


def _find_register() -> int:
    # 0 on a chip that has not been tried.
    chip = str(sys.implementation)
    return next((at for name, at in REGISTERS.items() if name in chip), 0)


def _forget_naming() -> None:
    if register := _find_register():
        machine.mem32[register] = 0


def _name_usb_device() -> None:
    usb = machine.USBDevice()
    builtin = usb.BUILTIN_DEFAULT
    usb.builtin_driver = builtin  # type: ignore[attr-defined] # the stubs lack it
    names = {builtin.desc_dev[USB_PRODUCT_AT]: USB_PRODUCT}
    usb.config(builtin.desc_dev, builtin.desc_cfg, names)
    usb.active(True)


def run() -> None:
    """Run the panel in real time."""
    for rest_ms in run_passes():
        time.sleep_ms(rest_ms)
