"""The lamps where no tower panel is wanted: they light nothing and keep what they were told."""

from collections import deque

from companion.interfaces import Lamp


class NoLamps:
    """Lamps that nobody sees; ``history`` keeps how they would have changed, the latest last."""

    def __init__(self) -> None:
        self.history: deque[tuple[Lamp, ...]] = deque(maxlen=100)

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Note how the lamps should shine, if that is news."""
        if not self.history or lamps != self.history[-1]:
            self.history.append(lamps)

    def close(self) -> None:
        """Nothing is held."""
