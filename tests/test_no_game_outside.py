"""No file outside a game's own folder names a game, or a piece, style or card of one."""

import re
from collections.abc import Iterator
from pathlib import Path

from companion.games import BUILT_IN

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "companion" / "games"
FIRMWARE = ROOT / "firmware"
PROJECT = re.compile(r"campanile[-_ ](companion|panel|table)", re.IGNORECASE)
"""The project's own name, that of its serial port and of its socket, which contain a game's."""
ITALIAN = re.compile(r"\bfinito\b")
"""A word of Italian, as of games that are over: in lower case, unlike the card."""
PIECES = (
    *("campanile", "bologna", "capitol", "intermezzo", "finito", "beige", "brown", "pennant"),
    *("plague", "physician", "cathedral", "basilica"),
    *("prefecture", "amphitheatre", "fountain", "temple", "aventin", "capitolium"),
)
"""Words for games, styles, cards and pieces, which mean nothing else in this project."""
NAMED = re.compile(
    rf"(?<![a-z])({'|'.join(map(re.escape, (*BUILT_IN, *PIECES)))})s?(?![a-z])", re.IGNORECASE
)
SPLASH = ROOT / "companion" / "ui" / "screens" / "splash.py"
TOPICS = ROOT / "companion" / "outlets" / "broker.py"
"""These two write the project's name in short."""


def files() -> tuple[Path, ...]:
    companion = [
        path
        for pattern in ("**/*.py", "**/*.po", "**/*.toml", "**/*.txt")
        for path in (ROOT / "companion").glob(pattern)
        if not any(path.is_relative_to(folder) for folder in GAMES.iterdir() if folder.is_dir())
    ]
    return (*companion, *(path for path in FIRMWARE.rglob("*.py")), FIRMWARE / "README.md")


def find_names(path: Path, text: str) -> Iterator[str]:
    """The lines in which a game, a style or a card is named."""
    text = ITALIAN.sub("", text) if path.name == "it.po" else text
    for number, line in enumerate(PROJECT.sub("", text).splitlines(), 1):
        if NAMED.search(line):
            yield f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


def is_allowed(path: Path, line: str) -> bool:
    if path == SPLASH:
        return 'image, WIDTH // 2, 0, "Campanile"' in line
    if path == TOPICS:
        return line.endswith('BASE = "campanile"')
    if path == GAMES / "__init__.py":  # the list of the games built in
        return (
            re.search(r"GameListing\(|\.(plugin|rules\.\w+|words|page):|-map\"", line) is not None
        )
    return False


def test_no_file_outside_its_folder_names_a_game() -> None:
    assert [
        line
        for path in files()
        for line in find_names(path, path.read_text("utf-8"))
        if not is_allowed(path, line)
    ] == []


def test_each_folder_of_a_game_is_held_by_the_import_contracts() -> None:
    """A game that is added here has to be added to the contracts, too."""
    contracts = (ROOT / "pyproject.toml").read_text("utf-8")
    folders = sorted(path.parent.name for path in GAMES.glob("*/plugin.py"))
    listed = ", ".join(f'"companion.games.{folder}"' for folder in folders)
    assert contracts.count(f"[{listed}]") == 3
