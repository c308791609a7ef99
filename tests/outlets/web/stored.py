"""Stored games as sessions, whole or up to a place, to save them before a companion starts."""

from pathlib import Path

from companion.core.session import Session
from companion.games import read_record
from tests.app.command import companion
from tests.outlets.web.running import RunningTable
from tests.shipped import read_file

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"


def playthrough(name: str) -> Session:
    """A stored game."""
    return read_file(PLAYTHROUGHS / f"{name}.game")


def exported(table: RunningTable, number: int = 1) -> Session:
    """A game as the companion has kept it."""
    done = companion("export", str(number), state=table.state)
    assert done.returncode == 0, done.stderr
    return read_record(done.stdout)
