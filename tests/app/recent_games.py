"""Saved games for the commands to tell of, and what a command says."""

from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from companion.app.demo.rig import DEMO_STARTED_AT
from companion.store.journal import Journal
from tests.store.history import stored

RunCommand = Callable[..., str]


def keep(folder: Path, *names: str, days: Sequence[int] = ()) -> None:
    """Keep stored games as if they had been played, seven seconds an answer."""
    with closing(Journal.open(folder, DEMO_STARTED_AT)) as journal:
        for at, name in enumerate(names):
            session = stored(name)
            time = DEMO_STARTED_AT + timedelta(days=days[at] if days else at)
            number = journal.begin(session.name, None, time)
            for answer in session.answers:
                journal.append(number, [(answer.key, answer.word)], time)
                time += timedelta(seconds=7)


def numbers(table: str) -> list[int]:
    """The numbers of the games in a list."""
    cells = [line.split("│")[1].strip() for line in table.splitlines() if line.startswith("│")]
    return [int(cell) for cell in cells if cell]
