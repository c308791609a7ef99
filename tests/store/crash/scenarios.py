"""What the traced processes do with a journal; each scenario has a folder of its own.

A scenario tries again what failed, as a player would or a shell's user.
"""

import io
import os
import shutil
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from companion.cli import main
from companion.games import read_record
from companion.store.journal import Journal, maintenance
from companion.store.journal.file import NAME
from tests.store.crash.held import held_by_file
from tests.store.crash.insisting import TRIES, GivenUp, insist
from tests.store.crash.judge import NOW
from tests.store.crash.promises import WAITING, Change, acknowledge
from tests.store.crash.table import play_by_presses
from tests.store.crash.trace import ROOT

PLAYTHROUGHS = ROOT / "tests" / "playthroughs"
PLAYED, IMPORTED = PLAYTHROUGHS / "two-players-moving.game", PLAYTHROUGHS / "1996-taken-over.game"
GAME = "campanile-2009"
A_WHILE = 0.1
"""Seconds that a rename takes, so that another process comes in between."""
BACKUP, COPY = "backup.sqlite", "copy.sqlite"


def run_command(*arguments: object) -> None:
    """Run a command of the companion until it succeeds; raises GivenUp."""
    for _ in range(TRIES):
        said = io.StringIO()
        with redirect_stdout(said), redirect_stderr(said):
            status = main([str(each) for each in arguments])
        assert "Traceback" not in said.getvalue(), said.getvalue()
        if status == 0:
            return
    raise GivenUp


@contextmanager
def beside(*actions: Callable[[], None]) -> Iterator[None]:
    """Run the actions meanwhile, each in another process; they may give up.

    No journal may be open: SQLite would take the parent's locks for the child's.
    """
    children = [_run_in_child(action) for action in actions]
    try:
        yield
    finally:
        for child in children:
            status = os.waitpid(child, 0)[1]
            assert status == 0, status


def _run_in_child(action: Callable[[], None]) -> int:
    if child := os.fork():
        return child
    status = 1
    try:
        with suppress(GivenUp):
            action()
        status = 0
    finally:
        if status:
            traceback.print_exc()
        os._exit(status)  # as by kill -9: nothing is closed


class Signal:
    """Given by one process and awaited by another; also given when the first one ends."""

    def __init__(self) -> None:
        self._heard, self._said = map(os.fdopen, os.pipe(), "rw")

    def give(self) -> None:
        self._said.close()

    def wait(self) -> None:
        self._said.close()
        self._heard.read()


class PlayedTable:
    """A journal being played."""

    def __init__(self, root: Path) -> None:
        self.journal = insist(lambda: Journal.open(root / "games", NOW))

    def begin(self, game: str = GAME) -> int:
        return insist(lambda: self.journal.begin(game, 2, NOW))

    def append(self, number: int, *answers: tuple[str, str]) -> None:
        insist(lambda: self.journal.append(number, answers, NOW))

    def play(self, number: int, first: int, last: int) -> None:
        """Play a stretch of the record, an answer or three at a time."""
        pairs = answers_of_record()
        while first < last:
            count = 1 + first % 3
            self.append(number, *pairs[first : first + count])
            first += count

    def close(self) -> None:
        self.journal.close()


def answers_of_record() -> list[tuple[str, str]]:
    """The answers of a whole game."""
    record = read_record(PLAYED.read_text(encoding="utf-8"))
    return [(answer.key, answer.word) for answer in record.answers]


# What is there before -----------------------------------------------------------------------


def nothing(root: Path) -> None:
    """An empty folder."""


def a_game(root: Path) -> None:
    """A game amid its course; its player pulled the plug, so the log holds some of it."""
    elsewhere = root.with_name(f"{root.name}-before")
    with closing(Journal.open(elsewhere / "games", NOW)) as journal:
        journal.set("language", "de", NOW)
        pairs = answers_of_record()
        for count in (9, 14, 20):
            number = journal.begin(GAME, 2, NOW)
            journal.append(number, pairs[:count], NOW)
            journal.undo(number, 2, NOW)
        shutil.copytree(elsewhere, root, dirs_exist_ok=True)
    shutil.rmtree(elsewhere)


def a_backup(root: Path) -> None:
    """The same, and an older backup, of its first game."""
    first = root.with_name(f"{root.name}-first")
    with closing(Journal.open(first, NOW)) as journal:
        journal.append(journal.begin(GAME, 2, NOW), answers_of_record()[:9], NOW)
        maintenance.backup(first, root / BACKUP)
    shutil.rmtree(first)
    a_game(root)


# What happens -------------------------------------------------------------------------------


def start_first(root: Path) -> None:
    """The first start in an empty folder, and the first answers."""
    table = PlayedTable(root)
    table.play(table.begin(), 0, 6)
    table.close()


