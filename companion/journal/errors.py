"""The journal's errors, as data; `companion.text` has their wording."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class JournalFault(Enum):
    """Why the content of a file is not a journal that this version can use."""

    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"


class JournalError(Exception):
    """Base class of all errors that this package raises."""


@dataclass(eq=False)
class JournalBusy(JournalError):
    """The folder ``path`` already has a writer, usually in another process."""

    path: Path


@dataclass(eq=False)
class JournalUnwritable(JournalError):
    """Writing at ``path`` failed with ``errno``; the transaction was rolled back."""

    path: Path
    errno: int
    strerror: str


@dataclass(eq=False)
class JournalUnreadable(JournalError):
    """The file at ``path`` can't be read: for its content if ``fault`` is set, else ``errno``."""

    path: Path
    errno: int
    strerror: str
    fault: JournalFault | None = None


@dataclass(eq=False)
class NoSuchGame(JournalError):
    """No game ``number`` was ever begun in this journal."""

    number: int
