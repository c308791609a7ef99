"""Fake buses to put under luma's serial classes: a model panel at the end, faults as planned.

They keep every transaction, and refuse what the kernel would refuse.
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
    """A transaction fails with this errno, after so many of its bytes have ``arrived``."""

    errno: int
    arrived: int = 0


Faults = Callable[[int], Fault | None]
"""What happens to the transaction of that number, counted from 0."""


def none_at_all(_number: int) -> None:
    """All is well."""


def only_at(number: int, fault: Fault) -> Faults:
    """One transaction fails."""
    return lambda each: fault if each == number else None


def gone(first: int, back: int, fault: Fault = Fault(errno.EREMOTEIO)) -> Faults:  # noqa: B008  immutable
    """The panel vanishes at transaction ``first`` and answers again from ``back`` on."""
    return lambda each: fault if first <= each < back else None


class Sent(NamedTuple):
    """A transaction: its bytes behind the address, and whether D/C said data (I2C: None)."""

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
                self.panel.cut()
        raise OSError(fault.errno, os.strerror(fault.errno))

    def _deliver(self, sent: Sent) -> None:
        if self.panel is None:
            return
        if sent.data is None:
            self.panel.i2c(sent.message)
        else:
            self.panel.spi(sent.message, data=sent.data)

    def close(self) -> None:
        """Let go of the bus. May be called twice."""
        self.is_open = False


class FakeSmbus(_FakeBus):
    """An I2C bus with a panel, or with None a mere recorder, at ``address``.

    It has what luma uses of smbus2's SMBus; ``wire_bytes`` counts what went over the wire.
    """

    def __init__(
        self,
        panel: ModelPanel | None = None,
        address: int = 0x3C,
        faults: Faults = none_at_all,
    ) -> None:
        super().__init__(panel, faults)
        self.address = address

    def open(self, _port: int) -> Self:
        """Open the bus, perhaps again; put in the place of smbus2's class."""
        self.is_open = True
        return self

    @property
    def wire_bytes(self) -> int:
        """All bytes of all messages, each with its address byte."""
        return sum(1 + len(sent.message) for sent in self.transactions)

    def write_i2c_block_data(self, address: int, register: int, block: Sequence[int]) -> None:
        """Send up to 32 bytes behind a register's byte; raises OSError as the kernel does."""
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
    """An SPI bus with a panel, or with None a mere recorder; ``dc`` tells the D/C line's level.

    It has what luma uses of spidev's SpiDev; ``wire_bytes`` counts what went over the wire.
    """

    def __init__(
        self,
        dc: Callable[[], bool],
        panel: ModelPanel | None = None,
        faults: Faults = none_at_all,
    ) -> None:
        super().__init__(panel, faults)
        self._dc = dc
        self.is_open = False
        self.max_speed_hz = 0

    @property
    def wire_bytes(self) -> int:
        """All bytes of all messages."""
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


class FakeLines:
    """The pins beside an SPI bus, as luma wants them: ``levels`` by pin; one resets the panel."""

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self, panel: ModelPanel | None = None, dc: int = 24, reset: int = 25) -> None:
        self.levels: dict[int, bool] = {}
        self._panel = panel
        self._dc = dc
        self._reset = reset

    def setup(self, pin: int, _mode: str) -> None:
        """Make the pin an output, low at first."""
        self.levels[pin] = False

    def output(self, pin: int, level: bool) -> None:
        """Set the pin's level; raises KeyError for one that was not set up."""
        if pin not in self.levels:
            raise KeyError(pin)
        self.levels[pin] = level
        if pin == self._reset and not level and self._panel is not None:
            self._panel.reset()

    def says_data(self) -> bool:
        """The D/C line's level."""
        return self.levels[self._dc]
