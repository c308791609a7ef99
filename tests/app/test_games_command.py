"""`companion games` and `companion export`: what is kept, where, and that it scores the same."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.app.demo.rig import DEMO_STARTED_AT
from companion.cli import main
from companion.cli.program import program_name
from companion.core.session import Session
from companion.games import read_record, words_in
from companion.store.journal import Journal
from companion.store.unnamed import show_names
from companion.text import Words
from tests.app.conftest import MakeRig
from tests.app.journeys import go_home, journey, new_game, play_on, stored
from tests.buttons import LEFT, OK

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where `make_rig` keeps its games, and the command looks for them."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "games"))
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path / "games"


def keep(folder: Path, record: Session) -> None:
    """Keep a game as if it had been played."""
    with closing(Journal.open(folder, DEMO_STARTED_AT)) as journal:
        number = journal.begin(record.name, None, DEMO_STARTED_AT)
        journal.append(number, [(a.key, a.word) for a in record.answers], DEMO_STARTED_AT)


def test_nothing_kept_is_said_and_no_folder_is_made(state: Path, capsys: Capture) -> None:
    assert main(["games"]) == 0
    assert capsys.readouterr() == (f"no games saved yet in {state}\n", "")
    assert main(["export", "1"]) == 1
    assert capsys.readouterr() == ("", "there is no saved game 1; `companion games` lists them\n")
    assert not state.exists()


def test_commands_speak_the_language_of_the_settings(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Settings that can't be read are told by the commands that need them."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings = tmp_path / "campanile-companion" / "companion.toml"
    settings.parent.mkdir()
    for written, language in (('language = "it"', "it"), ("language = 5", "en")):
        settings.write_text(written)
        assert main(["games"]) == 0
        said = Words(language).say("cli.no-games", folder=state)
        assert capsys.readouterr() == (f"{said}\n", "")


def test_a_french_error_keeps_its_no_break_spaces(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings = tmp_path / "campanile-companion" / "companion.toml"
    settings.parent.mkdir()
    settings.write_text('language = "fr"')
    assert main(["export", "1"]) == 1
    said = Words("fr").say("cli.no-such-game", number=1, program=program_name())
    assert {"\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"} <= {*said}
    assert capsys.readouterr() == ("", f"{said}\n")
    assert not state.exists()


def test_games_played_at_the_device_are_listed_and_their_exports_score_the_same(
    make_rig: MakeRig, capsys: Capture
) -> None:
    """Also while the player holds the journal, and amid a game."""
    rig = make_rig("bonnet")
    records = [stored("two-players-moving"), stored("five-players-mid-turn")]
    for number, record in enumerate(records, 1):
        new_game(rig, record)
        play_on(rig, record)
        go_home(rig)
        assert main(["export", str(number)]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        exported = read_record(out)
        shown = show_names(exported, words_in())
        assert shown.answers == record.answers
        assert shown.result == record.result
    journey(
        rig,
        ("home", LEFT, OK),
        ("game", OK),
        ("players", LEFT, OK),
        ("player 1", OK),
        ("player 2",),
    )
    assert main(["games"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    rows = [line for line in out.splitlines() if "Campanile" in line]
    assert len(rows) == 3
    assert "wins with" in rows[0] or "wins:" in rows[0]
    assert "turn 38" in rows[1] or "to play" in rows[1]
    assert "being set up" in rows[2]
    for number, (row, record) in enumerate(zip(rows, records, strict=False), 1):
        assert f" {number} " in row
        assert f" {len(record.answers)} " in row
    rig = make_rig("bonnet")
    assert main(["export", "2"]) == 0
    exported = read_record(capsys.readouterr().out)
    assert show_names(exported, words_in()).result == records[1].result


@pytest.mark.parametrize("number", ["0", "2", "-1", "99999999999999999999999"])
def test_an_unknown_number_is_refused_in_one_line(
    state: Path, capsys: Capture, number: str
) -> None:
    keep(state, stored("three-players"))
    assert main(["export", "--", number]) == 1
    expected = f"there is no saved game {number}; `companion games` lists them\n"
    assert capsys.readouterr() == ("", expected)


def test_a_game_of_another_version_is_exported_as_it_was_answered(
    state: Path, capsys: Capture
) -> None:
    with closing(Journal.open(state, DEMO_STARTED_AT)) as journal:
        number = journal.begin("campanile-1492", 2, DEMO_STARTED_AT)
        journal.append(number, [("player", "Ada"), ("colour", "blue")], DEMO_STARTED_AT)
    assert main(["games"]) == 0
    assert "can't be read now" in capsys.readouterr().out
    assert main(["export", "1"]) == 0
    assert capsys.readouterr() == ("game campanile-1492\nplayer Ada\ncolour blue\n", "")
    assert main(["games", "1"]) == 1
    why = "campanile-1492 is not installed"
    assert capsys.readouterr() == ("", f"game 1, campanile-1492, can't be read now: {why}\n")
