"""The plugins of both Campaniles: the edition of 2009 and that of 1996."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games.campanile.history import HISTORY
from companion.games.campanile.input import INPUT
from companion.games.campanile.rules import Campanile1996, Campanile2009
from companion.games.campanile.screens import SCREENS
from companion.games.campanile.speech import SPEECH
from companion.games.campanile.words import WORDS
from companion.games.plugin import GamePlugin

if TYPE_CHECKING:
    from rich.console import RenderableType

    from companion.text import Words

RECORDS = Path(__file__).with_name("records")


def _build_report(table: Any, words: "Words") -> "Iterator[RenderableType]":
    from companion.games.campanile.report import list_parts  # rich is not loaded on the box

    return list_parts(table, words)


CAMPANILE_2009 = GamePlugin(
    rules=Campanile2009,
    title="Campanile",
    words=WORDS,
    input=INPUT,
    screens=SCREENS,
    speech=SPEECH,
    history=HISTORY,
    report=_build_report,
    record=RECORDS / "campanile-2009.game",
)
CAMPANILE_1996 = GamePlugin(
    rules=Campanile1996,
    title="Campanile 1996",
    full_title="Campanile",
    words=WORDS,
    input=INPUT,
    screens=SCREENS,
    speech=SPEECH,
    history=HISTORY,
    report=_build_report,
    record=RECORDS / "campanile-1996.game",
)
