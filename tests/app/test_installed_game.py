"""Games of other distributions, found by their entry points: played, saved, scored, exported."""

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from companion import games
from companion.cli import main
from companion.core import guard
from companion.core.interfaces import Press
from companion.games import BUILT_IN, list_games, load_plugin
from tests.app import command
from tests.app.conftest import MakeRig
from tests.app.journeys import journey
from tests.buttons import BACK, OK

ROOT = Path(__file__).parents[2]
DISTRIBUTION = ROOT / "tests" / "fakes" / "nim"
RECORD = DISTRIBUTION / "nim_game" / "records" / "nim.game"
GROUP = "campanile_companion.games"
BROKEN = {
    "exits": ("raise SystemExit(3)", "SystemExit: 3 (broken_game.py:1)"),
    "raises-two-lines": (
        "raise RuntimeError('one\\ntwo')",
        "RuntimeError: one two (broken_game.py:1)",
    ),
    "raises": (
        "raise RuntimeError('out of order')",
        "RuntimeError: out of order (broken_game.py:1)",
    ),
    "is-no-module": (None, "ModuleNotFoundError: No module named 'broken_game'"),
    "has-no-plugin": ("", "AttributeError: module 'broken_game' has no attribute 'PLUGIN'"),
    "is-no-plugin": ("PLUGIN = 1", "broken_game:PLUGIN is no GamePlugin"),
    "is-called-otherwise": (
        "from tests.fakes.nim.nim_game.plugin import PLUGIN",
        "rules: name is nim, but broken_game:PLUGIN is installed as broken",
    ),
}
"""By what is wrong: the module's text (None for no module), and the problem that is reported."""


def install_broken(folder: Path, text: str | None) -> None:
    """Put a distribution there whose plugin can't be loaded, as pip would leave it."""
    about = folder / "broken_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nbroken = broken_game:PLUGIN\n")
    if text is not None:
        (folder / "broken_game.py").write_text(text)


@pytest.fixture
def _games_anew() -> Iterator[None]:
    """Look the games up anew, before the test and after it."""
    _forget_games()
    yield
    _forget_games()
    sys.modules.pop("broken_game", None)


def _forget_games() -> None:
    guard.forget_faults()
    games._entry_points.cache_clear()
    games.load_plugin.cache_clear()


@pytest.mark.soak
def test_a_game_is_installed_by_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site, state = tmp_path / "site", tmp_path / "games"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--no-compile"]
    subprocess.run([*pip, *offline, "--target", site, DISTRIBUTION], check=True)
    install_broken(site, BROKEN["raises"][0])
    monkeypatch.setenv("PYTHONPATH", f"{site}:{ROOT}")

    code = "from pathlib import Path; import sys; from tests.app.installed_game import play; "
    played = command.companion(
        state, RECORD, state=state, code=f"{code}play(*map(Path, sys.argv[1:]))"
    )
    menu, result = map(json.loads, played.stdout.splitlines())
    assert menu == [*BUILT_IN, "nim"]
    assert result["winners"] == ["Player 1"]
    fault = f"game broken: plugin: {BROKEN['raises'][1]}\n"
    assert played.stderr == fault

    def run(*arguments: object, stderr: str = "") -> str:
        done = command.companion(*arguments, state=state)
        assert (done.returncode, done.stderr) == (0, stderr)
        return done.stdout

    assert "takes 3" in run("games", "1")
    assert "Nim" in run("games", "--game", "nim")
    exported = run("export", "1")
    stored = RECORD.read_text("utf-8").replace('"Player 1"', "Red").replace('"Player 2"', "Blue")
    assert exported == stored, "who has no name is stored by colour"
    file = tmp_path / "exported.game"
    file.write_text(exported)
    assert json.loads(run("score", "--json", file))["winners"] == ["Red"], "the record's own word"
    assert run("score", file).startswith("Nim: Red wins")
    assert "Stones left: 0" in run("score", file)
    assert "Player 1 wins" in run("import", file, "--folder", tmp_path / "others")
    assert "Stones left: 0" in run("demo", "nim", stderr=fault)


@pytest.mark.usefixtures("_games_anew")
def test_entry_points_are_looked_up_when_games_are_listed(
    make_rig: MakeRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up, look_up = [], metadata.entry_points

    def entry_points(*, group: str) -> metadata.EntryPoints:
        looked_up.append(group)
        return look_up(group=group)

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    rig = make_rig("bonnet")
    assert looked_up == [], "the first picture waits for nothing"
    journey(rig, ("home", OK), ("game", OK), ("players", BACK), ("game", BACK), ("home",))
    assert looked_up == [GROUP]


def test_the_first_picture_does_not_wait_for_the_lookup() -> None:
    code = "import sys, companion.app.host; print('importlib.metadata' in sys.modules)"
    assert subprocess.check_output(command.python(code), text=True) == "False\n"


@pytest.mark.usefixtures("_games_anew")
def test_two_distributions_with_a_game_of_one_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ("one", "other"):
        about = tmp_path / f"{each}_game-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {each}-game\nVersion: 1\n")
        (about / "entry_points.txt").write_text(f"[{GROUP}]\nnim = {each}:PLUGIN\n")
    monkeypatch.syspath_prepend(tmp_path)
    (broken,) = list_games().broken
    assert broken.problem == "LookupError: two distributions have a game of this name"
    assert [*list_games().games] == [*BUILT_IN]


@pytest.mark.sample(3)
@pytest.mark.usefixtures("_games_anew")
@pytest.mark.parametrize("fault", BROKEN)
def test_a_plugin_that_fails_to_load_is_one_line_and_the_others_work(
    make_rig: MakeRig,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    fault: str,
) -> None:
    text, problem = BROKEN[fault]
    install_broken(tmp_path, text)
    monkeypatch.syspath_prepend(tmp_path)
    assert [(each.name, each.problem) for each in list_games().broken] == [("broken", problem)]
    assert [*list_games().games] == [*BUILT_IN]
    rig = make_rig("bonnet")
    with caplog.at_level(logging.WARNING):
        journey(rig, ("home", OK), ("notice game-fault", OK), ("game", OK), ("players", BACK))
        journey(rig, ("game", Press.RIGHT, OK))
    assert [record.getMessage() for record in caplog.records] == [f"game broken: plugin: {problem}"]

    file = tmp_path / "broken.game"
    file.write_text("game broken\n")
    assert main(["demo", "broken"]) == 1
    assert capsys.readouterr().err == f"broken: this game's plugin can't be loaded: {problem}\n"
    assert main(["score", str(file)]) == 1
    assert capsys.readouterr().err == (
        f"{file}:1: game broken: this game's plugin can't be loaded: {problem}\n"
    )


def test_a_built_in_game_can_not_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = metadata.EntryPoint("capitol", "broken_game:PLUGIN", GROUP)
    load_plugin.cache_clear()
    monkeypatch.setattr(games, "_entry_points", lambda: {"capitol": taken})
    assert [*list_games().games] == [*BUILT_IN]
    assert [each.name for each in list_games().broken] == ["capitol"]
    assert load_plugin("capitol").title == "Capitol"
