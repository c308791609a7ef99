"""Sixteen keys on eight wires: which are down, each debounced by itself.

Each key has a diode, so any number of keys may be down without ghosts.
"""

TYPE_CHECKING = False  # MicroPython has no `typing`
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    class Row(Protocol):
        """A row's pin."""

        def off(self) -> None:
            """Pull it low."""

        def on(self) -> None:
            """Let it float."""

    class Column(Protocol):
        """A column's pin."""

        def value(self) -> int:
            """Read it."""


DEBOUNCE_MS = 6
"""A key is down after its contact was closed this long; a good one bounces less than five."""
RELEASE_MS = 20
"""It is up when its contact has been open this long: a worn key slips under the finger."""
MAX_TICKS = 0x3FFFFFFF
"""Milliseconds count up to this and then start again from 0."""


class Matrix:
    """Keys between ``rows`` (open drain) and ``columns`` (inputs with pull-up).

    ``settle`` waits until a column follows its row. ``down`` has a bit for each key that is down;
    the key of the first row and column is the lowest bit.
    """

    def __init__(
        self, rows: "Sequence[Row]", columns: "Sequence[Column]", settle: "Callable[[], object]"
    ) -> None:
        self.down = 0
        self._rows = rows
        self._columns = columns
        self._settle = settle
        self._contacts = 0
        self._changed_at = [0] * (len(rows) * len(columns))

    def read_contacts(self) -> int:
        """Return the contacts that are closed now, bouncing or not; bits as in ``down``."""
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
        """Read all keys at ``now`` ms, update ``down``, and return the bits that changed."""
        contacts = self.read_contacts()
        moved = contacts ^ self._contacts
        pending = contacts ^ self.down
        self._contacts = contacts
        if not moved | pending:
            return 0
        changed = 0
        for key in range(len(self._changed_at)):
            bit = 1 << key
            if moved & bit:
                self._changed_at[key] = now
            elif pending & bit:
                stable_ms = DEBOUNCE_MS if contacts & bit else RELEASE_MS
                if (now - self._changed_at[key]) & MAX_TICKS >= stable_ms:
                    changed |= bit
        self.down ^= changed
        return changed
