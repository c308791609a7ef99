"""A stand-in for /dev/i2c-1 with a panel on it: a file of FUSE's that takes what i2c-dev takes.

The CI's test of the service binds it into the machine. Given FILE and LOG it mounts itself on FILE,
which must exist, and serves until it is unmounted. It needs root and FUSE, but no library. For each
message LOG gets a line: microseconds of the clock, the process, after how many of the bytes the
panel was dark, and the picture's SHA-256.
"""

import ctypes
import errno
import os
import struct
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TextIO

from tests.fakes.oled_controllers import ModelPanel, Ssd1306

ADDRESS = 0x3C
# linux/fuse.h: operations, and the sizes of what goes with them.
FORGET, GETATTR, SETATTR, OPEN, READ, WRITE, RELEASE, FLUSH, INIT, IOCTL = (
    2, 3, 4, 14, 15, 16, 18, 25, 26, 39,
)  # fmt: skip
HEADER, REPLY = struct.Struct("=IIQQIIIHH"), struct.Struct("=IiQ")
DIRECT_IO = 1
NODE_MODE = 0o100666
BUFFER = 1 << 17
# linux/i2c-dev.h
SLAVE, FUNCTIONS, RDWR, SMBUS = 0x0703, 0x0705, 0x0707, 0x0720
PLAIN_I2C = 1 | 0x04000000  # functionality: I2C itself, and what SMBus makes of it
BYTE, I2C_BLOCK = 1, 8  # SMBus's kinds of transfers


class Bus:
    """The panel at its address, and the log of what it is sent."""

    def __init__(self, panel: ModelPanel, log: TextIO) -> None:
        self.panel, self._log = panel, log
        self._dark = 0
        for name in ("_take", "_store"):
            setattr(panel, name, self._watch(getattr(panel, name)))

    def _watch(self, accept: Callable[[int], None]) -> Callable[[int], None]:
        def accept_watched(byte: int) -> None:
            accept(byte)
            self._dark += not self.panel.lit

        return accept_watched

    def read(self, address: int) -> bytes:
        """Return the byte that the panel gives; raises OSError where nobody answers."""
        self._require_panel(address)
        return bytes([self.panel.read()])

    def _require_panel(self, address: int) -> None:
        if address != ADDRESS:
            raise OSError(errno.EREMOTEIO, "nobody answers")

    def send(self, pid: int, address: int, message: bytes) -> None:
        """Give a process's message to the panel; raises OSError where nobody answers."""
        self._require_panel(address)
        self._dark = 0
        self.panel.i2c(message)
        at, name = time.monotonic_ns() // 1000, Path(f"/proc/{pid}/comm").read_text().strip()
        print(at, name, self._dark, sha256(self.panel.picture()).hexdigest(), file=self._log)


def peek(pid: int, at: int, count: int) -> bytes:
    """Read the memory of a process: i2c-dev's arguments are pointers into it."""
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        memory.seek(at)
        return memory.read(count)


def poke(pid: int, at: int, data: bytes) -> None:
    """Write to the memory of a process."""
    with Path(f"/proc/{pid}/mem").open("r+b", buffering=0) as memory:
        memory.seek(at)
        memory.write(data)


