"""Bugs that are planted to see that the harness catches them."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from companion.app.current_game import CurrentGame
from companion.app.loop import App
from companion.cli import commands_keeping
from companion.store.journal import Journal, file, maintenance


def synchronous(level: str) -> Callable[[], None]:
    """A log that is not synced at each commit."""

    def plant() -> None:
        open_ = Journal.open

        def open_unsynced(folder: Path, now: datetime) -> Journal:
            journal = open_(folder, now)
            journal._db.execute(f"PRAGMA synchronous = {level}")
            return journal

        patch.object(Journal, "open", open_unsynced).start()

    return plant


def commit_after_the_picture() -> None:
    """Answers that are committed once they are drawn."""
    commit, draw = CurrentGame._commit, App.draw
    waiting: list[Callable[[], None]] = []

    def commit_later(game: CurrentGame, before: int) -> None:
        waiting.append(lambda: commit(game, before))

    def draw_first(app: App) -> None:
        draw(app)
        while waiting:
            waiting.pop(0)()

    patch.object(CurrentGame, "_commit", commit_later).start()
    patch.object(App, "draw", draw_first).start()


def rename_without_sync() -> None:
    """Renames whose folder is not synced."""
    patch.object(file, "sync_folder", lambda _folder: None).start()


def unlink_first() -> None:
    """A restore that deletes the old journal before it copies the backup."""

    def restore_late(folder: Path, source: Path, now: datetime) -> Path | None:
        (folder / file.NAME).unlink()
        file.sync_folder(folder)
        return maintenance.restore(folder, source, now)

    patch.object(commands_keeping, "restore", restore_late).start()


class Plant(NamedTuple):
    """A bug, and the scenario that shows it."""

    scenario: str
    plant: Callable[[], None]


PLANTS = {
    "synchronous NORMAL": Plant("play_a_game", synchronous("NORMAL")),
    "synchronous OFF": Plant("play_a_game", synchronous("OFF")),
    "commit after the picture": Plant("play_by_presses", commit_after_the_picture),
    "rename without its folder's sync": Plant("prune", rename_without_sync),
    "restore that unlinks first": Plant("restore", unlink_first),
}
