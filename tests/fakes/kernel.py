"""A fake of Linux's nodes for I2C, SPI and GPIO, with a model panel at the end of the wires.

It takes calls as `early_splash` makes them, and refuses what the kernel would refuse. Its
structures are those of linux/gpio.h.
"""

import ctypes
import errno
import fcntl
import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from tests.fakes.oled_controllers import ModelPanel

I2C_SLAVE, SPI_SET_SPEED = 0x0703, 0x40046B04
CHIP_INFO, GET_LINES, SET_LEVELS = 0x8044B401, 0xC250B407, 0xC010B40F
OUTPUT, PULL_UP = 1 << 3, 1 << 8
FIRST_DESCRIPTOR = 1000
"""Lower ones are real files."""


class ChipInfo(ctypes.Structure):
    """struct gpiochip_info."""

    _fields_ = (
        ("name", ctypes.c_char * 32),
        ("label", ctypes.c_char * 32),
        ("lines", ctypes.c_uint32),
    )


class _Attribute(ctypes.Structure):
    _fields_ = (
        ("id", ctypes.c_uint32),
        ("padding", ctypes.c_uint32),
        ("value", ctypes.c_uint64),
        ("mask", ctypes.c_uint64),
    )


class LineConfig(ctypes.Structure):
    """struct gpio_v2_line_config."""

    _fields_ = (
        ("flags", ctypes.c_uint64),
        ("num_attrs", ctypes.c_uint32),
        ("padding", ctypes.c_uint32 * 5),
        ("attrs", _Attribute * 10),
    )


class LineRequest(ctypes.Structure):
    """struct gpio_v2_line_request."""

    _fields_ = (
        ("offsets", ctypes.c_uint32 * 64),
        ("consumer", ctypes.c_char * 32),
        ("config", LineConfig),
        ("num_lines", ctypes.c_uint32),
        ("event_buffer_size", ctypes.c_uint32),
        ("padding", ctypes.c_uint32 * 5),
        ("fd", ctypes.c_int32),
    )


class LineValues(ctypes.Structure):
    """struct gpio_v2_line_values."""

    _fields_ = (("bits", ctypes.c_uint64), ("mask", ctypes.c_uint64))


class FakeKernel:
    """The nodes in /dev, and a panel at 0x3C on I2C or at DC 24 and RST 25 on SPI.

    ``os`` and ``fcntl`` stand in for the modules; real files pass through. Nodes in ``denied``
    refuse as many openings as their number says.
    """

    address = 0x3C

    def __init__(self, panel: ModelPanel, nodes: tuple[str, ...], chips: tuple[str, ...]) -> None:
        self.panel = panel
        self.chips = {f"/dev/gpiochip{at}": label for at, label in enumerate(chips)}
        self.nodes = (*nodes, *self.chips)
        self.denied: dict[str, int] = {}
        self.levels: dict[int, bool] = {}
        self.pulled_up: set[int] = set()
        self.speed = self.resets = 0
        self.messages: list[bytes] = []
        self._open: list[str | list[int]] = []
        self._address: dict[int, int] = {}
        stand_in = {
            "open": self._open_node,
            "write": self._write,
            "read": self._read,
            "listdir": self._listdir,
        }
        self.os = SimpleNamespace(**{**vars(os), **stand_in})
        self.fcntl = SimpleNamespace(**{**vars(fcntl), "ioctl": self._ioctl})

    def _open_node(self, path: str, flags: int, mode: int = 0o777) -> int:
        if not path.startswith("/dev/") or path.startswith("/dev/shm/"):  # files in memory
            return os.open(path, flags, mode)
        if path not in self.nodes:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if self.denied.get(path, 0):
            self.denied[path] -= 1
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return self._descriptor(path)

    def _descriptor(self, opened: str | list[int]) -> int:
        self._open.append(opened)
        return FIRST_DESCRIPTOR + len(self._open) - 1

    def _listdir(self, _folder: str) -> list[str]:
        return [os.path.basename(node) for node in self.nodes] + ["null"]

    def _write(self, descriptor: int, message: bytes) -> int:
        node = self._open[descriptor - FIRST_DESCRIPTOR]
        self.messages.append(message)
        if str(node).startswith("/dev/i2c"):
            if self._address[descriptor] != self.address:
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            self.panel.i2c(message)
        else:
            assert len(message) <= 4096
            self.panel.spi(message, data=self.levels[24])
        return len(message)

    def _read(self, descriptor: int, count: int) -> bytes:
        node = str(self._open[descriptor - FIRST_DESCRIPTOR])
        assert (node[:8], count) == ("/dev/i2c", 1), "this is all that is read"
        if self._address[descriptor] != self.address:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return bytes([self.panel.read()])

    def _ioctl(self, descriptor: int, call: int, argument: Any) -> int:
        opened = self._open[descriptor - FIRST_DESCRIPTOR]
        calls: dict[int, Callable[[], None]] = {
            I2C_SLAVE: lambda: self._address.update({descriptor: argument}),
            SPI_SET_SPEED: lambda: setattr(self, "speed", int.from_bytes(argument, "little")),
            CHIP_INFO: lambda: self._tell_chip(str(opened), argument),
            GET_LINES: lambda: self._give_lines(str(opened), argument),
            SET_LEVELS: lambda: self._set_levels(opened, argument),
        }
        calls[call]()
        return 0

    def _tell_chip(self, node: str, argument: bytearray) -> None:
        ChipInfo.from_buffer(argument).label = self.chips[node].encode()

    def _give_lines(self, node: str, argument: bytearray) -> None:
        assert self.chips[node].startswith("pinctrl-")
        request = LineRequest.from_buffer(argument)
        pins = list(request.offsets[: request.num_lines])
        assert request.config.flags & ~PULL_UP == OUTPUT
        assert not any((*request.config.padding, *request.padding))
        self.pulled_up |= set(pins) if request.config.flags & PULL_UP else set()
        self._drive(dict.fromkeys(pins, False))
        request.fd = self._descriptor(pins)

    def _set_levels(self, opened: str | list[int], argument: bytes) -> None:
        assert isinstance(opened, list)
        values = LineValues.from_buffer_copy(argument)
        self._drive(
            {p: bool(values.bits >> at & 1) for at, p in enumerate(opened) if values.mask >> at & 1}
        )

    def _drive(self, levels: dict[int, bool]) -> None:
        self.levels |= levels
        if 25 in levels and not levels[25]:
            self.panel.reset()
            self.resets += 1
