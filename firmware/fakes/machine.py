"""A Pico's pins, watchdog and reset, and the copper around them: the matrix and the lamps.

It refuses what would do harm or nothing on a real one. `board` is the Pico that all parts are on.
"""

TYPE_CHECKING = False  # there is no `typing` in MicroPython
if TYPE_CHECKING:
    from collections.abc import Sequence

POWER, WATCHDOG, SOFTWARE = "power", "watchdog", "software"
"""Why a Pico starts."""
CHATTER_US = 700
"""So long a bouncing contact stays closed, and then open."""
KEPT = 64
"""Pictures of the lamps that the history goes back."""


class Refused(Exception):
    """What the firmware does to a part that the part can't bear, or would not do."""


class Reset(BaseException):
    """The Pico starts anew; all that runs on it ends."""


class Board:
    """A Pico, a matrix of keys on it and a chain of lamps; it counts its own microseconds.

    ``diodes``: the keys that have one, None for all; ``closed``: those that are down. ``history``
    is what the lamps were told, with the time; ``writes`` counts it.
    """

    def __init__(
        self,
        rows: "Sequence[int]" = (2, 3, 4, 5),
        columns: "Sequence[int]" = (6, 7, 8, 9),
        lamps: "tuple[int, int]" = (10, 10),
        diodes: "Sequence[int] | None" = None,
        closed: "Sequence[int]" = (),
    ) -> None:
        """``lamps``: the pin of their data, and how many they are."""
        self.rows = rows
        self.columns = columns
        self.lamps_at, self.lamps = lamps
        self.diodes = range(len(rows) * len(columns)) if diodes is None else diodes
        self.pins: dict[int, Pin] = {}
        self.closed = set(closed)
        self.ways = self._ways()
        """Which pin pulls which low, if it is low itself."""
        self.changes: list[tuple[int, int, bool]] = []
        self.us = 0
        self.ticks_from = 0
        self.watchdog_us = 0
        self.fed_us = 0
        self.history: list[tuple[int, tuple[tuple[int, ...], ...]]] = []
        self.writes = 0

    def run_on(self, us: int) -> None:
        """Let time pass: contacts chatter, the watchdog bites."""
        self.us += us
        while self.changes and self.changes[0][0] <= self.us:
            _, key, closes = self.changes.pop(0)
            self._close(key, closes)
        if self.watchdog_us and self.us - self.fed_us > self.watchdog_us:
            raise Reset(WATCHDOG)

    def press(self, key: int, down: bool = True, bounce_ms: int = 0, after_us: int = 0) -> None:
        """Press a key, or let it go, after so long; its contact chatters first."""
        at = self.us + after_us
        end = at + bounce_ms * 1000
        closes = down
        while at < end:
            self._change(at, key, closes)
            closes = not closes
            at += CHATTER_US
        self._change(end, key, down)

    def _change(self, at: int, key: int, closes: bool) -> None:
        if at <= self.us and not self.changes:
            self._close(key, closes)
        else:
            self.changes.append((at, key, closes))
            self.changes.sort()

    def level(self, asked: "Pin") -> int:
        """The level of a pin that is read; raises Refused where the copper leaves it open."""
        if not self.closed:  # as nearly always: no need to look further than the pin
            return self._alone(asked)
        low = {number for number, pin in self.pins.items() if pin.pulls_low()}
        while True:
            more = {to for at, to in self.ways if at in low} - low
            if not more:
                break
            low |= more
        for number in low:
            pin = self.pins.get(number)
            if pin and pin.drives_high():
                raise Refused(f"pin {number} is driven high and joined to one that is low")
        return 0 if asked.number in low else self._alone(asked)

    def _alone(self, asked: "Pin") -> int:
        # The level of a pin whose wire nobody else holds.
        if asked.pulls_low():
            return 0
        if asked.drives_high() or asked.pull == Pin.PULL_UP:
            return 1
        raise Refused(f"nothing holds pin {asked.number} at a level")

    def _close(self, key: int, closes: bool) -> None:
        (self.closed.add if closes else self.closed.discard)(key)
        self.ways = self._ways()

    def _ways(self) -> "list[tuple[int, int]]":
        # A diode lets current flow from its column to its row only.
        ways = []
        for key in self.closed:
            row = self.rows[key // len(self.columns)]
            column = self.columns[key % len(self.columns)]
            ways.append((row, column))
            if key not in self.diodes:
                ways.append((column, row))
        return ways

    def shine(self, pin: "Pin", colours: "tuple[tuple[int, ...], ...]") -> None:
        """Take what goes out to the lamps: red, green and blue of each."""
        if pin.number != self.lamps_at or len(colours) != self.lamps:
            raise Refused(f"pin {pin.number} has no {len(colours)} lamps")
        self.writes += 1
        self.history.append((self.us, colours))
        if len(self.history) > KEPT:
            self.history.pop(0)
        self.run_on(30 * len(colours) + 300)  # 1.25 us a bit, and the pause that ends it


board = Board()


def use(fresh: Board) -> Board:
    """Make all parts from now on be on this Pico."""
    global board
    board = fresh
    return fresh


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
            raise Refused(f"there is no pin for GPIO {id} on a Pico")
        if id in board.pins:
            raise Refused(f"GPIO {id} is used twice")
        self.number = id
        self.mode = self.IN
        self.pull: int | None = None
        self.latch = 0
        self.init(mode, pull, value=value)
        board.pins[id] = self

    def init(self, mode: int = -1, pull: "int | None" = -1, *, value: "int | None" = None) -> None:
        """Set the pin up; what is not said stays."""
        if mode not in (-1, self.IN, self.OUT, self.OPEN_DRAIN):
            raise Refused(f"a pin has no mode {mode}")
        if pull not in (-1, None, self.PULL_UP, self.PULL_DOWN):
            raise Refused(f"a pin has no pull {pull}")
        if value is not None:
            self.latch = int(bool(value))
        if mode != -1:
            self.mode = mode
        if pull != -1:
            self.pull = pull

    def value(self) -> int:
        """Read the pin."""
        return board.level(self)

    def on(self) -> None:
        """Drive it high, or let go of it if it is an open drain."""
        self._drive(1)

    def off(self) -> None:
        """Drive it low."""
        self._drive(0)

    def _drive(self, level: int) -> None:
        if self.mode == self.IN:
            raise Refused(f"pin {self.number} is an input")
        self.latch = level

    def shine(self, colours: "tuple[tuple[int, int, int], ...]") -> None:
        """Send colours out to the lamps."""
        if self.mode != self.OUT:
            raise Refused(f"pin {self.number} is no output")
        board.shine(self, colours)

    def pulls_low(self) -> bool:
        """Whether it takes its wire to ground."""
        return self.mode != self.IN and not self.latch

    def drives_high(self) -> bool:
        """Whether it takes its wire to the supply."""
        return self.mode == self.OUT and self.latch == 1


class WDT:
    """The chip's watchdog: once it runs, nothing stops it."""

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:  # noqa: A002 - as above
        if id != 0 or not 1 <= timeout <= 8388:
            raise ValueError("the watchdog takes 1 to 8388 ms")
        board.watchdog_us = timeout * 1000
        board.fed_us = board.us

    def feed(self) -> None:
        """Say that all is well."""
        board.fed_us = board.us


def reset() -> None:
    """Start anew."""
    raise Reset(SOFTWARE)
