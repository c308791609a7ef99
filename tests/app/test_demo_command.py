"""`companion demo`: a record played by mock pins; it fails where the device differs."""

from pathlib import Path

import pytest
from PIL import Image

from companion.box.config.reader import NAME
from companion.box.service import folders
from companion.cli import main
from companion.games import BUILT_IN
from companion.games.campanile.rules.game2009 import Campanile2009
from tests.app.journeys import EITHER_BOARD, PLAYTHROUGHS
from tests.shipped import read_shipped

Capture = pytest.CaptureFixture[str]
PLAYED = ("campanile-2009", "campanile-1996", "bologna-towers", "capitol")
"""The games that are played here from their records; one more is a name in this line."""
STORED = [
    path
    for path in sorted(PLAYTHROUGHS.glob("*.game"))
    if path.read_text("utf-8").partition("game ")[2].split()[0] in PLAYED
]
NO_PRESS_SAYS = {
    "three-players-cards-unknown": "the cards are forgotten where nothing was doubted",
    "1996-four-players-cards-unknown": "so they are here",
    "1996-taken-over": "all is corrected at the beginning",
    "1996-three-players-at-the-value": "it stops within a stroke",
    "bologna-four-players-cards-unknown": "the cards are forgotten where nothing was doubted",
    "bologna-four-players-before-the-fire": "it stops within a stroke",
    "bologna-taken-over": "all is corrected at the beginning",
    "capitol-four-players-which-house": "it stops within a stroke",
    "capitol-taken-over": "all is corrected at the beginning",
}
TWO = """
game campanile-2009
player Ada  colour red
player Bo  colour blue
row beige,blue,brown,yellow,red
open red,red,yellow
tower beige  floors 2  marker none  take red  show blue
"""


def written(folder: Path, text: str) -> str:
    file = folder / "table.game"
    file.write_text(text, "utf-8")
    return str(file)


@pytest.mark.sample(1)
@EITHER_BOARD
@pytest.mark.parametrize("game", PLAYED)
def test_a_whole_game_of_each_kind_is_shipped_and_played(
    game: str, board: str, capsys: Capture
) -> None:
    record = read_shipped(game)
    assert record.result["state"] == "finished"
    assert main(["demo", game, "--board", board]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert all(winner in out for winner in record.result["winners"])


@pytest.mark.parametrize("board", ["bonnet", "four-buttons", "waveshare-hat"])
def test_any_record_can_be_played_on_any_board(tmp_path: Path, capsys: Capture, board: str) -> None:
    assert main(["demo", written(tmp_path, TWO), "--board", board]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "Ada" in out
    assert "turn 2, Bo to play" in out


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_every_stored_game_can_be_played(path: Path, capsys: Capture) -> None:
    """Whatever letters its names have, wherever it stops, whatever was corrected for a reason."""
    status = main(["demo", str(path)])
    assert capsys.readouterr().err.count("\n") == status
    assert bool(status) is (path.stem in NO_PRESS_SAYS)


@pytest.mark.sample(4)
@pytest.mark.parametrize("pairs", range(1, 13))
def test_a_record_may_stop_anywhere_but_within_a_stroke(
    tmp_path: Path, capsys: Capture, pairs: int
) -> None:
    """Name and colour, tower and floors are pressed together: half of it is refused in one line."""
    words = TWO.split()[: 2 * pairs]
    half = words[-2] in ("player", "tower")
    assert main(["demo", written(tmp_path, " ".join(words))]) == half
    assert capsys.readouterr().err.count("\n") == half


def test_unnamed_players_are_worded_as_at_the_device(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file := tmp_path / folders.NAME / NAME).parent.mkdir()
    file.write_text('language = "de"')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["demo", written(tmp_path, TWO.replace("Bo", "Blue"))]) == 0
    assert "Spieler 2" in capsys.readouterr().out


def test_a_broken_record_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    file = written(tmp_path, TWO.replace("floors 2", "floors 4"))
    assert main(["demo", file]) == 1
    complaint = f"{file}:7: floors 4: a tower grows by 1, 2 or 3 floors\n"
    assert capsys.readouterr() == ("", complaint)
    assert main(["demo", str(tmp_path / "none")]) == 1
    assert capsys.readouterr() == ("", f"{tmp_path / 'none'}: No such file or directory\n")


def test_what_is_no_game_is_told_the_games(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "nosuch"]) == 1
    said = f"nosuch is neither a record nor a game; the games: {', '.join(BUILT_IN)}\n"
    assert capsys.readouterr() == ("", said)
    with pytest.raises(SystemExit):
        main(["demo", "--help"])
    assert "game's name (default: campanile-2009)" in " ".join(capsys.readouterr().out.split())


def test_pictures_are_written_as_enlarged_pngs(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "a" / "b"
    assert main(["demo", written(tmp_path, TWO), "--pictures", str(folder)]) == 0
    assert capsys.readouterr().err == ""
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{n:03}.png" for n in range(1, len(files) + 1)]
    assert len(files) > 8
    for file in files:
        with Image.open(file) as image:
            assert image.format == "PNG"
            assert image.size == (768, 384)
    assert len({file.read_bytes() for file in files}) > 8


def test_pictures_that_cannot_be_written_are_one_line(tmp_path: Path, capsys: Capture) -> None:
    file = written(tmp_path, TWO)
    assert main(["demo", file, "--pictures", f"{file}/below"]) == 1
    assert capsys.readouterr().err == f"{file}/below: Not a directory\n"


def test_another_result_at_the_device_fails(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, honest, asked = written(tmp_path, TWO), Campanile2009.result, 0

    def changing(game: Campanile2009) -> dict[str, object]:
        nonlocal asked
        asked += 1
        return {**honest(game), "pile": asked}

    monkeypatch.setattr(Campanile2009, "result", changing)
    assert main(["demo", file]) == 1
    err = capsys.readouterr().err
    assert err == f"{file}: the device did not reach the record's result: show blue\n"
