"""The journal's errors, as data; `companion.text` has their wording."""

import errno
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class JournalFault(Enum):
    """Why the content of a file is not a journal that this version can use."""

    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"


class DiskFault(Enum):
    """Why a disk refuses, as far as its errno says."""

    FULL = "full"
    READ_ONLY = "read-only"
    """Nothing can be written; so the kernel mounts a card that has failed."""
    FAILING = "failing"
    """The card itself reports an error."""


_DISK_FAULTS = {
    errno.ENOSPC: DiskFault.FULL,
    errno.EDQUOT: DiskFault.FULL,
    errno.EROFS: DiskFault.READ_ONLY,
    errno.EIO: DiskFault.FAILING,
    errno.EUCLEAN: DiskFault.FAILING,  # the file system found itself damaged
}


def find_disk_fault(number: int | None) -> DiskFault | None:
    """Return what an errno says of the disk; None if the disk is not the cause."""
    return _DISK_FAULTS.get(number or 0)


class JournalError(Exception):
    """Base class of all errors that this package raises."""


@dataclass(eq=False)
class JournalBusy(JournalError):
    """The folder ``path`` already has a writer, usually in another process."""

    path: Path


@dataclass(eq=False)
class JournalFileError(JournalError):
    """Something failed at ``path`` with ``errno``, which ``strerror`` puts into words."""

    path: Path
    errno: int
    strerror: str

    @property
    def disk_fault(self) -> DiskFault | None:
        """What is wrong with the disk; None if it is not the cause."""
        return find_disk_fault(self.errno)


@dataclass(eq=False)
class JournalUnwritable(JournalFileError):
    """Writing failed; the transaction was rolled back."""


@dataclass(eq=False)
class JournalUnreadable(JournalFileError):
    """Reading failed: for the file's content if ``fault`` is set, else for ``errno``."""

    fault: JournalFault | None = None

    @property
    def disk_fault(self) -> DiskFault | None:
        """What is wrong with the disk; None if it is not the cause."""
        return None if self.fault is not None else find_disk_fault(self.errno)


@dataclass(eq=False)
class NoSuchGame(JournalError):
    """No game ``number`` was ever begun in this journal."""

    number: int
