"""Random games at a real table, followed by the companion: what the playouts of all games share."""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Protocol, TypeVar

from companion.core.conversation import Answer, Grade, Objection, Question
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record, start_session
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


# Undo, replay, record -------------------------------------------------------------------------


def look(session: Session) -> tuple[object, ...]:
    """All that can be seen of a session."""
    question = session.question
    asked = (question.key, question.seat, judged(question)) if question else None
    return session.result, asked, list(session.answers), deepcopy(session.events)


def looks_of(game: str, dealer: Deals[S]) -> tuple[Session, list[tuple[object, ...]]]:
    """A finished game, and what was seen with 0, 1, 2, … answers given."""
    looks = []
    for session, _ in played(game, dealer):
        looks.append(look(session))
    return session, looks


def assert_ends_the_same_after_jumps(
    session: Session, looks: Sequence[tuple[object, ...]], rng: Random, jumps: int
) -> None:
    """Undone in jumps and played on, the game passes the tables it had."""
    answers = list(session.answers)
    for _ in range(jumps):
        session.undo(rng.randint(0, len(session.answers)))
        assert look(session) == looks[len(session.answers)]
        further = rng.randint(0, len(answers) - len(session.answers))
        for answer in answers[len(session.answers) :][:further]:
            session.answer(answer)
        assert look(session) == looks[len(session.answers)]


def ends_in_silence(session: Session) -> bool:
    """Whether silence was said last: not in the record before the next answer is."""
    last = session.asked[-1] if session.asked else None
    return last is not None and last.omits_default and session.answers[-1] == last.default


def assert_reads_back(session: Session) -> None:
    """The record tells the same game, and the same record is written of that."""
    text = write_record(session)
    again = read_record(text)
    assert again.result == session.result
    assert write_record(again) == text
