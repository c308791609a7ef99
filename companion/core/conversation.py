"""A game is a conversation: the words every game speaks in (answer, question, objection, event).

A game is a generator: it yields a `Question` and is sent an `Answer` that the question does not
object to. Whatever there is to know about the table lives in the game's table object, never in a
generator's locals across a ``yield``, so that a correction may change it at any question.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, NamedTuple, Protocol

Value = str | int | tuple[str, ...]
"""What an answer says: a word, a number, or a list of words."""


class Answer(NamedTuple):
    """What the table said: to which key, and what."""

    key: str
    value: Value

    @property
    def word(self) -> str:
        """The value as the record writes it: a list is comma-joined."""
        return ",".join(self.value) if isinstance(self.value, tuple) else str(self.value)


class Grade(Enum):
    """How firm an objection is."""

    RULE = "rule"
    """The rules forbid it: there is no way round but another answer."""
    COUNT = "count"
    """Cards counted prove it impossible: the question names a correction by which to go on."""
    UNLIKELY = "unlikely"
    """It can be so if the deck was built amiss: one confirming press, and it is noted."""


CORRECT = "correct"
"""A correction's key is this word and what is corrected."""
CARDS_UNKNOWN = Answer(f"{CORRECT} cards", "unknown")
"""The correction by which the table overrules what was proved by counting cards."""


def is_correction(answer: Answer) -> bool:
    """Whether this corrects the table instead of answering the question."""
    return answer.key.startswith(f"{CORRECT} ")


class Reason(StrEnum):
    """Why an option is refused; each game lists its own, and `text/` words each."""


class CommonReason(Reason):
    """Reasons that any game may have."""

    NOT_ASKED = "not-asked"
    NOT_A_CHOICE = "not-a-choice"
    LIST_LENGTH = "list-length"
    GAME_OVER = "game-over"
    UNKNOWN_CORRECTION = "unknown-correction"
    NAME_LENGTH = "name-length"
    NAME_SIGNS = "name-signs"
    NAME_TAKEN = "name-taken"
    COLOUR_TAKEN = "colour-taken"


class Objection(NamedTuple):
    """Why an answer is refused, as data: the reason, its values, and how firm it is."""

    reason: Reason
    values: Mapping[str, Value] = {}
    grade: Grade = Grade.RULE


def build_objection(reason: Reason, grade: Grade = Grade.RULE, /, **values: Value) -> Objection:
    """An objection, its values by name."""
    return Objection(reason, values, grade)


class Refused(ValueError):
    """An answer that the question objects to; nothing has changed."""

    def __init__(self, answer: Answer, objection: Objection) -> None:
        super().__init__(answer, objection)
        self.answer = answer
        self.objection = objection


class Event:
    """Something the table should hear of: games derive theirs from this."""

    __slots__ = ()


ObjectTo = Callable[[Answer], Objection | None]


