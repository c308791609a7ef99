"""A part that changes the table it describes: the next answer finds it as the rules left it."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.app.current_game import CurrentGame
from companion.core.conversation import Answer
from companion.games import load_plugin, replay_session, words_in
from companion.store.journal import Journal
from companion.store.unnamed import UnnamedPlayers
from tests.entries import install
from tests.fakes.faulty import AT_PLAY

pytestmark = pytest.mark.usefixtures("unstrict")
NOW = datetime(2026, 11, 24, 19, 0, tzinfo=UTC)
SEATED = zip(("player", "colour") * 2, ("Player 1", "red", "Player 2", "blue"), strict=True)
SETUP = tuple(Answer(*pair) for pair in SEATED)
TWO, THREE = Answer("stones", 2), Answer("stones", 3)


def describe(game: CurrentGame) -> None:
    """Let the faulty part describe the table, which counts a stone too many for each player."""
    load_plugin("nim").snapshot(game.session.table)


def rename(game: CurrentGame) -> None:
    game._journal.names = UnnamedPlayers(words_in("de"))
    assert game.update_names()
    describe(game)


def reload(game: CurrentGame) -> None:
    assert game.reload()
    describe(game)


def undo(game: CurrentGame) -> None:
    game.undo()
    describe(game)


def undo_and_redo(game: CurrentGame) -> None:
    undo(game)
    game.redo()


def amend(game: CurrentGame) -> None:
    """Take over an amended game whose preview was described."""
    pairs = [(each.key, each.word) for each in (*game.session.answers[:-1], Answer("stones", 1))]
    session = replay_session("nim", pairs)
    load_plugin("nim").snapshot(session.table)
    game.amend(session)
    describe(game)


@pytest.mark.parametrize(
    ("change", "taken"),
    [
        (undo, [3, 2]),
        (undo_and_redo, [5, 3]),
        (amend, [5, 1]),
        (reload, [5, 3]),
        (rename, [5, 3]),
    ],
)
def test_it_is_put_right_after_whatever_was_done_before(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[CurrentGame], None],
    taken: list[int],
) -> None:
    install(monkeypatch, AT_PLAY["a snapshot that changes the table"].plugin)
    with closing(Journal.open(tmp_path, NOW)) as journal:
        journal.names = UnnamedPlayers(words_in())
        game = CurrentGame.begin(journal, lambda: NOW, "nim", 2)
        for answers in (SETUP, [THREE], [THREE]):
            game.take(answers)
        change(game)
        game.take([TWO])
        assert [each.taken for each in game.session.table.players] == taken
