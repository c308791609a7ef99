"""Strict models of the panels' controllers: bytes from the wire in, the visible picture out.

They know the commands that the drivers send. A byte that the data sheet does not allow is refused,
so a test proves what is sent. The panel is wired and mounted as on the usual modules: upright after
0xA1 and 0xC8. ``buses`` connects them to luma.
"""

from collections.abc import Callable, Container, Mapping
from typing import ClassVar, NamedTuple

from companion.box.devices.frames import FRAME_BYTES, PAGES
from companion.core.interfaces import HEIGHT, WIDTH, Frame

_BYTE = range(256)
_TWO_PHASES = [byte for byte in _BYTE if byte & 0x0F and byte & 0xF0]
# For each bit: its digit in every byte.
_DIGIT = [bytes(ord("0") + (byte >> bit & 1) for byte in _BYTE) for bit in range(8)]
_CONTINUED, _DATA = 0x80, 0x40  # the I2C control byte's bits


class RefusedByte(Exception):
    """The data sheet does not allow this byte here."""


class Command(NamedTuple):
    """A command: the register it sets, its allowed arguments, and what else it does.

    The register takes the first argument, or the code if there is none.
    """

    register: str
    arguments: tuple[Container[int], ...] = ()
    act: Callable[..., None] = lambda *_: None


def _table(*entries: tuple[range, Command]) -> dict[int, Command]:
    return {code: command for codes, command in entries for code in codes}


def _one(code: int) -> range:
    return range(code, code + 1)


_COMMON = _table(
    (range(0x40, 0x80), Command("start line")),
    (_one(0x81), Command("contrast", (_BYTE,))),
    (range(0xA0, 0xA2), Command("segments")),
    (range(0xA4, 0xA6), Command("all lit")),
    (range(0xA6, 0xA8), Command("inverse")),
    (range(0xAE, 0xB0), Command("display")),
    (_one(0xD3), Command("offset", (range(64),))),
    (_one(0xD5), Command("clock", (_BYTE,))),
    (_one(0xD9), Command("phases", (_TWO_PHASES,))),
    (_one(0xE3), Command("nothing")),
)
_AT_RESET = {
    "start line": 0x40,
    "contrast": 0x80,
    "segments": 0xA0,
    "all lit": 0xA4,
    "inverse": 0xA6,
    "display": 0xAE,
    "rows": 63,
    "scan": 0xC0,
    "offset": 0,
    "wiring": 0x12,
}