@dataclass(slots=True, eq=False)
class Question:
    """One question to the table, good until it is answered.

    ``options`` are all things that could be said, legal or not, in the table's order; none for
    free text. A list answer takes ``items`` of the options, each by its word; its beginnings are
    judged by the same ``objection``. A ``omits_default`` default is said in a record by leaving the pair
    out. A correction that is taken at an ``reask_after_correction`` question is sent into the conversation, which
    then asks what is to be asked now; at any other the question stands. An auction, a draw or a
    turn ``begins`` with this question: its answer opens a line of the record. Where counted cards
    alone stand against an answer, the correction ``overruling`` them goes before it.
    """

    key: str
    seat: int | None
    options: tuple[Answer, ...]
    objection: ObjectTo
    default: Answer | None = None
    omits_default: bool = False
    items: int = 1
    reask_after_correction: bool = False
    begins: bool = False
    overruling: Answer = CARDS_UNKNOWN

    @property
    def implicit(self) -> bool:
        """Whether it waits at a turn's border until something follows, which says its default.

        A correction is then made while it waits; in the setup it comes behind what silence says.
        """
        return self.omits_default and self.reask_after_correction

    def judge(self, answer: Answer) -> Objection | None:
        """Whether ``answer`` may be given: the first objection, None where there is none."""
        if not self.accepts_key(answer.key):
            return build_objection(CommonReason.NOT_ASKED, asked=self.key)
        if self.default is not None and answer == self.default:
            return None
        if self.items > 1:
            return self._judge_list(answer)
        if self.options and answer not in self.options:
            return self._not_a_choice(answer)
        return self.objection(self.canonical(answer))

    def canonical(self, answer: Answer) -> Answer:
        """The option that equals this answer, its value of the game's own type; else as it is."""
        return next((option for option in self.options if option == answer), answer)

    def legal_options(self) -> list[Answer]:
        """The options that nothing stands against, not even a doubt."""
        return [option for option in self.options if self.objection(option) is None]

    def read(self, key: str, word: str) -> Answer:
        """The answer that a record's ``key word`` means here; raises `Refused` where none."""
        if self.items > 1 and key == self.key:
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
        """Whether a pair with this key answers this question."""
        return key == self.key or any(option.key == key for option in self.options)

    def _judge_list(self, answer: Answer) -> Objection | None:
        """The first objection to its beginnings; what a rule forbids goes before any doubt."""
        if not isinstance(answer.value, tuple) or len(answer.value) != self.items:
            return build_objection(CommonReason.LIST_LENGTH, items=self.items)
        choices, doubt = [option.word for option in self.options], None
        for end in range(1, self.items + 1):
            if answer.value[end - 1] not in choices:
                return self._not_a_choice(Answer(self.key, answer.value[end - 1]))
            objection = self.objection(Answer(self.key, answer.value[:end]))
            if objection is not None and objection.grade is Grade.RULE:
                return objection
            doubt = doubt or objection
        return doubt

    def _not_a_choice(self, answer: Answer) -> Objection:
        choices = tuple(str(option.value) for option in self.options if option.key == answer.key)
        return build_objection(CommonReason.NOT_A_CHOICE, value=answer.word, choices=choices)


Conversation = Generator[Question, Answer, None]
"""A game, or a part of one, as it is played."""


def ask(put: Callable[[], Question]) -> Generator[Question, Answer, Answer]:
    """Ask the question that ``put`` makes of the table, and after a correction the new one."""
    while True:
        question = put()
        question.reask_after_correction = True
        answer = yield question
        if not is_correction(answer):
            return answer


def ask_if_needed(put: Callable[[], Question | None]) -> Generator[Question, Answer, Answer | None]:
    """Ask as `ask` does, as long as there is something to ask; None once there is not."""
    while (question := put()) is not None:
        question.reask_after_correction = True
        answer = yield question
        if not is_correction(answer):
            return answer
    return None


def accept_any(_answer: Answer) -> Objection | None:
    """Have nothing against any answer."""
    return None


class Game(Protocol):
    """What the session needs of a game."""

    name: str
    """The game's name in a record."""
    seats: range
    """How many may play."""
    colours: tuple[str, ...]
    """The colours that a player may choose."""
    turn_begins: frozenset[str]
    """Questions with which a turn begins."""
    setup_ends: frozenset[str]
    """Setup questions whose answers are others each time: *as last time* stops there."""
    printed: frozenset[str]
    """Setup questions about what is printed on the board, which stays the same."""

    @property
    def table(self) -> Any:  # each game has a type of its own; only its own screens look into it
        """The whole state of the game."""

    @property
    def events(self) -> list[Event]:
        """What has happened and not been told yet; the session takes it away."""

    def play(self) -> Conversation:
        """The conversation from the first setup question to the last answer."""

    def correct(self, answer: Answer) -> Objection | None:
        """Take a correction; the objection where it can't be taken, and nothing has changed."""

    def result(self) -> dict[str, Any]:
        """The game's result as plain data, ready for JSON."""
