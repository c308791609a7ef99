"""When to retry a part that was lost. The time is passed in."""

FIRST_DELAY = 0.5
"""Seconds from the first failure to the next try."""
MAX_DELAY = 30.0
"""Seconds between tries at most."""


class BackOff:
    """Says when the next try is due; each failure in a row doubles the delay."""

    def __init__(self, longest: float = MAX_DELAY, first: float = FIRST_DELAY) -> None:
        self.longest = longest
        """Seconds between tries at most."""
        self._first = self._delay = first
        self.deadline: float | None = None
        """When the next try is due; None if the last one succeeded."""

    def record_failure(self, now: float) -> None:
        """Set the deadline for the next try."""
        self.deadline = now + self._delay
        self._delay = min(2 * self._delay, self.longest)

    def record_success(self) -> None:
        """Clear the deadline; the next failure counts as the first."""
        self.deadline = None
        self._delay = self._first

    def is_due(self, now: float) -> bool:
        """Whether to try now; always true after a success."""
        return self.deadline is None or now >= self.deadline
