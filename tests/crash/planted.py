"""Bugs that are planted to see that the harness catches them."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from companion.app.loop import App
from companion.journal import Journal, file, replacement


def synchronous(level: str) -> Callable[[], None]:
    """A log that is not synced at each commit."""

    def plant() -> None:
        open_ = Journal.open

        def open_unsynced(folder: Path, now: datetime) -> Journal:
            journal = open_(folder, now)
            journal._db.execute(f"PRAGMA synchronous = {level}")
            return journal

        Journal.open = open_unsynced  # type: ignore[method-assign, assignment]  # the bug

    return plant


def commit_after_the_picture() -> None:
    """Answers that are committed once they are drawn."""
    append, draw = Journal.append, App.draw
    waiting: list[Callable[[], None]] = []

    def append_later(journal: Journal, *arguments: object) -> None:
        waiting.append(lambda: append(journal, *arguments))  # type: ignore[arg-type]  # as given

    def draw_first(app: App) -> None:
        draw(app)
        while waiting:
            waiting.pop(0)()

    Journal.append = append_later  # type: ignore[method-assign, assignment]  # the bug
    App.draw = draw_first  # type: ignore[method-assign]  # the bug


def rename_without_sync() -> None:
    """Renames whose folder is not synced."""
    file.sync_folder = lambda _folder: None


def unlink_before_rename() -> None:
    """A restore that deletes the old journal before it puts the new one in its place."""
    move = replacement.move_into_place

    def move_late(new: Path, place: Path) -> None:
        place.unlink(missing_ok=True)
        file.sync_folder(place.parent)
        move(new, place)

    replacement.move_into_place = move_late


class Plant(NamedTuple):
    """A bug, and the scenario that shows it."""

    scenario: str
    plant: Callable[[], None]


PLANTS = {
    "synchronous NORMAL": Plant("play_a_game", synchronous("NORMAL")),
    "synchronous OFF": Plant("play_a_game", synchronous("OFF")),
    "commit after the picture": Plant("play_by_presses", commit_after_the_picture),
    "rename without its folder's sync": Plant("restore", rename_without_sync),
    "restore that unlinks first": Plant("restore", unlink_before_rename),
}
