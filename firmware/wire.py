"""The tower panel's end of the wire, as docs/wire.md tells it: bytes in, bytes out, no port.

Time is passed in, as milliseconds that count up to `TICKS` and then from 0 again.
"""

import struct
from binascii import a2b_base64, b2a_base64, crc32

VERSION = 1
LINE = 128
"""Characters of the longest line that may be a frame, its `\\n` not counted."""
BIG = 1 << 30
"""Every u32 is below this."""
TICKS = 0x3FFFFFFF
ROOM = 64
"""Events that are held at most."""
BURST = 16
"""Events in a message at most."""
AGAIN_MS = 50
BEAT_MS = 1000
LOST_MS = 3000

UNMET, MET, LOST, OTHER, FULL = "unmet", "met", "lost", "other version", "full"
"""How the panel stands with the companion; FULL: and a key could not be kept."""

_FIELDS = {b"H": ">BI", b"A": ">II", b"B": ">I", b"Y": ">I"}


def since(now: int, then: int) -> int:
    """Milliseconds from ``then`` to ``now``, at most some days apart."""
    return (now - then) & TICKS


def frame(body: bytes) -> bytes:
    """The line for a body, its end included."""
    return b2a_base64(body + struct.pack(">I", crc32(body)))


def body_of(line: bytes) -> bytes:
    """What a line holds, which comes without its end; empty if it is no frame."""
    if len(line) > LINE:
        return b""
    if line.endswith(b"\r"):
        line = line[:-1]
    try:
        held = a2b_base64(line)
    except ValueError:
        return b""
    if len(held) < 5 or b2a_base64(held)[:-1] != line:
        return b""
    body = held[:-4]
    return body if struct.pack(">I", crc32(body)) == held[-4:] else b""


def read(body: bytes) -> "tuple[int, ...]":
    """A message of the companion: its letter and then its fields; empty if it is none.

    Lamps are four numbers each. Of another version's hello there are the letter and the version.
    """
    if body[:1] == b"L":
        whole = len(body) % 4 == 1 and 1 <= len(body) // 4 <= 16
        known = all(body[i] <= 2 for i in range(4, len(body), 4))
        return tuple(body) if whole and known else ()
    if body[:1] == b"H" and len(body) > 1 and body[1] != VERSION:
        return (body[0], body[1])
    fields = _FIELDS.get(body[:1])
    if not fields or len(body) != 1 + struct.calcsize(fields):
        return ()
    message = struct.unpack(fields, body[1:])
    return (body[0],) + message if _in_range(body[0], message) else ()  # noqa: RUF005 - quicker there


def _in_range(letter: int, message: "tuple[int, ...]") -> bool:
    # Hosts and boots are never 0; the number of an event may be.
    named = message[-1] if letter == 72 else message[0]
    return named > 0 and max(message) < BIG


def hello(host: int, boot: int, first: int, keys: int, lamps: int, name: bytes) -> bytes:
    """The panel's hello, as a frame."""
    return frame(struct.pack(">BBIIIBB", 72, VERSION, host, boot, first, keys, lamps) + name)


def events(boot: int, first: int, held: "bytes | bytearray") -> bytes:
    """Key events, as a frame."""
    return frame(struct.pack(">BII", 75, boot, first) + held)


def beat(boot: int, number: int) -> bytes:
    """The panel's beat, as a frame."""
    return frame(struct.pack(">BII", 66, boot, number))


