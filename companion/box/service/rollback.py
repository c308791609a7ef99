"""The note of a rollback: a release never became ready, and the one before came back.

The installer leaves it in the folder of the saved games: one line, the release that failed.
"""

from pathlib import Path

NOTE = "rolled-back"
LONGEST = 20


def read_rollback(folder: Path) -> str | None:
    """Return the release that failed; None if there is no note that can be read."""
    try:
        words = (folder / NOTE).read_text("ascii", "replace").split()
    except OSError:
        return None
    return words[0][:LONGEST] if words else None


def delete_rollback(folder: Path) -> None:
    """Delete the note; raises OSError if the disk refuses."""
    (folder / NOTE).unlink(missing_ok=True)
