"""Amending the game being played: the list of its turns, and the dialog that asks an answer anew.

The amended game is built beside the saved one; OK writes it to the journal in one transaction.
Corrections at the table check are taken here too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from companion.app.current_game import (
    CurrentGame,
    action_of_stroke,
    automatic_answer,
    is_at_stroke_start,
    stroke_bounds,
)
from companion.core.conversation import Answer, Refused, is_correction
from companion.core.game_history import compare_players, compare_points
from companion.core.replay import Amendment, ReplayConflict
from companion.core.session import Session
from companion.games import load_plugin
from companion.ui.input.amendment import (
    Action,
    AmendableTurn,
    AmendmentPreview,
    ConflictNotice,
    Stroke,
    TurnPicker,
    action_of,
)
from companion.ui.input.entry import Entry, TableCheckEntry
from companion.ui.input.table_check import begin_table_check

EntryOpener = Callable[[Session, Sequence[Answer]], Entry]
"""(session, previous answers) → the entry of its question."""


def list_turns(game: CurrentGame, below: Entry) -> TurnPicker:
    """The game's turns, the latest under the cursor."""
    turns = _turns(game.session, game.seats)
    return TurnPicker(turns=turns, at=len(turns) - 1, below=below)


def _turns(session: Session, seats: int) -> tuple[AmendableTurn, ...]:
    """All strokes of the game, turn by turn, without corrections: these can be made again."""
    begins, players = session.game.turn_begins, session.table.players
    turns: list[list[Stroke]] = [[]]
    for at, end in pairwise(stroke_bounds(session, seats)):
        asked, answers = session.asked[at:end], session.answers[at:end]
        places = [place for place, answer in enumerate(answers) if not is_correction(answer)]
        if not places:
            continue
        if any(asked[place].key in begins for place in places):
            turns.append([])
        turns[-1].append(Stroke(at, end - at, action_of(asked, answers, players)))
    return tuple(AmendableTurn(number, tuple(each)) for number, each in enumerate(turns) if each)


def has_table_check(session: Session) -> bool:
    """Whether the table can be checked now: the game has pages for it and is being played."""
    has_pages = load_plugin(session.name).input.check_table is not None
    return has_pages and session.table.started and session.question is not None


def open_table_check(game: CurrentGame, below: Entry, axes: int) -> TableCheckEntry:
    """The first page of the table check."""
    make_pages = load_plugin(game.session.name).input.check_table
    assert make_pages is not None, "the menu offers it only where there is one"
    return begin_table_check(make_pages, game.session.table, below, axes)


def apply_correction(game: CurrentGame, entry: TableCheckEntry, correction: Answer) -> Entry:
    """Take a correction and show its page, or why it is refused; raises JournalError."""
    try:
        game.take([correction])
    except Refused as no:
        return replace(entry, refused=no.objection)
    return entry.renew(game.session.table)


class AmendmentDialog:
    """Asks a stroke again, then replays the answers after it; ``entry`` is the first entry."""

    def __init__(self, game: CurrentGame, at: int, open_entry: EntryOpener) -> None:
        self._game = game
        self._open_entry = open_entry
        self._old = game.session
        turns = _turns(self._old, game.seats)
        self._at = at
        self._count = next(each.length for _, its in turns for each in its if each.at == at)
        self._amendment = self._begin()
        self._answered: list[Sequence[Answer]] = []
        """The new answers, stroke by stroke."""
        previous = [each for each in self._amendment.said_before if not is_correction(each)]
        self.entry: Entry = open_entry(self.session, previous)

    def _begin(self) -> Amendment:
        automatic = partial(automatic_answer, seats=self._game.seats)
        return Amendment(self._old, self._at, self._count, automatic)

    @property
    def session(self) -> Session:
        """The amended game, as far as it has come."""
        return self._amendment.session

    def answer(self, answers: Sequence[Answer]) -> Entry:
        """Take new answers; returns the next question, a conflict, or the preview of the change."""
        conflict = self._amendment.answer(answers)
        self._answered.append(answers)
        if (conflict is None or conflict.at is None) and self._is_within_stroke:
            return self._open_entry(self.session, self._previous())
        if conflict is not None:
            return self._conflict_notice(conflict)
        left_out = tuple(self._action(at, at + 1) for at in self._amendment.left_out)
        old, new = self._old.table, self.session.table
        more = load_plugin(self.session.name).history.changes
        changes = (*compare_players(old, new), *compare_points(old, new), *more(old, new))
        return AmendmentPreview(
            replaced=self._action(self._at, self._at + self._count),
            replacement=action_of_stroke(self.session, self._at, self._game.seats),
            changes=changes,
            left_out=left_out,
        )

    def undo(self) -> Entry | None:
        """Undo the last new stroke and ask it again; None if there is none yet."""
        if not self._answered:
            return None
        *before, last = self._answered
        self._amendment = self._begin()
        for answers in before:
            self._amendment.answer(answers)
        self._answered = before
        return self._open_entry(self.session, [each for each in last if not is_correction(each)])

    @property
    def _is_within_stroke(self) -> bool:
        """Whether the stroke has only begun: the rest of it is asked at once."""
        return self.session.question is not None and not is_at_stroke_start(
            self.session, self._game.seats
        )

    def _previous(self) -> list[Answer]:
        question = self.session.question
        assert question is not None, "a question is open within a stroke"
        return [each for each in self._amendment.said_before if question.judge(each) is None][:1]

    def keep(self) -> None:
        """Keep the amended game; raises JournalError, and then the game stays as it was."""
        self._game.amend(self.session)

    def _conflict_notice(self, conflict: ReplayConflict) -> Entry:
        assert self.session.question is not None, "a question does not fit"
        below = self._open_entry(self.session, ())
        action = None
        if conflict.at is not None:
            bounds = stroke_bounds(self._old, self._game.seats)
            action = self._action(conflict.at, next(end for end in bounds if end > conflict.at))
        return ConflictNotice(
            action=action, why=conflict.objection, key=self.session.question.key, below=below
        )

    def _action(self, at: int, end: int) -> Action:
        old = self._old
        return action_of(old.asked[at:end], old.answers[at:end], old.table.players)
