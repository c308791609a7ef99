"""The append-only journal of all games: a SQLite file that survives power cuts."""

from companion.journal.errors import (
    JournalBusy,
    JournalError,
    JournalFault,
    JournalUnreadable,
    JournalUnwritable,
    NoSuchGame,
)
from companion.journal.file import state_folder
from companion.journal.journal import (
    AnswerPair,
    Journal,
    JournalReader,
    NameTranslator,
    StoredGame,
    StoredLine,
    TimedAnswer,
)
from companion.journal.undo_state import AMENDED, AMENDMENT_UNDONE, UndoState

__all__ = [
    "AMENDED",
    "AMENDMENT_UNDONE",
    "AnswerPair",
    "Journal",
    "JournalBusy",
    "JournalError",
    "JournalFault",
    "JournalReader",
    "JournalUnreadable",
    "JournalUnwritable",
    "NameTranslator",
    "NoSuchGame",
    "StoredGame",
    "StoredLine",
    "TimedAnswer",
    "UndoState",
    "state_folder",
]
