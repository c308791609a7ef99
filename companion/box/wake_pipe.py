"""Wakes a thread that waits with `select` or `poll`, from any other thread."""

import os
from contextlib import suppress

MAX_BYTES = 4096
"""Bytes of calls in a row that are taken at once."""


class WakePipe:
    """A pipe that becomes readable when somebody calls `wake`; the thread waits for it too."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)

    def fileno(self) -> int:
        """Return the number to wait for."""
        return self._reader

    def wake(self) -> None:
        """Make the pipe readable."""
        with suppress(BlockingIOError):  # a full pipe wakes it too
            os.write(self._writer, b"\0")

    def drain(self) -> None:
        """Take what has made the readable pipe so."""
        os.read(self._reader, MAX_BYTES)

    def close(self) -> None:
        """Close both ends, once the thread has ended."""
        os.close(self._reader)
        os.close(self._writer)
