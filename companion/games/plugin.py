"""GamePlugin: everything that the companion may ask of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.conversation import Answer, Game
from companion.core.game_history import GameHistory
from companion.input.context import GameInput
from companion.screens.view import GameScreens, View
from companion.text.words import GameWords

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from companion.text import Words

BoardReader = Callable[[str], tuple[Answer, ...]]
"""(a file's text) → the answers to the questions about a printed board; raises BoardFileError."""
SpokenPage = Callable[[View, Any], list[str]]
"""(view, page of the guide) → its sentences, without their full stops."""
ReportParts = Callable[[Any, "Words"], "Iterator[RenderableType]"]
"""(table, words) → what a terminal shows of a result, part by part."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GamePlugin:
    """A game. With its rules and title alone it is playable by plain lists."""

    rules: type[Game]
    """The rules, called without arguments for a new game."""
    title: str
    """What people call it: at most 18 letters have room in a menu."""
    full_title: str = ""
    """What other programs call it, where that differs."""
    words: GameWords = field(default_factory=GameWords)
    input: GameInput = field(default_factory=GameInput)
    screens: GameScreens = field(default_factory=GameScreens)
    speech: Mapping[type, SpokenPage] = field(default_factory=dict)
    """What is said aloud of each page; others are only shown."""
    history: GameHistory = field(default_factory=GameHistory)
    report: ReportParts | None = None
    """What a terminal shows of a result; without it the players and their points."""
    read_board: BoardReader | None = None
    """The reader of a file that says what is printed on the board."""
    record: Path | None = None
    """A whole game, which `companion demo` plays."""
    describe: Callable[[Game], dict[str, Any]] = lambda game: game.result()
    """The table as plain data, for other programs."""

    @property
    def name(self) -> str:
        """Its name in a record."""
        return self.rules.name
