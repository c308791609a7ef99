"""A game as a conversation: answer, question, objection, event.

A game is a generator: it yields a `Question` and is sent an `Answer` that the question does not
object to. All state lives in the game's table object, never in the generator's locals across a
``yield``, so that a correction may change it at any question.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import NamedTuple

Value = str | int | tuple[str, ...]
"""The value of an answer: a word, a number, or a list of words."""


class Answer(NamedTuple):
    """An answer of the table: the key of the question and the value."""

    key: str
    value: Value

    @property
    def word(self) -> str:
        """The value as the record writes it: a list is comma-joined."""
        return ",".join(self.value) if isinstance(self.value, tuple) else str(self.value)

    @property
    def words(self) -> tuple[str, ...]:
        """The items of a list; a single value is the only one."""
        return self.value if isinstance(self.value, tuple) else (str(self.value),)


class Grade(Enum):
    """How firm an objection is."""

    RULE = "rule"
    """The rules forbid the answer."""
    COUNT = "count"
    """Counted cards prove it impossible; the question's ``overruling`` correction allows it."""
    UNLIKELY = "unlikely"
    """Possible only if the deck was built wrongly: one confirming press accepts and notes it."""


CORRECT = "correct"
"""The key of a correction is this word and what is corrected."""
CORRECTION_KEY = f"{CORRECT} "
"""How the key of every correction begins."""
CARDS_UNKNOWN = Answer(f"{CORRECT} cards", "unknown")
"""The correction that overrules what counted cards prove."""


PART = r"[^,:+]+"
"""Matches a part of a correction's value; none of these signs can be in a name."""


def is_correction(answer: Answer) -> bool:
    """Whether this corrects the table instead of answering the question."""
    return answer.key.startswith(CORRECTION_KEY)


class Reason(StrEnum):
    """Why an answer is refused: a game may list its reasons, which it words in `words.py`."""


class CommonReason(Reason):
    """Reasons that any game may have."""

    NOT_ASKED = "not-asked"
    NOT_A_CHOICE = "not-a-choice"
    LIST_LENGTH = "list-length"
    GAME_OVER = "game-over"
    GAME_FAULT = "game-fault"
    """A part of the game has failed."""
    NOT_INSTALLED = "not-installed"
    """There is no such game here."""
    UNKNOWN_CORRECTION = "unknown-correction"
    NAME_LENGTH = "name-length"
    NAME_SIGNS = "name-signs"
    NAME_TAKEN = "name-taken"
    COLOUR_TAKEN = "colour-taken"


class Objection(NamedTuple):
    """Why an answer is refused: the reason, the values of its sentence, and how firm it is."""

    reason: str
    """A `Reason`, or the word of one."""
    values: Mapping[str, Value] = {}
    grade: Grade = Grade.RULE


def build_objection(reason: str, grade: Grade = Grade.RULE, /, **values: Value) -> Objection:
    """Build an objection from a reason and its values by name."""
    return tuple.__new__(Objection, (reason, values, grade))  # half the time of `Objection(...)`


class Refused(ValueError):
    """The question objects to an answer; nothing has changed."""

    def __init__(self, answer: Answer, objection: Objection) -> None:
        super().__init__(answer, objection)
        self.answer = answer
        self.objection = objection


class Event:
    """Something that happened at the table; games derive their events from this."""

    __slots__ = ()


ObjectTo = Callable[[Answer], Objection | None]