class I2cFile:
    """FUSE's side of one file, the root of its file system."""

    def __init__(self, device: int, bus: Bus) -> None:
        self._device, self._bus = device, bus
        self._addresses: dict[int, int] = {}
        self._opened = 0

    def serve(self) -> None:
        """Answer requests until the file is unmounted."""
        while True:
            try:
                request = os.read(self._device, BUFFER)
            except OSError as error:
                if error.errno == errno.ENODEV:
                    return
                raise
            _, operation, unique, _, _, _, pid, _, _ = HEADER.unpack_from(request)
            if operation == FORGET:
                continue
            answer, refusal = b"", 0
            try:
                answer = self._answer(operation, pid, request[HEADER.size :])
            except OSError as error:
                refusal = -(error.errno or errno.EIO)
            os.write(self._device, REPLY.pack(REPLY.size + len(answer), refusal, unique) + answer)

    def _answer(self, operation: int, pid: int, body: bytes) -> bytes:
        answers: dict[int, Callable[[int, bytes], bytes]] = {
            INIT: self._init, GETATTR: self._getattr, SETATTR: self._getattr, OPEN: self._open,
            READ: self._read, WRITE: self._write, IOCTL: self._ioctl, RELEASE: self._done,
            FLUSH: self._done,
        }  # fmt: skip
        if operation not in answers:
            raise OSError(errno.ENOSYS, "not needed here")
        return answers[operation](pid, body)

    def _init(self, _pid: int, body: bytes) -> bytes:
        _, minor, readahead, _ = struct.unpack_from("=IIII", body)
        return struct.pack("=IIIIHHI", 7, min(minor, 31), readahead, 0, 8, 8, 1 << 16) + bytes(40)

    def _getattr(self, _pid: int, _body: bytes) -> bytes:
        attributes = struct.pack("=QQQ", 1, 0, 0) + bytes(24 + 12)
        attributes += struct.pack("=IIIIIII", NODE_MODE, 1, 0, 0, 0, 4096, 0)
        return bytes(16) + attributes

    def _open(self, _pid: int, _body: bytes) -> bytes:
        self._opened += 1
        return struct.pack("=QII", self._opened, DIRECT_IO, 0)

    def _done(self, _pid: int, _body: bytes) -> bytes:
        return b""

    def _read(self, _pid: int, body: bytes) -> bytes:
        (opened,) = struct.unpack_from("=Q", body)
        return self._bus.read(self._addresses.get(opened, 0))

    def _write(self, pid: int, body: bytes) -> bytes:
        opened, _, size = struct.unpack_from("=QQI", body)
        self._bus.send(pid, self._addresses.get(opened, 0), body[40 : 40 + size])
        return struct.pack("=II", size, 0)

    def _ioctl(self, pid: int, body: bytes) -> bytes:
        opened, _, call, argument = struct.unpack_from("=QIIQ", body)
        if call == SLAVE:
            self._addresses[opened] = argument
        elif call == FUNCTIONS:
            poke(pid, argument, struct.pack("=Q", PLAIN_I2C))
        elif call == RDWR:
            self._send_messages(pid, *struct.unpack("=QI", peek(pid, argument, 12)))
        elif call == SMBUS:
            self._transfer(pid, opened, *struct.unpack("=BBHIQ", peek(pid, argument, 16)))
        else:
            raise OSError(errno.ENOTTY, "no call of i2c-dev's")
        return bytes(16)

    def _send_messages(self, pid: int, first: int, count: int) -> None:
        for at in range(first, first + 16 * count, 16):
            address, _, size, _, buffer = struct.unpack("=HHHHQ", peek(pid, at, 16))
            self._bus.send(pid, address, peek(pid, buffer, size))

    def _transfer(
        self, pid: int, opened: int, reads: int, command: int, _: int, size: int, block: int
    ) -> None:
        address, message = self._addresses.get(opened, 0), bytes([command])
        if size == BYTE and reads:
            poke(pid, block, self._bus.read(address))
            return
        if size == I2C_BLOCK and not reads:
            message += peek(pid, block + 1, peek(pid, block, 1)[0])
        elif size != BYTE:
            raise OSError(errno.EOPNOTSUPP, "only blocks and bytes")
        self._bus.send(pid, address, message)


def mount(file: Path) -> int:
    """Mount a file system that is one file; returns the descriptor that serves it."""
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode={NODE_MODE:o},user_id=0,group_id=0,allow_other"
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"i2c", bytes(file), b"fuse.i2c", 0, options.encode()):
        raise OSError(ctypes.get_errno(), "mount")
    return device


def main() -> None:
    """Serve the file named first, and log to the one named second."""
    file, log = map(Path, sys.argv[1:])
    with log.open("a", buffering=1) as opened:
        I2cFile(mount(file), Bus(Ssd1306(), opened)).serve()


if __name__ == "__main__":
    main()
