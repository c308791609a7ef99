"""The log of a companion in a terminal, where standard error would be written over the picture."""

import logging
from contextlib import suppress
from pathlib import Path


class LogFile(logging.FileHandler):
    """A file that is written where the disk takes it; what it refuses is dropped."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, delay=True)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; the file is opened for the first."""
        with suppress(OSError):
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name
        """Drop the record."""
