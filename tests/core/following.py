"""Random games at a real table, followed by the companion: what the playouts of all games share."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from companion.core.conversation import Answer, Grade, Objection, Question
from companion.core.session import Session
from companion.games import start_session
from tests.core.saying import Pair, Step


class Says(Protocol):
    """A step of any dealer's."""

    @property
    def pair(self) -> Pair:
        """What the table says, as a record writes it."""


S = TypeVar("S", bound=Says)
S_co = TypeVar("S_co", bound=Says, covariant=True)


class Deals(Protocol[S_co]):
    """A dealer of any game."""

    def play(self) -> Iterator[S_co]:
        """All that the table says, step by step."""

    def result(self) -> dict[str, Any]:
        """What the result must say of this table, but for notes."""


def played(game: str, dealer: Deals[S]) -> Iterator[tuple[Session, S | None]]:
    """The session before each of the table's steps, and once more at the end."""
    session = start_session(game)
    for step in dealer.play():
        yield session, step
        session.answer_pair(*step.pair)
    yield session, None


def assert_same_table(session: Session, dealer: Deals[Any]) -> None:
    """Everything that lies on the table is as the companion has it, points and winners included."""
    told = dict(session.result)
    del told["notes"]
    assert told == dealer.result()


def judged(question: Question) -> list[tuple[Answer, Objection | None]]:
    """Every option with what stands against it; a list's options as its first item."""
    if question.items:
        firsts = [Answer(option.key, (option.word,)) for option in question.options]
        return [(first, question.find_objection(first)) for first in firsts]
    return [(option, question.judge(option)) for option in question.options]


def assert_judged_right(session: Session, step: Step, *, well_built: bool = True) -> None:
    """The rules forbid exactly what they forbid; nothing stands against what can truly be."""
    question = session.question
    assert question is not None
    objections = {(option.key, option.word): objection for option, objection in judged(question)}
    if step.allowed:
        forbidden = {o for o, no in objections.items() if no is not None and no.grade is Grade.RULE}
        assert objections.keys() - forbidden == step.allowed
    for pair in step.possible:
        objection = objections[pair]
        doubted = objection is not None and objection.grade is Grade.UNLIKELY
        assert objection is None or (doubted and not well_built)


def by_habit(habits: Sequence[int]) -> Callable[[Sequence[Pair]], Pair]:
    """Players who choose by these numbers, one after the other, and from the first again."""
    turn = 0

    def choose(options: Sequence[Pair]) -> Pair:
        nonlocal turn
        turn += 1
        return options[habits[turn % len(habits)] % len(options)]

    return choose
