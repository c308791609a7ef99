"""Sixteen keys on eight wires: which are down, each debounced by itself.

A diode a key keeps current from taking a way through other keys, so any number may be down.
"""

TYPE_CHECKING = False  # there is no `typing` on a Pico
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    class Row(Protocol):
        """What is asked of a row's pin."""

        def off(self) -> None:
            """Pull it low."""

        def on(self) -> None:
            """Let go of it."""

    class Column(Protocol):
        """What is asked of a column's pin."""

        def value(self) -> int:
            """Read it."""


QUIET_MS = 6
"""So long a contact must stay as it is to be believed; a fair key chatters for less than five."""
TICKS = 0x3FFFFFFF
"""Milliseconds are counted up to this, then from 0 again."""


class Matrix:
    """The keys of ``rows``, open drain, by ``columns``, inputs with pull-up.

    ``settle`` waits until a column has followed its row. ``down`` has a bit for each key, the
    first row's first column lowest, that is 1 while the key is down.
    """

    def __init__(
        self, rows: "Sequence[Row]", columns: "Sequence[Column]", settle: "Callable[[], object]"
    ) -> None:
        self.down = 0
        self._rows = rows
        self._columns = columns
        self._settle = settle
        self._seen = 0
        self._moved = [0] * (len(rows) * len(columns))

    def contacts(self) -> int:
        """The contacts closed at this moment, chatter and all, a bit each as in ``down``."""
        closed = 0
        bit = 1
        for row in self._rows:
            row.off()
            self._settle()
            for column in self._columns:
                if not column.value():
                    closed |= bit
                bit <<= 1
            row.on()
        return closed

    def scan(self, now: int) -> int:
        """Look at all keys at ``now`` ms; the bits of those that went down or up."""
        seen = self.contacts()
        moved = seen ^ self._seen
        unlike = seen ^ self.down
        self._seen = seen
        if not moved | unlike:
            return 0
        changed = 0
        for key in range(len(self._moved)):
            bit = 1 << key
            if moved & bit:
                self._moved[key] = now
            elif unlike & bit and (now - self._moved[key]) & TICKS >= QUIET_MS:
                changed |= bit
        self.down ^= changed
        return changed
