"""The time of day for the journal: it does not follow small steps of the system's clock."""

from collections.abc import Callable
from datetime import datetime, timedelta

from companion.core.interfaces import Clock
from companion.store import PAUSE


class WallClock:
    """Returns the time of day, which goes on with a steady ``clock`` from one call to the next.

    A step of the system's clock by up to ``PAUSE`` is not followed, as it would count as thinking
    time. A larger one is, such as that at the first network, or a night in which the machine slept:
    between two presses it counts as a pause.
    """

    def __init__(self, system: Callable[[], datetime], clock: Clock) -> None:
        self._system = system
        self._clock = clock
        self._origin = self._measure_origin()

    def __call__(self) -> datetime:
        origin = self._measure_origin()
        if abs(origin - self._origin) > PAUSE:
            self._origin = origin
        return self._origin + timedelta(seconds=self._clock())

    def _measure_origin(self) -> datetime:
        """The time of day at which the steady clock was 0, by the system's clock as it is now."""
        return self._system() - timedelta(seconds=self._clock())