class ModelPanel:
    """A controller with its panel: ``registers`` by name, as last set, and the memory.

    ``memory`` has ``columns`` bytes for each of eight pages, full of noise at first. A byte that
    the data sheet does not allow raises RefusedByte.
    """

    columns: ClassVar[int]
    commands: ClassVar[Mapping[int, Command]]
    status: ClassVar[int]
    """What most of these controllers have in their status byte, besides the bit of the display."""

    def __init__(self, noise: int = 0x5A) -> None:
        self.registers: dict[str, int] = {}
        self.memory = bytearray()
        self.column = self.page = 0
        self._pending: list[int] = []
        self._bytes_to_skip = 0
        self._data_selected = False
        self.power_on(noise)

    def power_on(self, noise: int) -> None:
        """Power-cycle: registers as new, and the memory full of the byte ``noise``."""
        self.memory = bytearray([noise] * (self.columns * PAGES))
        self._bytes_to_skip = 0
        self.reset()

    def reset(self) -> None:
        """Reset by the pin: registers as new, the memory stays."""
        self.registers = dict(_AT_RESET)
        self.column = self.page = 0
        self._pending = []

    # From the bus -------------------------------------------------------------------

    def i2c(self, message: bytes) -> None:
        """Take an I2C message to this panel's address, beginning with a control byte."""
        at = 0
        while at < len(message):
            control = message[at]
            if control & ~(_CONTINUED | _DATA):
                raise RefusedByte(f"0x{control:02X} is no control byte")
            self._data_selected = bool(control & _DATA)
            end = at + 2 if control & _CONTINUED else len(message)
            self.spi(message[at + 1 : end], data=bool(control & _DATA))
            at = end

    def read(self) -> int:
        """Return the byte that is read over I2C: the status."""
        return self.status | (0x40 if self.registers["display"] == 0xAE else 0)

    def spi(self, sent: bytes, *, data: bool) -> None:
        """Take bytes sent with the D/C pin at ``data``."""
        for byte in sent:
            if data:
                self._store(byte)
            else:
                self._take(byte)

    def abort_command(self) -> None:
        """End a message early: an incomplete command takes its missing bytes from the next."""
        if self._pending:
            self._bytes_to_skip = len(self.commands[self._pending[0]].arguments) + 1
            self._bytes_to_skip -= len(self._pending)
            self._pending = []

    def _take(self, byte: int) -> None:
        if self._bytes_to_skip:
            self._bytes_to_skip -= 1
            return
        if not self._pending and byte not in self.commands:
            raise RefusedByte(f"0x{byte:02X} is no command of the {type(self).__name__}")
        self._pending.append(byte)
        code, *arguments = self._pending
        command = self.commands[code]
        if arguments and byte not in command.arguments[len(arguments) - 1]:
            raise RefusedByte(f"0x{byte:02X} is no argument {len(arguments)} of 0x{code:02X}")
        if len(arguments) == len(command.arguments):
            self._pending = []
            command.act(self, code, *arguments)
            self.registers[command.register] = arguments[0] if arguments else code

    def _store(self, byte: int) -> None:
        if self._pending or self._bytes_to_skip:
            raise RefusedByte(f"0x{byte:02X} comes as data within a command")
        self._write(byte)

    def _write(self, byte: int) -> None:
        raise NotImplementedError

    # The visible picture -------------------------------------------------------------------

    @property
    def lit(self) -> bool:
        """Whether the panel shows anything."""
        return self.registers["display"] == 0xAF

    def picture(self) -> Frame:
        """Return the visible picture, the module upright; black while the panel is dark."""
        if not self.lit:
            return bytes(FRAME_BYTES)
        return b"".join(self._row(y) for y in range(HEIGHT))

    def _row(self, y: int) -> bytes:
        """Return one row of the panel: the last line of pins is the topmost."""
        line, used = HEIGHT - 1 - y, self.registers["rows"] + 1
        if line >= used:
            return bytes(WIDTH // 8)
        if self.registers["scan"] & 0x08:
            line = used - 1 - line
        line = (line + self.registers["offset"] + (self.registers["start line"] & 0x3F)) % HEIGHT
        page, bit = divmod(line, 8)
        memory = bytes(self.memory[page * self.columns : (page + 1) * self.columns])
        row = int(self._visible(memory).translate(_DIGIT[bit]), 2)
        if self.registers["all lit"] & 1:
            row = (1 << WIDTH) - 1
        if self.registers["inverse"] & 1:
            row ^= (1 << WIDTH) - 1
        return row.to_bytes(WIDTH // 8)

    def _visible(self, page: bytes) -> bytes:
        """Return a page's bytes as they are seen from left to right."""
        raise NotImplementedError


class Ssd1306(ModelPanel):
    """The SSD1306 with 128x64 pixels, its charge pump in use."""

    columns, status = WIDTH, 0x03

    def reset(self) -> None:
        """Reset to page addressing with the charge pump off, as in the data sheet."""
        super().reset()
        self.registers |= {"contrast": 0x7F, "addressing": 2, "pump": 0x10}

    @property
    def lit(self) -> bool:
        """On, with the charge pump running, and the rows configured as they are wired."""
        return super().lit and self.registers["pump"] == 0x14 and self.registers["wiring"] == 0x12

    def _low(self, code: int) -> None:
        self.column = self.column & 0x70 | code & 0x0F

    def _high(self, code: int) -> None:
        self.column = self.column & 0x0F | (code & 0x07) << 4

    def _page(self, code: int) -> None:
        self.page = code & 0x07

    def _write(self, byte: int) -> None:
        if self.registers["addressing"] != 2:
            raise RefusedByte(f"0x{byte:02X} comes as data, but not for page addressing")
        # Mirrored when written: a later change of 0xA0 and 0xA1 moves nothing that is there.
        mirrored = self.registers["segments"] & 1
        at = WIDTH - 1 - self.column if mirrored else self.column
        self.memory[self.page * WIDTH + at] = byte
        self.column = (self.column + 1) % WIDTH

    def _visible(self, page: bytes) -> bytes:
        return page[::-1]

    commands = _COMMON | _table(
        (range(0x10), Command("column low", (), _low)),
        (range(0x10, 0x18), Command("column high", (), _high)),
        (_one(0x20), Command("addressing", (range(3),))),
        (_one(0x8D), Command("pump", ((0x10, 0x14),))),
        (_one(0xA8), Command("rows", (range(15, 64),))),
        (range(0xB0, 0xB8), Command("page", (), _page)),
        (_one(0xC0), Command("scan")),
        (_one(0xC8), Command("scan")),
        (_one(0xDA), Command("wiring", ((0x02, 0x12, 0x22, 0x32),))),
        # The sheet knows 0x00, 0x20 and 0x30; 0x40 is what luma's and all others' drivers send.
        (_one(0xDB), Command("deselect level", ((0x00, 0x20, 0x30, 0x40),))),
    )


class Sh1106(ModelPanel):
    """The SH1106: 132 columns, of which the panel shows the middle 128; page addressing only."""

    columns, status = 132, 0x08

    def read(self) -> int:
        """Return the status, or after a control byte for data a byte of the memory."""
        if self._data_selected:
            return self.memory[self.page * self.columns + min(self.column, self.columns - 1)]
        return super().read()

    def _low(self, code: int) -> None:
        self.column = self.column & 0xF0 | code & 0x0F

    def _high(self, code: int) -> None:
        self.column = self.column & 0x0F | (code & 0x0F) << 4

    def _page(self, code: int) -> None:
        self.page = code & 0x07

    def _write(self, byte: int) -> None:
        if self.column >= self.columns:
            raise RefusedByte(f"0x{byte:02X} comes as data for column {self.column} of 132")
        self.memory[self.page * self.columns + self.column] = byte
        self.column += 1

    def _visible(self, page: bytes) -> bytes:
        margin = (self.columns - WIDTH) // 2
        middle = page[margin:-margin]
        return middle if self.registers["segments"] & 1 else middle[::-1]

    commands = _COMMON | _table(
        (range(0x10), Command("column low", (), _low)),
        (range(0x10, 0x19), Command("column high", (), _high)),
        # Two that the sheet does not know, sent by luma's initialisation and passed over by the
        # chip: 0x20, and 0x8D, after which 0x14 is a column.
        (_one(0x20), Command("nothing")),
        (_one(0x8D), Command("nothing")),
        (_one(0xA8), Command("rows", (range(64),))),
        (range(0xB0, 0xB8), Command("page", (), _page)),
        (range(0xC0, 0xD0), Command("scan")),  # the low three bits are free
        (_one(0xDA), Command("wiring", ((0x02, 0x12),))),
        (_one(0xDB), Command("deselect level", (_BYTE,))),
    )
