"""Reads and writes the journal: answers and undos are only ever appended.

An append is durable when the call returns.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from copy import copy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from companion.store.journal import file, replacement
from companion.store.journal.errors import (
    JournalBusy,
    JournalUnreadable,
    JournalUnwritable,
    NoSuchGame,
    translate_errors,
)
from companion.store.journal.undo_state import AMENDED, UndoState

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
AnswerPair = tuple[str, str]
"""Key and word of an answer, as in a record."""


StoredLine = tuple[str, str, int, int]
"""Key, word, how many answers it takes back, time; as `UndoState.apply_line` takes them."""
READ, OVER = "read", "over"
"""Settings whose value is the id of a line, after which all pages were read; OVER ended a game."""
SEATS = "seats."
"""With a game's number behind it the setting of how many play it, if it began without that."""


class NameTranslator(Protocol):
    """Translates the names of players between the journal and its readers."""

    def to_shown(self, game: str, lines: Iterable[StoredLine]) -> Iterable[StoredLine]:
        """All lines of a game, with the names that are shown."""

    def to_stored(
        self, game: str, answers: Sequence[AnswerPair], live: Callable[[], Sequence[AnswerPair]]
    ) -> Sequence[AnswerPair]:
        """New answers with the names that are stored; ``live`` reads the stored answers before."""


class TimedAnswer(NamedTuple):
    """A live answer with its time, in UTC and to the second."""

    key: str
    word: str
    at: datetime
    since: datetime | None
    """The time of the game's line before it, also if that was taken back or an undo; None before
    the first."""


class StoredGame(NamedTuple):
    """A game that has live answers; times are in UTC, to the second."""

    number: int
    name: str
    seats: int | None
    """The number of players at the device; None of an imported game until it is resumed there."""
    begun: datetime
    last: datetime
    """The time of the last answer or undo."""
    answers: int
    """The number of live answers."""
    read: bool = False
    """Whether the pages that its last answer caused were read to the end."""
    over: bool = False
    """Whether they were those of its end; False also where that is not known."""


class JournalReader:
    """Reads the journal of a folder, whether it has a writer or not; changes nothing.

    Each call sees the file as it is then; a missing one reads as an empty journal. Every method
    raises JournalUnreadable.
    """

    def __init__(self, folder: Path, names: NameTranslator | None = None) -> None:
        """Read ``folder``; without ``names`` players are called as they are stored."""
        self._path = folder / file.NAME
        self.names = names

    @property
    def folder(self) -> Path:
        """The folder in which the journal lies."""
        return self._path.parent

    def with_names(self, names: NameTranslator | None) -> JournalReader:
        """The same journal with other names of players; without ``names`` as they are stored."""
        reader = copy(self)
        reader.names = names
        return reader

    def games(self) -> list[StoredGame]:
        """All games that have live answers; the one played last, whatever the clock, comes last."""
        # Beside one max() SQLite takes the bare `at` from the row that has it.
        # A game's own row never changes: what was not known at its beginning is a setting.
        query = """WITH played AS (SELECT game, at AS last, max(id) AS newest,
                sum(iif(back, -back, 1)) AS live FROM line GROUP BY game)
            SELECT number, name, ifnull(seats, (SELECT CAST(value AS INTEGER) FROM setting
                WHERE setting.name = :seats || number ORDER BY id DESC LIMIT 1)),
                at, last, live, mark FROM game JOIN played ON game = number
            LEFT JOIN (SELECT value, min(setting.name) AS mark FROM setting
                WHERE setting.name IN (:read, :over) GROUP BY value) ON value = newest || ''
            WHERE live > 0 ORDER BY newest"""
        with self._reading() as db:
            rows = db.execute(query, {"read": READ, "over": OVER, "seats": SEATS}).fetchall()
        return [
            StoredGame(
                number, name, seats, _time(begun), _time(last), live, bool(mark), mark == OVER
            )
            for number, name, seats, begun, last, live, mark in rows
        ]

    def answers(self, number: int) -> list[AnswerPair]:
        """The live answers of a game, in order; raises NoSuchGame."""
        return [each.pair for each in self.undo_state(number).live]

    def timed_answers(self, number: int) -> list[TimedAnswer]:
        """The live answers of a game with their times, in order; raises NoSuchGame.

        An answer that was taken back and then repeated unchanged keeps its first time.
        """
        return [
            TimedAnswer(key, word, _time(at), None if since is None else _time(since))
            for key, word, at, since in self.undo_state(number).live
        ]

    def count_games_of(self, player: str) -> int:
        """In how many games somebody of this name has sat down, whether they are over or not."""
        query = "SELECT count(DISTINCT game) FROM line WHERE key = 'player' AND word = ?"
        with self._reading() as db:
            (games,) = db.execute(query, (player,)).fetchone()
        return int(games)

    def line_times(self, number: int) -> list[datetime]:
        """The times of all lines of a game, in order: also of undos and of what was taken back.

        Raises NoSuchGame.
        """
        query = """SELECT at FROM line WHERE game = :number
            AND id > (SELECT after FROM game WHERE number = :number) ORDER BY id"""
        with self._reading() as db:
            _require_game(db, number)
            return [_time(at) for (at,) in db.execute(query, {"number": number})]

    def undo_state(self, number: int) -> UndoState:
        """The live answers of a game, and what can be undone and redone; raises NoSuchGame.

        To append an undone answer is to redo it; any other answer discards what can be redone.
        """
        return self._undo_state(number, self.names)

    def _undo_state(self, number: int, names: NameTranslator | None) -> UndoState:
        query = """SELECT key, word, back, at FROM line WHERE game = :number
            AND id > (SELECT after FROM game WHERE number = :number) ORDER BY id"""
        state = UndoState()
        with self._reading() as db:
            game = _require_game(db, number)
            lines: Iterable[StoredLine] = db.execute(query, {"number": number})
            for line in lines if names is None else names.to_shown(game, lines):
                state.apply_line(*line)
        return state

    def setting(self, name: str) -> str | None:
        """The value last set under ``name``."""
        query = "SELECT value FROM setting WHERE name = ? ORDER BY id DESC LIMIT 1"
        with self._reading() as db:
            row = db.execute(query, (name,)).fetchone()
        return row[0] if row else None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with translate_errors(self._path, JournalUnreadable):
            if fault := file.find_fault(self._path):
                raise JournalUnreadable(self._path, 0, "", fault)
            exists = file.size(self._path)
            connect = file.connect_to_read(self._path) if exists else file.create_in_memory()
            with closing(connect) as db:
                yield db


