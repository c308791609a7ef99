"""A simulated Pico: MicroPython's `machine` module, and the wiring of the keys and lamps.

It refuses what would damage a real Pico or have no effect there. All parts belong to `board`.
"""

TYPE_CHECKING = False  # MicroPython has no `typing`
if TYPE_CHECKING:
    from collections.abc import Sequence

POWER, WATCHDOG, SOFTWARE = "power", "watchdog", "software"
"""Reasons for a start."""
USB_PRODUCT = "Board in FS mode"
"""What MicroPython calls a Pico on USB, and the index of that name."""
USB_PRODUCT_INDEX = 2
SCRATCH = 0x4005800C
"""A register that keeps its value until the power is cut."""
BOUNCE_US = 700
"""Half the period of a bouncing contact."""


class HardwareMisuse(Exception):
    """The firmware does something that would damage a part or have no effect."""


class Reset(BaseException):
    """The Pico restarts; everything that runs on it ends."""


class Board:
    """A Pico with a key matrix and a chain of lamps; ``us`` is its time in microseconds.

    ``diodes`` are the keys that have one, None for all; ``closed`` those that are down.
    ``colours`` is what the lamps were last sent; ``writes`` counts how often.
    """

    def __init__(
        self,
        rows: "Sequence[int]" = (2, 3, 4, 5),
        columns: "Sequence[int]" = (6, 7, 8, 9),
        lamps: "tuple[int, int]" = (10, 10),
        diodes: "Sequence[int] | None" = None,
        closed: "Sequence[int]" = (),
    ) -> None:
        """``lamps``: the pin of their data, and their number."""
        self.rows = rows
        self.columns = columns
        self.lamps_pin, self.lamps = lamps
        self.diodes = range(len(rows) * len(columns)) if diodes is None else diodes
        self.pins: dict[int, Pin] = {}
        self.closed = set(closed)
        self.paths = self._find_paths()
        """Pairs of pins: if the first is low, it pulls the second low."""
        self.changes: list[tuple[int, int, bool]] = []
        self.us = 0
        self.started_us = 0
        self.ticks_from = 0
        self.watchdog_us = 0
        self.fed_us = 0
        self.colours: tuple[tuple[int, ...], ...] = ((0, 0, 0),) * self.lamps
        self.writes = 0
        self.usb_product = USB_PRODUCT
        """What the computer is told that is plugged in."""
        self.usb_started = False
        self.refuses_names = False
        """Whether the computer gives a device with another name its address twice."""
        self.hangs = False
        """Whether the chip has panicked: only a reset ends that."""
        self.scratch = 0

    def advance(self, us: int) -> None:
        """Let time pass: contacts bounce, and the watchdog may reset."""
        self.us += us
        while self.changes and self.changes[0][0] <= self.us:
            _, key, closes = self.changes.pop(0)
            self._close(key, closes)
        if self.watchdog_us and self.us - self.fed_us > self.watchdog_us:
            raise Reset(WATCHDOG)

    def start_usb(self) -> None:
        """Let the computer see the device, as MicroPython does after `boot.py`."""
        self.usb_started = True
        self.hangs = self.hangs or (self.refuses_names and self.usb_product != USB_PRODUCT)

    def press(self, key: int, down: bool = True, bounce_ms: int = 0, after_us: int = 0) -> None:
        """Press or release a key after ``after_us``; its contact bounces first."""
        at = self.us + after_us
        end = at + bounce_ms * 1000
        closes = down
        while at < end:
            self._change(at, key, closes)
            closes = not closes
            at += BOUNCE_US
        self._change(end, key, down)

    def _change(self, at: int, key: int, closes: bool) -> None:
        if at <= self.us and not self.changes:
            self._close(key, closes)
        else:
            self.changes.append((at, key, closes))
            self.changes.sort()

    def read_level(self, read: "Pin") -> int:
        """Return a pin's level; raises HardwareMisuse if nothing drives it."""
        if not self.closed:  # the usual case, made fast
            return self._own_level(read)
        low = {number for number, pin in self.pins.items() if pin.pulls_low()}
        while True:
            more = {to for at, to in self.paths if at in low} - low
            if not more:
                break
            low |= more
        for number in low:
            pin = self.pins.get(number)
            if pin and pin.drives_high():
                raise HardwareMisuse(f"pin {number} is driven high and joined to one that is low")
        return 0 if read.number in low else self._own_level(read)

    def _own_level(self, pin: "Pin") -> int:
        # The level if nothing else is connected to the pin.
        if pin.pulls_low():
            return 0
        if pin.drives_high() or pin.pull == Pin.PULL_UP:
            return 1
        raise HardwareMisuse(f"nothing drives pin {pin.number}")

    def _close(self, key: int, closes: bool) -> None:
        (self.closed.add if closes else self.closed.discard)(key)
        self.paths = self._find_paths()

    def _find_paths(self) -> "list[tuple[int, int]]":
        # A diode lets current flow from its column to its row only.
        paths = []
        for key in self.closed:
            row = self.rows[key // len(self.columns)]
            column = self.columns[key % len(self.columns)]
            paths.append((row, column))
            if key not in self.diodes:
                paths.append((column, row))
        return paths

    def write_lamps(self, pin: "Pin", colours: "tuple[tuple[int, ...], ...]") -> None:
        """Send red, green and blue of each lamp."""
        if pin.number != self.lamps_pin or len(colours) != self.lamps:
            raise HardwareMisuse(f"pin {pin.number} has no {len(colours)} lamps")
        self.writes += 1
        self.colours = colours
        self.advance(30 * len(colours) + 300)  # 1.25 us a bit, and the pause at the end


board = Board()


def use_board(new: Board) -> Board:
    """Put all parts made from now on onto this board."""
    global board
    board = new
    return new


class Pin:
    """A pin of the Pico."""

    IN, OUT, OPEN_DRAIN = 0, 1, 2
    PULL_UP, PULL_DOWN = 1, 2

    def __init__(
        self,
        id: int,  # noqa: A002 - MicroPython's name
        mode: int = -1,
        pull: "int | None" = -1,
        *,
        value: "int | None" = None,
    ) -> None:
        if not 0 <= id <= 28 or 23 <= id <= 25:
            raise HardwareMisuse(f"there is no pin for GPIO {id} on a Pico")
        if id in board.pins:
            raise HardwareMisuse(f"GPIO {id} is used twice")
        self.number = id
        self.mode = self.IN
        self.pull: int | None = None
        self.latch = 0
        self.init(mode, pull, value=value)
        board.pins[id] = self

    def init(self, mode: int = -1, pull: "int | None" = -1, *, value: "int | None" = None) -> None:
        """Configure the pin; arguments left out change nothing."""
        if mode not in (-1, self.IN, self.OUT, self.OPEN_DRAIN):
            raise HardwareMisuse(f"a pin has no mode {mode}")
        if pull not in (-1, None, self.PULL_UP, self.PULL_DOWN):
            raise HardwareMisuse(f"a pin has no pull {pull}")
        if value is not None:
            self.latch = int(bool(value))
        if mode != -1:
            self.mode = mode
        if pull != -1:
            self.pull = pull

    def value(self) -> int:
        """Read the pin."""
        return board.read_level(self)

    def on(self) -> None:
        """Drive it high, or let it float if it is an open drain."""
        self._drive(1)

    def off(self) -> None:
        """Drive it low."""
        self._drive(0)

    def _drive(self, level: int) -> None:
        if self.mode == self.IN:
            raise HardwareMisuse(f"pin {self.number} is an input")
        self.latch = level

    def write_lamps(self, colours: "tuple[tuple[int, int, int], ...]") -> None:
        """Send colours to the lamps."""
        if self.mode != self.OUT:
            raise HardwareMisuse(f"pin {self.number} is not an output")
        board.write_lamps(self, colours)

    def pulls_low(self) -> bool:
        """Whether it connects its wire to ground."""
        return self.mode != self.IN and not self.latch

    def drives_high(self) -> bool:
        """Whether it connects its wire to the supply."""
        return self.mode == self.OUT and self.latch == 1


class BuiltinDriver:
    """The USB device that MicroPython is by itself: a serial port."""

    desc_dev = bytes(
        (18, 1, 0, 2, 239, 2, 1, 64, 0x8A, 0x2E, 5, 0, 0, 1, 1, USB_PRODUCT_INDEX, 3, 1)
    )
    desc_cfg = bytes((9, 2, 75, 0, 2, 1, 0, 0x80, 125)) + bytes(66)
    max_string = 20


class USBDevice:
    """The board's USB device; its strings take effect when it is activated."""

    BUILTIN_DEFAULT = BuiltinDriver()

    def __init__(self) -> None:
        self.driver: BuiltinDriver | None = None
        self.strings: dict[int, str] = {}
        self.is_active = False

    @property
    def builtin_driver(self) -> "BuiltinDriver | None":
        """The built-in part of the device."""
        return self.driver

    @builtin_driver.setter
    def builtin_driver(self, driver: "BuiltinDriver | None") -> None:
        if self.is_active:
            raise OSError("EINVAL: deactivate it first")
        self.driver = driver

    def config(self, desc_dev: bytes, desc_cfg: bytes, desc_strs: "dict[int, str]") -> None:
        """Set the descriptors; the serial port must stay among them."""
        if self.driver is None or not desc_cfg.startswith(self.driver.desc_cfg):
            raise HardwareMisuse("without the built-in driver the Pico has no serial port")
        if len(desc_dev) != desc_dev[0]:
            raise HardwareMisuse("no device descriptor")
        if any(len(text) > self.driver.max_string for text in desc_strs.values()):
            raise HardwareMisuse("the name would be cut")
        self.strings = desc_strs

    def active(self, value: bool) -> None:
        """Connect or disconnect the device."""
        self.is_active = value
        if value:
            # A second address makes TinyUSB panic: "ep 0 in was already available".
            board.hangs = board.hangs or board.usb_started
            board.usb_product = self.strings.get(USB_PRODUCT_INDEX, USB_PRODUCT)


class Memory:
    """The chip's registers, of which the firmware may use one."""

    def __getitem__(self, address: int) -> int:
        _require_scratch(address)
        return board.scratch

    def __setitem__(self, address: int, value: int) -> None:
        _require_scratch(address)
        board.scratch = value


def _require_scratch(address: int) -> None:
    if address != SCRATCH:
        raise HardwareMisuse(f"{address:#x} belongs to the chip")


mem32 = Memory()


class WDT:
    """The chip's watchdog, which cannot be stopped once it runs."""

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:  # noqa: A002 - as above
        if id != 0 or not 1 <= timeout <= 8388:
            raise ValueError("the watchdog takes 1 to 8388 ms")
        board.watchdog_us = timeout * 1000
        board.fed_us = board.us

    def feed(self) -> None:
        """Postpone the reset."""
        board.fed_us = board.us


def reset() -> None:
    """Restart the Pico."""
    raise Reset(SOFTWARE)
