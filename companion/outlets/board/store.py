"""What the board keeps over a restart, in one SQLite file: games that are over, and the tables."""

from __future__ import annotations

import fcntl
import logging
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from companion.outlets.board.corrections import Correction, describe_correction, read_correction
from companion.outlets.board.reports import FIRST_TIME, BoardResult, describe_result, read_result
from companion.outlets.strict_json import BadInput

log = logging.getLogger(__name__)

FILE, LOCK = "board.sqlite", "board.lock"
VERSION = 1
BUSY_TIME = 5.0
"""Seconds for which a command waits for the board that writes."""
_TABLES = """
CREATE TABLE IF NOT EXISTS game (
  box TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (box, id)) STRICT;
CREATE TABLE IF NOT EXISTS box (
  id TEXT PRIMARY KEY, heard REAL NOT NULL, state BLOB NOT NULL, event BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS correction (
  number INTEGER PRIMARY KEY, box TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS board (id TEXT PRIMARY KEY) STRICT;
"""
# Reading all of a text takes a hundred times as long as finding its time. UTC sorts as text.
_ENDED_SINCE = (
    "CASE WHEN json_valid(text) THEN ifnull(json_extract(text, '$.ended') >= ?, 1) ELSE 1 END"
)


class StoredTable(NamedTuple):
    """A table as it was heard last; the messages are as they came."""

    id: str
    heard: float
    """Seconds since 1970."""
    state: bytes
    event: bytes


class BoardFileUnreadable(OSError):
    """The file is no board's, or damaged."""


@contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Be the only board of a folder; raises BlockingIOError where another one runs.

    Two would have one name at the broker, and throw each other out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


class BoardStore:
    """The file; while it can't be written, the board goes on without it."""

    def __init__(self, folder: Path) -> None:
        """Open the file in the folder, or create both; raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self._failing: set[str] = set()
        self._left_out: set[str] = set()
        try:
            self._file = sqlite3.connect(self.path, timeout=BUSY_TIME, isolation_level=None)
            with ExitStack() as undone:
                undone.callback(self._file.close)
                self._prepare()
                undone.pop_all()
        except sqlite3.Error as error:
            raise BoardFileUnreadable(None, str(error), str(self.path)) from error

    def _prepare(self) -> None:
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        if version not in (0, VERSION):
            raise sqlite3.DatabaseError(f"version {version}")
        self._file.execute("PRAGMA journal_mode = WAL")
        # What a power cut takes, the broker has kept.
        self._file.execute("PRAGMA synchronous = NORMAL")
        self._file.executescript(_TABLES)
        self._file.execute(f"PRAGMA user_version = {VERSION}")
        self._file.execute(
            "INSERT INTO board SELECT ? WHERE NOT EXISTS (SELECT * FROM board)", (token_hex(6),)
        )
        (self.board_id,) = self._file.execute("SELECT id FROM board").fetchone()
        (found,) = self._file.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)

    def results(self, now: datetime, since: datetime = FIRST_TIME) -> list[BoardResult]:
        """The games that are over and ended ``since`` by their boxes' clocks.

        Of these and the others, those that can't be true ``now`` are left out.
        """
        earliest = min(max(since, FIRST_TIME), now).astimezone(UTC)
        return self._read_results(now, _ENDED_SINCE, earliest.isoformat())

    def results_of(self, table: str, now: datetime) -> list[BoardResult]:
        """The games of a table that are over."""
        return self._read_results(now, "box = ?", table)

    def find_result(self, table: str, game: str, now: datetime) -> BoardResult | None:
        """The result of a game; None where it is not over."""
        return next(iter(self._read_results(now, "box = ? AND id = ?", table, game)), None)

    def _read_results(self, now: datetime, where: str, *values: str) -> list[BoardResult]:
        results, rows = [], list[tuple[str, str]]()
        with self._logged("read"):
            rows = self._file.execute(
                f"SELECT box, text FROM game WHERE {where}", values
            ).fetchall()
        for table, text in rows:
            try:
                results.append(read_result(table, text, now))
            except BadInput as error:
                self._leave_out(f"a game of table {table}", error)
        return results

    def _leave_out(self, what: str, error: BadInput) -> None:
        """Log what is wrong in the file, once: it is read again and again."""
        fault = f"{what}: {error}"
        if fault not in self._left_out:
            self._left_out.add(fault)
            log.warning("%s: %s", self.path, fault)

    def tables_with_games(self) -> set[str]:
        """The tables of which games are kept."""
        return {table for (table,) in self._file.execute("SELECT DISTINCT box FROM game")}

    def corrections(self) -> dict[tuple[str, str], Correction]:
        """What was set right, by the table and the id of the game."""
        found: dict[tuple[str, str], Correction] = {}
        rows = "SELECT box, id, text FROM correction ORDER BY number"
        for table, game, text in self._file.execute(rows):
            try:
                found[table, game] = read_correction(text)
            except BadInput as error:
                self._leave_out(f"a correction of table {table}", error)
        return found

    def correct(self, table: str, game: str, correction: Correction) -> None:
        """Set a game right; raises OSError where that can't be kept."""
        row = table, game, describe_correction(correction)
        try:
            self._file.execute("INSERT INTO correction (box, id, text) VALUES (?, ?, ?)", row)
        except sqlite3.Error as error:
            raise BoardFileUnreadable(None, str(error), str(self.path)) from error

    def count_foreign_changes(self) -> int:
        """A number that another process changes when it writes to the file."""
        (number,) = self._file.execute("PRAGMA data_version").fetchone()
        return int(number)

    def tables(self) -> list[StoredTable]:
        rows = self._file.execute("SELECT id, heard, state, event FROM box")
        return [StoredTable(*row) for row in rows]

    def change_results(self, kept: Iterable[BoardResult], gone: Iterable[BoardResult]) -> None:
        """Save games, and delete others, in one step."""
        with self._logged("written"):
            self._file.execute("BEGIN")
            for each in gone:
                self._file.execute(
                    "DELETE FROM game WHERE box = ? AND id = ?", (each.table, each.id)
                )
            for each in kept:
                row = each.table, each.id, describe_result(each)
                self._file.execute("INSERT OR REPLACE INTO game VALUES (?, ?, ?)", row)
            self._file.execute("COMMIT")

    def put_table(self, table: StoredTable) -> None:
        """Save a table as it was heard last."""
        with self._logged("written"):
            self._file.execute("INSERT OR REPLACE INTO box VALUES (?, ?, ?, ?)", table)

    def drop_table(self, table: str) -> None:
        """Delete a table; its games stay."""
        with self._logged("written"):
            self._file.execute("DELETE FROM box WHERE id = ?", (table,))

    def close(self) -> None:
        self._file.close()

    @contextmanager
    def _logged(self, doing: str) -> Iterator[None]:
        """Log what can't be done, once; what the broker retains comes again."""
        try:
            yield
        except sqlite3.Error as error:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            if doing not in self._failing:
                log.warning("%s can't be %s: %s", self.path, doing, error)
            self._failing.add(doing)
        else:
            self._failing.discard(doing)
