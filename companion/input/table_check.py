"""What every table check has in common: pages over the current game whose answers correct it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.input.entry import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCheckEntry(Entry):
    """A page of a table check, or an editor of one of its fields; its answers are corrections."""

    def renew(self, table: Any) -> TableCheckEntry:
        """The page that this entry belongs to, of the table as it stands now."""
        raise NotImplementedError(table)

    def unchanged_below(self) -> Entry | None:
        """The entry below the check; None once a correction may have changed its question."""
        return None
