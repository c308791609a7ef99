"""The folders of this program, where games are saved and where the table's socket is.

In the first the installer leaves a note, one line: the release that never became ready, so that the
one before came back; or one on the card that was not installed, and why.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

NAME = "campanile-companion"
"""What the program is called in paths and packages."""


def state_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder of the journal: systemd's state folder, else XDG's, else XDG's default."""
    given = environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    state = Path(environ.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():  # XDG: ignore a relative path
        state = Path(environ.get("HOME") or Path.home(), ".local", "state")
    return state / NAME


def runtime_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder of sockets: systemd's runtime folder, else XDG's, else the journal's."""
    given = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    runtime = Path(environ.get("XDG_RUNTIME_DIR", ""))
    return runtime / NAME if runtime.is_absolute() else state_folder(environ)


NOTE = "rolled-back"
LONGEST = 20
REFUSALS = ("damaged", "signature", "unsigned", "older", "architecture", "space", "installer")
"""Why `first-boot` did not install a release from the card."""


class FailedRelease(NamedTuple):
    """A release that was rolled back, or for a ``refusal`` not installed."""

    release: str
    refusal: str | None


def read_rollback(folder: Path) -> FailedRelease | None:
    """Return the release that failed; None if there is no note that can be read."""
    try:
        words = (folder / NOTE).read_text("ascii", "replace").split()
    except OSError:
        return None
    if not words:
        return None
    return FailedRelease(words[0][:LONGEST], next(filter(REFUSALS.__contains__, words[1:2]), None))


def delete_rollback(folder: Path) -> None:
    """Delete the note; raises OSError if the disk refuses."""
    (folder / NOTE).unlink(missing_ok=True)
