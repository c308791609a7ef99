"""Looks at a game as everybody does: draws, speaks, words and encodes all that a plugin gives."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any
from xml.etree import ElementTree

from companion.app.api.events import describe_logged
from companion.app.api.state import StateSource, TableStates
from companion.app.game_check.findings import Findings
from companion.core import guard
from companion.core.board_file import BoardFileError
from companion.core.chances import load_model
from companion.core.conversation import Answer
from companion.core.events import STANDINGS, GameEvent, Wording
from companion.core.freezing import freeze
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.core.snapshot import (
    Pile,
    Places,
    SnapshotPart,
    TableSnapshot,
    decode_snapshot,
    encode_snapshot,
    publish,
)
from companion.core.story import PlayerKind
from companion.games.page_text import describe_page
from companion.games.plugin import GamePlugin
from companion.games.unnamed import name_seats
from companion.text import Words
from companion.text.snapshot_text import word_snapshot
from companion.text.words import list_usual_places
from companion.ui.input.box_pages import Legend
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered, Command, Entry, Exit
from companion.ui.input.field_pages import begin_table_check
from companion.ui.input.guide import ToldPage, open_guide
from companion.ui.input.hints import Hints
from companion.ui.input.menu import Notice
from companion.ui.input.open_entry import open_entry
from companion.ui.input.outlook import open_outlook
from companion.ui.screens import View, render
from companion.ui.screens.lamps import panel_lamps

MOST_BYTES = 100_000
"""So long may the description of a table be."""
LONGEST_LOOK = 3.0
"""Seconds for a look at one part of a plugin, in every language."""
WHOLE = "the table's description"
"""What is made of several parts, each of which is looked at by itself."""
PRESSES = (Press.RIGHT, Press.LEFT, Press.UP, Press.DOWN, Press.NEXT, Press.PREVIOUS, Press.OK)
"""What is pressed at random, and BACK at last."""
MOST_PRESSES = 12
FEW_ENDS, FEW_ANSWERS = 2, 3
ODD_FILES = ("", "no board", "a = 1", "[a]\nb = []", "\0")
"""What a file about a printed board may say by mistake."""
MOST_CHECK_PRESSES = 30


class Looks:
    """Looks at sessions of a plugin; `slowest` is what describing a table has taken."""

    def __init__(self, plugin: GamePlugin, words: Mapping[str, Words], findings: Findings) -> None:
        self._plugin = plugin
        self._all_words = words
        self._findings = findings
        self.count = 0
        self.slowest = 0.0

    def look_at_begun(self, session: Session) -> None:
        """Look at what is the same at every table: the legend, and what a file says of a board."""
        if self._plugin.screens.legend:
            self._try("screens.legend", self._show_legend, session)
        if self._plugin.read_board is not None:
            self._try("read_board", self._read_boards, session)

    def look(self, session: Session, rng: Random) -> None:
        """Look at the game as it stands, part by part; what one raises stops none of the others."""
        self.count += 1
        events: list[GameEvent] = self._try("tell", self._plugin.list_events, session) or []
        self._try("snapshot", self._check_snapshot, session)
        self._try("result", self._check_result, session)
        self._try("history", self._check_history, session, events)
        self._try("story", self._check_story, session)
        self._try("tell", self._describe_events, session, events)
        self._try("pages", self._show_pages, session, events)
        if session.question is None or self._findings.is_stuck:
            return
        self._try("input.forecast", self._show_forecast, session)
        self._try("input", self._show_entry, session, rng)
        self._try(WHOLE, self._describe_state, session)
        self._try("rules.corrections", self._show_table_check, session, rng)

    def _try(self, part: str, check: Callable[..., Any], session: Session, *more: Any) -> Any:
        """Run a check of a part; None where it raises or never ends. It may change nothing."""
        before, found, name = freeze(session.table), None, self._plugin.name
        with self._findings.noting(part):
            found = guard.run(name, part, check, session, *more, limit=LONGEST_LOOK)
        if freeze(session.table) != before:
            if part != WHOLE:
                self._findings.add(part, "changes the table, which only answers may")
            session.replay([*session.answers])
        return found

    # Data --------------------------------------------------------------------------------

    def _check_snapshot(self, session: Session) -> None:
        plugin, findings = self._plugin, self._findings
        snapshot = plugin.snapshot(session.table)
        place = findings.place_of_facet("snapshot")
        for parts in (snapshot.parts, *(each.holds for each in snapshot.players)):
            for twice in _find_twice(parts):
                findings.add("snapshot", f"two parts have the key {twice}", place)
            for part in parts:
                self._require_labels(part)
        data = encode_snapshot(snapshot)
        again = decode_snapshot(json.loads(json.dumps(data)))
        if encode_snapshot(again) != json.loads(json.dumps(data)):
            findings.add("snapshot", "is another one when it is read again", place)
        for words in self._words():
            worded = word_snapshot(publish(again, counted=True, won=True, mirrored=False), words)
            self._draw_page(worded, words)

    def _require_labels(self, part: SnapshotPart) -> None:
        """Find that a part, or what its places measure, has no word."""
        label, places = f"table.{part.key}", part.places if isinstance(part, Places) else ()
        self._findings.require_word(label)
        if any(each.size is not None for each in places):
            self._findings.require_word(f"{label}.size", f"{label}.sized")
        if any(each.standing for each in places):
            self._findings.require_word(f"{label}.standing")
        for each in places:
            for held in each.holds:
                self._require_labels(held)

    def _draw_page(self, snapshot: TableSnapshot, words: Words) -> None:
        if self._plugin.page is None:
            return
        with self._findings.noting("page"):
            drawing = self._plugin.page(snapshot, words)
            drawn = [each.drawing for each in drawing.pictures]
            drawn += [each.drawing for each in drawing.places.values()]
            for each in drawn:
                ElementTree.fromstring(f"<div>{each}</div>")

    def _check_result(self, session: Session) -> None:
        result, place = session.result, self._findings.place_of_code(session.game.result)
        missing = {"game", "state", "players", "winners"} - result.keys()
        if missing:
            self._findings.add("result", f"lacks {', '.join(sorted(missing))}", place)

    def _check_story(self, session: Session) -> None:
        story, table = self._plugin.story, session.table
        if story is None or not table.started:
            return
        told = story.assess(table)
        if story.play_out is not None and table.outcome is None:
            for kind in PlayerKind:
                chances = [story.play_out(table, kind, FEW_ENDS, 1) for _ in range(2)]
                if chances[0] != chances[1]:
                    problem = "the same seed gives other chances: does something else decide?"
                    self._findings.add("story.play_out", problem)
        if changes := story.tell_changes(told.source, told.source):
            self._findings.add("story", f"a change is told where there is none: {changes[0]}")
        if told.figures:
            load_model(story.model).estimate(told)

    def _check_history(self, session: Session, events: Sequence[GameEvent]) -> None:
        history, table = self._plugin.history, session.table
        history.measure(table)
        for seat in range(len(table.players)):
            list(history.count_markers(table, seat))
        if changes := history.changes(table, table):
            self._findings.add("history", f"changes finds one between equal tables: {changes[0]}")
        self._check_changes(session)
        for event in events:
            if event.kind is STANDINGS:
                history.share_markers(event.source, table)
        if history.grows and not self._words_in_english().has(f"chart.{history.grows}"):
            self._findings.add("words", f"chart.{history.grows}: the chart has no title")

    def _check_changes(self, session: Session) -> None:
        """Word what differs from an earlier table of the same players, as an amendment does."""
        earlier = Session(session.rules)
        earlier.replay(session.answers[:-FEW_ANSWERS])
        if not earlier.table.started:
            return
        changes = self._plugin.history.changes(earlier.table, session.table)
        describe = self._plugin.screens.describe_change
        for change in changes:
            if describe is None:
                problem = f"is missing, and history.changes finds {change!r:.60}"
                self._findings.add("screens.describe_change", problem)
                return
            for words in self._words():
                describe(self._view(session, Notice(key="game-fault"), words), change)

    def _read_boards(self, _session: Session) -> None:
        """Read files that say nothing, or nothing that can be understood."""
        assert self._plugin.read_board is not None
        for text in ODD_FILES:
            with suppress(BoardFileError):
                self._plugin.read_board(text)

    # What is seen and heard ---------------------------------------------------------------

    def _describe_events(self, session: Session, events: Sequence[GameEvent]) -> None:
        names = self._names(session)
        for event in events:
            if event.ranking and not event.said:
                problem = f"{event.kind.name}: nothing is said, so its ranking is only seen"
                self._findings.add("tell", problem, self._findings.place_of_facet("tell"))
            for key in _list_keys((event.title, event.said, event.reasons, event.details)):
                self._findings.require_word(key)
            for words in self._words():
                json.dumps(describe_logged(words, event, names), allow_nan=False)

    def _show_pages(self, session: Session, events: list[GameEvent]) -> None:
        pages: list[ToldPage] = self._plugin.input.list_pages(events, session.table)
        guide = open_guide(pages)
        while guide is not None:
            hash(guide.page)
            self._show(session, guide, f"page {type(guide.page).__name__}")
            for words in self._words():
                describe_page(guide.page, self._view(session, guide, words))
            after = guide.press(Press.RIGHT)
            if after == guide or not isinstance(after, type(guide)):
                return
            guide = after

    def _show_legend(self, session: Session) -> None:
        below = open_entry(session, self._plugin.input, self._context(session, 2))
        for at in range(len(self._plugin.screens.legend)):
            self._show(session, Legend(below=below, at=at), "screens.legend")

    def _show_forecast(self, session: Session) -> None:
        forecast, table = self._plugin.input.forecast, session.table
        if forecast is None or not table.started or table.outcome is not None:
            return
        below = open_entry(session, self._plugin.input, self._context(session, 2))
        outlook: Entry = open_outlook(forecast(table), table.players, Hints.ALL, below)
        for _ in forecast(table).pages:
            self._show(session, outlook, "outlook")
            after = outlook.press(Press.RIGHT)
            outlook = after if isinstance(after, Entry) else outlook

    def _show_entry(self, session: Session, rng: Random) -> None:
        """Open the question's entry, press at random, and draw and describe each step."""
        for axes in (2, 1):
            entry = open_entry(session, self._plugin.input, self._context(session, axes))
            self._show(session, entry, f"entry {type(entry).__name__}")
            self._press(session, entry, rng, MOST_PRESSES)

    def _show_table_check(self, session: Session, rng: Random) -> None:
        if not session.game.corrections or not session.table.started:
            return
        below = open_entry(session, self._plugin.input, self._context(session, 2))
        check = begin_table_check(session.game, below)
        self._press(session, check, rng, MOST_CHECK_PRESSES)

    def _press(self, session: Session, entry: Entry, rng: Random, presses: int) -> None:
        part = f"entry {type(entry).__name__}"
        for press in (*rng.choices(PRESSES, k=presses), Press.BACK):
            hash(entry)
            step = entry.press(press)
            if not isinstance(step, Entry | Answered | Command | Exit):
                self._findings.add(part, f"'{press.value}' gives no step: {step!r:.60}")
                return
            if not isinstance(step, Entry):
                if isinstance(step, Answered):
                    self._check_answers(part, step.answers)
                return
            entry, language = step, rng.choice([*self._all_words])
            self._show(session, entry, f"entry {type(entry).__name__}", [language])

    def _check_answers(self, part: str, answers: object) -> None:
        if not isinstance(answers, tuple) or not all(isinstance(each, Answer) for each in answers):
            self._findings.add(part, f"OK gives what is no tuple of answers: {answers!r:.60}")

    def _show(
        self, session: Session, entry: Entry, part: str, languages: Sequence[str] = ()
    ) -> None:
        """Draw an entry in every language, or in these, and light the lamps."""
        with self._findings.noting(part):
            for language in languages or self._all_words:
                render(self._view(session, entry, self._all_words[language]))
        with self._findings.noting("screens.lamps"):
            panel_lamps(self._view(session, entry, self._words_in_english()))

    def _describe_state(self, session: Session) -> None:
        """Describe the table as the socket does, in every language."""
        entry = open_entry(session, self._plugin.input, self._context(session, 2))
        began = time.thread_time()
        view = self._view(session, entry, self._all_words["en"])
        source = StateSource(view, list(self._all_words), frame=b"")
        states = TableStates(self._all_words.__getitem__, "").describe(source)
        for state in states.values():
            size = len(json.dumps(state, allow_nan=False))
            if size > MOST_BYTES:
                problem = f"has {size} bytes; at most {MOST_BYTES} may be sent"
                self._findings.add(WHOLE, problem)
        self.slowest = max(self.slowest, time.thread_time() - began)

    # Views -------------------------------------------------------------------------------

    def _words(self) -> list[Words]:
        return [words.of(self._plugin.name) for words in self._all_words.values()]

    def _words_in_english(self) -> Words:
        return self._all_words["en"].of(self._plugin.name)

    def _names(self, session: Session) -> list[str]:
        return [player.name for player in session.table.players]

    def _view(self, session: Session, entry: Entry, words: Words) -> View:
        its = words.of(self._plugin.name)
        answers = tuple(session.answers)
        return View(entry, session, its, screens=self._plugin.screens, answers=answers)

    def _context(self, session: Session, axes: int) -> InputContext:
        words = self._words_in_english()
        names = name_seats(words, session.game.seats[-1])
        return InputContext(axes=axes, seat_names=names, place_names=list_usual_places(words))


def _list_keys(worded: object) -> Iterator[str]:
    """The keys of all wordings in it."""
    if isinstance(worded, Wording):
        yield worded.key
        worded = tuple(value for _, value in worded.values)
    if isinstance(worded, tuple):
        for each in worded:
            yield from _list_keys(each)


def _find_twice(parts: Sequence[SnapshotPart]) -> list[str]:
    """The keys of parts that nobody can tell apart."""
    keys = [(each.key, each.number if isinstance(each, Pile) else None) for each in parts]
    return sorted({key for key, number in keys if keys.count((key, number)) > 1})
