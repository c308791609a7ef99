"""The blocks of docs/adding-a-game.md, written into a new game, can be played after every step.

UPDATE_PAGES=1 writes the files of the distribution into the page again.
"""

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from companion.app.demo.rig import play_record
from companion.app.new_game import write_new_game
from companion.cli import main
from companion.games import BuiltInGame, GameListing, read_record
from tests.app.conftest import MakeRig
from tests.app.reading import kept
from tests.entries import install

ROOT = Path(__file__).parents[2]
DISTRIBUTION = ROOT / "tests" / "fakes" / "nim"
RECORD = (DISTRIBUTION / "nim_game" / "records" / "nim.game").read_text("utf-8")
DOCUMENT = ROOT / "docs" / "adding-a-game.md"
PAGE = DOCUMENT.read_text("utf-8")
REFERENCE = (ROOT / "docs" / "game-reference.md").read_text("utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(
    r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.M | re.S
)
"""The name and the text of each file, in the order of the page."""
STEPS = [
    place
    for place, (name, _) in enumerate(BLOCKS)
    if name in ("nim_game/records/nim.game", "nim_game/plugin.py")
]
"""Where a step ends: the game can be played."""
WRITTEN = {"test_nim_game.py", "nim_game/__init__.py"}
"""What `new-game` writes, and the page leaves as it is; so are the catalogues."""


@pytest.fixture(autouse=True)
def _no_module_stays() -> Iterator[None]:
    yield
    for name in [name for name in sys.modules if name.split(".")[0] == "nim_game"]:
        del sys.modules[name]


def write_blocks(folder: Path, last: int) -> None:
    """Write the new game, and the files of the page up to this block over it."""
    write_new_game("nim", folder)
    for name, text in BLOCKS[: last + 1]:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


@pytest.mark.parametrize("last", STEPS, ids=lambda place: f"block-{place}")
def test_each_step_of_the_page_can_be_played(
    make_rig: MakeRig,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    last: int,
) -> None:
    write_blocks(tmp_path, last)
    monkeypatch.syspath_prepend(tmp_path)
    install(monkeypatch, import_module("nim_game.plugin").PLUGIN)
    record = read_record(RECORD)
    rig = make_rig("bonnet")
    for _ in play_record(rig, record):
        pass
    assert kept(rig).result == record.result

    file = tmp_path / "short.game"
    file.write_text(RECORD.replace("stones 1", "stones 3", 1))
    assert main(["score", str(file)]) == 1
    assert capsys.readouterr().err == f"{file}:8: stones 3: only 2 left\n"


def write_page() -> None:
    """Make the last block of each file what the file is."""
    page = PAGE
    for name, text in dict(BLOCKS).items():
        head, _, tail = page.rpartition(text)
        page = head + (DISTRIBUTION / name).read_text("utf-8") + tail
    DOCUMENT.write_text(page, "utf-8")


def test_the_page_ends_with_the_distribution_that_the_tests_install(tmp_path: Path) -> None:
    if os.environ.get("UPDATE_PAGES") == "1":
        write_page()
    assert len(STEPS) == 2
    write_blocks(tmp_path, len(BLOCKS))
    files = [
        file for file in tmp_path.rglob("*") if file.is_file() and "catalogues" not in file.parts
    ]
    written = {str(file.relative_to(tmp_path)) for file in files}
    kept_files = [*DISTRIBUTION.glob("*.toml"), *DISTRIBUTION.glob("nim_game/**/*.*")]
    kept = {str(each.relative_to(DISTRIBUTION)) for each in kept_files if each.suffix != ".pyc"}
    assert written - WRITTEN == kept - WRITTEN
    for name in written - WRITTEN:
        assert (tmp_path / name).read_text("utf-8") == (DISTRIBUTION / name).read_text("utf-8")


def test_the_row_of_a_built_in_game_is_one() -> None:
    """The row names the game, its title, its seats, and its plugin, rules and words."""
    row = re.search(r"^```text\n( +BuiltInGame\(\n +GameListing.*?)^```$", REFERENCE, re.M | re.S)
    assert row is not None
    (game,) = eval(f"[{row[1]}]", {"BuiltInGame": BuiltInGame, "GameListing": GameListing})
    plugin = import_module("tests.fakes.nim.nim_game.plugin").PLUGIN
    assert game.listing[:3] == (plugin.name, plugin.title, plugin.rules.seats)
    for place, part in zip(game[1:4], (plugin, plugin.rules, plugin.words), strict=True):
        module, _, name = place.partition(":")
        its = import_module(module.replace("companion.games.nim", "tests.fakes.nim.nim_game"))
        assert getattr(its, name) is part
