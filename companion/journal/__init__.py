"""The append-only journal: what the table answered, safe from power cuts, in words alone."""

from companion.journal.errors import (
    Fault,
    JournalBusy,
    JournalError,
    JournalUnreadable,
    JournalUnwritable,
    NoSuchGame,
)
from companion.journal.file import state_folder
from companion.journal.journal import AnswerPair, Journal, JournalReader, StoredGame, TimedAnswer
from companion.journal.undo_state import AMENDED, PUT_BACK, UndoState

__all__ = [
    "AMENDED",
    "PUT_BACK",
    "AnswerPair",
    "Fault",
    "Journal",
    "JournalBusy",
    "JournalError",
    "JournalReader",
    "JournalUnreadable",
    "JournalUnwritable",
    "NoSuchGame",
    "StoredGame",
    "TimedAnswer",
    "UndoState",
    "state_folder",
]
