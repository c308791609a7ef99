"""The lamps of a box without a tower panel, and those of a panel that is connected late."""

from collections.abc import Callable

from companion.core.interfaces import Lamp, Lamps


class NoLamps:
    """Lamps that do not exist; ``shown`` is what they were last set to."""

    def __init__(self) -> None:
        self.shown: tuple[Lamp, ...] = ()

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Note the states, which nothing displays."""
        self.shown = lamps

    def close(self) -> None:
        """Do nothing: no port is open."""


class LateLamps:
    """The lamps of a panel that ``connect`` looks for once there is something to show on it.

    So the first picture does not wait for the panel.
    """

    def __init__(self, connect: Callable[[], Lamps]) -> None:
        self._connect = connect
        self._panel: Lamps | None = None

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Connect, the first time, and set the lamps; raises as the panel's own `show`."""
        if self._panel is None:
            self._panel = self._connect()
        self._panel.show(lamps)

    def close(self) -> None:
        """Release the panel, if it was connected."""
        if self._panel is not None:
            self._panel.close()
