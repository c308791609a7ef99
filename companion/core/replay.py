"""Amendment an old answer: what was said before it, what is said in its place, and the rest again.

Nothing here is kept: a game told over is a session of its own, beside the one it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.core.conversation import (
    Answer,
    CommonReason,
    Grade,
    Objection,
    Question,
    Refused,
    is_correction,
)
from companion.core.session import Session

PART = re.compile(r"[^,:+]+")
"""A part of a correction; none of these signs can be in a name."""
Automatic = Callable[[Session], Answer | None]
"""What is said without asking the table at the question that stands; None where it is asked."""


class ReplayConflict(NamedTuple):
    """Where the telling over stops: the old answer that no longer fits, and why.

    ``at`` is None where a question is asked now that was not asked before; the objection is None
    where another player was asked.
    """

    at: int | None
    objection: Objection | None


class Amendment:
    """An old game told over, from answer ``at`` on, of which ``count`` are said anew."""

    def __init__(self, old: Session, at: int, count: int, automatic: Automatic) -> None:
        self.old = old
        self.session = Session(old.rules)
        """The game as it now is told, as far as it has come."""
        self.session.replay(old.answers[:at])
        self.said_before = tuple(old.answers[at : at + count])
        """What was said where the table is asked first."""
        self.left_out: list[int] = []
        """Places of old answers that nobody asks for any more."""
        self._automatic = automatic
        self._at: int | None = at
        """Until the table has said something: where it is asked first."""
        self._next = at + count
        self._seats_count = old.table.started and self._is_in_a_turn(at)
        self._misfit: ReplayConflict | None = None

    def answer(self, answers: Sequence[Answer]) -> ReplayConflict | None:
        """Take what the table says now, and the rest as far as it fits; None where all is told.

        Raises `Refused`.
        """
        conflict, self._misfit = self._misfit, None
        first, self._at = self._at, None
        asked = []
        for answer in answers:
            question = self.session.question
            self.session.answer(answer)
            if question is not None and not is_correction(answer):
                asked.append(question)
        if first is not None:
            self._replace(first, asked)
        elif conflict is not None:
            for question in asked:
                self._pass_over(question, conflict.at)
        self._misfit = self._go_on()
        return self._misfit

    def _replace(self, at: int, asked: Sequence[Question]) -> None:
        """What was said from ``at`` on is replaced, but for a turn that only one of both begins.

        In light play a turn's first answer also says that no scoring card came before it.
        """
        begun = next((place for place in range(at + 1, self._next) if self._begins(place)), None)
        turn = next((n for n, each in enumerate(asked) if n and self._is_a_turns(each)), None)
        if begun is not None and turn is None:
            self._next = begun
        elif begun is None and turn is not None:
            for question in asked[turn:]:
                self._pass_over(question)

    def _pass_over(self, question: Question, misfit_at: int | None = None) -> None:
        """The old answer in whose place the table has just answered ``question``."""
        if self._next >= len(self.old.answers):
            return
        if self._next == misfit_at:
            self._next += 1
        elif self._is_a_turns(question):
            self._pass_over_to_turn(question)
        elif question.accepts_key(self.old.answers[self._next].key) and not self._begins(
            self._next
        ):
            self._next += 1

    def _pass_over_to_turn(self, question: Question) -> None:
        """The old turn that ``question`` begins, and what was said before it in its place."""
        at, asked = next(self._beginnings(self._next), None), self.old.asked
        if at is None or asked[at].key != question.key or asked[at].seat != question.seat:
            return
        answers = self.old.answers
        between = range(self._next, at)
        self.left_out += [
            place
            for place in between
            if not (asked[place].omits_default and answers[place] == asked[place].default)
        ]
        self._next = at + 1

    def _is_a_turns(self, question: Question) -> bool:
        return question.key in self.session.game.turn_begins

    def _go_on(self) -> ReplayConflict | None:
        while self._next < len(self.old.answers):
            conflict = self._say_next()
            if conflict is not None:
                return conflict
        while (automatic := self._automatic(self.session)) is not None:
            self.session.answer(automatic)
        return None

    def _say_next(self) -> ReplayConflict | None:
        """Say the next old answer if it fits, or what goes before it without asking."""
        question, answer = self.session.question, self.old.answers[self._next]
        if question is not None and is_correction(answer):
            self._correct(answer)
        elif question is not None and question.accepts_key(answer.key):
            return self._say_again(question, answer)
        elif (automatic := self._automatic(self.session)) is not None:
            self.session.answer(automatic)
        elif question is not None and question.implicit and self._begins(self._next):
            self._say_nothing(question)
        elif question is None or self._is_left_over(question):
            self.left_out.append(self._next)
            self._next += 1
        else:
            return ReplayConflict(None, None)
        return None

    def _say_again(self, question: Question, answer: Answer) -> ReplayConflict | None:
        objection = question.judge(answer)
        if _goes_without_saying(question, objection):
            self._say_nothing(question)
            self.left_out.append(self._next)
            self._next += 1
            return None
        firm = objection is not None and objection.grade is not Grade.UNLIKELY
        if firm or self._is_anothers(question):
            return ReplayConflict(self._next, objection if firm else None)
        self.session.answer(answer)
        self._next += 1
        return None

    def _say_nothing(self, question: Question) -> None:
        assert question.default is not None, "silence says something"
        self.session.answer(question.default)

    def _correct(self, answer: Answer) -> None:
        """Say an old correction, of who sits there now; what can't be so any more is left out."""
        for each in dict.fromkeys((self._renamed(answer), answer)):
            with suppress(Refused):
                self.session.answer(each)
                break
        else:
            self.left_out.append(self._next)
        self._next += 1

    def _renamed(self, correction: Answer) -> Answer:
        """The correction with the names that the players have now: it is about seats."""
        players = zip(self.old.table.players, self.session.table.players, strict=False)
        names = {was.name: now.name for was, now in players}
        word = PART.sub(lambda part: names.get(part[0], part[0]), correction.word)
        return Answer(correction.key, word)

    def _is_anothers(self, question: Question) -> bool:
        """Whether somebody else is asked now; who sits where may have been amended, though."""
        return self._seats_count and question.seat != self.old.asked[self._next].seat

    def _is_left_over(self, question: Question) -> bool:
        """Whether the next old answer is one that nothing asks for, not one asked for later."""
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
        """The places, from ``at`` on, at which an old turn, auction or draw begins."""
        return (place for place in range(at, len(self.old.asked)) if self._begins(place))

    def _begins(self, at: int) -> bool:
        asked = self.old.asked[at]
        begins = asked.begins or asked.key in self.old.game.turn_begins
        return begins and not is_correction(self.old.answers[at])

    def _is_in_a_turn(self, at: int) -> bool:
        return any(self._begins(place) for place in range(at + 1))


def _goes_without_saying(question: Question, objection: Objection | None) -> bool:
    """Whether an old answer is one that need not be said any more: any card, in light play."""
    unknown = objection is not None and objection.reason is CommonReason.NOT_A_CHOICE
    return unknown and question.implicit
