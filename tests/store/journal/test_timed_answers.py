"""The times of answers: when each was first given, and when the line before it was."""

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


def test_an_answer_has_its_time_and_that_of_the_line_before(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        game = journal.begin("x", None, NOW)
        journal.append(game, [("a", "1"), ("b", "2")], after(5))
        other = journal.begin("x", None, after(6))
        journal.append(other, [("c", "3")], after(7))
        journal.append(game, [("d", "4")], after(9))
        assert journal.timed_answers(game) == [
            TimedAnswer("a", "1", after(5), None),
            TimedAnswer("b", "2", after(5), after(5)),
            TimedAnswer("d", "4", after(9), after(5)),
        ]
        assert journal.timed_answers(other) == [TimedAnswer("c", "3", after(7), None)]
    assert JournalReader(tmp_path).timed_answers(other) == [TimedAnswer("c", "3", after(7), None)]
    with pytest.raises(NoSuchGame):
        JournalReader(tmp_path).timed_answers(3)


def test_after_an_undo_the_time_counts_from_it(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        game = journal.begin("x", None, NOW)
        journal.append(game, [("a", "1")], after(1))
        journal.append(game, [("b", "2")], after(2))
        journal.undo(game, 1, after(100))
        journal.append(game, [("b", "3")], after(104))
        assert journal.timed_answers(game)[-1] == TimedAnswer("b", "3", after(104), after(100))


def test_an_answer_repeated_unchanged_keeps_its_time(tmp_path: Path) -> None:
    """Redone, or replayed in one transaction after an amended answer."""
    with closing(Journal.open(tmp_path, NOW)) as journal:
        game = journal.begin("x", None, NOW)
        for at, word in enumerate("abcd"):
            journal.append(game, [("k", word)], after(10 * at))
        before = journal.timed_answers(game)
        journal.undo(game, 2, after(50))
        journal.append(game, [("k", "c"), ("k", "d")], after(55))
        assert journal.timed_answers(game) == before
        journal.undo(game, 3, after(60))
        journal.append(game, [("k", "x"), ("k", "c"), ("k", "d")], after(60))
        amended = TimedAnswer("k", "x", after(60), after(60))
        assert journal.timed_answers(game) == [before[0], amended, *before[2:]]
        journal.undo(game, 2, after(70))
        journal.append(game, [("k", "y")], after(75))
        journal.append(game, [("k", "d")], after(80))
        assert journal.timed_answers(game)[-1] == TimedAnswer("k", "d", after(80), after(75))


def test_an_undone_amendment_restores_the_times_too(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        game = journal.begin("x", None, NOW)
        for at, word in enumerate("abcd"):
            journal.append(game, [("k", word)], after(10 * at))
        before = journal.timed_answers(game)
        journal.amend(game, 3, [("k", "x"), ("k", "c"), ("k", "d")], after(60))
        amended = journal.timed_answers(game)
        journal.amend(game, 3, [("k", "b"), ("k", "c"), ("k", "d")], after(70), AMENDMENT_UNDONE)
        assert journal.timed_answers(game) == before
        journal.amend(game, 3, [("k", "x"), ("k", "c"), ("k", "d")], after(80))
        assert journal.timed_answers(game) == amended
        assert journal.undo_state(game).before_amendment == [each[:2] for each in before]


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
