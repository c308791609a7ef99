"""The commands that change what is kept: what they do, print and refuse, even amid a game."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from companion.app.demo.rig import DEMO_STARTED_AT
from companion.games import read_record, words_in
from companion.store.journal import Journal, JournalReader
from tests.app.recent_games import RunCommand, keep, numbers
from tests.store.history import STORED, played, stored

PLAYTHROUGHS = STORED[0].parent
pytestmark = pytest.mark.usefixtures("state")


# import --------------------------------------------------------------------------------------


def test_an_imported_record_is_a_kept_game(
    state: Path, said: RunCommand, refused: RunCommand
) -> None:
    file = PLAYTHROUGHS / "three-players.game"
    out = said("import", file, "--on", "2026-11-07")
    assert out == "saved as game 1: Zoë O'Neill wins with 18 points\n"
    [game] = JournalReader(state).games()
    assert f"{game.begun.astimezone():%Y-%m-%d}" == "2026-11-07"
    assert read_record(said("export", 1)).result == stored("three-players").result
    assert refused("import", file) == f"{file}: this game is already saved, as number 1"
    assert len(JournalReader(state).games()) == 1
    assert "0:" not in said("players")  # its times tell nothing


def test_a_finished_import_leaves_the_game_to_be_resumed_the_last(
    state: Path, said: RunCommand
) -> None:
    keep(state, "four-players", "five-players-mid-turn")
    assert said("import", PLAYTHROUGHS / "three-players.game").startswith("saved as game 3")
    assert said("import", PLAYTHROUGHS / "1996-two-players.game").startswith("saved as game 4")
    assert [game.number for game in JournalReader(state).games()] == [4, 3, 1, 2]
    assert numbers(said("games")) == [1, 2, 3, 4]
    assert read_record(said("export", 3)).result == stored("three-players").result
    with closing(Journal.open(state, DEMO_STARTED_AT)) as journal:
        assert journal.begin("capitol", None, DEMO_STARTED_AT) == 5
        journal.append(5, [("player", "Ada")], DEMO_STARTED_AT)
        assert journal.answers(5) == [("player", "Ada")]
        assert len(journal.answers(4)) == len(stored("1996-two-players").answers)
    said("prune")
    assert [game.number for game in JournalReader(state).games()] == [4, 3, 1, 2, 5]


def test_an_unfinished_import_is_what_the_box_resumes(state: Path, said: RunCommand) -> None:
    keep(state, "four-players")
    said("import", PLAYTHROUGHS / "five-players-mid-turn.game")
    assert JournalReader(state).games()[-1].number == 2


def test_what_is_no_record_is_not_imported(
    tmp_path: Path, state: Path, refused: RunCommand
) -> None:
    (tmp_path / "bad.game").write_text("game campanile-2009\nplayer Ada  colour pink\n")
    assert refused("import", "bad.game").startswith("bad.game:2: colour pink: not one of")
    assert refused("import", "nothing.game") == "nothing.game: No such file or directory"
    assert not state.exists()


def test_a_finished_game_is_imported_while_somebody_plays(
    state: Path, said: RunCommand, refused: RunCommand
) -> None:
    keep(state, "five-players-mid-turn")
    with closing(Journal.open(state, DEMO_STARTED_AT)) as journal:
        assert said("import", PLAYTHROUGHS / "three-players.game").startswith("saved as game 2")
        assert refused("import", PLAYTHROUGHS / "three-players.game").endswith("as number 2")
        assert [game.number for game in journal.games()] == [2, 1]


def test_an_unfinished_game_is_not_imported_while_somebody_plays(
    state: Path, refused: RunCommand
) -> None:
    with closing(Journal.open(state, DEMO_STARTED_AT)):
        line = refused("import", PLAYTHROUGHS / "five-players-mid-turn.game")
    assert line.startswith(f"{state}: another companion is using this journal; stop it first")
    assert line.endswith("sudo systemctl stop companion")


# backup, restore, prune -----------------------------------------------------------------------


def test_a_backup_amid_a_game_is_restored_to_the_last_answer(
    tmp_path: Path, state: Path, said: RunCommand
) -> None:
    keep(state, "five-players-mid-turn")
    with closing(Journal.open(state, DEMO_STARTED_AT)) as journal:
        out = said("backup", "evening.sqlite")
        assert out.startswith("evening.sqlite: games 1, ")
        journal.append(1, [("correct cards", "unknown")], DEMO_STARTED_AT)
        line = said("restore", "evening.sqlite")
        assert f"wait in {state / 'games.waiting.sqlite'}" in line
        assert "sudo systemctl restart companion" in line
        assert journal.answers(1)[-1] == ("correct cards", "unknown")
    with closing(Journal.open(state, DEMO_STARTED_AT)):
        pass
    assert [*state.glob("games.replaced-*")]
    assert "games.replaced-" in said("restore", "evening.sqlite")
    assert JournalReader(state).answers(1) == [
        (a.key, a.word) for a in stored("five-players-mid-turn").answers
    ]
    assert said("restore", "evening.sqlite", "--folder", tmp_path / "b") == "games restored: 1\n"


def test_a_backup_overwrites_nothing_unless_forced(
    tmp_path: Path, state: Path, said: RunCommand, refused: RunCommand
) -> None:
    assert refused("backup", "x") == f"no games saved in {state}"
    keep(state, "three-players")
    (tmp_path / "thesis.txt").write_text("years of work")
    line = refused("backup", "thesis.txt")
    assert line == "thesis.txt: this file already exists; --force overwrites it"
    assert (tmp_path / "thesis.txt").read_text() == "years of work"
    said("backup", "evening.sqlite")
    before = (tmp_path / "evening.sqlite").read_bytes()
    keep(state, "four-players")
    assert "--force" in refused("backup", "evening.sqlite")
    assert (tmp_path / "evening.sqlite").read_bytes() == before
    assert said("backup", "evening.sqlite", "--force").startswith("evening.sqlite: games 2, ")
    journal = state / "games.sqlite"
    assert refused("backup", journal) == f"{journal}: this is the journal itself"
    assert refused("backup", journal, "--force") == f"{journal}: this is the journal itself"


def test_what_is_no_backup_is_not_restored(
    tmp_path: Path, state: Path, said: RunCommand, refused: RunCommand
) -> None:
    keep(state, "three-players")
    journal = state / "games.sqlite"
    assert refused("restore", journal) == f"{journal}: this is the journal itself"
    (tmp_path / "thesis.txt").write_text("years of work")
    (tmp_path / "empty").touch()
    with closing(sqlite3.connect("other.sqlite")) as other:
        other.execute("CREATE TABLE x (y)")
    for name in ("thesis.txt", "empty", "other.sqlite", "."):
        assert refused("restore", name) == f"{name}: this is not a backup of the companion's games"
    line = refused("restore", "nowhere")
    assert line == "nowhere: can't read the games: No such file or directory"
    said("backup", "evening.sqlite")
    image = bytearray((tmp_path / "evening.sqlite").read_bytes())
    image[2000:2200] = bytes(200)
    (tmp_path / "evening.sqlite").write_bytes(image)
    line = refused("restore", "evening.sqlite")
    assert line == "evening.sqlite: this backup is damaged; nothing was restored"
    assert not [*state.glob("games.replaced-*")]


def test_old_games_are_deleted_only_if_one_says_yes(
    state: Path, said: RunCommand, refused: RunCommand
) -> None:
    assert refused("prune") == f"no games saved in {state}"
    names = ("three-players", "five-players-mid-turn", "four-players", "five-players-mid-turn")
    keep(state, *names, days=(0, 1, 9, 2))  # a clock that was put back: the last stays the last
    day = (DEMO_STARTED_AT + timedelta(days=5)).date()
    players = [words_in().listed(played(stored(name)).players) for name in names[:2]]
    last = {each.number: each.last.astimezone().date() for each in JournalReader(state).games()}
    both = [
        "with --yes these 2 games are deleted:",
        f"    1  Campanile; {players[0]}; {last[1]}; Zoë O'Neill wins with 18 points",
        f"    2  Campanile; {players[1]}; {last[2]}; turn 37, #1 to play",
    ]
    assert said("prune", "--before", day).splitlines() == both
    one = ["with --yes this game is deleted:", both[2]]
    assert said("prune", "--before", day, "--unfinished").splitlines() == one
    assert said("prune", "--unfinished").splitlines() == one
    assert len(JournalReader(state).games()) == 4
    assert said("prune", "--before", "2001-01-01", "--yes").startswith("no saved game matches")
    out = said("prune", "--before", day, "--unfinished", "--yes")
    assert out.splitlines()[:2] == ["1 game deleted:", both[2]]
    assert numbers(said("games")) == [1, 3, 4]
    assert said("prune").endswith(" bytes now\n")
    assert numbers(said("games")) == [1, 3, 4]


def test_what_this_version_cannot_replay_is_not_taken_for_unfinished(
    state: Path, said: RunCommand
) -> None:
    with closing(Journal.open(state, DEMO_STARTED_AT)) as journal:
        for _ in range(2):
            number = journal.begin("campanile-1492", 2, DEMO_STARTED_AT)
            journal.append(number, [("player", "Ada")], DEMO_STARTED_AT)
    assert said("prune", "--unfinished", "--yes").startswith("no saved game matches")
