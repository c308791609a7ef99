"""What can go wrong with the journal, told as data: the words for it are the text room's."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Fault(Enum):
    """Why a file under the journal's name cannot be the journal."""

    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"


class JournalError(Exception):
    """The root of all that this room raises on purpose."""


@dataclass(eq=False)
class JournalBusy(JournalError):
    """Someone else, another process as a rule, is the writer of the folder ``path``."""

    path: Path


@dataclass(eq=False)
class JournalUnwritable(JournalError):
    """The system refused to write at ``path``, for the reason ``errno``; nothing half was kept."""

    path: Path
    errno: int
    strerror: str


@dataclass(eq=False)
class JournalUnreadable(JournalError):
    """What lies at ``path`` can't be read: for its content if ``fault`` is said, else ``errno``."""

    path: Path
    errno: int
    strerror: str
    fault: Fault | None = None


@dataclass(eq=False)
class NoSuchGame(JournalError):
    """No game ``number`` was ever begun here."""

    number: int
