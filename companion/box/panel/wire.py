"""The messages of the wire protocol, and their encoding as lines of bytes.

`docs/wire.md` specifies the protocol. Each message checks its fields when it is made, so any
message can be encoded. The decoder accepts arbitrary bytes and ignores whatever is not a frame.
"""

import binascii
import struct
from dataclasses import dataclass
from zlib import crc32

from companion.core.interfaces import Lamp

WIRE_VERSION = 1
"""The protocol version of this module."""
NUMBER_LIMIT = 2**30
"""All numbers are below this; `boot` and `host` are also greater than 0."""
MAX_LINE = 128
"""Characters in a line, without its `\\n`."""
MAX_EVENTS = 16
"""Key events in a message."""
MAX_LAMPS = 16
"""Lamps in a message."""
MAX_NAME = 16
"""Characters in a panel's name."""

_DOWN = 0x80
_PANEL_HELLO = struct.Struct(">BIIIBB")
_BOOT_AND_NUMBER = struct.Struct(">II")
_HOST = struct.Struct(">I")
_LAMP = struct.Struct("4B")


def _check_range(in_range: bool) -> None:
    if not in_range:
        raise ValueError("a number out of its range")


def _is_id(number: int) -> bool:
    return 0 < number < NUMBER_LIMIT


def _is_number(number: int) -> bool:
    return 0 <= number < NUMBER_LIMIT


@dataclass(frozen=True, slots=True)
class PanelHello:
    """The panel's hello; ``boot`` identifies its current run.

    ``host`` is the companion that it has met, 0 for none. ``first`` is the number of the oldest
    event that it holds, or of the next one. ``keys`` and ``lamps`` are counts.
    """

    host: int
    boot: int
    first: int
    keys: int
    lamps: int
    name: str

    def __post_init__(self) -> None:
        _check_range(_is_number(self.host) and _is_id(self.boot))
        _check_range(_is_number(self.first))
        _check_range(1 <= len(self.name) <= MAX_NAME)
        _check_range(self.name.isascii() and self.name.isprintable())


@dataclass(frozen=True, slots=True)
class OtherVersionHello:
    """A panel's hello in another version of the protocol."""

    version: int


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """Key number ``key``, from 0 to 127, went down or up."""

    key: int
    down: bool


@dataclass(frozen=True, slots=True)
class KeyEvents:
    """Consecutive key events; the first has the number ``first``."""

    boot: int
    first: int
    events: tuple[KeyEvent, ...]

    def __post_init__(self) -> None:
        _check_range(_is_id(self.boot) and 1 <= len(self.events) <= MAX_EVENTS)
        _check_range(_is_number(self.first) and _is_number(self.first + len(self.events)))


@dataclass(frozen=True, slots=True)
class _BootAndNumber:
    boot: int
    next: int

    def __post_init__(self) -> None:
        _check_range(_is_id(self.boot) and _is_number(self.next))


class PanelHeartbeat(_BootAndNumber):
    """The panel is alive; its next event will have the number ``next``."""


class Acknowledgement(_BootAndNumber):
    """The companion has received every event below ``next``."""


@dataclass(frozen=True, slots=True)
class _FromHost:
    host: int

    def __post_init__(self) -> None:
        _check_range(_is_id(self.host))


class HostHello(_FromHost):
    """The companion's hello."""


class HostHeartbeat(_FromHost):
    """The companion is alive."""


class ReleaseRequest(_FromHost):
    """The panel shall end its firmware and leave the port to another program."""


@dataclass(frozen=True, slots=True)
class LampStates:
    """The state of all lamps from now on; lamps that are not listed are dark.

    Raises ValueError for no lamp, for more than `MAX_LAMPS`, and for a colour above 255.
    """

    lamps: tuple[Lamp, ...]

    def __post_init__(self) -> None:
        _check_range(1 <= len(self.lamps) <= MAX_LAMPS)
        _check_range(all(0 <= part <= 255 for lamp in self.lamps for part in lamp[:3]))


PanelMessage = PanelHello | OtherVersionHello | KeyEvents | PanelHeartbeat
"""A message from the panel."""
HostMessage = HostHello | Acknowledgement | LampStates | HostHeartbeat | ReleaseRequest
"""A message from the companion."""


def encode_message(message: HostMessage) -> bytes:
    """Return the message's line, including its end."""
    body = _encode_body(message)
    return binascii.b2a_base64(body + crc32(body).to_bytes(4, "big"))


def _encode_body(message: HostMessage) -> bytes:
    match message:
        case HostHello(host):
            return b"H%c" % WIRE_VERSION + _HOST.pack(host)
        case Acknowledgement(boot, number):
            return b"A" + _BOOT_AND_NUMBER.pack(boot, number)
        case LampStates(lamps):
            return b"L" + b"".join(_LAMP.pack(*lamp[:3], lamp.effect.value) for lamp in lamps)
        case HostHeartbeat(host):
            return b"B" + _HOST.pack(host)
        case ReleaseRequest(host):
            return b"Y" + _HOST.pack(host)


def decode_line(line: bytes) -> PanelMessage | None:
    """Return the message in a line without its end, or None if it is not a frame."""
    if len(line) > MAX_LINE:
        return None
    try:
        frame = binascii.a2b_base64(line)
        # a2b_base64 skips foreign characters, but each frame has only one spelling.
        if binascii.b2a_base64(frame, newline=False) != line:
            return None
        body, crc = frame[:-4], frame[-4:]
        return _decode_body(body) if crc32(body).to_bytes(4, "big") == crc else None
    except (ValueError, struct.error):
        return None


def _decode_body(body: bytes) -> PanelMessage | None:
    letter, rest = body[:1], body[1:]
    if letter == b"H" and rest and rest[0] != WIRE_VERSION:
        return OtherVersionHello(rest[0])
    if letter == b"H":
        size = _PANEL_HELLO.size
        _, host, boot, first, keys, lamps = _PANEL_HELLO.unpack(rest[:size])
        return PanelHello(host, boot, first, keys, lamps, rest[size:].decode("ascii"))
    if letter == b"K":
        size = _BOOT_AND_NUMBER.size
        boot, first = _BOOT_AND_NUMBER.unpack(rest[:size])
        events = tuple(KeyEvent(byte & ~_DOWN, bool(byte & _DOWN)) for byte in rest[size:])
        return KeyEvents(boot, first, events)
    if letter == b"B":
        return PanelHeartbeat(*_BOOT_AND_NUMBER.unpack(rest))
    return None


class FrameDecoder:
    """Cuts a stream of bytes into lines and decodes them."""

    def __init__(self) -> None:
        self._buffer = b""
        self._line_too_long = False

    def decode(self, data: bytes) -> list[PanelMessage]:
        """Return the messages that ``data`` completes; lines that are not frames are skipped."""
        *lines, rest = data.split(b"\n")
        messages = []
        for line in lines:
            self._append(line)
            if not self._line_too_long:
                messages.append(decode_line(self._buffer.removesuffix(b"\r")))
            self._buffer, self._line_too_long = b"", False
        self._append(rest)
        return [message for message in messages if message is not None]

    def _append(self, data: bytes) -> None:
        if len(self._buffer) + len(data) > MAX_LINE:
            self._line_too_long = True
        self._buffer = b"" if self._line_too_long else self._buffer + data
