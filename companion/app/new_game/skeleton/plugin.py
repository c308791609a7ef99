"""The plugin of Skeleton."""

from pathlib import Path

from companion.games.plugin import GamePlugin

from .rules import Skeleton
from .words import WORDS

PLUGIN = GamePlugin(
    rules=Skeleton,
    title="Skeleton",
    words=WORDS,
    record=Path(__file__).with_name("records") / "skeleton.game",
)
