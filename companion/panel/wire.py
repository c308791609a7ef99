"""The wire's messages as bytes, the companion's half of them: what it says, what it hears.

`docs/wire.md` is the law here. A message that can be made can be sent: ranges are checked when one
is made, whether by us or out of what came. The decoder is for a line that may carry anything: what
is not exactly a frame is passed over without a word, and no more than a line is ever kept.
"""

import binascii
import struct
from dataclasses import dataclass
from zlib import crc32

from companion.interfaces import Lamp

VERSION = 1
"""The version of the wire that is spoken here."""
BOUND = 2**30
"""Numbers are below this; a boot or a host that is known is not 0 either."""
LONGEST = 128
"""Characters of a line at most, its `\\n` not counted."""
MOST_EVENTS = 16
"""Key events in a message at most."""
MOST_LAMPS = 16
"""Lamps in a message at most."""
LONGEST_NAME = 16
"""Characters of a panel's name at most."""

_DOWN = 0x80
_HELLO = struct.Struct(">BIIIBB")
_NUMBERS = struct.Struct(">II")
_HOST = struct.Struct(">I")
_LAMP = struct.Struct("4B")


def _check(fits: bool) -> None:
    if not fits:
        raise ValueError("a number out of its range")


def _known(number: int) -> bool:
    return 0 < number < BOUND


def _numbered(number: int) -> bool:
    return 0 <= number < BOUND


@dataclass(frozen=True, slots=True)
class PanelHello:
    """The panel has met companion ``host`` (0: nobody yet) since it started as ``boot``.

    ``first`` is the number of the first event that it still holds, or of the next one. ``keys``
    and ``lamps`` tell how many it has. Raises ValueError for what the wire can't carry.
    """

    host: int
    boot: int
    first: int
    keys: int
    lamps: int
    name: str

    def __post_init__(self) -> None:
        _check(_numbered(self.host) and _known(self.boot) and _numbered(self.first))
        _check(1 <= len(self.name) <= LONGEST_NAME and self.name.isascii())
        _check(self.name.isprintable())


@dataclass(frozen=True, slots=True)
class OtherHello:
    """The panel speaks another ``version`` of the wire."""

    version: int


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A key, from 0 to 127, went down or up."""

    key: int
    down: bool


@dataclass(frozen=True, slots=True)
class Keys:
    """Key events of the panel started as ``boot``, numbered from ``first``."""

    boot: int
    first: int
    events: tuple[KeyEvent, ...]

    def __post_init__(self) -> None:
        _check(_known(self.boot) and 1 <= len(self.events) <= MOST_EVENTS)
        _check(_numbered(self.first) and _numbered(self.first + len(self.events)))


@dataclass(frozen=True, slots=True)
class PanelBeat:
    """The panel started as ``boot`` is alive; its next event will have the number ``next``."""

    boot: int
    next: int

    def __post_init__(self) -> None:
        _check(_known(self.boot) and _numbered(self.next))


@dataclass(frozen=True, slots=True)
class Hello:
    """The companion's hello."""

    host: int

    def __post_init__(self) -> None:
        _check(_known(self.host))


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Every event below ``next`` of the panel started as ``boot`` has arrived."""

    boot: int
    next: int

    def __post_init__(self) -> None:
        _check(_known(self.boot) and _numbered(self.next))


@dataclass(frozen=True, slots=True)
class AllLamps:
    """All lamps as they should be from now on, those not named dark.

    Raises ValueError for none or more than 16 of them, and for a colour beyond 255.
    """

    lamps: tuple[Lamp, ...]

    def __post_init__(self) -> None:
        _check(1 <= len(self.lamps) <= MOST_LAMPS)
        _check(all(0 <= part <= 255 for lamp in self.lamps for part in lamp[:3]))


@dataclass(frozen=True, slots=True)
class Beat:
    """The companion is alive."""

    host: int

    def __post_init__(self) -> None:
        _check(_known(self.host))


@dataclass(frozen=True, slots=True)
class Yield:
    """The panel shall end its firmware and leave the port to whoever wants to change it."""

    host: int

    def __post_init__(self) -> None:
        _check(_known(self.host))


Heard = PanelHello | OtherHello | Keys | PanelBeat
"""What the panel says."""
Said = Hello | Acknowledged | AllLamps | Beat | Yield
"""What the companion says."""


def encode(message: Said) -> bytes:
    """Return the line that says it, its end included."""
    body = _body(message)
    return binascii.b2a_base64(body + crc32(body).to_bytes(4, "big"))


def _body(message: Said) -> bytes:
    match message:
        case Hello(host):
            return b"H%c" % VERSION + _HOST.pack(host)
        case Acknowledged(boot, number):
            return b"A" + _NUMBERS.pack(boot, number)
        case AllLamps(lamps):
            return b"L" + b"".join(_LAMP.pack(*lamp[:3], lamp.effect.value) for lamp in lamps)
        case Beat(host):
            return b"B" + _HOST.pack(host)
        case Yield(host):
            return b"Y" + _HOST.pack(host)


def decode(line: bytes) -> Heard | None:
    """Return what the panel says in a line without its end; None for what is no frame."""
    if len(line) > LONGEST:
        return None
    try:
        frame = binascii.a2b_base64(line)
        # It passes over what does not belong there; of each frame there is one spelling only.
        if binascii.b2a_base64(frame, newline=False) != line:
            return None
        body, crc = frame[:-4], frame[-4:]
        return _message(body) if crc32(body).to_bytes(4, "big") == crc else None
    except (ValueError, struct.error):
        return None


def _message(body: bytes) -> Heard | None:
    letter, rest = body[:1], body[1:]
    if letter == b"H" and rest and rest[0] != VERSION:
        return OtherHello(rest[0])
    if letter == b"H":
        _, host, boot, first, keys, lamps = _HELLO.unpack(rest[: _HELLO.size])
        return PanelHello(host, boot, first, keys, lamps, rest[_HELLO.size :].decode("ascii"))
    if letter == b"K":
        boot, first = _NUMBERS.unpack(rest[: _NUMBERS.size])
        return Keys(boot, first, tuple(map(_event, rest[_NUMBERS.size :])))
    if letter == b"B":
        return PanelBeat(*_NUMBERS.unpack(rest))
    return None


def _event(byte: int) -> KeyEvent:
    return KeyEvent(byte & ~_DOWN, bool(byte & _DOWN))


class Decoder:
    """Bytes in, however they are cut, and what the panel says out."""

    def __init__(self) -> None:
        self._rest = b""
        self._too_long = False

    @property
    def kept(self) -> int:
        """How many characters of an unfinished line wait, 128 at most."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[Heard]:
        """Return the messages that ``data`` completes; what is no message is passed over."""
        *lines, rest = data.split(b"\n")
        messages = []
        for line in lines:
            self._keep(line)
            if not self._too_long and (message := decode(self._rest.removesuffix(b"\r"))):
                messages.append(message)
            self._rest, self._too_long = b"", False
        self._keep(rest)
        return messages

    def _keep(self, more: bytes) -> None:
        self._too_long = self._too_long or len(self._rest) + len(more) > LONGEST
        self._rest = b"" if self._too_long else self._rest + more
