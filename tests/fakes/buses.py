"""Fake buses for luma's serial classes, with a model panel at the end and planned faults.

They record every transaction, and raise what the kernel would raise.
"""

import errno
import os
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Self

from tests.fakes.oled_controllers import ModelPanel

SMBUS_BLOCK = 32
"""Bytes that an SMBus block can hold."""
SPI_BUFFER = 4096
"""Bytes that spidev takes at once."""


class Fault(NamedTuple):
    """A transaction fails with this errno, after ``arrived`` of its bytes reached the panel."""

    errno: int
    arrived: int = 0


Faults = Callable[[int], Fault | None]
"""Returns the fault of the transaction with that number, counted from 0; None for no fault."""


def never_fails(_number: int) -> None:
    """No transaction fails."""


def fails_at(number: int, fault: Fault) -> Faults:
    return lambda each: fault if each == number else None


def fails_between(first: int, back: int, fault: Fault = Fault(errno.EREMOTEIO)) -> Faults:  # noqa: B008  immutable
    """Transactions fail from ``first`` on, up to but not including ``back``."""
    return lambda each: fault if first <= each < back else None


class Sent(NamedTuple):
    """A transaction: its bytes after the address, and the level of the D/C pin (I2C: None)."""

    message: bytes
    data: bool | None = None


class _FakeBus:
    def __init__(self, panel: ModelPanel | None, faults: Faults) -> None:
        self.panel = panel
        self.faults = faults
        self.transactions: list[Sent] = []
        self.is_open = True

    def _transfer(self, sent: Sent) -> None:
        if not self.is_open:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        fault = self.faults(len(self.transactions))
        self.transactions.append(sent)
        if fault is None:
            self._deliver(sent)
            return
        if fault.arrived:
            self._deliver(sent._replace(message=sent.message[: fault.arrived]))
            if self.panel is not None:
                self.panel.abort_command()
        raise OSError(fault.errno, os.strerror(fault.errno))

    def _deliver(self, sent: Sent) -> None:
        if self.panel is None:
            return
        if sent.data is None:
            self.panel.i2c(sent.message)
        else:
            self.panel.spi(sent.message, data=sent.data)

    def close(self) -> None:
        """Close the bus. May be called twice."""
        self.is_open = False


class FakeSmbus(_FakeBus):
    """An I2C bus with a panel at ``address``; without a panel it only records.

    It has the methods of smbus2's SMBus that luma uses.
    """

    def __init__(
        self,
        panel: ModelPanel | None = None,
        address: int = 0x3C,
        faults: Faults = never_fails,
    ) -> None:
        super().__init__(panel, faults)
        self.address = address
        self.has_driver = False
        """Whether a driver of the kernel has the panel, which keeps SMBus's calls from it."""

    def open(self, _port: int) -> Self:
        """Open the bus, or open it again; replaces the constructor of smbus2's class."""
        self.is_open = True
        return self

    @property
    def wire_bytes(self) -> int:
        """The bytes sent over the wire: each message and its address byte."""
        return sum(1 + len(sent.message) for sent in self.transactions)

    def write_byte(self, address: int, value: int) -> None:
        """Send one byte; raises OSError as the kernel does."""
        self._refuse_with_driver(address)
        self._send(address, bytes([value]))

    def read_byte(self, address: int) -> int:
        """Read one byte from the panel; raises OSError as the kernel does."""
        self._refuse_with_driver(address)
        self._send(address, b"")
        return self.panel.read() if self.panel is not None else 0

    def _refuse_with_driver(self, address: int) -> None:
        if self.has_driver and address == self.address:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    def write_i2c_block_data(self, address: int, register: int, block: Sequence[int]) -> None:
        """Send a register's byte and up to 32 more; raises OSError as the kernel does."""
        if len(block) > SMBUS_BLOCK:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        self._send(address, bytes([register, *block]))

    def i2c_rdwr(self, *messages: Iterable[int]) -> None:
        """Send messages as smbus2 makes them; raises OSError as the kernel does."""
        for message in messages:
            self._send(message.addr, bytes(message))  # type: ignore[attr-defined]  # smbus2's own

    def _send(self, address: int, message: bytes) -> None:
        if address != self.address:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self._transfer(Sent(message))


class FakeSpi(_FakeBus):
    """An SPI bus with a panel; without one it only records. ``dc`` returns the D/C pin's level.

    It has the methods of spidev's SpiDev that luma uses.
    """

    def __init__(
        self,
        dc: Callable[[], bool],
        panel: ModelPanel | None = None,
        faults: Faults = never_fails,
    ) -> None:
        super().__init__(panel, faults)
        self._dc = dc
        self.is_open = False
        self.max_speed_hz = 0

    @property
    def wire_bytes(self) -> int:
        return sum(len(sent.message) for sent in self.transactions)

    def open(self, port: int, device: int) -> None:
        """Open the bus."""
        self.is_open = True
        self.where = (port, device)

    def writebytes(self, values: Sequence[int]) -> None:
        """Send up to 4,096 bytes; raises OverflowError and OSError as spidev does."""
        if len(values) > SPI_BUFFER:
            raise OverflowError(f"Argument list size exceeds {SPI_BUFFER} bytes.")
        self._transfer(Sent(bytes(values), self._dc()))


class FakeGpioPins:
    """The GPIO pins beside an SPI bus, with luma's interface; a low reset pin resets the panel."""

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self, panel: ModelPanel | None = None, dc: int = 24, reset: int = 25) -> None:
        self.levels: dict[int, bool] = {}
        self._panel = panel
        self._dc = dc
        self._reset = reset

    def setup(self, pin: int, _mode: str) -> None:
        self.levels[pin] = False

    def output(self, pin: int, level: bool) -> None:
        """Set the pin's level; raises KeyError for a pin that was not set up."""
        if pin not in self.levels:
            raise KeyError(pin)
        self.levels[pin] = level
        if pin == self._reset and not level and self._panel is not None:
            self._panel.reset()

    def is_data(self) -> bool:
        return self.levels[self._dc]
