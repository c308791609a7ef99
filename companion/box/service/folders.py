"""The folders of this program: where games are saved, and where the table's socket is."""

from collections.abc import Mapping
from pathlib import Path

NAME = "campanile-companion"


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
