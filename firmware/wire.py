"""The panel's side of the wire protocol (docs/wire.md): bytes in, bytes out, no port.

Times are milliseconds that count up to `MAX_TICKS` and then start again from 0.
"""

import struct
from binascii import a2b_base64, b2a_base64, crc32

WIRE_VERSION = 1
MAX_LINE = 128
"""Characters in a line, without its `\\n`."""
NUMBER_LIMIT = 1 << 30
"""Every u32 is below this."""
MAX_TICKS = 0x3FFFFFFF
MAX_HELD_EVENTS = 64
MAX_SENT_EVENTS = 16
"""Events in a message."""
RESEND_MS = 50
HEARTBEAT_MS = 1000
LOST_MS = 3000

WAITING, CONNECTED, LOST, OTHER_VERSION, OVERFLOW = (
    "waiting", "connected", "lost", "other version", "overflow",
)  # fmt: skip
"""States of the connection with the companion. OVERFLOW: a key event could not be held."""

_FIELDS = {b"H": ">BI", b"A": ">II", b"B": ">I", b"Y": ">I"}


def elapsed_ms(now: int, then: int) -> int:
    """Milliseconds from ``then`` to ``now``, if that is less than 12 days."""
    return (now - then) & MAX_TICKS


def encode_frame(body: bytes) -> bytes:
    """Return the line for a body, including its end."""
    return b2a_base64(body + struct.pack(">I", crc32(body)))


def decode_frame(line: bytes) -> bytes:
    """Return the body in a line without its end; empty if the line is not a frame."""
    if len(line) > MAX_LINE:
        return b""
    if line.endswith(b"\r"):
        line = line[:-1]
    try:
        frame = a2b_base64(line)
    except ValueError:
        return b""
    if len(frame) < 5 or b2a_base64(frame)[:-1] != line:
        return b""
    body = frame[:-4]
    return body if struct.pack(">I", crc32(body)) == frame[-4:] else b""


def parse_message(body: bytes) -> "tuple[int, ...]":
    """Return the letter and the fields of a companion's message; empty if it is not one.

    A lamp is four numbers. A hello of another version is only the letter and the version.
    """
    if body[:1] == b"L":
        whole = len(body) % 4 == 1 and 1 <= len(body) // 4 <= 16
        known = all(body[i] <= 2 for i in range(4, len(body), 4))
        return tuple(body) if whole and known else ()
    if body[:1] == b"H" and len(body) > 1 and body[1] != WIRE_VERSION:
        return (body[0], body[1])
    fields = _FIELDS.get(body[:1])
    if not fields or len(body) != 1 + struct.calcsize(fields):
        return ()
    message = struct.unpack(fields, body[1:])
    return (body[0],) + message if _is_in_range(body[0], message) else ()  # noqa: RUF005 - faster in MicroPython


def _is_in_range(letter: int, message: "tuple[int, ...]") -> bool:
    # A host or a boot is never 0; an event's number may be.
    identifier = message[-1] if letter == 72 else message[0]
    return identifier > 0 and max(message) < NUMBER_LIMIT


def encode_hello(host: int, boot: int, first: int, keys: int, lamps: int, name: bytes) -> bytes:
    """Return the panel's hello as a frame."""
    fields = struct.pack(">BBIIIBB", 72, WIRE_VERSION, host, boot, first, keys, lamps)
    return encode_frame(fields + name)


def encode_events(boot: int, first: int, events: "bytes | bytearray") -> bytes:
    """Return key events as a frame."""
    return encode_frame(struct.pack(">BII", 75, boot, first) + events)


def encode_heartbeat(boot: int, number: int) -> bytes:
    """Return the panel's heartbeat as a frame."""
    return encode_frame(struct.pack(">BII", 66, boot, number))


