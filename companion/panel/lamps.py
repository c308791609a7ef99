"""The lamps of a box without a tower panel."""

from companion.interfaces import Lamp


class NoLamps:
    """Lamps that do not exist; ``shown`` is what they were last set to."""

    def __init__(self) -> None:
        self.shown: tuple[Lamp, ...] = ()

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Note the states, which nothing displays."""
        self.shown = lamps

    def close(self) -> None:
        """Do nothing: no port is open."""
