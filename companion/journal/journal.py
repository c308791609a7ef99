"""The journal: every answer and every undo, appended, and durable before the call returns."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, Self

from companion.journal import file, placing
from companion.journal.errors import (
    Fault,
    JournalBusy,
    JournalUnreadable,
    JournalUnwritable,
    NoSuchGame,
)
from companion.journal.undo_state import AMENDED, UndoState

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
AnswerPair = tuple[str, str]
"""A pair of the record: its key and its word."""


class TimedAnswer(NamedTuple):
    """A live answer and its time, in UTC and to the second, as the clock then stood."""

    key: str
    word: str
    at: datetime
    since: datetime | None
    """The time of the game's line before it, be it an answer taken back or the taking back itself;
    None before the first."""


class StoredGame(NamedTuple):
    """A game that has live answers; times are in UTC, to the second."""

    number: int
    name: str
    seats: int | None
    """Players planned at the device, where that was said."""
    begun: datetime
    last: datetime
    """When an answer was last made or taken back."""
    answers: int
    """How many answers are live."""


class JournalReader:
    """The journal of a folder as it stands at each call; changes nothing and needs no lock.

    A missing journal reads as an empty one. Every method raises JournalUnreadable.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / file.NAME

    def games(self) -> list[StoredGame]:
        """All games that have live answers; the one played last, whatever the clock, comes last."""
        # Beside one max() SQLite takes the bare `at` from the row that has it.
        query = """WITH played AS (SELECT game, at AS last, max(id) AS newest,
                sum(iif(back, -back, 1)) AS live FROM line GROUP BY game)
            SELECT number, name, seats, at, last, live FROM game JOIN played ON game = number
            WHERE live > 0 ORDER BY newest"""
        with self._reading() as db:
            rows = db.execute(query).fetchall()
        return [
            StoredGame(number, name, seats, _time(begun), _time(last), live)
            for number, name, seats, begun, last, live in rows
        ]

    def answers(self, number: int) -> list[AnswerPair]:
        """The live answers of a game, in order; raises NoSuchGame."""
        return [each.pair for each in self.undo_state(number).live]

    def timed_answers(self, number: int) -> list[TimedAnswer]:
        """The live answers of a game with their times, in order; raises NoSuchGame.

        An answer that was taken back and said again as it was keeps its first time.
        """
        return [
            TimedAnswer(key, word, _time(at), None if since is None else _time(since))
            for key, word, at, since in self.undo_state(number).live
        ]

    def undo_state(self, number: int) -> UndoState:
        """How a game stands, and what can be undone and done again; raises NoSuchGame.

        To say again what was undone takes it from there; to say anything else forgets the rest.
        """
        query = """SELECT key, word, back, at FROM line WHERE game = :number
            AND id > (SELECT after FROM game WHERE number = :number) ORDER BY id"""
        undo_state = UndoState()
        with self._reading() as db:
            _demand(db, number)
            for line in db.execute(query, {"number": number}):
                undo_state.read(*line)
        return undo_state

    def setting(self, name: str) -> str | None:
        """The value last set under ``name``."""
        query = "SELECT value FROM setting WHERE name = ? ORDER BY id DESC LIMIT 1"
        with self._reading() as db:
            row = db.execute(query, (name,)).fetchone()
        return row[0] if row else None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with file.translate_errors(self._path, JournalUnreadable):
            if fault := file.find_fault(self._path):
                raise JournalUnreadable(self._path, 0, "", fault)
            there = file.size(self._path)
            with closing(
                file.connect_to_read(self._path) if there else file.create_in_memory()
            ) as db:
                yield db


