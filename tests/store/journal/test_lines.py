"""What is written can be read: answers, undos, games and settings, compared with plain lists."""

import sqlite3
from contextlib import closing
from datetime import timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.store.journal import AnswerPair, Journal, JournalReader, NoSuchGame, StoredGame
from companion.store.journal.undo_state import AMENDED, AMENDMENT_UNDONE
from tests import depth
from tests.store.journal import ANSWERS, NOW, played

PAIR = st.tuples(st.text(), st.text())


class AgainstLists(RuleBasedStateMachine):
    """A journal, closed and opened at any time, behaves like lists in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.place = TemporaryDirectory()
        self.folder = Path(self.place.name, "new", "folder")
        self.journal = Journal.open(self.folder, NOW)
        self.lists: list[list[AnswerPair]] = []
        self.undone: list[list[AnswerPair]] = []
        self.amended: list[list[tuple[list[AnswerPair], list[AnswerPair]]]] = []
        self.put_back: list[list[tuple[list[AnswerPair], list[AnswerPair]]]] = []
        self.values: dict[str, str] = {}

    @rule()
    def begin(self) -> None:
        self.lists.append([])
        for each in self.undone, self.amended, self.put_back:
            each.append([])
        assert self.journal.begin("game", None, NOW) == len(self.lists)

    @precondition(lambda self: self.lists)
    @rule(data=st.data(), answers=st.lists(PAIR, max_size=4))
    def append(self, data: st.DataObject, answers: list[AnswerPair]) -> None:
        number = data.draw(st.integers(1, len(self.lists)))
        self.journal.append(number, answers, NOW)
        self.say(number, answers)

    def say(self, number: int, answers: list[AnswerPair]) -> None:
        """A repeated answer is redone; any other discards what can be redone."""
        self.lists[number - 1] += answers
        for answer in answers:
            undone = self.undone[number - 1]
            if undone[:1] == [answer]:
                del undone[0]
            else:
                undone.clear()
                self.put_back[number - 1].clear()

    @precondition(lambda self: self.lists)
    @rule(data=st.data(), count=st.integers(-1, 5), answers=st.lists(PAIR, max_size=4))
    def amend(self, data: st.DataObject, count: int, answers: list[AnswerPair]) -> None:
        number = data.draw(st.integers(1, len(self.lists)))
        live = self.lists[number - 1]
        if 1 <= count <= len(live):
            before = list(live)
            self.journal.amend(number, count, answers, NOW)
            live[-count:] = answers
            self.undone[number - 1].clear()
            done_again = self.put_back[number - 1][-1:]
            if done_again and done_again[0][1] == live:
                self.amended[number - 1].append(self.put_back[number - 1].pop())
            else:
                self.put_back[number - 1].clear()
                self.amended[number - 1].append((before, list(live)))
        else:
            with pytest.raises(ValueError, match="taken back"):
                self.journal.amend(number, count, answers, NOW)

    @precondition(lambda self: self.lists)
    @rule(data=st.data(), back=st.booleans())
    def swap(self, data: st.DataObject, *, back: bool) -> None:
        """Undo or redo an amendment, if there is one."""
        number = data.draw(st.integers(1, len(self.lists)))
        live, undo_state = self.lists[number - 1], self.journal.undo_state(number)
        other = undo_state.before_amendment if back else undo_state.after_amendment
        if not other or not live:
            return
        mark = AMENDMENT_UNDONE if back else AMENDED
        self.journal.amend(number, len(live), other, NOW, mark)
        live[:] = other
        self.undone[number - 1].clear()
        done, undone = self.amended[number - 1], self.put_back[number - 1]
        if back:
            undone.append(done.pop())
        else:
            done.append(undone.pop())

    def swaps(self, number: int) -> tuple[list[AnswerPair] | None, list[AnswerPair] | None]:
        """The answers before the amendment that can be undone, and after the one that was."""
        live = self.lists[number - 1]
        done, undone = self.amended[number - 1][-1:], self.put_back[number - 1][-1:]
        before = done[0][0] if done and done[0][1] == live else None
        return before, undone[0][1] if undone and undone[0][0] == live else None

    @precondition(lambda self: self.lists)
    @rule(data=st.data())
    def redo(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.lists)))
        answers = self.undone[number - 1][:2]
        self.journal.append(number, answers, NOW)
        self.say(number, answers)

    @precondition(lambda self: self.lists)
    @rule(data=st.data(), count=st.integers(-1, 5))
    def undo(self, data: st.DataObject, count: int) -> None:
        number = data.draw(st.integers(1, len(self.lists)))
        live = self.lists[number - 1]
        if 1 <= count <= len(live):
            self.journal.undo(number, count, NOW)
            self.undone[number - 1][:0] = live[-count:]
            del live[-count:]
        else:
            with pytest.raises(ValueError, match="taken back"):
                self.journal.undo(number, count, NOW)

    @rule(name=st.sampled_from(["side", "click"]), value=st.text())
    def set(self, name: str, value: str) -> None:
        self.journal.set(name, value, NOW)
        self.values[name] = value

    @rule()
    def reopen(self) -> None:
        self.journal.close()
        self.journal = Journal.open(self.folder, NOW)

    @invariant()
    def same(self) -> None:
        for view in (self.journal, JournalReader(self.folder)):
            assert [view.answers(at + 1) for at in range(len(self.lists))] == self.lists
            assert [view.undo_state(at + 1).undone for at in range(len(self.lists))] == self.undone
            for number in range(1, len(self.lists) + 1):
                stands = view.undo_state(number)
                assert (stands.before_amendment, stands.after_amendment) == self.swaps(number)
            counts = {game.number: game.answers for game in view.games()}
            assert counts == {at: len(live) for at, live in enumerate(self.lists, 1) if live}
            assert {name: view.setting(name) for name in self.values} == self.values

    def teardown(self) -> None:
        assert self.journal.quarantined is None
        self.journal.close()
        self.place.cleanup()


TestAgainstLists = AgainstLists.TestCase
TestAgainstLists.settings = settings(
    max_examples=depth.examples(40), stateful_step_count=depth.at_depth(10, 20)
)


@settings(max_examples=depth.examples(50))
@given(st.lists(PAIR))
def test_any_text_comes_back(answers: list[AnswerPair]) -> None:
    """NUL characters too; only a lone surrogate is refused (the next test)."""
    with TemporaryDirectory() as place:
        played(Path(place), answers)
        assert JournalReader(Path(place)).answers(1) == answers


def test_a_lone_surrogate_is_refused_and_nothing_of_its_transaction_kept(tmp_path: Path) -> None:
    played(tmp_path)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        with pytest.raises(ValueError, match="surrogates"):
            journal.append(1, [("good", "word"), ("bad", "\ud800")], NOW)
        assert journal.answers(1) == ANSWERS
        journal.append(1, [("next", "word")], NOW)
        assert journal.answers(1) == [*ANSWERS, ("next", "word")]


def test_games_have_their_times_in_utc_and_the_one_played_last_is_last(tmp_path: Path) -> None:
    later = NOW + timedelta(hours=2)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        first = journal.begin("campanile-2009", 3, NOW.astimezone(timezone(timedelta(hours=-7))))
        journal.begin("forgotten", None, NOW)
        third = journal.begin("capitol", None, later)
        journal.append(third, [("a", "b"), ("c", "d")], later)
        journal.append(first, ANSWERS, later)
        journal.undo(first, 2, NOW)  # the clock was put back
        assert journal.games() == [
            StoredGame(third, "capitol", None, later, later, 2),
            StoredGame(first, "campanile-2009", 3, NOW, NOW, 1),
        ]


@pytest.mark.parametrize("number", [-1, 0, 2, 10**30])
def test_a_game_never_begun_is_reported(tmp_path: Path, number: int) -> None:
    played(tmp_path)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        for call in (
            lambda: journal.answers(number),
            lambda: journal.append(number, [("a", "b")], NOW),
            lambda: journal.undo(number, 1, NOW),
            lambda: JournalReader(tmp_path).answers(number),
        ):
            with pytest.raises(NoSuchGame) as caught:
                call()
            assert caught.value.number == number


def test_a_missing_journal_reads_as_an_empty_one_and_is_not_made(tmp_path: Path) -> None:
    view = JournalReader(tmp_path / "none")
    assert (view.games(), view.setting("side")) == ([], None)
    with pytest.raises(NoSuchGame):
        view.answers(1)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("table", ["game", "line", "setting"])
def test_the_file_itself_refuses_to_change_or_lose_a_line(tmp_path: Path, table: str) -> None:
    path = played(tmp_path)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        journal.set("side", "left", NOW)
    with closing(sqlite3.connect(path)) as db:
        for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET at = 0"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(statement)
