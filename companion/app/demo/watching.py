"""Shows a demonstration again whenever a file of its game changes, for whoever writes the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import sleep

LOOK_EVERY = 0.5
"""Seconds from one look at the files to the next."""


def watch_files(folder: Path, show: Callable[[], None]) -> None:
    """Show it, and again after each change of a file in the folder; only an interrupt ends it."""
    while True:
        before = _times_of(folder)
        show()
        while _times_of(folder) == before:
            sleep(LOOK_EVERY)


def _times_of(folder: Path) -> Mapping[Path, int]:
    """When each file was changed, but for what Python keeps."""
    found = (each for each in folder.rglob("*") if each.suffix != ".pyc" and each.is_file())
    return {file: file.stat().st_mtime_ns for file in found}
