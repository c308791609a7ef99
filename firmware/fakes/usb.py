"""A Pico's USB serial port as MicroPython shows it: `stdin` and `stdout`, `select`, `kbd_intr`.

It refuses a read that would wait; a write that waits costs the time that it costs on a Pico.
"""

TYPE_CHECKING = False  # there is no `typing` in MicroPython
if TYPE_CHECKING:
    from collections.abc import Callable

POLLIN, POLLOUT = 1, 4
ROOM = 256
"""Bytes on their way to the host."""
WAIT_MS = 500
"""So long MicroPython waits for room before it drops what it should write."""


class Port:
    """Both directions. ``came`` waits to be read, ``goes`` to be fetched by the host."""

    def __init__(self) -> None:
        self.came = bytearray()
        self.goes = bytearray()
        self.stalled_ms = 0
        self.waits: Callable[[int], None] = lambda _us: None
        """What lets time pass."""
        self.cut: Callable[[], None] = lambda: None
        """Called with each byte written: the cable may be pulled there."""
        self.buffer = self

    def readinto(self, into: bytearray) -> int:
        """Fill the buffer, as MicroPython does: it would wait for the last byte."""
        if len(self.came) < len(into):
            raise RuntimeError("this read waits for the host")
        into[:] = self.came[: len(into)]
        self.came = self.came[len(into) :]
        return len(into)

    def write(self, data: bytes) -> int:
        """Hand bytes to the host; without room this waits, and then loses them."""
        for byte in bytes(data):
            self.cut()
            if len(self.goes) >= ROOM:
                self.stalled_ms += WAIT_MS
                self.waits(WAIT_MS * 1000)
            else:
                self.goes.append(byte)
        return len(data)


class Poll:
    """One thing that is waited for, which is not waited for."""

    def __init__(self) -> None:
        self._port: Port | None = None
        self._flags = 0

    def register(self, port: Port, flags: int = POLLIN | POLLOUT) -> None:
        """Ask for these from now on."""
        if not isinstance(port, Port):
            raise OSError("this can't be polled")
        self._port, self._flags = port, flags

    def poll(self, timeout: int = -1) -> "list[tuple[Port, int]]":
        """What can be done at once; to wait for it is refused."""
        if timeout != 0 or self._port is None:
            raise RuntimeError("this poll waits for the host")
        able = (POLLIN if self._port.came else 0) | (POLLOUT if len(self._port.goes) < ROOM else 0)
        return [(self._port, able & self._flags)] if able & self._flags else []


poll = Poll


class Interrupt:
    """The character that ends whatever runs, as Ctrl-C does; -1 for none."""

    char = 3


def kbd_intr(char: int) -> None:
    """Let this character interrupt what runs, -1 for none."""
    Interrupt.char = char
