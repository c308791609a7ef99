"""The id of a table: 12 hex digits that its journal keeps once and for all."""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.store.journal import Journal

TABLE_ID = "box"
"""The journal's setting."""
ID_BYTES = 6
"""As many as a MAC address has; two hex digits each."""


def find_or_make_id(journal: Journal, now: datetime) -> str:
    """Return the table's id, made at the first call; raises JournalError where it can't be kept."""
    if (kept := journal.setting(TABLE_ID)) is not None:
        return kept
    made = make_id()
    journal.set(TABLE_ID, made, now)
    return made


def make_id() -> str:
    """Make an id that no other table has."""
    return os.urandom(ID_BYTES).hex()
