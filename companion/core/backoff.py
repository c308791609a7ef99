"""When to retry a part that was lost, and when the reason is worth a line in the log again."""

FIRST_DELAY = 0.5
"""Seconds from the first failure to the next try."""
MAX_DELAY = 30.0
"""Seconds between tries at most."""


class BackOff:
    """Says when the next try is due; each failure in a row doubles the delay."""

    def __init__(self, longest: float = MAX_DELAY, first: float = FIRST_DELAY) -> None:
        self._longest = longest
        self._first = self._delay = first
        self.deadline: float | None = None
        """When the next try is due; None if the last one succeeded."""

    def record_failure(self, now: float, longest: float | None = None) -> None:
        """Set the deadline for the next try; ``longest`` limits the delay after that one."""
        self.deadline = now + self._delay
        self._delay = min(2 * self._delay, self._longest if longest is None else longest)

    def record_success(self) -> None:
        """Clear the deadline; the next failure counts as the first."""
        self.deadline = None
        self._delay = self._first

    def is_due(self, now: float) -> bool:
        """Whether to try now; always true after a success."""
        return self.deadline is None or now >= self.deadline


class RepeatGuard:
    """Tells what is worth logging: a reason that only repeats the last one is not."""

    def __init__(self) -> None:
        self.last: str | None = None
        """The reason noted last; None for none."""

    def is_news(self, reason: str) -> bool:
        """Whether the reason is another one than the last; note it."""
        before, self.last = self.last, reason
        return reason != before

    def forget(self) -> None:
        """Let the next reason be news, whatever it is."""
        self.last = None
