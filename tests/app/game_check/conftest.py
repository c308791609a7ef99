"""A game of another distribution, as pip would leave it, with mistakes put into it."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import games
from companion.app.game_check.checking import CheckReport, check_game

DISTRIBUTION = Path(__file__).parents[2] / "fakes" / "nim"
GROUP = "campanile_companion.games"

CheckMistake = Callable[..., CheckReport]
"""(file, text, mistake, ...) → the report of the game with this mistake."""


def forget_games() -> None:
    """Let the games be looked up, and their modules be imported, anew."""
    games._entry_points.cache_clear()
    games.load_plugin.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "nim_game"]:
        del sys.modules[name]


def install_game(site: Path, distribution: str = "nim-game") -> None:
    """Put the metadata of a distribution there, which names the game."""
    about = site / f"{distribution.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nnim = nim_game.plugin:PLUGIN\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder in which the game Nim is installed."""
    shutil.copytree(DISTRIBUTION / "nim_game", tmp_path / "nim_game")
    install_game(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    forget_games()
    yield tmp_path
    forget_games()


@pytest.fixture
def check_mistake(site: Path) -> CheckMistake:
    """Checks Nim with a mistake; where ``text`` is "", the mistake is put at the file's end."""

    def check(
        file: str, text: str, mistake: str, games: int = 4, hash_seeds: tuple[int, ...] = ()
    ) -> CheckReport:
        path = site / "nim_game" / file
        before = path.read_text("utf-8")
        assert text in before
        path.write_text(before.replace(text, mistake, 1) if text else before + mistake, "utf-8")
        return check_game("nim", games, hash_seeds=hash_seeds)

    return check