def play_a_game(root: Path) -> None:
    """Answers, undo and redo, an amendment, a correction, preferences; then kill -9, and on."""

    def play() -> None:
        table = PlayedTable(root)
        journal, number = table.journal, table.begin()
        pairs = answers_of_record()
        table.play(number, 0, 12)
        insist(lambda: journal.undo(number, 3, NOW))
        table.append(number, pairs[9])
        insist(lambda: journal.amend(number, 4, [("floors", "3"), *pairs[8:10]], NOW))
        table.append(number, ("correct cards", "unknown"))
        insist(lambda: journal.set("sound", "off", NOW))
        insist(lambda: journal.mark_read(number, NOW, over=False))
        insist(lambda: journal.set("language", "fr", NOW))

    with beside(play):
        pass
    table = PlayedTable(root)
    table.play(table.begin(), 0, 8)
    table.close()


def die_of_a_refusal(root: Path) -> None:
    """The game ends by kill -9 at the first refusal, while another is about to be imported."""

    def play() -> None:
        with patch("tests.store.crash.insisting.TRIES", 1):
            table = PlayedTable(root)
            table.play(table.begin(), 0, 30)

    with beside(play):
        pass
    journal = insist(lambda: Journal.open_for_import(root / "games"))
    insist(lambda: journal.import_game(GAME, answers_of_record(), NOW))
    journal.close()


def import_record(root: Path) -> None:
    """Import the record of a finished game."""
    run_command("import", IMPORTED, "--folder", root / "games")


def import_beside_a_game(root: Path) -> None:
    """A finished game is imported while another is played; the next begins after it."""
    is_open, is_imported = Signal(), Signal()

    def play() -> None:
        table = PlayedTable(root)
        is_open.give()
        table.play(3, 18, 40)
        is_imported.wait()
        table.play(3, 40, 46)
        table.play(table.begin(), 0, 3)
        table.close()

    with beside(play):
        try:
            is_open.wait()
            import_record(root)
        finally:
            is_imported.give()


def back_up(root: Path) -> None:
    """A backup during a game, and a second one over it."""
    is_open = Signal()

    def play() -> None:
        table = PlayedTable(root)
        is_open.give()
        table.play(3, 18, 28)
        table.close()

    with beside(play):
        is_open.wait()
        for options in ([], ["--force"]):
            run_command("backup", root / COPY, "--folder", root / "games", *options)


def restore(root: Path) -> None:
    """A backup replaces the journal, which nobody uses; then it is played on."""
    run_command("restore", root / BACKUP, "--folder", root / "games")
    table = PlayedTable(root)
    table.play(1, 9, 14)
    table.close()


def restore_during_a_game(root: Path) -> None:
    """A backup waits until the game is left, and is installed at the next start."""
    is_open, waits = Signal(), Signal()

    def play() -> None:
        table = PlayedTable(root)
        table.play(3, 18, 20)
        is_open.give()
        waits.wait()
        table.play(3, 20, 24)
        table.close()

    with beside(play):
        try:
            is_open.wait()
            run_command("restore", root / BACKUP, "--folder", root / "games")
            acknowledge(Change(held_by_file(root / BACKUP), WAITING, BACKUP))
        finally:
            waits.give()
    table = PlayedTable(root)
    table.play(1, 9, 14)
    table.close()


def prune(root: Path) -> None:
    """The journal is rewritten without its unfinished games; then it is played on."""
    run_command("prune", "--unfinished", "--yes", "--folder", root / "games")
    table = PlayedTable(root)
    table.play(3, 18, 22)
    table.close()


def import_beside_a_prune(root: Path) -> None:
    """Two commands at once: the import comes before the pruned file is in its place."""
    import_during(root, lambda: prune(root))


def import_beside_a_restore(root: Path) -> None:
    """Two commands at once: the import comes before the backup is in its place."""
    import_during(root, lambda: restore(root))


def import_during(root: Path, action: Callable[[], None]) -> None:
    """Import once the other process is about to replace the journal, which takes a while."""
    is_moving, replace = Signal(), Path.replace

    def replace_slowly(new: Path, place: Path) -> Path:
        if place.name == NAME:
            is_moving.give()
            time.sleep(A_WHILE)
        return replace(new, place)

    with patch.object(Path, "replace", replace_slowly), beside(action):
        is_moving.wait()
        import_record(root)


def start_twice(root: Path) -> None:
    """Two first starts at once; the one that comes second is refused, and tries again."""

    def start() -> None:
        table = PlayedTable(root)
        table.begin()
        table.close()

    with beside(start, start):
        pass


class Scenario(NamedTuple):
    """What is there before, and what happens then."""

    prepare: Callable[[Path], None]
    run: Callable[[Path], None]


SCENARIOS = {
    each.run.__name__: each
    for each in (
        Scenario(nothing, start_first),
        Scenario(a_game, play_a_game),
        Scenario(a_game, die_of_a_refusal),
        Scenario(a_game, import_beside_a_game),
        Scenario(a_game, back_up),
        Scenario(a_backup, restore),
        Scenario(a_backup, restore_during_a_game),
        Scenario(a_game, prune),
        Scenario(a_game, import_beside_a_prune),
        Scenario(a_backup, import_beside_a_restore),
        Scenario(nothing, start_twice),
        Scenario(nothing, play_by_presses),
    )
}