class WirePeer:
    """Keys go in and out of it, lamps come out of it; it never waits.

    ``lamps`` is what the companion wants of each lamp, red, green, blue and effect;
    ``release_requested`` becomes true when it wants the firmware to end.
    """

    def __init__(self, boot: int, first: int, keys: int, lamps: int, name: bytes) -> None:
        """``boot`` and ``first`` are drawn by lot; ``name``: 1 to 16 bytes of printable ASCII."""
        self.lamps = bytearray(4 * lamps)
        self.release_requested = False
        self._boot = boot
        self._about = (keys, lamps, name)
        self._host = 0
        self._status = UNMET
        self._line = b""
        self._deaf = False
        self._heard = 0
        self._sent = 0
        # What is held, and the number of the first.
        self._events = bytearray()
        self._first = first
        self._down = 0
        self._full = False
        # What is to be said, and when it was said last.
        self._opened = False
        self._asked = True
        self._fresh = False
        self._hello_at = 0
        self._events_at = 0
        self._beat_at = 0

    def status(self, now: int) -> str:
        """How the panel stands with the companion at ``now``; to be asked now and then."""
        stale = since(now, self._heard) >= LOST_MS or since(now, self._sent) >= LOST_MS
        if stale and self._status != UNMET:
            self._status = LOST
        return FULL if self._full else self._status

    def key(self, key: int, down: bool) -> None:
        """A key went down or up."""
        bit = 1 << key
        if down:
            # Each key that is down will want room for its going up.
            if not self._host or len(self._events) + _ones(self._down) + 2 > ROOM:
                self._full = self._host != 0
                return
            self._down |= bit
        elif self._down & bit:
            self._down ^= bit
        else:
            return
        self._events.append(key | 128 if down else key)
        self._fresh = True

    def receive(self, data: bytes, now: int) -> None:
        """Hear what came over the wire."""
        pieces = data.split(b"\n")
        last = len(pieces) - 1
        for i in range(last):
            if not self._deaf:
                self._hear(read(body_of(self._line + pieces[i])), now)
            self._line = b""
            self._deaf = False
        if len(self._line) + len(pieces[last]) > LINE:
            self._line = b""
            self._deaf = True
        elif not self._deaf:
            self._line += pieces[last]

    def send(self, now: int) -> bytes:
        """What is due on the wire, a frame at most; to be asked when the last one is written."""
        self._sent = now
        if not self._opened:
            self._opened = True
            return b"\n"
        if self._asked or (not self._host and since(now, self._hello_at) >= BEAT_MS):
            self._asked = False
            self._hello_at = now
            return hello(self._host, self._boot, self._first, *self._about)
        if not self._host:
            return b""
        if self._events and (self._fresh or since(now, self._events_at) >= AGAIN_MS):
            self._fresh = False
            self._events_at = now
            return events(self._boot, self._first, self._events[:BURST])
        if since(now, self._beat_at) >= BEAT_MS:
            self._beat_at = now
            return beat(self._boot, self._first + len(self._events))
        return b""

    def _hear(self, message: "tuple[int, ...]", now: int) -> None:
        if not message:
            return
        self._heard = now
        if self._host:
            self._status = MET
        letter = message[0]
        if letter == 72:
            self._asked = True
            self._meet(message)
        elif letter == 89:
            self.release_requested = (
                True  # whoever says it: the firmware of another version can be replaced
            )
        elif not self._host:
            pass  # whoever has not said hello has nothing else to say
        elif letter == 76:
            self._light(message)
        elif letter == 65 and message[1] == self._boot:
            self._let_go(message[2])

    def _meet(self, message: "tuple[int, ...]") -> None:
        host = message[2] if message[1] == VERSION else 0
        self._status = MET if host else OTHER
        if host == self._host:
            return
        self._host = host
        self._let_go(self._first + len(self._events))
        self._down = 0
        for i in range(len(self.lamps)):
            self.lamps[i] = 0

    def _light(self, message: "tuple[int, ...]") -> None:
        for i in range(len(self.lamps)):
            self.lamps[i] = message[i + 1] if i + 1 < len(message) else 0

    def _let_go(self, number: int) -> None:
        count = number - self._first
        if 0 < count <= len(self._events):
            self._events = self._events[count:]
            self._first = number
            self._full = False


def _ones(bits: int) -> int:
    ones = 0
    while bits:
        ones += bits & 1
        bits >>= 1
    return ones
