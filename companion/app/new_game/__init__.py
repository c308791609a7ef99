"""Writes the package of a new game: a copy of `skeleton/`, a game of one question, renamed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

SKELETON = Path(__file__).with_name("skeleton")
PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}-game"
version = "1.0"
dependencies = ["campanile-companion"]

[project.entry-points."campanile_companion.games"]
{name} = "{package}.plugin:PLUGIN"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""
TEST = '''\
"""The game passes the checks of `companion check-game`."""

from companion.testing import check_game


def test_the_game_is_sound() -> None:
    assert check_game("{name}", games=50).lines == []
'''
OUR_MODULE = "companion/app/new_game/skeleton"


class NewGame(NamedTuple):
    """What a new game is called, in each place."""

    name: str

    @property
    def package(self) -> str:
        """The folder of its code, which Python imports."""
        return f"{self.name.replace('-', '_')}_game"

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name.replace("-", " ").title()

    def rename(self, text: str) -> str:
        """The skeleton's text with the names of this game."""
        text = text.replace(OUR_MODULE, self.package)
        text = text.replace(OUR_MODULE.replace("/", "."), self.package)
        text = text.replace("Campanile Companion", self.title)
        text = text.replace("class Skeleton", f"class {self.title.replace(' ', '')}")
        text = re.sub(r"(import |rules=)Skeleton\b", rf"\1{self.title.replace(' ', '')}", text)
        return text.replace("Skeleton", self.title).replace("skeleton", self.name)


def write_new_game(name: str, folder: Path) -> None:
    """Write the package into a folder, which is made; raises OSError."""
    game = NewGame(name)
    folder.mkdir(parents=True, exist_ok=True)
    values = {"name": game.name, "package": game.package}
    (folder / "pyproject.toml").write_text(PYPROJECT.format(**values), "utf-8")
    (folder / f"test_{game.package}.py").write_text(TEST.format(**values), "utf-8")
    files = [each for each in SKELETON.rglob("*") if each.is_file() and each.suffix != ".pyc"]
    for file in sorted(files, key=lambda each: each.suffix == ".mo"):  # newer than its source
        copy = folder / game.package / file.relative_to(SKELETON)
        if file.suffix == ".game":
            copy = copy.with_name(f"{name}.game")
        copy.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".mo":
            copy.write_bytes(file.read_bytes())
        else:
            copy.write_text(game.rename(file.read_text("utf-8")), "utf-8")
