"""When to try a lost part again: soon at first, then ever more seldom. Pure, time passed in."""

FIRST = 0.5
"""Seconds from the first failure to the next try."""
LONGEST = 30.0
"""Seconds between tries at most."""


class BackOff:
    """Tells when the next try is due; each failure in a row doubles the wait."""

    def __init__(self, first: float = FIRST, longest: float = LONGEST) -> None:
        self._first = first
        self._longest = longest
        self._wait = first
        self.deadline: float | None = None
        """When the next try is due; None as long as all is well."""

    def failed(self, now: float) -> None:
        """A try has failed."""
        self.deadline = now + self._wait
        self._wait = min(2 * self._wait, self._longest)

    def succeeded(self) -> None:
        """All is well; the next failure is a first one."""
        self.deadline = None
        self._wait = self._first

    def ready(self, now: float) -> bool:
        """Whether a try is due, as it always is while all is well."""
        return self.deadline is None or now >= self.deadline
