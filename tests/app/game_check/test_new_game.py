"""The command `new-game`: what it writes passes the check, and its own test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import commands_game, main
from tests.app.command import COMPANION, PATIENCE, python

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[3]
PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
OFFLINE = ["--no-deps", "--no-index", "--no-build-isolation", "--no-compile"]


def test_a_new_game_is_a_package_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "a" / "dice"
    assert main(["new-game", "high-dice", str(folder)]) == 0
    assert f"-e {folder}\n" in capsys.readouterr().out
    files = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    package = {"__init__.py", "plugin.py", "rules.py", "words.py", "records/high-dice.game"}
    for code in ("de", "fr", "it"):
        package |= {f"catalogues/{code}.po", f"catalogues/{code}/LC_MESSAGES/companion.mo"}
    beside = {"pyproject.toml", "test_high_dice_game.py"}
    assert files == {*beside, *(f"high_dice_game/{each}" for each in package)}
    text = "".join(file.read_text("utf-8") for file in folder.rglob("*.p[yo]"))
    assert "keleton" not in text
    assert "class HighDice(BasicGame" in text


@pytest.mark.parametrize(
    ("hatchling", "options"),
    [(None, "install --no-deps"), (object(), "install --no-build-isolation --no-deps")],
)
def test_its_builder_is_fetched_where_it_is_missing(
    tmp_path: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    hatchling: object,
    options: str,
) -> None:
    monkeypatch.setattr(commands_game, "find_spec", lambda _name: hatchling)
    assert main(["new-game", "high-dice", str(tmp_path / "dice")]) == 0
    assert f"pip {options} -e {tmp_path}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "Dice",
            "Dice: a game's name has at most 18 small letters, digits and hyphens",
        ),
        ("capitol", "there is a game capitol already"),
    ],
)
def test_a_bad_name_is_one_line(tmp_path: Path, capsys: Capture, name: str, line: str) -> None:
    assert main(["new-game", name, str(tmp_path / "new")]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(line)
    assert not (tmp_path / "new").exists()


def test_a_bad_folder_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    (file := tmp_path / "file").touch()
    assert main(["new-game", "dice", str(tmp_path)]) == 1
    assert main(["new-game", "dice", str(file / "below")]) == 1
    assert main(["new-game", "dice", str(file)]) == 1
    assert capsys.readouterr().err == (
        f"{tmp_path}: this folder is not empty\n"
        f"{file / 'below'}: Not a directory\n{file}: Not a directory\n"
    )


@pytest.mark.soak
def test_a_new_game_passes_the_check_and_its_own_test(tmp_path: Path) -> None:
    folder, site = tmp_path / "dice", tmp_path / "site"
    assert main(["new-game", "high-dice", str(folder)]) == 0
    subprocess.run([*PIP, *OFFLINE, "--target", site, folder], check=True)
    environment = {**os.environ, "PYTHONPATH": f"{site}:{ROOT}"}

    def run(*command: str) -> str:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=2 * PATIENCE,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert "nothing found" in run(*python(COMPANION, "check-game", "high-dice"))
    assert "1 passed" in run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", ".")
    assert "High Dice" in run(*python(COMPANION, "demo", "high-dice", "--fast"))
