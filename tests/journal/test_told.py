"""The times of entries: when each was first said, and what the line before it was."""

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import PUT_BACK, Entry, Journal, NoSuchGame, Standing, Told, reader
from tests import depth
from tests.journal import NOW


def after(seconds: int) -> datetime:
    return NOW + timedelta(seconds=seconds)


def test_an_entry_has_its_time_and_that_of_the_line_before(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        game = journal.begin("x", None, NOW)
        journal.append(game, [("a", "1"), ("b", "2")], after(5))
        other = journal.begin("x", None, after(6))
        journal.append(other, [("c", "3")], after(7))
        journal.append(game, [("d", "4")], after(9))
        assert journal.told(game) == [
            Told("a", "1", after(5), None),
            Told("b", "2", after(5), after(5)),
            Told("d", "4", after(9), after(5)),
        ]
        assert journal.told(other) == [Told("c", "3", after(7), None)]
    assert reader(tmp_path).told(other) == [Told("c", "3", after(7), None)]
    with pytest.raises(NoSuchGame):
        reader(tmp_path).told(3)


def test_behind_a_taking_back_the_time_counts_from_it(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        game = journal.begin("x", None, NOW)
        journal.append(game, [("a", "1")], after(1))
        journal.append(game, [("b", "2")], after(2))
        journal.undo(game, 1, after(100))
        journal.append(game, [("b", "3")], after(104))
        assert journal.told(game)[-1] == Told("b", "3", after(104), after(100))


def test_what_is_said_again_as_it_was_keeps_its_time(tmp_path: Path) -> None:
    """Done again, or behind an answer that was mended: all in one stroke of the journal."""
    with closing(Journal.open(tmp_path, NOW)) as journal:
        game = journal.begin("x", None, NOW)
        for at, word in enumerate("abcd"):
            journal.append(game, [("k", word)], after(10 * at))
        before = journal.told(game)
        journal.undo(game, 2, after(50))
        journal.append(game, [("k", "c"), ("k", "d")], after(55))
        assert journal.told(game) == before
        journal.undo(game, 3, after(60))
        journal.append(game, [("k", "x"), ("k", "c"), ("k", "d")], after(60))
        mended = Told("k", "x", after(60), after(60))
        assert journal.told(game) == [before[0], mended, *before[2:]]
        journal.undo(game, 2, after(70))
        journal.append(game, [("k", "y")], after(75))
        journal.append(game, [("k", "d")], after(80))
        assert journal.told(game)[-1] == Told("k", "d", after(80), after(75))


def test_an_amendment_undone_brings_back_the_times_too(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, NOW)) as journal:
        game = journal.begin("x", None, NOW)
        for at, word in enumerate("abcd"):
            journal.append(game, [("k", word)], after(10 * at))
        before = journal.told(game)
        journal.amend(game, 3, [("k", "x"), ("k", "c"), ("k", "d")], after(60))
        amended = journal.told(game)
        journal.amend(game, 3, [("k", "b"), ("k", "c"), ("k", "d")], after(70), PUT_BACK)
        assert journal.told(game) == before
        journal.amend(game, 3, [("k", "x"), ("k", "c"), ("k", "d")], after(80))
        assert journal.told(game) == amended
        assert journal.standing(game).before_amendment == [each[:2] for each in before]


@pytest.mark.parametrize(("mark", "word"), [("amended", "two"), ("amanded", "2"), ("amended", "")])
def test_a_mark_that_is_damaged_takes_back_all_the_same(mark: str, word: str) -> None:
    standing = Standing()
    standing.read("k", "a", 0, 1)
    standing.read(mark, word, 1, 2)
    assert standing.live == []
    assert standing.undone == [("k", "a")]
    assert standing.before_amendment is None


STEPS = st.lists(
    st.one_of(st.integers(1, 4), st.lists(st.tuples(st.just("k"), st.sampled_from("ab"))))
)


@settings(max_examples=depth.examples(30))
@given(STEPS)
def test_what_is_told_are_the_entries(steps: list[int | list[Entry]]) -> None:
    with TemporaryDirectory() as place, closing(Journal.open(Path(place), NOW)) as journal:
        game = journal.begin("x", None, NOW)
        for second, step in enumerate(steps):
            if isinstance(step, list):
                journal.append(game, step, after(second))
            elif step <= len(journal.entries(game)):
                journal.undo(game, step, after(second))
        told = journal.told(game)
        assert [(each.key, each.word) for each in told] == journal.entries(game)
        assert all(each.since is None or each.since <= each.at for each in told)
