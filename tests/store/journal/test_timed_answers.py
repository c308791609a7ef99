"""The times of answers: when each was first given, and when the line before it was."""

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.store.journal import (
    AMENDMENT_UNDONE,
    AnswerPair,
    Journal,
    JournalReader,
    NoSuchGame,
    TimedAnswer,
    UndoState,
)
from tests import depth
from tests.store.journal import NOW


def after(seconds: int) -> datetime:
    return NOW + timedelta(seconds=seconds)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal in which game 1 has begun."""
    with closing(Journal.open(tmp_path, NOW)) as opened:
        assert opened.begin("x", None, NOW) == 1
        yield opened


def say_abcd(journal: Journal) -> list[TimedAnswer]:
    """The times of four answers, ten seconds apart."""
    for at, word in enumerate("abcd"):
        journal.append(1, [("k", word)], after(10 * at))
    return journal.timed_answers(1)


def test_an_answer_has_its_time_and_that_of_the_line_before(
    tmp_path: Path, journal: Journal
) -> None:
    journal.append(1, [("a", "1"), ("b", "2")], after(5))
    other = journal.begin("x", None, after(6))
    journal.append(other, [("c", "3")], after(7))
    journal.append(1, [("d", "4")], after(9))
    assert journal.timed_answers(1) == [
        TimedAnswer("a", "1", after(5), None),
        TimedAnswer("b", "2", after(5), after(5)),
        TimedAnswer("d", "4", after(9), after(5)),
    ]
    for reader in (journal, JournalReader(tmp_path)):
        assert reader.timed_answers(other) == [TimedAnswer("c", "3", after(7), None)]
    with pytest.raises(NoSuchGame):
        JournalReader(tmp_path).timed_answers(3)


def test_an_answer_repeated_unchanged_keeps_its_time(journal: Journal) -> None:
    """Redone, or replayed in one transaction after an amended answer."""
    before = say_abcd(journal)
    journal.undo(1, 2, after(50))
    journal.append(1, [("k", "c"), ("k", "d")], after(55))
    assert journal.timed_answers(1) == before
    journal.undo(1, 3, after(60))
    journal.append(1, [("k", "x"), ("k", "c"), ("k", "d")], after(60))
    amended = TimedAnswer("k", "x", after(60), after(60))
    assert journal.timed_answers(1) == [before[0], amended, *before[2:]]
    journal.undo(1, 2, after(70))
    journal.append(1, [("k", "y")], after(75))
    journal.append(1, [("k", "d")], after(80))
    assert journal.timed_answers(1)[-2:] == [
        TimedAnswer("k", "y", after(75), after(70)),  # after an undo the time counts from it
        TimedAnswer("k", "d", after(80), after(75)),
    ]


def test_an_undone_amendment_restores_the_times_too(journal: Journal) -> None:
    before = say_abcd(journal)
    journal.amend(1, 3, [("k", "x"), ("k", "c"), ("k", "d")], after(60))
    amended = journal.timed_answers(1)
    journal.amend(1, 3, [("k", "b"), ("k", "c"), ("k", "d")], after(70), AMENDMENT_UNDONE)
    assert journal.timed_answers(1) == before
    journal.amend(1, 3, [("k", "x"), ("k", "c"), ("k", "d")], after(80))
    assert journal.timed_answers(1) == amended
    assert journal.undo_state(1).before_amendment == [each[:2] for each in before]


@pytest.mark.parametrize(("mark", "word"), [("amended", "two"), ("amanded", "2"), ("amended", "")])
def test_a_damaged_mark_still_takes_back(mark: str, word: str) -> None:
    undo_state = UndoState()
    undo_state.apply_line("k", "a", 0, 1)
    undo_state.apply_line(mark, word, 1, 2)
    assert undo_state.live == []
    assert undo_state.undone == [("k", "a")]
    assert undo_state.before_amendment is None


STEPS = st.lists(
    st.one_of(st.integers(1, 4), st.lists(st.tuples(st.just("k"), st.sampled_from("ab"))))
)


@settings(max_examples=depth.examples(30))
@given(STEPS)
def test_timed_answers_are_the_answers(steps: list[int | list[AnswerPair]]) -> None:
    with TemporaryDirectory() as place, closing(Journal.open(Path(place), NOW)) as journal:
        game = journal.begin("x", None, NOW)
        for second, step in enumerate(steps):
            if isinstance(step, list):
                journal.append(game, step, after(second))
            elif step <= len(journal.answers(game)):
                journal.undo(game, step, after(second))
        told = journal.timed_answers(game)
        assert [(each.key, each.word) for each in told] == journal.answers(game)
        assert all(each.since is None or each.since <= each.at for each in told)
