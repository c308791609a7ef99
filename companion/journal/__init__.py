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
from companion.journal.journal import Entry, Journal, KeptGame, Reader, Told, reader

__all__ = [
    "Entry",
    "Fault",
    "Journal",
    "JournalBusy",
    "JournalError",
    "JournalUnreadable",
    "JournalUnwritable",
    "KeptGame",
    "NoSuchGame",
    "Reader",
    "Told",
    "reader",
    "state_folder",
]
