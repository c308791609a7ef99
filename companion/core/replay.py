"""Amend an old answer: replay what came before it, give the new answers, then replay the rest.

The amended game is a session of its own; nothing here is stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.core.conversation import (
    PART,
    Answer,
    CommonReason,
    Grade,
    Objection,
    Question,
    Refused,
    is_correction,
)
from companion.core.session import Session

Automatic = Callable[[Session], Answer | None]
"""(session) → the answer given without asking the table; None where the table is asked."""


class ReplayConflict(NamedTuple):
    """The old answer at which the replay stops, and why it no longer fits.

    ``at`` is its index, None where a question is asked that was not asked before. The objection is
    None where another player was asked.
    """

    at: int | None
    objection: Objection | None


class Amendment:
    """A replay of ``old`` in which the ``count`` answers from index ``at`` on are replaced."""

    def __init__(self, old: Session, at: int, count: int, automatic: Automatic) -> None:
        self.old = old
        self.session = Session(old.rules)
        """The amended game, as far as it has been replayed."""
        self.session.replay(old.answers[:at])
        self.said_before = tuple(old.answers[at : at + count])
        """The old answers that are replaced."""
        self.left_out: list[int] = []
        """Indexes of old answers that no question asks for any more."""
        self._automatic = automatic
        self._at: int | None = at
        """The index of the first answer replaced, until new answers are given."""
        self._next = at + count
        self._checks_seats = old.table.started and any(map(self._begins, range(at + 1)))
        self._conflict: ReplayConflict | None = None

    def answer(self, answers: Sequence[Answer]) -> ReplayConflict | None:
        """Apply the new answers, then replay the rest.

        Return the first conflict, or None. Raises `Refused` where a new answer is refused.
        """
        conflict, self._conflict = self._conflict, None
        first, self._at = self._at, None
        asked = []
        for answer in answers:
            question = self.session.question
            self.session.answer(answer)
            if question is not None and not is_correction(answer):
                asked.append(question)
        if first is not None:
            self._skip_replaced_turn(first, asked)
        elif conflict is not None:
            for question in asked:
                self._skip_replaced(question, conflict.at)
        self._conflict = self._replay_rest()
        return self._conflict

    def _skip_replaced_turn(self, at: int, asked: Sequence[Question]) -> None:
        """Skip the old answers replaced, where one side begins a turn and the other does not.

        In light play a turn's first answer also implies that no scoring card came before it.
        """
        begun = next((place for place in range(at + 1, self._next) if self._begins(place)), None)
        turn = next((n for n, each in enumerate(asked) if n and self._begins_turn(each)), None)
        if begun is not None and turn is None:
            self._next = begun
        elif begun is None and turn is not None:
            for question in asked[turn:]:
                self._skip_replaced(question)

    def _skip_replaced(self, question: Question, misfit_at: int | None = None) -> None:
        if self._next >= len(self.old.answers):
            return
        if self._next == misfit_at:
            self._next += 1
        elif self._begins_turn(question):
            self._skip_to_turn(question)
        elif question.accepts_key(self.old.answers[self._next].key) and not self._begins(
            self._next
        ):
            self._next += 1

    def _skip_to_turn(self, question: Question) -> None:
        """Skip to the old turn that ``question`` begins, and over its first answer."""
        at, asked = next(self._beginnings(self._next), None), self.old.asked
        if at is None or asked[at].key != question.key or asked[at].seat != question.seat:
            return
        answers = self.old.answers
        between = range(self._next, at)
        self.left_out += [each for each in between if not asked[each].omits(answers[each])]
        self._next = at + 1

    def _begins_turn(self, question: Question) -> bool:
        return question.key in self.session.game.turn_begins

    def _replay_rest(self) -> ReplayConflict | None:
        while self._next < len(self.old.answers):
            conflict = self._repeat_next()
            if conflict is not None:
                return conflict
        while (automatic := self._automatic(self.session)) is not None:
            self.session.answer(automatic)
        return None

    def _repeat_next(self) -> ReplayConflict | None:
        """Repeat the next old answer if it fits, or give what comes before it without asking."""
        question, answer = self.session.question, self.old.answers[self._next]
        if question is not None and is_correction(answer):
            self._repeat_correction(answer)
        elif question is not None and question.accepts_key(answer.key):
            return self._repeat_answer(question, answer)
        elif (automatic := self._automatic(self.session)) is not None:
            self.session.answer(automatic)
        elif question is not None and question.implicit and self._begins(self._next):
            self._give_default(question)
        elif question is None or self._is_left_over(question):
            self.left_out.append(self._next)
            self._next += 1
        else:
            return ReplayConflict(None, None)
        return None

    def _repeat_answer(self, question: Question, answer: Answer) -> ReplayConflict | None:
        objection = question.judge(answer)
        if _is_implied_now(question, objection):
            self._give_default(question)
            self.left_out.append(self._next)
            self._next += 1
            return None
        firm = objection is not None and objection.grade is not Grade.UNLIKELY
        if firm or self._asks_another_player(question):
            return ReplayConflict(self._next, objection if firm else None)
        self.session.answer(answer)
        self._next += 1
        return None

    def _give_default(self, question: Question) -> None:
        assert question.default is not None, "an implicit question has a default"
        self.session.answer(question.default)

    def _repeat_correction(self, answer: Answer) -> None:
        """Repeat an old correction with the present names; leave it out where it is refused."""
        for each in dict.fromkeys((self._rename_players(answer), answer)):
            with suppress(Refused):
                self.session.answer(each)
                break
        else:
            self.left_out.append(self._next)
        self._next += 1

    def _rename_players(self, correction: Answer) -> Answer:
        players = zip(self.old.table.players, self.session.table.players, strict=False)
        names = {was.name: now.name for was, now in players}
        word = re.sub(PART, lambda part: names.get(part[0], part[0]), correction.word)
        return Answer(correction.key, word)

    def _asks_another_player(self, question: Question) -> bool:
        return self._checks_seats and question.seat != self.old.asked[self._next].seat

    def _is_left_over(self, question: Question) -> bool:
        """Whether no question, now or later, asks for the next old answer."""
        turns, asked, at = self.session.game.turn_begins, self.old.asked, self._next
        if not (question.begins or question.key in turns):
            rest = range(at, next(self._beginnings(at), len(asked)))
            return question.implicit or any(
                question.accepts_key(self.old.answers[place].key) for place in rest
            )
        if not self._begins(at):
            return True
        if question.key in turns or asked[at].key not in turns:
            return False
        others = (place for place in self._beginnings(at) if asked[place].key not in turns)
        after_the_turns = next(others, None)
        return after_the_turns is not None and question.accepts_key(asked[after_the_turns].key)

    def _beginnings(self, at: int) -> Iterator[int]:
        return (place for place in range(at, len(self.old.asked)) if self._begins(place))

    def _begins(self, at: int) -> bool:
        asked = self.old.asked[at]
        begins = asked.begins or asked.key in self.old.game.turn_begins
        return begins and not is_correction(self.old.answers[at])


def _is_implied_now(question: Question, objection: Objection | None) -> bool:
    """Whether the old answer need not be given any more: any card, in light play."""
    unknown = objection is not None and objection.reason is CommonReason.NOT_A_CHOICE
    return unknown and question.implicit
