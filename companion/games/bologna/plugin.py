"""The plugin of Die Türme von Bologna."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games.bologna.board_file import read_board
from companion.games.bologna.history import HISTORY
from companion.games.bologna.input import INPUT
from companion.games.bologna.rules import Bologna
from companion.games.bologna.screens import SCREENS
from companion.games.bologna.speech import SPEECH
from companion.games.bologna.words import WORDS
from companion.games.plugin import GamePlugin

if TYPE_CHECKING:
    from rich.console import RenderableType

    from companion.text import Words


def _report(table: Any, words: "Words") -> "Iterator[RenderableType]":
    from companion.games.bologna.report import list_parts  # rich is not loaded on the box

    return list_parts(table, words)


BOLOGNA = GamePlugin(
    rules=Bologna,
    title="Türme von Bologna",
    full_title="Die Türme von Bologna",
    words=WORDS,
    input=INPUT,
    screens=SCREENS,
    speech=SPEECH,
    history=HISTORY,
    report=_report,
    read_board=read_board,
    record=Path(__file__).with_name("records") / "bologna-towers.game",
)