class Journal(JournalReader):
    """The one writer of a folder's journal, made by ``Journal.open``; for one thread."""

    aside: Path | None
    aside_why: Fault | None

    def __init__(self, folder: Path, db: sqlite3.Connection, held: ExitStack) -> None:
        super().__init__(folder)
        self._db, self._held = db, held

    @classmethod
    def open(cls, folder: Path, now: datetime) -> Self:
        """Become the writer of ``folder``, which is made if need be.

        A journal that waits to be put in its place is put there first; it waits on if it can't be.
        A file there that is not a sound journal of ours is never overwritten: it gets another
        name, ``aside``, for the reason ``aside_why``, and a new journal is begun.
        Raises JournalBusy, JournalUnwritable.
        """
        path = folder / file.NAME
        with ExitStack() as held, file.translate_errors(path, JournalUnwritable):
            held.enter_context(hold(folder))
            with suppress(OSError, sqlite3.Error, JournalBusy):  # playing comes first: it waits on
                placing.take(path, now)
            fault = file.find_fault(path)
            if not fault and file.size(path) and not file.is_sound(path):
                fault = Fault.DAMAGED
            aside = file.quarantine_file(path, now) if fault else None
            db = _begin_writing(path, held)
            journal = cls(folder, db, held.pop_all())
        journal.aside, journal.aside_why = aside, fault
        return journal

    def quarantine(self, now: datetime, fault: Fault) -> None:
        """Set aside the file, which proved unreadable for ``fault``, and begin a new one.

        For the writer that ``open`` has made. Raises JournalUnwritable.
        """
        with file.translate_errors(self._path, JournalUnwritable):
            self._db.close()
            self.aside, self.aside_why = file.quarantine_file(self._path, now), fault
            self._db = _begin_writing(self._path, self._held)

    @classmethod
    def beside(cls, folder: Path) -> Self:
        """Write into the journal of ``folder`` while its writer plays: ``shelve``, nothing else.

        Raises JournalUnwritable.
        """
        path = folder / file.NAME
        with ExitStack() as held, file.translate_errors(path, JournalUnwritable):
            db = held.enter_context(closing(file.connect(path, "mode=rw")))
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA wal_autocheckpoint = 0")
            return cls(folder, db, held.pop_all())

    def begin(self, game: str, seats: int | None, now: datetime) -> int:
        """Begin a game of ``game`` for ``seats`` players, if that is known; returns its number.

        Raises JournalUnwritable, as all that writes does.
        """
        query = "INSERT INTO game SELECT ?, ?, ?, ?, ifnull(max(id), 0) FROM line"
        with self._appending() as db:
            db.execute("PRAGMA wal_checkpoint")  # so that no log is longer than a game
            db.execute("BEGIN IMMEDIATE")  # nobody shelves a game under the same number
            number = _latest(db) + 1
            db.execute(query, (number, _seconds(now), game, seats))
        return number

    def shelve(self, game: str, answers: Sequence[AnswerPair], at: datetime) -> int:
        """Keep a whole game of the time ``at``, as if played before all others; its number.

        Which game was played last stays as it was. All or nothing; ValueError as ``append``.
        """
        with self._appending() as db:
            db.execute("BEGIN IMMEDIATE")
            number = _latest(db) + 1
            first = min(1, *db.execute("SELECT ifnull(min(id), 1) FROM line").fetchone())
            start, seconds = first - len(answers), _seconds(at)
            query = "INSERT INTO game VALUES (?, ?, ?, NULL, ?)"
            db.execute(query, (number, seconds, game, start - 1))
            lines = [(start + place, seconds, number, *pair) for place, pair in enumerate(answers)]
            db.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?, 0)", lines)
        return number

    def append(self, number: int, answers: Sequence[AnswerPair], now: datetime) -> None:
        """Add ``answers`` to a game, all or none, durable on return.

        Raises NoSuchGame, and ValueError for text that is no Unicode (a lone surrogate).
        """
        self._write(number, [(key, word, 0) for key, word in answers], now)

    def undo(self, number: int, count: int, now: datetime) -> None:
        """Take back the last ``count`` live answers of a game, by a line that says so.

        Raises NoSuchGame, and ValueError where there are fewer or ``count`` is not positive.
        """
        if not 1 <= count <= len(self.answers(number)):
            raise ValueError(f"{count} answers cannot be taken back")
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

        ``mark`` says whether that is an amendment or undoes one (PUT_BACK). Raises as ``undo`` and
        ``append``.
        """
        if not 1 <= count <= len(self.answers(number)):
            raise ValueError(f"{count} answers cannot be taken back")
        back = mark, str(len(answers)), count
        self._write(number, [back, *((key, word, 0) for key, word in answers)], now)

    def set(self, name: str, value: str, now: datetime) -> None:
        """Keep ``value`` as the setting ``name``; ValueError as ``append``."""
        with self._appending() as db:
            row = (_seconds(now), name, value)
            db.execute("INSERT INTO setting (at, name, value) VALUES (?, ?, ?)", row)

    def close(self) -> None:
        """Fold the log into the file and let another be the writer; may be called again."""
        self._held.close()

    def _write(self, number: int, lines: list[tuple[str, str, int]], now: datetime) -> None:
        query = "INSERT INTO line (at, game, key, word, back) VALUES (?, ?, ?, ?, ?)"
        with self._appending() as db:
            _demand(db, number)
            db.executemany(query, [(_seconds(now), number, *line) for line in lines])

    @contextmanager
    def _appending(self) -> Iterator[sqlite3.Connection]:
        with file.translate_errors(self._path, JournalUnwritable), self._db:
            yield self._db

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with file.translate_errors(self._path, JournalUnreadable):
            yield self._db


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Be the one writer of ``folder``, which is made if need be; raises JournalBusy, OSError."""
    make(folder)
    with ExitStack() as held:
        _lock(folder, held)
        yield


def make(folder: Path) -> None:
    """Make the folder, if it is not there."""
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.sync_folder(folder.parent)


def _begin_writing(path: Path, held: ExitStack) -> sqlite3.Connection:
    """Open the file for the folder's writer, till ``held`` ends; a missing one is made."""
    if not file.size(path):
        file.create(path)
        placing.own(path, path.parent.stat())
    db = held.enter_context(closing(file.connect(path, "mode=rw")))
    db.execute("PRAGMA journal_mode = WAL")  # the file remembers it from its first opening
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 0")  # it would sync more than once amid a game
    db.execute("PRAGMA wal_checkpoint")
    # The first commit of a log syncs its header too: not at an answer, but here, where it
    # also shows whether the folder takes writing.
    db.execute(f"PRAGMA user_version = {file.VERSION}")
    return db


def _lock(folder: Path, held: ExitStack) -> None:
    # The kernel lets go of it when the process dies, so it is never stale; the file stays.
    lock = folder / "games.lock"
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
    held.callback(os.close, handle)
    placing.own(lock, folder.stat())
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalBusy(folder) from None


def _latest(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT ifnull(max(number), 0) FROM game").fetchone()[0])


def _demand(db: sqlite3.Connection, number: int) -> None:
    if not 1 <= number <= _latest(db):  # numbers are given without a gap, and none goes away
        raise NoSuchGame(number)


def _seconds(now: datetime) -> int:
    return int(now.timestamp())


def _time(seconds: int) -> datetime:
    try:
        return EPOCH + timedelta(seconds=seconds)
    except OverflowError:  # a flipped byte: then one time is wrong, but the game can still be read
        return EPOCH
