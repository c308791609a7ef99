"""All tables of a hall and the games that are over, as the broker's messages tell them."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import lru_cache

from companion.core.events import TAKEN_BACK, WINNER, find_kind
from companion.outlets.board.corrections import correct
from companion.outlets.board.evening import Evening, find_start
from companion.outlets.board.reports import (
    FIRST_TIME,
    BoardResult,
    Report,
    ReportedEvent,
    TableReport,
    TableResults,
    TableStatus,
    check_times,
    read_report,
)
from companion.outlets.board.store import BoardStore, StoredTable
from companion.outlets.broker import TableTopic, topic_of
from companion.outlets.strict_json import BadInput

log = logging.getLogger(__name__)

SILENCE = 55.0
"""Seconds after which a table that says nothing is marked; it says every 20 that it is there."""
GONE_TIME = timedelta(hours=1)
"""A table that is marked for so long is shown no more."""
MOST_TABLES = 1024
MOST_GAMES = 200
"""Games of a table that are kept."""


class HallTable:
    """A table as it was heard last."""

    def __init__(self, table: str, heard_on: datetime) -> None:
        self.id = table
        self.report: TableReport | None = None
        self.event: ReportedEvent | None = None
        """The last one of those that have pages at the table."""
        self.online: bool | None = None
        """As its status says; None before it has said anything."""
        self.heard_at: float | None = None
        """When it was heard live, by the clock that never jumps; None before."""
        self.heard_on = heard_on
        self.gone = True
        """Whether it is marked."""
        self.state, self.last_event = b"", b""
        """The messages behind ``report`` and ``event``, for the store."""
        self.version = 0
        """Grows with every change that is to be seen."""

    @property
    def name(self) -> str:
        """As people call it."""
        return self.report.name if self.report else self.id

    @property
    def shown_event(self) -> ReportedEvent | None:
        """What has happened last in the pages that the table shows."""
        report, event = self.report, self.event
        if report is None or report.game is None or event is None or not report.waiting:
            return None
        return event if event.game == report.game.id else None

    @property
    def is_scoring(self) -> bool:
        """Whether the table waits at a scoring; the winner's page is none."""
        event = self.shown_event
        won = event is not None and event.kind == WINNER.name
        return self.report is not None and self.report.waiting and not self.gone and not won

    @property
    def order(self) -> tuple[tuple[tuple[int, str], ...], str]:
        """Sorts "Table 2" before "Table 10"."""
        return _split_name(self.name), self.id


@lru_cache(maxsize=MOST_TABLES)
def _split_name(name: str) -> tuple[tuple[int, str], ...]:
    parts = re.findall(r"[0-9]{1,9}|[^0-9]+", name.casefold())
    return tuple((int(each), "") if each.isdecimal() else (-1, each) for each in parts)


