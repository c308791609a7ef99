"""The companion's side of the wire protocol, without a port and without a clock.

The owner of a port calls `WirePeer.open`, then `receive_data` with what it has read, or `tick` when
the `deadline` has passed. After each call it writes `data_to_send` and reports with `mark_sent` how
much was written. New messages are encoded only when everything before them has been written: a
panel that reads slowly gets the latest state, and nothing piles up.

A peer outlives its port. Opened again, it still expects the same key event of each panel that it
remembers, so keys pressed while a panel was out of reach arrive once and in order.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.box.panel.wire import (
    Acknowledgement,
    FrameDecoder,
    HostHeartbeat,
    HostHello,
    HostMessage,
    KeyEvent,
    KeyEvents,
    LampStates,
    OtherVersionHello,
    PanelHeartbeat,
    PanelHello,
    PanelMessage,
    encode_message,
)
from companion.core.interfaces import DARK

HELLO_INTERVAL = 0.5
"""Seconds between hellos, until the panel answers."""
HEARTBEAT_INTERVAL = 1.0
"""Seconds between heartbeats."""
LOST_AFTER = 3.0
"""Seconds after which a panel is lost if it sends no message, or reads none of the bytes sent."""
MAX_KNOWN_BOOTS = 8
"""Runs of panels whose events are remembered, so that none is taken twice when panels change."""


@dataclass(frozen=True, slots=True)
class PanelFound:
    """The panel answered, for the first time or after a restart; its keys may be up by now."""

    panel: PanelHello


@dataclass(frozen=True, slots=True)
class VersionMismatch:
    """The panel answered in another version of the protocol."""

    version: int


@dataclass(frozen=True, slots=True)
class PanelLost:
    """The panel does not send, or does not read; the peer has closed itself."""


PeerEvent = PanelFound | KeyEvent | VersionMismatch | PanelLost


class WirePeer:
    """The companion's side of one wire; closed at first.

    ``host`` identifies this companion: a random number from 1 to ``NUMBER_LIMIT - 1``.
    """

    def __init__(self, host: int) -> None:
        self._host = host
        self._boot = 0
        self._expected: dict[int, int] = {}
        """The number of the next event of each boot; the one that connected last is the last."""
        self._lamps = LampStates((DARK,))
        self._is_open = False
        self._reset_connection()

    def _reset_connection(self) -> None:
        self._decoder = FrameDecoder()
        self._connected = False
        self._other_version: int | None = None
        self._unsent = b""
        self._hello_due = self._acknowledgement_due = False
        self._lamps_due = self._heartbeat_due = False

    @property
    def is_open(self) -> bool:
        """Whether there is a port to send to."""
        return self._is_open

    def open(self, now: float) -> None:
        """Start on a newly opened port."""
        self._reset_connection()
        self._is_open = True
        self._unsent = b"\n"  # ends any noise before it
        self._hello_due = True
        self._next_send = now + HELLO_INTERVAL
        self._received_at = self._sent_at = now

    def close(self) -> None:
        """Stop, as the port is gone."""
        self._is_open = False
        self._reset_connection()

    def show_lamps(self, lamps: LampStates) -> None:
        """Set the lamps; a panel that connects later gets them too."""
        self._lamps_due |= self._connected and lamps != self._lamps
        self._lamps = lamps

    def receive_data(self, data: bytes, now: float) -> list[PeerEvent]:
        """Process bytes from the port, and what is due; return the events in order."""
        if not self._is_open:
            return []
        events: list[PeerEvent] = []
        for message in self._decoder.decode(data):
            events += self._handle_message(message, now)
            if self._connected or self._other_version is not None:
                self._received_at = now  # a panel that never hears this companion is lost too
        return events + self.tick(now)

    def tick(self, now: float) -> list[PeerEvent]:
        """Process what is due; return the events."""
        if not self._is_open:
            return []
        if not self._unsent:
            self._sent_at = now
        if now >= min(self._received_at, self._sent_at) + LOST_AFTER:
            self.close()
            return [PanelLost()]
        if now >= self._next_send and self._connected:
            self._next_send = now + HEARTBEAT_INTERVAL
            self._heartbeat_due = self._lamps_due = True
        elif now >= self._next_send:
            self._next_send = now + HELLO_INTERVAL
            self._hello_due = True
        return []

    def deadline(self) -> float | None:
        """When `tick` is due; None while closed."""
        if not self._is_open:
            return None
        alive_at = min(self._received_at, self._sent_at) if self._unsent else self._received_at
        return min(self._next_send, alive_at + LOST_AFTER)

    def data_to_send(self) -> bytes:
        """Return the bytes to write; the same ones until `mark_sent` is called."""
        if self._is_open and not self._unsent:
            self._unsent = b"".join(map(encode_message, self._due_messages()))
            self._hello_due = self._acknowledgement_due = False
            self._lamps_due = self._heartbeat_due = False
        return self._unsent

    def mark_sent(self, count: int, now: float) -> None:
        """Note that ``count`` bytes of `data_to_send` were written."""
        if count:
            self._unsent = self._unsent[count:]
            self._sent_at = now

    def _due_messages(self) -> Iterator[HostMessage]:
        if self._hello_due:
            yield HostHello(self._host)
        if self._acknowledgement_due:
            yield Acknowledgement(self._boot, self._expected[self._boot])
        if self._heartbeat_due:
            yield HostHeartbeat(self._host)
        if self._lamps_due:
            yield self._lamps

    def _handle_message(self, message: PanelMessage, now: float) -> Iterator[PeerEvent]:
        match message:
            case OtherVersionHello(version):
                yield from self._handle_other_version(version)
            case PanelHello(host) if host != self._host:
                self._hello_due = True
            case PanelHello():
                yield from self._handle_hello(message, now)
            case KeyEvents(boot) | PanelHeartbeat(boot) if self._connected and boot != self._boot:
                self._hello_due = True
            case PanelHeartbeat(next=following) if self._connected:
                # Events are on their way, or another companion has taken some meanwhile.
                self._hello_due |= following != self._expected[self._boot]
            case KeyEvents() if self._connected:
                yield from self._handle_keys(message)

    def _handle_other_version(self, version: int) -> Iterator[PeerEvent]:
        if version != self._other_version:
            self._other_version = version
            self._connected = False
            self._acknowledgement_due = self._lamps_due = self._heartbeat_due = False
            yield VersionMismatch(version)

    def _handle_hello(self, hello: PanelHello, now: float) -> Iterator[PeerEvent]:
        known = self._expected.get(hello.boot, -1)
        # Another companion may have taken events that this one has never received.
        missed_events = hello.first > known
        if self._connected and hello.boot == self._boot and not missed_events:
            return
        self._boot = hello.boot
        self._expected.pop(hello.boot, None)
        self._expected[hello.boot] = max(known, hello.first)
        if len(self._expected) > MAX_KNOWN_BOOTS:
            del self._expected[next(iter(self._expected))]
        self._connected, self._other_version = True, None
        self._heartbeat_due = self._lamps_due = True
        self._next_send = now + HEARTBEAT_INTERVAL
        yield PanelFound(hello)

    def _handle_keys(self, keys: KeyEvents) -> Iterator[PeerEvent]:
        self._acknowledgement_due = True
        for number, event in enumerate(keys.events, keys.first):
            if number == self._expected[self._boot]:
                self._expected[self._boot] += 1
                yield event
