"""Plays ends out after each turn, and remembers their shares in a file beside the journal.

The file may be deleted at any time: the same answers give the same ends again.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.core import guard
from companion.core.shapes import require_shape
from companion.core.story import Chances, PlayerKind, PlayOut
from companion.games import load_plugin
from companion.store.history.play import PlayedTurn
from companion.store.story.curve import UNKNOWN, KnownEnds, replay_tables

log = logging.getLogger(__name__)

ENDS = 200
"""Ends played out after a turn, by each kind of player."""
AT_ONCE = 10
"""Ends of one call: on the slowest box they take less than a part of a game may."""
APPLICATION = 0x73746F72
"""The `application_id` of the file, by which SQLite files are told apart."""
TIMEOUT = 2.0
"""Seconds to wait for another process that writes."""

_TABLE = "CREATE TABLE IF NOT EXISTS estimates (turn BLOB PRIMARY KEY, ends TEXT) WITHOUT ROWID"


class EndStore:
    """Shares of played-out ends, by the answers up to a turn; ``path`` None keeps no file.

    A file that can't be used is logged once; then nothing is kept but in memory.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: dict[bytes, KnownEnds] = {}
        self._unwritten: dict[bytes, KnownEnds] = {}
        """What could not be written while another process wrote."""

    def read(self, keys: Sequence[bytes]) -> Mapping[bytes, KnownEnds]:
        """What is known of these turns."""
        self._write_rest()
        unknown = [key for key in keys if key not in self._known]
        if unknown and self._path is not None and self._path.exists():
            try:
                self._known.update(self._read_file(self._path, unknown))
            except (sqlite3.Error, OSError) as error:
                self._report(error)
        return {key: self._known[key] for key in keys if key in self._known}

    def write(self, key: bytes, ends: KnownEnds, *, lasting: bool = True) -> None:
        """Remember a turn's ends; those that do not last are kept in memory alone."""
        self._known[key] = ends
        if lasting and self._path is not None:
            self._unwritten[key] = ends
            self._write_rest()

    def _write_rest(self) -> None:
        if self._unwritten and self._path is not None:
            try:
                self._write_file(self._path, self._unwritten)
                self._unwritten.clear()
            except (sqlite3.Error, OSError) as error:
                self._report(error)

    def _read_file(self, path: Path, keys: Sequence[bytes]) -> Iterator[tuple[bytes, KnownEnds]]:
        uri = f"{path.absolute().as_uri()}?mode=rw"  # read-only could not roll back a hot journal
        with closing(sqlite3.connect(uri, uri=True, timeout=TIMEOUT)) as db:
            if _is_new(db):
                return
            _require_own(db)
            for key in keys:
                row = db.execute("SELECT ends FROM estimates WHERE turn = ?", (key,)).fetchone()
                if row is not None and (known := _parse(row[0])) is not None:
                    yield key, known

    def _write_file(self, path: Path, ends: Mapping[bytes, KnownEnds]) -> None:
        with closing(sqlite3.connect(path, timeout=TIMEOUT)) as db, db:
            if _is_new(db):
                db.execute(f"PRAGMA application_id = {APPLICATION}")
            _require_own(db)
            db.execute(_TABLE)
            rows = [(key, json.dumps(each)) for key, each in ends.items()]
            db.executemany("INSERT OR REPLACE INTO estimates VALUES (?, ?)", rows)

    def _report(self, error: Exception) -> None:
        """Log why it can't be used, and use it no more, unless another process is writing."""
        if not _is_busy(error):
            log.warning("%s: estimates are not kept: %s", self._path, error)
            self._path = None
            self._unwritten.clear()


def _is_busy(error: Exception) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _is_new(db: sqlite3.Connection) -> bool:
    """Whether another process is just making it."""
    return bool(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0)


def _require_own(db: sqlite3.Connection) -> None:
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise sqlite3.DatabaseError("another program's file")


def _parse(text: Any) -> KnownEnds | None:
    try:
        random, greedy = json.loads(text)
        for each in (random, greedy):
            require_shape(each, list[float] | None, "shares")
    except (ValueError, TypeError, RecursionError):
        return None
    return KnownEnds(*(None if each is None else tuple(each) for each in (random, greedy)))


# Playing out -----------------------------------------------------------------------------------


def play_out_turns(
    game: str, turns: Sequence[PlayedTurn], store: EndStore
) -> Iterator[tuple[int, int]]:
    """Play out the ends of each turn that the store does not know, and remember them.

    Gives (turns known, turns) after each. Of a game under way, give the turns that are over.
    Raises `Refused`.
    """
    story = load_plugin(game).story
    if story is None or story.play_out is None:
        return
    tables = replay_tables(game, turns)
    wanted = [each.key for each in tables if each.table.outcome is None]
    known = {*store.read(wanted)}
    for _, key, table in replay_tables(game, turns[: len(wanted)]):
        if key not in known:
            ends = play_out_ends(story.play_out, table, key)
            store.write(key, ends, lasting=not _has_failed(game))
            known.add(key)
            yield len(known), len(wanted)


def play_out_ends(play_out: PlayOut, table: Any, key: bytes) -> KnownEnds:
    """Play out the ends of a table by each kind of player; the seeds are made from ``key``."""
    random = _share_ends(play_out, table, PlayerKind.RANDOM, key)
    greedy = random and _share_ends(play_out, table, PlayerKind.GREEDY, key)
    return KnownEnds(random, greedy) if greedy else UNKNOWN


def _has_failed(game: str) -> bool:
    """Whether playing out has failed: the next version of the game may do better."""
    failed = (game, "story.play_out")
    return any((fault.game, fault.part) == failed for fault in guard.list_faults())


def _share_ends(play_out: PlayOut, table: Any, kind: PlayerKind, key: bytes) -> Chances | None:
    """The average of all calls, so that none takes long."""
    parts: list[Chances] = []
    for number in range(ENDS // AT_ONCE):
        seed = hashlib.sha256(b"%s %s %d" % (key, kind.encode(), number)).digest()[:8]
        found = play_out(table, kind, AT_ONCE, int.from_bytes(seed))
        if found is None:
            return None
        parts.append(found)
    return tuple(sum(each) / len(parts) for each in zip(*parts, strict=True))


def find_estimates(folder: Path) -> Path:
    """The file of the estimates beside a journal."""
    return folder / "estimates.sqlite"
