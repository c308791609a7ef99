"""What a journal holds, as plain data."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.app.box import Preference
from companion.store.journal import JournalReader, StoredGame

Held = dict[str, Any]
"""As JSON: games by their number, preferences by their name."""


def held_by(journal: JournalReader, games: Sequence[StoredGame] | None = None) -> Held:
    """What a journal holds, as JSON would give it back; ``games`` are its games if known."""
    held: Held = {}
    for game in journal.games() if games is None else games:
        state = journal.undo_state(game.number)
        held[str(game.number)] = [
            game.name,
            [list(each.pair) for each in state.live],
            [list(each) for each in state.undone],
            state.before_amendment is not None,
        ]
    for name in Preference:
        if (value := journal.setting(name)) is not None:
            held[name.value] = value
    return held


def held_by_file(path: Path) -> Held:
    """What a backup holds, or a journal that was replaced: a file without a log."""
    reader = JournalReader(path.parent)
    reader._path = path
    return held_by(reader)