class Journal(JournalReader):
    """The only writer of a folder's journal, made by `Journal.open`; for one thread."""

    quarantined: Path | None = None
    """The new name of a file that was found unusable, by `open` or `quarantine`."""

    def __init__(self, folder: Path, db: sqlite3.Connection, held: ExitStack) -> None:
        super().__init__(folder)
        self._db, self._held = db, held

    @classmethod
    def open(cls, folder: Path, now: datetime) -> Self:
        """Become the writer of ``folder``, which is created if need be.

        A backup that waits is installed first; if that fails, it goes on waiting. A file that is
        not a sound journal of ours is renamed, and a new journal begun.
        Raises JournalBusy, JournalUnwritable.
        """
        path = folder / file.NAME
        with ExitStack() as held, translate_errors(path, JournalUnwritable):
            held.enter_context(replacement.lock_folder(folder))
            with suppress(OSError, sqlite3.Error, JournalBusy):  # it is more important to play
                replacement.install_pending_restore(path, now)
            quarantined = replacement.quarantine_unusable(path, now)
            db = _connect_to_write(path, held)
            journal = cls(folder, db, held.pop_all())
        journal.quarantined = quarantined
        return journal

    def quarantine(self, now: datetime) -> None:
        """Rename the unreadable file, and begin a new journal; raises JournalUnwritable."""
        with translate_errors(self._path, JournalUnwritable):
            self._db.close()
            self.quarantined = file.quarantine_file(self._path, now)
            self._db = _connect_to_write(self._path, self._held)

    @classmethod
    def open_for_import(cls, folder: Path) -> Self:
        """Open ``folder`` for `import_game` while its writer plays; raises JournalUnwritable.

        If that writer replaces the file instead, this waits until it has.
        """
        path = folder / file.NAME
        with ExitStack() as held, translate_errors(path, JournalUnwritable):
            held.enter_context(replacement.importing(folder))
            # a file that has just been replaced has no log yet
            db = held.enter_context(closing(file.connect_to_write(path)))
            return cls(folder, db, held.pop_all())

    def begin(self, game: str, seats: int | None, now: datetime) -> int:
        """Begin a game named ``game`` for ``seats`` players, if that is known; returns its number.

        Raises JournalUnwritable, as all methods that write do.
        """
        query = "INSERT INTO game SELECT ?, ?, ?, ?, ifnull(max(id), 0) FROM line"
        with self._appending() as db:
            db.execute("PRAGMA wal_checkpoint")  # so that no log is longer than a game
            db.execute("BEGIN IMMEDIATE")  # an import must not take the same number
            number = _last_number(db) + 1
            db.execute(query, (number, _seconds(now), game, seats))
        return number

    def set_seats(self, number: int, seats: int, now: datetime) -> None:
        """Store how many play a game that began without that; raises JournalUnwritable."""
        self.set(f"{SEATS}{number}", str(seats), now)

    def import_game(self, game: str, answers: Sequence[AnswerPair], at: datetime) -> int:
        """Add a whole game of the time ``at``, as if played before all others; returns its number.

        The game played last stays the same. All or nothing; raises ValueError as `append` does.
        """
        with self._appending() as db:
            db.execute("BEGIN IMMEDIATE")
            number = _last_number(db) + 1
            first = min(1, *db.execute("SELECT ifnull(min(id), 1) FROM line").fetchone())
            start, seconds = first - len(answers), _seconds(at)
            query = "INSERT INTO game VALUES (?, ?, ?, NULL, ?)"
            db.execute(query, (number, seconds, game, start - 1))
            lines = [(start + place, seconds, number, *pair) for place, pair in enumerate(answers)]
            db.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?, 0)", lines)
        return number

    def append(self, number: int, answers: Sequence[AnswerPair], now: datetime) -> None:
        """Add ``answers`` to a game, all or none, durable on return.

        Raises NoSuchGame, and ValueError for text that is not Unicode (a lone surrogate).
        """
        stored = self._to_stored(number, answers)
        self._write(number, [(key, word, 0) for key, word in stored], now)

    def undo(self, number: int, count: int, now: datetime) -> None:
        """Take back the last ``count`` live answers of a game, by appending a line.

        Raises NoSuchGame, and ValueError if there are fewer or ``count`` is not positive.
        """
        self._require_live(number, count)
        self._write(number, [("", "", count)], now)

    def amend(
        self,
        number: int,
        count: int,
        answers: Sequence[AnswerPair],
        now: datetime,
        mark: str = AMENDED,
    ) -> None:
        """Take back the last ``count`` live answers and add ``answers``, both or neither.

        ``mark`` is AMENDED, or AMENDMENT_UNDONE. Raises as `undo` and `append` do.
        """
        self._require_live(number, count)
        back, stored = (mark, str(len(answers)), count), self._to_stored(number, answers, count)
        self._write(number, [back, *((key, word, 0) for key, word in stored)], now)

    def _to_stored(
        self, number: int, answers: Sequence[AnswerPair], replaced: int = 0
    ) -> Sequence[AnswerPair]:
        """The answers with the stored names, after all live ones but the last ``replaced``."""
        if self.names is None:
            return answers

        def live() -> list[AnswerPair]:
            before = self._undo_state(number, None).live
            return [each.pair for each in before[: len(before) - replaced]]

        with self._reading() as db:
            game = _require_game(db, number)
        return self.names.to_stored(game, answers, live)

    def mark_read(self, number: int, now: datetime, *, over: bool) -> None:
        """Store that the pages after a game's last line were read to the end, until the next line.

        ``over`` is whether they were those of its end. Raises JournalUnwritable.
        """
        query = """INSERT INTO setting (at, name, value)
            SELECT :at, :name, newest || '' FROM (SELECT max(id) AS newest FROM line
                WHERE game = :number) WHERE NOT EXISTS (SELECT 1 FROM setting
                WHERE setting.name = :name AND value = newest || '')"""
        with self._appending() as db:
            name = OVER if over else READ
            db.execute(query, {"at": _seconds(now), "name": name, "number": number})

    def set(self, name: str, value: str, now: datetime) -> None:
        """Store ``value`` as the setting ``name``; raises ValueError as `append` does."""
        with self._appending() as db:
            row = (_seconds(now), name, value)
            db.execute("INSERT INTO setting (at, name, value) VALUES (?, ?, ?)", row)

    def close(self) -> None:
        """Move the log into the file and release the lock; may be called again."""
        self._held.close()

    def _require_live(self, number: int, count: int) -> None:
        if not 1 <= count <= len(self.answers(number)):
            raise ValueError(f"{count} answers cannot be taken back")

    def _write(self, number: int, lines: list[tuple[str, str, int]], now: datetime) -> None:
        query = "INSERT INTO line (at, game, key, word, back) VALUES (?, ?, ?, ?, ?)"
        with self._appending() as db:
            _require_game(db, number)
            db.executemany(query, [(_seconds(now), number, *line) for line in lines])

    @contextmanager
    def _appending(self) -> Iterator[sqlite3.Connection]:
        with translate_errors(self._path, JournalUnwritable), self._db:
            yield self._db

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with translate_errors(self._path, JournalUnreadable):
            yield self._db