class Hall:
    """What the board shows; every change makes its ``version`` grow."""

    def __init__(
        self,
        store: BoardStore,
        since: time | datetime,
        clock: Callable[[], float],
        now: Callable[[], datetime],
    ) -> None:
        """The evening began ``since``; ``clock`` never jumps, ``now`` has the hall's time zone."""
        self.now = now
        self.version = 0
        self.is_connected = False
        """Whether the broker is there."""
        self._store, self._since, self._clock = store, since, clock
        self._tables: dict[str, HallTable] = {}
        self._results: dict[str, dict[str, BoardResult]] = {}
        """By table and game; of the tables that told something new since the start."""
        self._changed = asyncio.Event()
        self._complained: set[str] = set()
        self._foreign_changes = store.count_foreign_changes()
        self._corrections = store.corrections()
        self._known = store.tables_with_games()
        self._load()
        self._evening = self._begin_evening()
        self._shown = 0, self._evening.start
        """How many tables are shown, and since when the evening's games are."""

    def _load(self) -> None:
        """Begin with what the store has; nobody counts as present before they are heard."""
        for stored in self._store.tables():
            heard_on = datetime.fromtimestamp(stored.heard, self.now().tzinfo)
            table = self._tables[stored.id] = HallTable(stored.id, heard_on)
            table.online = False
            said = ((TableTopic.STATE, stored.state), (TableTopic.EVENT, stored.event))
            for kind, payload in said:
                try:
                    if payload:
                        self._show(table, read_report(topic_of(stored.id, kind), payload))
                except BadInput as error:
                    log.warning("a table in %s: %s", self._store.path, error)
            table.state, table.last_event = stored.state, stored.event

    # What is seen -------------------------------------------------------------------------------

    @property
    def tables(self) -> list[HallTable]:
        """The tables to show, by name."""
        shown = filter(self._is_shown, self._tables.values())
        return sorted(shown, key=lambda table: table.order)

    def _is_shown(self, table: HallTable) -> bool:
        if table.report is None or table.online is None:
            return False
        return not table.gone or self.now() - table.heard_on < GONE_TIME

    def find_results(self, since: datetime = FIRST_TIME) -> list[BoardResult]:
        """The games that are over, as they were set right: at least those that ended ``since``."""
        kept = self._store.results(self.now(), since)
        told = [each for games in self._results.values() for each in games.values()]
        told += [each for each in kept if each.table not in self._results]
        return [self._correct(each) for each in told]

    def _correct(self, told: BoardResult) -> BoardResult:
        return correct(told, self._corrections)

    @property
    def evening(self) -> Evening:
        """The evening as it is now."""
        if self._evening.start != find_start(self._since, self.now()):
            self._evening = self._begin_evening()
        return self._evening

    def _begin_evening(self) -> Evening:
        start = find_start(self._since, self.now())
        return Evening(start, self.find_results(start))

    def find_result(self, table: HallTable) -> BoardResult | None:
        """The result of the game that is open at a table."""
        game = table.report.game if table.report else None
        if game is None:
            return None
        if (games := self._results.get(table.id)) is not None:
            told = games.get(game.id)
        else:
            told = self._store.find_result(table.id, game.id, self.now())
        return self._correct(told) if told else None

    async def wait_for_change(self, version: int) -> None:
        """Return when there is something newer than ``version``."""
        while self.version == version:
            await self._changed.wait()

    def note_change(self) -> None:
        """Something is to be seen."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    # What is heard ------------------------------------------------------------------------------

    def connect(self, is_connected: bool) -> None:
        """The broker is there, or has gone."""
        if self.is_connected != is_connected:
            self.is_connected = is_connected
            self.note_change()

    def hear(self, topic: str, payload: bytes, retained: bool) -> None:
        """Take a message of the broker; what is no report changes nothing."""
        try:
            report = read_report(topic, payload)
        except BadInput as error:
            self._complain(topic, error)
            return
        if isinstance(report, TableResults):
            self._take_results(report)
        elif isinstance(report, TableStatus) and report.online is None:
            self._drop(report.table)
        elif (table := self._find_or_add(report.table)) is not None:
            self._take_from(table, report, payload, retained=retained)

    def _take_from(
        self, table: HallTable, report: Report, payload: bytes, *, retained: bool
    ) -> None:
        if not retained:
            table.heard_at = self._clock()
            table.heard_on = self.now()
        if isinstance(report, TableStatus):
            self._take_status(table, report)
        elif self._show(table, report):
            if isinstance(report, TableReport):
                table.state = payload
            else:
                table.last_event = payload if table.event is report else b""
            self._save(table)
            self._touch(table)
        self._mark(table)

    def _take_status(self, table: HallTable, status: TableStatus) -> None:
        # A broker that was killed keeps the "online" of a table that has died since: it counts as
        # heard only as long as nothing better is known.
        if status.online and table.heard_at is None:
            table.heard_at = self._clock()
            table.heard_on = self.now()
        table.online = status.online

    def _show(self, table: HallTable, report: Report) -> bool:
        """Show a state or an event; returns whether it is anything new."""
        if isinstance(report, TableReport):
            if report == table.report:
                return False
            table.report = report if report.name else None
            return True
        if not isinstance(report, ReportedEvent):
            return False
        if table.event is not None and table.event.number in report.taken_back:
            table.event = None
            return True
        newer = table.event is None or report.number > table.event.number
        if newer and report.kind != TAKEN_BACK and find_kind(report.kind).has_pages:
            table.event = report
            return True
        return False

    def _take_results(self, report: TableResults) -> None:
        if report.results is None:  # the table has left; its games stay
            return
        if not self._may_be_news(report, report.results):
            return
        kept = self._games_of(report.table)
        new = {each.id: self._note_heard(each, kept) for each in self._keep_true(report.results)}
        # A game that is not listed may have fallen out of the list; what counts is that it goes on.
        gone = [kept[each] for each in report.unfinished if each in kept and each not in new]
        changed = [each for each in new.values() if kept.get(each.id) != each]
        if not gone and not changed:
            return
        games = {key: each for key, each in {**kept, **new}.items() if each not in gone}
        oldest = sorted(games.values(), key=lambda each: each.ended)[:-MOST_GAMES]
        for each in oldest:
            del games[each.id]
        self._results[report.table] = games
        saved = [each for each in changed if each not in oldest]
        self._store.change_results(saved, [*gone, *oldest])
        for each in [*gone, *oldest, *(kept[each.id] for each in changed if each.id in kept)]:
            self._evening.remove(self._correct(each))
        for each in saved:
            self._evening.add(self._correct(each))
        if report.table in self._tables:
            self._touch(self._tables[report.table])
        else:
            self.note_change()

    def _may_be_news(self, report: TableResults, results: Iterable[BoardResult]) -> bool:
        """Whether to look closer: after a start the store has most of what is told."""
        if report.table in self._results:
            return True
        if report.table not in self._known and len(self._known) >= MOST_TABLES:
            return False
        told = {each.id: each for each in results}
        return any(
            self._store.find_result(report.table, game, self.now()) != told.get(game)
            for game in {*told, *report.unfinished}
        )

    def _games_of(self, table: str) -> dict[str, BoardResult]:
        """The games of a table, which are read once it tells anything new."""
        if table not in self._results:
            its = self._store.results_of(table, self.now())
            self._results[table] = {each.id: each for each in its}
            self._known.add(table)
        return self._results[table]

    def _keep_true(self, results: Iterable[BoardResult]) -> Iterator[BoardResult]:
        """Leave out the games whose times can't be true."""
        for each in results:
            try:
                check_times(each, self.now())
            except BadInput as error:
                self._complain(topic_of(each.table, TableTopic.RESULT), error)
            else:
                yield each

    def _note_heard(self, result: BoardResult, kept: Mapping[str, BoardResult]) -> BoardResult:
        """Add when a game was heard of first, and name a clock that runs ahead."""
        before = kept.get(result.id)
        heard = replace(result, heard=before.heard if before else self.now())
        if before is None and heard.is_ahead:
            self._complain(result.table_name, "the clock of its box runs ahead")
        return heard

    def check(self) -> None:
        """Mark who has been silent for too long, drop who was marked for long, begin an evening.

        To be called every second.
        """
        for table in self._tables.values():
            self._mark(table)
        self._read_corrections()
        shown = sum(map(self._is_shown, self._tables.values())), self.evening.start
        if shown != self._shown:
            self._shown = shown
            self.note_change()

    def _read_corrections(self) -> None:
        """Show what another process has set right in the file."""
        changes = self._store.count_foreign_changes()
        if changes == self._foreign_changes:
            return
        self._foreign_changes, corrections = changes, self._store.corrections()
        if corrections != self._corrections:
            self._corrections = corrections
            self._evening = self._begin_evening()
            for table in self._tables.values():
                self._touch(table)
            self.note_change()

    def _mark(self, table: HallTable) -> None:
        heard_at = table.heard_at
        silent = heard_at is None or self._clock() - heard_at > SILENCE
        gone = not table.online or silent
        if gone != table.gone:
            table.gone = gone
            self._save(table)
            self._touch(table)

    def _touch(self, table: HallTable) -> None:
        table.version += 1
        self.note_change()

    def _save(self, table: HallTable) -> None:
        heard = table.heard_on.timestamp()
        self._store.put_table(StoredTable(table.id, heard, table.state, table.last_event))

    def _find_or_add(self, table: str) -> HallTable | None:
        if table not in self._tables and len(self._tables) < MOST_TABLES:
            self._tables[table] = HallTable(table, self.now())
        return self._tables.get(table)

    def _drop(self, table: str) -> None:
        if self._tables.pop(table, None) is not None:
            self._store.drop_table(table)
            self.note_change()

    def _complain(self, source: str, fault: object) -> None:
        """Log the first fault of a topic or a table."""
        if source not in self._complained and len(self._complained) < MOST_TABLES:
            self._complained.add(source)
            log.warning("%.100r: %.300s", source, fault)
