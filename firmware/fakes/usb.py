"""A Pico's USB serial port in MicroPython: `stdin` and `stdout`, `select` and `kbd_intr`.

It refuses to block in a read; a write without room takes as long as on a Pico.
"""

TYPE_CHECKING = False  # MicroPython has no `typing`
if TYPE_CHECKING:
    from collections.abc import Callable

POLLIN, POLLOUT = 1, 4
BUFFER_SIZE = 256
"""Bytes that the host has not read yet."""
WRITE_TIMEOUT_MS = 500
"""MicroPython waits so long for room before it drops a byte."""


class FakeUsbPort:
    """``received`` are bytes from the host, ``sent`` bytes to it; neither is read yet."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.sent = bytearray()
        self.stalled_ms = 0
        self.wait_us: Callable[[int], None] = lambda _us: None
        """Lets time pass."""
        self.before_byte: Callable[[], None] = lambda: None
        """Called before each byte is written."""
        self.buffer = self

    def readinto(self, into: bytearray) -> int:
        """Fill the buffer completely, as MicroPython does; refuses to wait for bytes."""
        if len(self.received) < len(into):
            raise RuntimeError("this read would block")
        into[:] = self.received[: len(into)]
        self.received = self.received[len(into) :]
        return len(into)

    def write(self, data: bytes) -> int:
        """Send bytes to the host; without room each takes `WRITE_TIMEOUT_MS` and is lost."""
        for byte in bytes(data):
            self.before_byte()
            if len(self.sent) >= BUFFER_SIZE:
                self.stalled_ms += WRITE_TIMEOUT_MS
                self.wait_us(WRITE_TIMEOUT_MS * 1000)
            else:
                self.sent.append(byte)
        return len(data)


class Poll:
    """MicroPython's `select.poll` for one port; refuses to block."""

    def __init__(self) -> None:
        self._port: FakeUsbPort | None = None
        self._flags = 0

    def register(self, port: FakeUsbPort, flags: int = POLLIN | POLLOUT) -> None:
        """Set the port to poll."""
        if not isinstance(port, FakeUsbPort):
            raise OSError("not a port")
        self._port, self._flags = port, flags

    def poll(self, timeout: int = -1) -> "list[tuple[FakeUsbPort, int]]":
        """Return which operations would not block."""
        if timeout != 0 or self._port is None:
            raise RuntimeError("this poll would block")
        ready = POLLIN if self._port.received else 0
        ready |= POLLOUT if len(self._port.sent) < BUFFER_SIZE else 0
        return [(self._port, ready & self._flags)] if ready & self._flags else []


poll = Poll


class Interrupt:
    """The character that interrupts the running program; -1 for none."""

    char = 3


def kbd_intr(char: int) -> None:
    """Set that character."""
    Interrupt.char = char
