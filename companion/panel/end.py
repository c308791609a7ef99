"""The companion's end of the wire, without a port and without a clock.

Bytes and the time go in, bytes and events come out, and nothing else happens: whoever owns a port
calls `open`, then `feed` with what came or `tick` when the `deadline` has passed, each time sends
what `to_send` returns and says by `sent` how much of it went. What should be said is kept as a
wish, not as bytes, and made a message only when all that was said before has gone: so a panel that
reads slowly hears the latest, and nothing piles up.

The end outlives the port. Opened again it keeps its `host` and the number of the key event that it
expects, so keys pressed on a panel that was out of reach arrive once, in order.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.interfaces import DARK
from companion.panel.wire import (
    Acknowledged,
    AllLamps,
    Beat,
    Decoder,
    Heard,
    Hello,
    Keys,
    OtherHello,
    PanelBeat,
    PanelHello,
    Said,
    encode,
)

HELLO_EVERY = 0.5
"""Seconds between hellos until the panel answers."""
BEAT_EVERY = 1.0
"""Seconds between beats."""
LOST_AFTER = 3.0
"""Seconds without a message, or without a byte taken of those that wait, that end it."""


@dataclass(frozen=True, slots=True)
class Met:
    """The panel is there, for the first time or anew; keys that were down may be up by now."""

    panel: PanelHello


@dataclass(frozen=True, slots=True)
class KeyDown:
    """The key of that number went down."""

    key: int


@dataclass(frozen=True, slots=True)
class KeyUp:
    """The key of that number went up."""

    key: int


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """The panel is there, but speaks another version of the wire."""

    version: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The panel is silent or does not read; the end is closed."""


Happening = Met | KeyDown | KeyUp | OtherVersion | Lost


class End:
    """The companion's end; closed at first. ``host`` is drawn by lot, from 1 to 2**30 - 1."""

    def __init__(self, host: int) -> None:
        self._host = host
        self._boot = 0
        self._expected = 0
        self._lamps = AllLamps((DARK,))
        self._is_open = False
        self._shut()

    def _shut(self) -> None:
        self._decoder = Decoder()
        self._met = False
        self._version: int | None = None
        self._unsent = b""
        self._hello = self._acknowledge = self._light = self._beat = False

    @property
    def is_open(self) -> bool:
        """Whether there is a port to send to."""
        return self._is_open

    def open(self, now: float) -> None:
        """Begin on a port just opened."""
        self._shut()
        self._is_open = True
        self._unsent = b"\n"  # ends whatever noise stands before
        self._hello = True
        self._next = now + HELLO_EVERY
        self._heard = self._moved = now

    def close(self) -> None:
        """Forget what was under way; the port is gone."""
        self._is_open = False
        self._shut()

    def show(self, lamps: AllLamps) -> None:
        """Let the lamps shine so from now on, also when the panel is met later."""
        self._light |= self._met and lamps != self._lamps
        self._lamps = lamps

    def feed(self, data: bytes, now: float) -> list[Happening]:
        """Take what came from the port, and the time; returns what has happened, in order."""
        if not self._is_open:
            return []
        happened: list[Happening] = []
        for message in self._decoder.feed(data):
            self._heard = now
            happened += self._take(message)
        return happened + self.tick(now)

    def tick(self, now: float) -> list[Happening]:
        """Do what is due by now; returns what has happened."""
        if not self._is_open:
            return []
        if not self._unsent:
            self._moved = now
        if now >= min(self._heard, self._moved) + LOST_AFTER:
            self.close()
            return [Lost()]
        if now >= self._next and self._met:
            self._next = now + BEAT_EVERY
            self._beat = self._light = True
        elif now >= self._next:
            self._next = now + HELLO_EVERY
            self._hello = True
        return []

    def deadline(self) -> float | None:
        """When `tick` is due though nothing comes; None while closed."""
        if not self._is_open:
            return None
        stuck = min(self._heard, self._moved) if self._unsent else self._heard
        return min(self._next, stuck + LOST_AFTER)

    def to_send(self) -> bytes:
        """Return what should go out now, the same until `sent` has said how much of it went."""
        if self._is_open and not self._unsent:
            self._unsent = b"".join(map(encode, self._messages()))
            self._hello = self._acknowledge = self._light = self._beat = False
        return self._unsent

    def sent(self, count: int, now: float) -> None:
        """So many bytes of what `to_send` returned have gone."""
        if count:
            self._unsent = self._unsent[count:]
            self._moved = now

    def _messages(self) -> Iterator[Said]:
        if self._hello:
            yield Hello(self._host)
        if self._acknowledge:
            yield Acknowledged(self._boot, self._expected)
        if self._beat:
            yield Beat(self._host)
        if self._light:
            yield self._lamps

    def _take(self, message: Heard) -> Iterator[Happening]:
        match message:
            case OtherHello(version):
                yield from self._differ(version)
            case PanelHello(host) if host != self._host:
                self._hello = True
            case PanelHello():
                yield from self._meet(message)
            case Keys(boot) | PanelBeat(boot) if self._met and boot != self._boot:
                self._hello = True
            case Keys() if self._met:
                yield from self._take_keys(message)

    def _differ(self, version: int) -> Iterator[Happening]:
        if version != self._version:
            self._version = version
            self._met = False
            self._acknowledge = self._light = self._beat = False
            yield OtherVersion(version)

    def _meet(self, hello: PanelHello) -> Iterator[Happening]:
        # Events that are gone for good, unheard: another companion has met the panel meanwhile.
        beyond = hello.first > self._expected
        if hello.boot != self._boot or beyond:
            self._boot, self._expected = hello.boot, hello.first
        elif self._met:
            return
        self._met, self._version = True, None
        self._beat = self._light = True
        self._next = self._heard + BEAT_EVERY
        yield Met(hello)

    def _take_keys(self, keys: Keys) -> Iterator[Happening]:
        self._acknowledge = True
        for number, event in enumerate(keys.events, keys.first):
            if number == self._expected:
                self._expected += 1
                yield KeyDown(event.key) if event.down else KeyUp(event.key)