@dataclass(slots=True, eq=False)
class Question:
    """One question to the table, valid until it is answered."""

    key: str
    seat: int | None
    """Who is asked; None for everybody."""
    options: tuple[Answer, ...]
    """All answers, legal or not, in the order of a list; empty for free text."""
    find_objection: ObjectTo
    """Judges an answer; of a list also its beginnings, each a shorter list."""
    default: Answer | None = None
    omits_default: bool = False
    """Whether a record leaves the pair out where the answer is the default."""
    items: int = 0
    """How many options a list takes, each by its word; 0 where one answer is no list."""
    any_order: bool = False
    """Whether a list means the same in any order: it is kept in that of the options."""
    reask_after_correction: bool = False
    """Whether a correction is sent into the conversation, which then asks again."""
    begins: bool = False
    """Whether a turn, an auction or a draw begins here: the answer opens a line of the record."""
    overruling: Answer = CARDS_UNKNOWN
    """The correction that allows what counted cards alone exclude."""
    _guarded: bool = field(default=False, init=False)
    """Whether the session has put ``find_objection`` behind the guard."""

    @property
    def implicit(self) -> bool:
        """Whether the next answer after it implies its default, as at the border of a turn.

        A correction is then made while it waits; in the setup it comes after the default.
        """
        return self.omits_default and self.reask_after_correction

    def omits(self, answer: Answer) -> bool:
        """Whether a record leaves this answer out."""
        return self.omits_default and answer == self.default

    def judge(self, answer: Answer) -> Objection | None:
        """Return the first objection to ``answer``, None where it may be given."""
        if self.default is not None and answer == self.default:
            return None
        if self.options and not self.items:
            try:
                option = self.options[self.options.index(answer)]
            except ValueError:
                pass
            else:
                return self.find_objection(option)
        if not self.accepts_key(answer.key):
            return build_objection(CommonReason.NOT_ASKED, asked=self.key)
        if self.items:
            return self._judge_list(answer)
        return self._not_a_choice(answer) if self.options else self.find_objection(answer)

    def canonical(self, answer: Answer) -> Answer:
        """Return the option equal to this answer, with its value of the game's own type.

        A list in any order gets the order of the options: `4,3` becomes `3,4`.
        """
        if self.any_order and isinstance(answer.value, tuple):
            words = [option.word for option in self.options]
            return Answer(answer.key, tuple(sorted(answer.value, key=words.index)))
        try:
            return self.options[self.options.index(answer)]
        except ValueError:
            return answer

    def judge_option(self, option: Answer, chosen: tuple[str, ...] = ()) -> Objection | None:
        """Return the objection to an option; in a list, behind the items that are ``chosen``."""
        if not self.items:
            return self.find_objection(option)
        return self.find_objection(Answer(self.key, (*chosen, option.word)))

    def legal_options(self) -> list[Answer]:
        """The options without any objection, not even a doubt."""
        return [option for option in self.options if self.judge_option(option) is None]

    def read(self, key: str, word: str) -> Answer:
        """Return the answer that the pair ``key word`` of a record means; raises `Refused`."""
        if self.items and key == self.key:
            return Answer(key, tuple(word.split(",")))
        if not self.options and key == self.key:
            return Answer(key, word)
        for option in self.options:
            if option.key == key and str(option.value) == word:
                return option
        answer = Answer(key, word)
        if key == self.key or any(option.key == key for option in self.options):
            raise Refused(answer, self._not_a_choice(answer))
        raise Refused(answer, build_objection(CommonReason.NOT_ASKED, asked=self.key))

    def accepts_key(self, key: str) -> bool:
        """Whether an answer with this key is one to this question."""
        return key == self.key or any(option.key == key for option in self.options)

    def _judge_list(self, answer: Answer) -> Objection | None:
        """Judge every beginning of the list; what a rule forbids goes before any doubt."""
        if not isinstance(answer.value, tuple) or len(answer.value) != self.items:
            return build_objection(CommonReason.LIST_LENGTH, items=self.items)
        choices, doubt = [option.word for option in self.options], None
        for end in range(1, self.items + 1):
            if answer.value[end - 1] not in choices:
                return self._not_a_choice(Answer(self.key, answer.value[end - 1]))
            objection = self.find_objection(Answer(self.key, answer.value[:end]))
            if objection is not None and objection.grade is Grade.RULE:
                return objection
            doubt = doubt or objection
        return doubt

    def _not_a_choice(self, answer: Answer) -> Objection:
        choices = tuple(str(option.value) for option in self.options if option.key == answer.key)
        return build_objection(CommonReason.NOT_A_CHOICE, value=answer.word, choices=choices)


Conversation = Generator[Question, Answer, None]
"""A game, or a part of one, as a generator."""


def ask(make_question: Callable[[], Question]) -> Generator[Question, Answer, Answer]:
    """Ask the question that ``make_question`` returns; after a correction, ask its new one."""
    return ask_if_needed(make_question)  # type: ignore[return-value]  # it is always needed


def ask_if_needed(
    make_question: Callable[[], Question | None],
) -> Generator[Question, Answer, Answer | None]:
    """Ask as `ask` does; return None where ``make_question`` returns None."""
    while (question := make_question()) is not None:
        question.reask_after_correction = True
        answer = yield question
        if not is_correction(answer):
            return answer
    return None


def accept_any(_answer: Answer) -> Objection | None:
    """Object to no answer."""
    return None