def _connect_to_write(path: Path, held: ExitStack) -> sqlite3.Connection:
    """Open the file for the folder's writer until ``held`` ends; create a missing one."""
    if not file.size(path):
        file.create(path)
        replacement.set_owner(path, path.parent.stat())
    db = held.enter_context(closing(file.connect_to_write(path)))
    db.execute("PRAGMA wal_checkpoint")
    # The first commit of a log syncs its header too: do that here, not at an answer. It also
    # shows whether the folder is writable.
    db.execute(f"PRAGMA user_version = {file.VERSION}")
    return db


def _last_number(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT ifnull(max(number), 0) FROM game").fetchone()[0])


def _require_game(db: sqlite3.Connection, number: int) -> str:
    """Return the name of a game; raises NoSuchGame."""
    # As text: SQLite compares it as a number, and takes one of any size.
    found = db.execute("SELECT name FROM game WHERE number = ?", (str(number),)).fetchone()
    if found is None:
        raise NoSuchGame(number)
    return str(found[0])


def _seconds(now: datetime) -> int:
    return int(now.timestamp())


def _time(seconds: int) -> datetime:
    try:
        return EPOCH + timedelta(seconds=seconds)
    except OverflowError:  # a flipped byte: then one time is wrong, but the game can be read
        return EPOCH
