"""One game being played: the list of answers, and the table that follows from it.

Nothing but the answers is kept. To take one back, the others are said again.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.core.conversation import (
    Answer,
    CommonReason,
    Conversation,
    Event,
    Game,
    Grade,
    Objection,
    Question,
    Refused,
    build_objection,
)
from companion.core.conversation import is_correction as is_correction
from companion.core.game_table import GameTable


class Session:
    """A game being played by ``rules``, which is called for a game at its beginning."""

    def __init__(self, rules: Callable[[], Game]) -> None:
        self.rules = rules
        self.answers: list[Answer] = []
        """Everything said so far, corrections included, defaults included."""
        self.asked: list[Question] = []
        """The question that each of the answers was given to."""
        self.events: list[Event] = []
        """What the last answer brought about."""
        self.question: Question | None = None
        """What the table is asked now; None when the game is over."""
        self._begin()

    def _begin(self) -> None:
        self.answers.clear()
        self.asked.clear()
        self.events = []
        self.game: Game = self.rules()
        self._conversation: Conversation = self.game.play()
        self.question = next(self._conversation)

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
        """The result so far as plain data."""
        return self.game.result()

    @property
    def turn_seat(self) -> int | None:
        """Whose turn it is, or who is asked within it; None in the setup and when it is over."""
        table: GameTable = self.table
        if not table.started or table.outcome is not None:
            return None
        asked = self.question.seat if self.question is not None else None
        return table.seat if asked is None else asked

    def judge(self, answer: Answer) -> Objection | None:
        """What stands against giving this answer now; a correction is judged when it is given."""
        if self.question is None:
            return build_objection(CommonReason.GAME_OVER)
        if is_correction(answer):
            return None
        return self.question.judge(answer)

    def answer(self, answer: Answer) -> None:
        """Take an answer or a correction; raises `Refused`, and then nothing has changed.

        An answer that is only unlikely is taken: whoever asks for a confirming press does so
        before.
        """
        objection = self.judge(answer)
        if objection is None and is_correction(answer):
            objection = self.game.correct(answer)
        asked = self.question
        if asked is None or (objection is not None and objection.grade is not Grade.UNLIKELY):
            raise Refused(answer, objection or build_objection(CommonReason.GAME_OVER))
        if not is_correction(answer):
            answer = asked.canonical(answer)
        if asked.reask_after_correction or not is_correction(answer):
            try:
                self.question = self._conversation.send(answer)
            except StopIteration:
                self.question = None
        self.answers.append(answer)
        self.asked.append(asked)
        self.events = list(self.game.events)
        self.game.events.clear()

    def answer_pair(self, key: str, word: str) -> None:
        """Take a pair of the record: `answer` in words; raises `Refused`."""
        self.answer(self.read_pair(key, word))

    def read_pair(self, key: str, word: str) -> Answer:
        """The answer that the pair means now; raises `Refused` where it means none."""
        if self.question is None:
            raise Refused(Answer(key, word), build_objection(CommonReason.GAME_OVER))
        if is_correction(Answer(key, word)):
            return Answer(key, word)
        if self._says_the_silent_default(key, word):
            return self.question.default  # type: ignore[return-value]  # silent means it has one
        return self.question.read(key, word)

    def _says_the_silent_default(self, key: str, word: str) -> bool:
        question = self.question
        return (
            question is not None
            and question.omits_default
            and Answer(key, word) == question.default
        )

    def replay(self, answers: Iterable[Answer]) -> None:
        """Begin anew and take these answers; raises `Refused` at the first that is not legal."""
        answers = list(answers)
        self._begin()
        for answer in answers:
            self.answer(answer)

    def undo(self, steps: int = 1) -> None:
        """Take back the last ``steps`` answers, corrections counted as answers.

        Raises ValueError when there are not so many.
        """
        if not 0 <= steps <= len(self.answers):
            raise ValueError(f"{steps} steps back, with {len(self.answers)} answers given")
        if steps:
            self.replay(self.answers[:-steps])

    @classmethod
    def from_pairs(cls, rules: Callable[[], Game], pairs: Sequence[tuple[str, str]]) -> "Session":
        """The game that these pairs tell, each as `say` takes it; raises `Refused`."""
        session = cls(rules)
        for key, word in pairs:
            session.answer_pair(key, word)
        return session
