"""A stand-in for /dev/i2c-1 with a panel on it: a file of FUSE's that takes what i2c-dev takes.

The CI's test of the service binds it into the machine. `python3 -m tests.service.fake_i2c FILE LOG`
mounts it on FILE, which must exist, and serves until it is unmounted. Needs root and Linux's FUSE, no
library. For each message LOG gets a line: microseconds of the clock, the process, how often the
panel was dark within the message, and the picture's SHA-256.
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
LOOKUP, FORGET, GETATTR, SETATTR, OPEN, WRITE, RELEASE, FLUSH, INIT, IOCTL = (
    1, 2, 3, 4, 14, 16, 18, 25, 26, 39,
)  # fmt: skip
HEADER, REPLY = struct.Struct("=IIQQIIIHH"), struct.Struct("=IiQ")
DIRECT_IO = 1
NODE_MODE = 0o100666
BUFFER = 1 << 17
# linux/i2c-dev.h
SLAVE, FUNCTIONS, RDWR, SMBUS = 0x0703, 0x0705, 0x0707, 0x0720
PLAIN_I2C, I2C_BLOCK = 1 | 0x04000000, 8  # functionality: I2C itself, and blocks of SMBus


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

    def send(self, pid: int, address: int, message: bytes) -> None:
        """Give a process's message to the panel; raises OSError where nobody answers."""
        if address != ADDRESS:
            raise OSError(errno.EREMOTEIO, "nobody answers")
        self._dark = 0
        self.panel.i2c(message)
        at, name = time.monotonic_ns() // 1000, Path(f"/proc/{pid}/comm").read_text().strip()
        print(at, name, self._dark, sha256(self.panel.picture()).hexdigest(), file=self._log)


class Memory:
    """The memory of the process that calls: i2c-dev's arguments are pointers into it."""

    def __init__(self, pid: int) -> None:
        self._file = Path(f"/proc/{pid}/mem").open("r+b", buffering=0)

    def read(self, at: int, count: int) -> bytes:
        self._file.seek(at)
        return self._file.read(count)

    def write(self, at: int, data: bytes) -> None:
        self._file.seek(at)
        self._file.write(data)

    def close(self) -> None:
        self._file.close()


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
            try:
                answer, error = self._answer(operation, pid, request[HEADER.size :]), 0
            except OSError as refused:
                answer, error = b"", -(refused.errno or errno.EIO)
            os.write(self._device, REPLY.pack(REPLY.size + len(answer), error, unique) + answer)

    def _answer(self, operation: int, pid: int, body: bytes) -> bytes:
        answers: dict[int, Callable[[int, bytes], bytes]] = {
            INIT: self._init, GETATTR: self._getattr, SETATTR: self._getattr, OPEN: self._open,
            WRITE: self._write, IOCTL: self._ioctl, RELEASE: self._done, FLUSH: self._done,
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

    def _write(self, pid: int, body: bytes) -> bytes:
        opened, _, size = struct.unpack_from("=QQI", body)
        self._bus.send(pid, self._addresses.get(opened, 0), body[40 : 40 + size])
        return struct.pack("=II", size, 0)

    def _ioctl(self, pid: int, body: bytes) -> bytes:
        opened, _, call, argument = struct.unpack_from("=QIIQ", body)
        if call == SLAVE:
            self._addresses[opened] = argument
        else:
            memory = Memory(pid)
            try:
                self._call(pid, opened, call, argument, memory)
            finally:
                memory.close()
        return struct.pack("=iIII", 0, 0, 0, 0)

    def _call(self, pid: int, opened: int, call: int, argument: int, memory: Memory) -> None:
        if call == FUNCTIONS:
            memory.write(argument, struct.pack("=Q", PLAIN_I2C))
        elif call == RDWR:
            messages, count = struct.unpack("=QI", memory.read(argument, 12))
            for at in range(messages, messages + 16 * count, 16):
                address, _, size, _, buffer = struct.unpack("=HHHHQ", memory.read(at, 16))
                self._bus.send(pid, address, memory.read(buffer, size))
        elif call == SMBUS:
            _, command, _, size, block = struct.unpack("=BBHIQ", memory.read(argument, 16))
            if size != I2C_BLOCK:
                raise OSError(errno.EOPNOTSUPP, "only blocks")
            count = memory.read(block, 1)[0]
            message = bytes([command]) + memory.read(block + 1, count)
            self._bus.send(pid, self._addresses.get(opened, 0), message)
        else:
            raise OSError(errno.ENOTTY, "no call of i2c-dev's")


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
