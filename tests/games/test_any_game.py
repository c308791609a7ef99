"""Any game at a random table: undo leads back to the tables it had, a record to the same game."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record, start_session
from tests import depth
from tests.core.following import judged
from tests.games.random_tables import RANDOM_TABLES

every_table = pytest.mark.parametrize("kind", RANDOM_TABLES)


def played(kind: str, seed: int) -> Iterator[Session]:
    """The session of such a table before each of its steps, and once more at the end."""
    game, play = RANDOM_TABLES[kind]
    session = start_session(game)
    for step in play(Random(seed)):
        yield session
        session.answer_pair(*step.pair)
    yield session


def look(session: Session) -> tuple[object, ...]:
    """All that can be seen of a session."""
    question = session.question
    asked = (question.key, question.seat, judged(question)) if question else None
    return session.result, asked, list(session.answers), deepcopy(session.events)


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(4))
@every_table
def test_undone_in_jumps_and_played_on_a_game_passes_the_tables_it_had(
    kind: str, seed: int
) -> None:
    looks = []
    for session in played(kind, seed):
        looks.append(look(session))
    answers, rng = list(session.answers), Random(seed)
    for _ in range(12):
        at = rng.randint(0, len(session.answers))
        session.undo(len(session.answers) - at)
        assert look(session) == looks[at]
        ahead = rng.randint(at, len(answers))
        for answer in answers[at:ahead]:
            session.answer(answer)
        assert look(session) == looks[ahead]
    session.replay(answers)
    assert look(session) == looks[-1]


def ends_in_silence(session: Session) -> bool:
    """Whether silence was said last: not in the record before the next answer is."""
    last = session.asked[-1] if session.asked else None
    return last is not None and last.omits_default and session.answers[-1] == last.default


@pytest.mark.sample(6)
@every_table
def test_a_record_reads_back_to_the_same_game_wherever_it_stops(kind: str) -> None:
    for session in played(kind, 5):
        if len(session.answers) % depth.at_depth(8, 1) or ends_in_silence(session):
            continue
        text = write_record(session)
        again = read_record(text)
        assert again.result == session.result
        assert write_record(again) == text
