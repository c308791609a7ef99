"""The command `check-game`: games that are sound, and how it tells what is wrong."""

import ast
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app.game_check import checking, playing
from companion.app.game_check.elsewhere import OtherRuns
from companion.cli import main
from companion.games import BUILT_IN
from companion.testing import check_game
from tests.app.game_check.conftest import CheckMistake, install_game
from tests.depth import at_depth
from tests.entries import install
from tests.fakes import provinces
from tests.fakes.nim.nim_game import rules

Capture = pytest.CaptureFixture[str]


@pytest.mark.usefixtures("site")
def test_a_sound_game_passes(capsys: Capture) -> None:
    assert main(["check-game", "nim", "--games", "3", "--seed", "3"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(
        "nim: nothing found; 3 of 3 random games played to their end (seeds 3 to 5), "
    )


def test_a_majority_game_without_a_picture_of_its_own_is_short_and_passes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, provinces.PLUGIN)
    assert check_game("provinces", games=at_depth(1, 50), hash_seeds=()).lines == []
    assert len(Path(provinces.__file__).read_text().splitlines()) <= 350


def test_the_rules_of_a_small_game_are_hardly_more_than_the_game() -> None:
    """Imports, the headings of classes, and what the rules only name are few lines of Nim's."""
    tree = ast.parse(Path(rules.__file__).read_text())
    imports = [each for each in tree.body if isinstance(each, ast.Import | ast.ImportFrom)]
    classes = [each for each in tree.body if isinstance(each, ast.ClassDef)]
    named = [each for each in classes[-1].body if isinstance(each, ast.Assign)]
    headings = sum(1 + len(each.decorator_list) for each in classes)
    lines = sum((each.end_lineno or 0) - each.lineno + 1 for each in (*imports, *named))
    assert classes[-1].name == "Nim"
    assert lines + headings <= 30


@pytest.mark.soak
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_built_in_games_pass(name: str) -> None:
    assert check_game(name, games=4, hash_seeds=range(2)).lines == []


def test_what_occurs_often_is_told_once(
    check_mistake: CheckMistake, site: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "OtherRuns", lambda name, seed, _: OtherRuns(name, seed, ()))
    check_mistake("tell.py", "        ranking = (", "        ranking = (*1, ", games=0)
    for arguments, traces in (([], 0), (["--debug"], 1)):
        assert main(["check-game", "nim", "--games", "3", *arguments]) == 1
        out, err = capsys.readouterr()
        found, summary = out.splitlines()
        assert found.startswith("nim_game/tell.py:17: tell: TypeError: "), site
        assert summary.startswith("nim: 1 found; 3 of 3 ")
        assert err.count("Traceback") == traces


@pytest.mark.usefixtures("site")
def test_an_answer_may_take_half_a_second_of_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playing, "time", SimpleNamespace(thread_time=count().__next__))
    *_, line = check_game("nim", games=1, hash_seeds=()).lines
    assert line.startswith("rules: stones: the answer took 1.0 s of the processor (seed 1, ")


@pytest.mark.usefixtures("site")
def test_a_game_that_is_not_there_is_one_line(capsys: Capture) -> None:
    assert main(["check-game", "nym"]) == 1
    assert capsys.readouterr() == (
        "",
        f"there is no game nym; the games: {', '.join(BUILT_IN)}, nim\n",
    )


def test_two_distributions_of_one_name_are_found(site: Path) -> None:
    install_game(site, "other-nim")
    assert check_game("nim", games=1, hash_seeds=()).lines == [
        "plugin: LookupError: two distributions have a game of this name"
    ]
