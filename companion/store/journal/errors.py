"""The errors of the journal, and what an error of SQLite or of the system says of the disk.

Late: `tempfile`, once something has failed.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
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


class JournalBusy(JournalError):
    """The folder ``path`` already has a writer, usually in another process."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class JournalFileError(JournalError):
    """Something failed at ``path`` with ``errno``, which ``strerror`` puts into words."""

    def __init__(self, path: Path, errno: int, strerror: str) -> None:
        super().__init__(path, errno, strerror)
        self.path, self.errno, self.strerror = path, errno, strerror

    @property
    def disk_fault(self) -> DiskFault | None:
        """What is wrong with the disk; None if it is not the cause."""
        return find_disk_fault(self.errno)


class JournalUnwritable(JournalFileError):
    """Writing failed; the transaction was rolled back."""


class JournalUnreadable(JournalFileError):
    """Reading failed: for the file's content if ``fault`` is set, else for ``errno``."""

    def __init__(
        self, path: Path, errno: int, strerror: str, fault: JournalFault | None = None
    ) -> None:
        super().__init__(path, errno, strerror)
        self.fault = fault

    @property
    def disk_fault(self) -> DiskFault | None:
        """What is wrong with the disk; None if it is not the cause."""
        return None if self.fault is not None else find_disk_fault(self.errno)


class NoSuchGame(JournalError):
    """No game ``number`` was ever begun in this journal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


_DAMAGE = {
    sqlite3.SQLITE_ERROR,  # all statements are fixed, so the tables must be wrong
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
}
_ERRNO = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EACCES,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_BUSY: errno.EBUSY,
}
_UNCLEAR = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""Errors of writing behind which there may be any errno."""
_OF_THE_DISK = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
"""Errors whose cause the system's own words name better than SQLite's."""
# sqlite3 decodes SQLite's messages strictly, and a message may quote a damaged file.
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)


@contextmanager
def translate_errors(
    path: Path, kind: type[JournalUnwritable | JournalUnreadable]
) -> Iterator[None]:
    """Raise an OSError or an SQLite error of the block as ``kind``."""
    try:
        yield
    except OSError as error:
        raise kind(path, error.errno or errno.EIO, error.strerror or str(error)) from error
    except SQLITE_ERRORS as error:
        if kind is JournalUnwritable and _code(error) & 0xFF in _UNCLEAR:
            with translate_errors(path, kind):
                try_writing(path.parent)
        translated = kind(path, *_cause(error))
        if isinstance(translated, JournalUnreadable) and tells_of_damage(error):
            translated.fault = JournalFault.DAMAGED
        raise translated from error


def tells_of_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    """Whether the file's content is the error's cause."""
    return _code(error) in _DAMAGE


def _cause(error: sqlite3.Error | UnicodeDecodeError) -> tuple[int, str]:
    """Return the errno that SQLite keeps to itself, as well as it can be known, and its text."""
    primary = _code(error) & 0xFF
    number = _ERRNO.get(primary, errno.EIO)
    return number, os.strerror(number) if primary in _OF_THE_DISK else str(error)


def try_writing(folder: Path) -> None:
    """Write a file to the disk and remove it, for the errno of what fails; raises OSError."""
    from tempfile import TemporaryFile

    with TemporaryFile(dir=folder) as file:
        file.write(b"?")
        file.flush()
        os.fsync(file.fileno())


def _code(error: sqlite3.Error | UnicodeDecodeError) -> int:
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_MISUSE)