class WirePeer:
    """Takes key events and the companion's bytes; holds the lamps' states and makes frames.

    ``lamps`` has red, green, blue and effect of each lamp. ``release_requested`` becomes true when
    the firmware should end.
    """

    def __init__(self, boot: int, first: int, keys: int, lamps: int, name: bytes) -> None:
        """``boot`` and ``first`` are random; ``name`` is 1 to 16 bytes of printable ASCII."""
        self.lamps = bytearray(4 * lamps)
        self.release_requested = False
        self._boot = boot
        self._description = (keys, lamps, name)
        self._host = 0
        self._state = WAITING
        self._line = b""
        self._line_too_long = False
        self._received_at = 0
        self._sent_at = 0
        # The held events, and the number of the first one.
        self._events = bytearray()
        self._first = first
        self._down = 0
        self._overflow = False
        # What is due, and when it was sent last.
        self._is_opened = False
        self._hello_due = True
        self._events_due = False
        self._hello_at = 0
        self._events_at = 0
        self._heartbeat_at = 0

    def update_state(self, now: int) -> str:
        """Return the connection's state; must be called at least every few days."""
        silent = elapsed_ms(now, self._received_at) >= LOST_MS
        if self._state != WAITING and (silent or elapsed_ms(now, self._sent_at) >= LOST_MS):
            self._state = LOST
        return OVERFLOW if self._overflow else self._state

    def add_key_event(self, key: int, down: bool) -> None:
        """Hold an event until it is acknowledged, if a companion has been met."""
        bit = 1 << key
        if down:
            # Each key that is down needs room for its release.
            if not self._host or len(self._events) + _count_ones(self._down) + 2 > MAX_HELD_EVENTS:
                self._overflow = self._host != 0
                return
            self._down |= bit
        elif self._down & bit:
            self._down ^= bit
        else:
            return
        self._events.append(key | 128 if down else key)
        self._events_due = True

    def receive_data(self, data: bytes, now: int) -> None:
        """Process bytes from the wire."""
        pieces = data.split(b"\n")
        last = len(pieces) - 1
        for i in range(last):
            if not self._line_too_long:
                self._handle_message(parse_message(decode_frame(self._line + pieces[i])), now)
            self._line = b""
            self._line_too_long = False
        if len(self._line) + len(pieces[last]) > MAX_LINE:
            self._line = b""
            self._line_too_long = True
        elif not self._line_too_long:
            self._line += pieces[last]

    def next_frame(self, now: int) -> bytes:
        """Return the next frame that is due, or nothing; call it when the last one is written."""
        self._sent_at = now
        if not self._is_opened:
            self._is_opened = True
            return b"\n"
        searching = not self._host and elapsed_ms(now, self._hello_at) >= HEARTBEAT_MS
        if self._hello_due or searching:
            self._hello_due = False
            self._hello_at = now
            return encode_hello(self._host, self._boot, self._first, *self._description)
        if not self._host:
            return b""
        if self._events and (self._events_due or elapsed_ms(now, self._events_at) >= RESEND_MS):
            self._events_due = False
            self._events_at = now
            return encode_events(self._boot, self._first, self._events[:MAX_SENT_EVENTS])
        if elapsed_ms(now, self._heartbeat_at) >= HEARTBEAT_MS:
            self._heartbeat_at = now
            return encode_heartbeat(self._boot, self._first + len(self._events))
        return b""

    def _handle_message(self, message: "tuple[int, ...]", now: int) -> None:
        if not message:
            return
        self._received_at = now
        if self._host:
            self._state = CONNECTED
        letter = message[0]
        if letter == 72:
            self._hello_due = True
            self._handle_hello(message)
        elif letter == 89:
            self.release_requested = True  # from any host: the firmware may be of another version
        elif letter == 66:
            self._hello_due = self._hello_due or message[1] != self._host
        elif letter == 76 and self._host:  # only a companion that has said hello sets the lamps
            self._set_lamps(message)
        elif letter == 65 and message[1] == self._boot:
            self._drop_events(message[2])

    def _handle_hello(self, message: "tuple[int, ...]") -> None:
        host = message[2] if message[1] == WIRE_VERSION else 0
        self._state = CONNECTED if host else OTHER_VERSION
        if host == self._host:
            return
        self._host = host
        self._drop_events(self._first + len(self._events))
        self._down = 0
        for i in range(len(self.lamps)):
            self.lamps[i] = 0

    def _set_lamps(self, message: "tuple[int, ...]") -> None:
        for i in range(len(self.lamps)):
            self.lamps[i] = message[i + 1] if i + 1 < len(message) else 0

    def _drop_events(self, number: int) -> None:
        count = number - self._first
        if 0 < count <= len(self._events):
            self._events = self._events[count:]
            self._first = number
            self._overflow = False


def _count_ones(bits: int) -> int:
    ones = 0
    while bits:
        ones += bits & 1
        bits >>= 1
    return ones
