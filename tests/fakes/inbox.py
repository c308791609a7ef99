"""A fake of the inbox for those who wait for it: to wait moves a clock that is set."""

from queue import Empty, SimpleQueue

from companion.core.interfaces import InboxItem
from tests.fakes.clock import SetClock


class TimedInbox(SimpleQueue[InboxItem]):
    """An inbox in whose ``events`` is what is posted, and when; to wait moves the clock."""

    def __init__(self, clock: SetClock, *events: tuple[float, InboxItem]) -> None:
        self._clock = clock
        self._events = list(events)

    def get(self, block: bool = True, timeout: float | None = None) -> InboxItem:  # noqa: ARG002
        """Wait for what comes next."""
        assert timeout is not None
        if self._events and self._events[0][0] <= self._clock.now + timeout:
            self._clock.now, event = self._events.pop(0)
            return event
        self._clock.now += timeout
        raise Empty
