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
from companion.journal.journal import AnswerPair, Journal, JournalReader, StoredGame, TimedAnswer
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
    "NoSuchGame",
    "StoredGame",
    "TimedAnswer",
    "UndoState",
    "state_folder",
]
