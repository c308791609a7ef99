"""Tests of the journal, and what they share: a folder with one saved game."""

from datetime import UTC, datetime
from pathlib import Path

from companion.store.journal import Journal

NOW = datetime(2026, 11, 20, 19, 30, 5, tzinfo=UTC)
ANSWERS = [("player", "Jürgen"), ("colour", "blue"), ("row", "brown,red,blue,yellow,beige")]


def played(folder: Path, answers: list[tuple[str, str]] = ANSWERS) -> Path:
    """Save one game in ``folder`` and close the journal; returns its file."""
    journal = Journal.open(folder, NOW)
    journal.append(journal.begin("campanile-2009", 2, NOW), answers, NOW)
    journal.close()
    return folder / "games.sqlite"
