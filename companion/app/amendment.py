"""AmendmentDialog the game under way: its turns to choose from, and an old answer said anew.

The game is told over beside the one that is kept; only what the table keeps goes to the journal,
all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from companion.app.current_game import CurrentGame, automatic, stands_at_a_stroke, strokes
from companion.core.changes import compare_points
from companion.core.conversation import Answer, Refused, is_correction
from companion.core.replay import Amendment, ReplayConflict
from companion.core.session import Session
from companion.games import load_plugin
from companion.input.amendment import (
    Action,
    AmendmentPreview,
    ConflictNotice,
    Stroke,
    Turn,
    TurnPicker,
    action_of,
)
from companion.input.entry import Entry
from companion.input.table_check import TableCheckEntry

Open = Callable[[Session, Sequence[Answer]], Entry]
"""(session, what had been said here) → the entry of its question."""


def turn_picker(game: CurrentGame, below: Entry) -> TurnPicker:
    """The game's turns in words, the latest under the cursor."""
    turns = _turns(game.session, game.seats)
    return TurnPicker(turns=turns, at=len(turns) - 1, below=below)


def _turns(session: Session, seats: int) -> tuple[Turn, ...]:
    """All strokes of the game, turn by turn; corrections are none, they can be said again."""
    begins, players = session.game.turn_begins, session.table.players
    turns: list[list[Stroke]] = [[]]
    for at, end in pairwise(strokes(session, seats)):
        asked, answers = session.asked[at:end], session.answers[at:end]
        said = [place for place, answer in enumerate(answers) if not is_correction(answer)]
        if not said:
            continue
        if any(asked[place].key in begins for place in said):
            turns.append([])
        turns[-1].append(Stroke(at, end - at, action_of(asked, answers, players)))
    return tuple(Turn(number, tuple(each)) for number, each in enumerate(turns) if each)


def can_be_audited(session: Session) -> bool:
    """Whether the table can be checked now: the game has pages for it and is being played."""
    has_pages = load_plugin(session.name).input.check_table is not None
    return has_pages and session.table.started and session.question is not None


def corrected(game: CurrentGame, entry: TableCheckEntry, correction: Answer) -> Entry:
    """Take a correction and show its page again; the editor with the reason where it can't be so.

    Raises JournalError where it can't be kept; then nothing is corrected.
    """
    try:
        game.take([correction])
    except Refused as no:
        return replace(entry, refused=no.objection)
    return entry.renew(game.session.table)


class AmendmentDialog:
    """An old answer of a game being said anew; ``entry`` is what the table sees first."""

    def __init__(self, game: CurrentGame, at: int, open_entry: Open) -> None:
        self._game = game
        self._open = open_entry
        self._old = game.session
        count = next(
            stroke.length
            for turn in _turns(self._old, game.seats)
            for stroke in turn.strokes
            if stroke.at == at
        )
        self._at, self._count = at, count
        self._amending = self._begin()
        self._said: list[Sequence[Answer]] = []
        """What the table has said anew, stroke by stroke."""
        said = [each for each in self._amending.said_before if not is_correction(each)]
        self.entry: Entry = open_entry(self.session, said)

    def _begin(self) -> Amendment:
        no_asking = partial(automatic, seats=self._game.seats)
        return Amendment(self._old, self._at, self._count, no_asking)

    @property
    def session(self) -> Session:
        """The game as it is told by now."""
        return self._amending.session

    def say(self, answers: Sequence[Answer]) -> Entry:
        """Take what the table says anew; what it is asked next, or what has changed."""
        conflict = self._amending.answer(answers)
        self._said.append(answers)
        if (conflict is None or conflict.at is None) and self._is_amid_a_stroke:
            return self._open(self.session, self._said_here())
        if conflict is not None:
            return self._no_longer(conflict)
        left_out = tuple(self._action(at, at + 1) for at in self._amending.left_out)
        old, new = self._old.table, self.session.table
        more = load_plugin(self.session.name).history.changes
        return AmendmentPreview(
            changes=(*compare_points(old, new), *more(old, new)), left_out=left_out
        )

    def back(self) -> Entry | None:
        """Take back what the table has said anew last; None where it has said nothing yet."""
        if not self._said:
            return None
        *before, last = self._said
        self._amending = self._begin()
        for answers in before:
            self._amending.answer(answers)
        self._said = before
        return self._open(self.session, [each for each in last if not is_correction(each)])

    @property
    def _is_amid_a_stroke(self) -> bool:
        """Whether the table has but begun the stroke: what comes next of it is asked at once."""
        return self.session.question is not None and not stands_at_a_stroke(
            self.session, self._game.seats
        )

    def _said_here(self) -> list[Answer]:
        """What was said here before, if it still can be."""
        question = self.session.question
        assert question is not None, "amid a stroke something is asked"
        return [each for each in self._amending.said_before if question.judge(each) is None][:1]

    def keep(self) -> None:
        """Keep the game as it is told now; raises JournalError, and then it stays as it was."""
        self._game.amend(self.session)

    def _no_longer(self, conflict: ReplayConflict) -> Entry:
        assert self.session.question is not None, "a question does not fit"
        below = self._open(self.session, ())
        action = None
        if conflict.at is not None:
            bounds = strokes(self._old, self._game.seats)
            action = self._action(conflict.at, next(end for end in bounds if end > conflict.at))
        return ConflictNotice(
            action=action, why=conflict.objection, key=self.session.question.key, below=below
        )

    def _action(self, at: int, end: int) -> Action:
        old = self._old
        return action_of(old.asked[at:end], old.answers[at:end], old.table.players)
