"""A session: the answers of one game, and the table that follows from them.

Only the answers are state. To undo one, the others are replayed. The rules are run here alone, and
guarded: a fault of theirs is a `GameFault`, which is treated as `Refused`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from companion.core import guard
from companion.core.conversation import (
    Answer,
    CommonReason,
    Conversation,
    Event,
    Grade,
    Objection,
    Question,
    Refused,
    accept_any,
    build_objection,
)
from companion.core.conversation import is_correction as is_correction
from companion.core.freezing import freeze
from companion.core.game_checks import check_events, check_question, check_result, check_table
from companion.core.game_table import GameTable

if TYPE_CHECKING:
    from companion.core.game_base import BasicGame

_PASSES = (Refused,)
"""What no fault of the rules is."""


class Session:
    """A game being played; ``rules`` is called without arguments for a new game."""

    def __init__(self, rules: Callable[[], BasicGame[Any]]) -> None:
        self.rules = rules
        self.answers: list[Answer] = []
        """All answers so far, corrections and defaults included."""
        self.asked: list[Question] = []
        """For each answer the question that it was given to."""
        self.events: list[Event] = []
        """What the last answer caused."""
        self.question: Question | None = None
        """The question asked now; None when the game is over."""
        self._name = getattr(rules, "name", "")
        self._start()

    def _start(self) -> None:
        self._guarded(self._begin)

    def _begin(self) -> None:
        self.answers.clear()
        self.asked.clear()
        self.events = []
        self.game: BasicGame[Any] = self.rules()
        self.conversation: Conversation = self.game.play()
        """The rules' generator, which waits for the answer."""
        self.question = next(self.conversation, None)
        if self.question is None:
            raise guard.WrongResultError("nothing is asked")

    def _guarded(self, call: Callable[..., None], *given: Any, limit: float | None = None) -> None:
        """Run the rules, and judge what they have come to; raises `Refused` and `GameFault`."""
        guard.run(self._name, guard.RULES, self._judged, call, *given, limit=limit, passes=_PASSES)

    def _judged(self, call: Callable[..., None], *given: Any) -> None:
        call(*given)
        table, question = self.game.table, self.question
        check_table(table)
        if question is None:
            return
        check_question(question, len(table.players), started=table.started)
        if question.find_objection is not accept_any and not question._guarded:
            question._guarded = True
            question.find_objection = guard.guard_objections(self._name, question.find_objection)

    @property
    def name(self) -> str:
        """The game's name in a record."""
        return self.game.name

    @property
    def table(self) -> Any:
        """The game's own table."""
        return self.game.table

    @property
    def result(self) -> dict[str, Any]:
        """The result so far as plain data, ready for JSON."""
        return guard.run(self._name, "rules.result", lambda: check_result(self.game.result()))

    @property
    def turn_seat(self) -> int | None:
        """Whose turn it is, or who is asked within it; None in the setup and when it is over."""
        table: GameTable = self.table
        if not table.started or table.outcome is not None:
            return None
        asked = self.question.seat if self.question is not None else None
        return table.seat if asked is None else asked

    @property
    def is_between_turns(self) -> bool:
        """Whether no turn is under way: what is asked begins one, or the game is over."""
        asked = self.question
        return asked is None or asked.begins or asked.key in self.game.turn_begins

    def judge(self, answer: Answer) -> Objection | None:
        """Return the objection to this answer, None where it may be given.

        A correction is judged only when it is given.
        """
        if self.question is None:
            return build_objection(CommonReason.GAME_OVER)
        if is_correction(answer):
            return None
        return self.question.judge(answer)

    def answer(self, answer: Answer) -> None:
        """Give an answer or a correction; raises `Refused`, and then nothing has changed.

        An answer that is only unlikely is accepted: ask for a confirming press before.
        """
        count = len(self.answers)
        try:
            guard.run(self._name, guard.RULES, self._judged, self._take, answer, passes=_PASSES)
        except guard.GameFault:
            self.replay(self.answers[:count])  # the table may be half changed
            raise

    def _take(self, answer: Answer) -> None:
        asked = self.question
        if asked is None:
            raise Refused(answer, build_objection(CommonReason.GAME_OVER))
        correction = is_correction(answer)
        if correction:
            objection = guard.check_objection(self.game.correct(answer))
        else:
            objection = asked.judge(answer)
        if objection is not None and objection.grade is not Grade.UNLIKELY:
            raise Refused(answer, objection)
        if not correction:
            answer = asked.canonical(answer)
        if asked.reask_after_correction or not correction:
            try:
                self.question = self.conversation.send(answer)
            except StopIteration:
                self.question = None
        self.answers.append(answer)
        self.asked.append(asked)
        self.events = []
        if events := self.game.events:
            self.events = check_events(events)
            events.clear()

    def answer_pair(self, key: str, word: str) -> None:
        """Give the answer that a pair of the record means; raises `Refused`."""
        self.answer(self.read_pair(key, word))

    def read_pair(self, key: str, word: str) -> Answer:
        """Return the answer that a pair of a record means now; raises `Refused`."""
        if self.question is None:
            raise Refused(Answer(key, word), build_objection(CommonReason.GAME_OVER))
        if is_correction(Answer(key, word)):
            return Answer(key, word)
        if self.question.omits(Answer(key, word)):
            return self.question.default  # type: ignore[return-value]  # omitted, so there is one
        return self.question.read(key, word)

    def replay(self, answers: Iterable[Answer]) -> None:
        """Start again and give these answers; raises `Refused` at the first that is not legal."""
        self._guarded(self._replay, list(answers), limit=guard.REPLAY_LIMIT)

    def _replay(self, answers: list[Answer]) -> None:
        self._begin()
        for answer in answers:
            self._take(answer)

    def undo(self, steps: int = 1) -> None:
        """Undo the last ``steps`` answers, corrections included.

        Raises ValueError when there are fewer.
        """
        if not 0 <= steps <= len(self.answers):
            raise ValueError(f"{steps} steps back, with {len(self.answers)} answers given")
        if steps:
            self.replay(self.answers[:-steps])

    def try_answers(self, answers: Iterable[Answer]) -> Session | None:
        """Return a copy in which these answers are given too; None where one is not legal."""
        copy = Session(self.rules)
        try:
            copy.replay([*self.answers, *answers])
        except Refused:
            return None
        return copy

    def check_replay(self) -> None:
        """Raise GameFault where the same answers give another table when they are given again."""
        again = self.try_answers(())
        if again is None or freeze(again.table) != freeze(self.table):
            problem = "the same answers give another table: does chance decide?"
            raise guard.GameFault(self._name, guard.RULES, problem)

    @classmethod
    def from_pairs(
        cls, rules: Callable[[], BasicGame[Any]], pairs: Sequence[tuple[str, str]]
    ) -> Session:
        """Start a game and give these pairs of a record; raises `Refused`."""
        session = cls(rules)
        session._guarded(session._answer_pairs, pairs, limit=guard.REPLAY_LIMIT)
        return session

    def _answer_pairs(self, pairs: Sequence[tuple[str, str]]) -> None:
        for key, word in pairs:
            self._take(self.read_pair(key, word))
