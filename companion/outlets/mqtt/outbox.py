"""The events that the broker has not acknowledged yet, numbered, in a small SQLite file.

An event gets its number when it is written here, before anybody sees it. What the box tells is
always the whole list of a game's events; compared with the list that was known before, it says what
is new and what was taken back. So nothing is lost or told twice, whoever is restarted when.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.events import TAKEN_BACK, count_same
from companion.outlets.broker import VERSION
from companion.outlets.mqtt.messages import describe_event, encode_json
from companion.outlets.table_client import Message

log = logging.getLogger(__name__)

NAME = "mqtt.sqlite"
MOST_WAITING = 500
"""Events that wait for the broker; beyond it the oldest are dropped."""
MOST_GAMES = 24
"""Games whose events are known."""
FINGERPRINT = ("answer", "kind", "turn", "seat", "name", "points", "seats")
"""What makes an event the same in any language."""
MOST_LOG_PAGES = 16
"""Pages of SQLite's log (64 KiB) before it is moved into the file: SQLite itself waits for 4 MiB,
and for ever where there is no room for them."""
TABLES = """
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS waiting (number INTEGER PRIMARY KEY, message TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS game (used INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, events TEXT);
"""


class WaitingEvent(NamedTuple):
    """An event to be published, and how many before it were dropped."""

    number: int
    missed: int
    payload: bytes


class KnownEvent(NamedTuple):
    """An event that the box has told before; ``number`` is None if it was never to be sent."""

    number: int | None
    fingerprint: list[Any]


class Outbox:
    """The file in ``folder``; a new one gives its first event the number ``first_number``.

    Raises sqlite3.Error and OSError. A damaged file is replaced: all that it loses is what waits.
    """

    def __init__(self, folder: Path, first_number: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / NAME
        try:
            self._db = _open(path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # a full disk, say: the file is good
                raise
            log.warning("%s is damaged, and starts anew: %s", path, error)
            for each in path.parent.glob(f"{NAME}*"):
                each.unlink()
            self._db = _open(path)
        with self._db:
            self._keep_new("next", first_number)
            self._keep_new("missed", 0)
            self._keep_new("box", "")

    def close(self) -> None:
        self._db.close()

    @property
    def box(self) -> str:
        """The id of the table that was here last; "" before there was one."""
        return str(self._kept("box"))

    @property
    def last_number(self) -> int | None:
        """The number of the latest event; None before the first."""
        number = self._kept("last")
        return None if number is None else int(number)

    def record(self, box: str, told: Message, *, just_opened: bool = False) -> None:
        """Take the events that the box tells of the open game, as `get events` has them.

        ``just_opened`` is whether another game, or none, was open when the box was heard before.
        """
        game, events = told["game"], told["list"]
        with self._db:
            if box != self.box:
                self._keep("box", box)
            if game is None:
                return
            known = self._known(game)
            if known is None and just_opened and _has_just_begun(events):
                known = []  # the setup of the game before was repeated in one press
            if known is None:  # what happened before is nobody's news
                self._know(game, [KnownEvent(None, _fingerprint(each)) for each in events])
                return
            told_before = [each.fingerprint for each in known]
            same = count_same(told_before, list(map(_fingerprint, events)))
            if same == len(events) and not _is_undone(known[same:], told["answers"]):
                return
            self._take_back(box, game, known[same:])
            new = [
                KnownEvent(self._add(box, game, describe_event(each)), _fingerprint(each))
                for each in events[same:]
            ]
            self._know(game, known[:same] + new)
            self._drop_oldest()

    def first(self) -> WaitingEvent | None:
        """The event to be published next."""
        row = self._db.execute("SELECT number, message FROM waiting ORDER BY number").fetchone()
        if row is None:
            return None
        message, missed = json.loads(row[1]), int(self._kept("missed"))
        if missed:
            message["missed"] = missed
        return WaitingEvent(row[0], missed, encode_json(message))

    def acknowledge(self, event: WaitingEvent) -> None:
        """Forget an event that the broker has."""
        with self._db:
            cursor = self._db.execute("DELETE FROM waiting WHERE number = ?", [event.number])
            # It may have been dropped, and counted, while it was on its way.
            told = event.missed + (0 if cursor.rowcount else 1)
            self._keep("missed", int(self._kept("missed")) - told)

    def _take_back(self, box: str, game: str, gone: Sequence[KnownEvent]) -> None:
        numbers = [each.number for each in gone if each.number is not None]
        if numbers:
            self._add(box, game, {"kind": TAKEN_BACK, "numbers": numbers})

    def _add(self, box: str, game: str, event: Message) -> int:
        number = int(self._kept("next"))
        message = {"version": VERSION, "table": box, "game": game, "number": number, **event}
        self._db.execute("INSERT INTO waiting VALUES (?, ?)", [number, json.dumps(message)])
        self._keep("next", number + 1)
        self._keep("last", number)
        return number

    def _drop_oldest(self) -> None:
        (waiting,) = self._db.execute("SELECT count(*) FROM waiting").fetchone()
        if (surplus := waiting - MOST_WAITING) > 0:
            self._db.execute(
                "DELETE FROM waiting WHERE number IN"
                " (SELECT number FROM waiting ORDER BY number LIMIT ?)",
                [surplus],
            )
            self._keep("missed", int(self._kept("missed")) + surplus)

    def _known(self, game: str) -> list[KnownEvent] | None:
        row = self._db.execute("SELECT events FROM game WHERE id = ?", [game]).fetchone()
        return [KnownEvent(*each) for each in json.loads(row[0])] if row else None

    def _know(self, game: str, events: Sequence[KnownEvent]) -> None:
        """Remember the events of a game, and forget the game that was played longest ago."""
        self._db.execute("DELETE FROM game WHERE id = ?", [game])
        self._db.execute("INSERT INTO game (id, events) VALUES (?, ?)", [game, json.dumps(events)])
        self._db.execute(
            "DELETE FROM game WHERE used <= (SELECT max(used) FROM game) - ?", [MOST_GAMES]
        )

    def _kept(self, name: str) -> Any:  # whatever SQLite has
        row = self._db.execute("SELECT value FROM kept WHERE name = ?", [name]).fetchone()
        return row[0] if row else None

    def _keep(self, name: str, value: int | str) -> None:
        self._db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", [name, value])

    def _keep_new(self, name: str, value: int | str) -> None:
        self._db.execute("INSERT OR IGNORE INTO kept VALUES (?, ?)", [name, value])


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA wal_autocheckpoint = {MOST_LOG_PAGES}")
        db.execute("PRAGMA journal_size_limit = 0")
        db.execute("PRAGMA synchronous = FULL")  # a number is never given twice
        with db:
            db.executescript(TABLES)
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    except sqlite3.Error:
        db.close()
        raise
    return db


def _fingerprint(event: Message) -> list[Any]:
    return [event[key] for key in FINGERPRINT]


def _has_just_begun(events: Sequence[Message]) -> bool:
    return [each["kind"] for each in events] == ["begun"]


def _is_undone(gone: Sequence[KnownEvent], answers: int) -> bool:
    """Whether these events were taken back.

    After a restart the box shows the pages of a scoring once more, and tells of them as it does.
    """
    return any(each.fingerprint[0] > answers for each in gone)
