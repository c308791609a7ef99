"""The whole games that are stored or shipped, of which every answer can be pressed."""

from pathlib import Path

from companion.core.conversation import Answer, is_correction
from companion.core.session import Session
from tests.shipped import read_file, shipped

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
LIGHT = Answer("variant", "light")


def stored(game: str, *, light: bool = False) -> list[Session]:
    """The finished games of that name, in light play or in full; none with a correction."""
    paths = [shipped(game), *sorted(PLAYTHROUGHS.glob("*.game"))]
    games = (read_file(path) for path in paths)
    return [each for each in games if each.name == game and _is_told(each, light=light)]


def _is_told(game: Session, *, light: bool) -> bool:
    corrected = any(is_correction(answer) for answer in game.answers)
    return game.question is None and not corrected and (LIGHT in game.answers) == light
