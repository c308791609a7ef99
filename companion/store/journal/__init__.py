"""The append-only journal of all games: a SQLite file that survives power cuts."""

from companion.store.journal.errors import (
    DiskFault,
    JournalBusy,
    JournalError,
    JournalFault,
    JournalFileError,
    JournalUnreadable,
    JournalUnwritable,
    NoSuchGame,
    find_disk_fault,
    try_writing,
)
from companion.store.journal.journal import (
    AnswerPair,
    Journal,
    JournalReader,
    NameTranslator,
    StoredGame,
    StoredLine,
    TimedAnswer,
)
from companion.store.journal.undo_state import AMENDED, AMENDMENT_UNDONE, UndoState

__all__ = [
    "AMENDED",
    "AMENDMENT_UNDONE",
    "AnswerPair",
    "DiskFault",
    "Journal",
    "JournalBusy",
    "JournalError",
    "JournalFault",
    "JournalFileError",
    "JournalReader",
    "JournalUnreadable",
    "JournalUnwritable",
    "NameTranslator",
    "NoSuchGame",
    "StoredGame",
    "StoredLine",
    "TimedAnswer",
    "UndoState",
    "find_disk_fault",
    "try_writing",
]
