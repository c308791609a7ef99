"""Random games with corrections: an answer to whatever is asked, and the same game told again."""

from random import Random

from companion.core.conversation import CARDS_UNKNOWN, Answer, Question, Refused
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record, start_session


def any_answer(question: Question, rng: Random) -> Answer | None:
    """An answer that nothing stands against; a list is found item by item. None where none is."""
    if not question.items:
        legal = question.legal_options()
        return rng.choice(legal) if legal else None
    ways: list[tuple[str, ...]] = [()]
    words = [option.word for option in question.options]
    for _ in range(question.items):
        longer = [(*way, word) for way in ways for word in words]
        ways = [way for way in longer if question.find_objection(Answer(question.key, way)) is None]
        ways = rng.sample(ways, min(len(ways), 3))
    return Answer(question.key, rng.choice(ways)) if ways else None


def answer_any(session: Session, rng: Random) -> None:
    """Say what nothing stands against; what only counting forbids, once the counting is anew."""
    assert session.question is not None
    answer = any_answer(session.question, rng)
    if answer is None:
        session.answer(CARDS_UNKNOWN)
        answer = any_answer(session.question, rng)
    assert answer is not None, session.question.key
    session.answer(answer)


def correct_if_taken(session: Session, correction: tuple[str, str]) -> None:
    """Say a correction; where it is refused nothing has changed."""
    before = session.result
    try:
        session.answer_pair(*correction)
    except Refused:
        assert session.result == before


def assert_told_again(session: Session) -> None:
    """Its answers, and its record, lead to the same result."""
    again = start_session(session.name)
    again.replay(session.answers)
    assert again.result == session.result
    assert read_record(write_record(session)).result == session.result
