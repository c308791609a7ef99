"""The plugin of Capitol."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games.capitol.board_file import read_board
from companion.games.capitol.history import HISTORY
from companion.games.capitol.input import INPUT
from companion.games.capitol.rules import Capitol
from companion.games.capitol.screens import SCREENS
from companion.games.capitol.speech import SPEECH
from companion.games.capitol.words import WORDS
from companion.games.plugin import GamePlugin

if TYPE_CHECKING:
    from rich.console import RenderableType

    from companion.text import Words


def _report(table: Any, words: "Words") -> "Iterator[RenderableType]":
    from companion.games.capitol.report import list_parts  # rich is not loaded on the box

    return list_parts(table, words)


CAPITOL = GamePlugin(
    rules=Capitol,
    title="Capitol",
    words=WORDS,
    input=INPUT,
    screens=SCREENS,
    speech=SPEECH,
    history=HISTORY,
    report=_report,
    read_board=read_board,
    record=Path(__file__).with_name("records") / "capitol.game",
)
