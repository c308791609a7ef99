"""GamePlugin: everything that the companion may ask of a game.

docs/adding-a-game.md builds a plugin step by step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.conversation import Answer
from companion.core.events import GameEvent, TellEvent, tell_events, tell_nothing
from companion.core.game_history import GameHistory
from companion.core.snapshot import TableSnapshot, take_snapshot
from companion.core.story import GameStory
from companion.text.words import GameWords
from companion.ui.input.context import GameInput
from companion.ui.screens.view import GameScreens

if TYPE_CHECKING:
    from companion.core.game_base import BasicGame
    from companion.core.session import Session
    from companion.games.table_drawing import TablePage
    from companion.ui.input.guide import ToldPage

BoardReader = Callable[[str], tuple[Answer, ...]]
"""(a file's text) → the answers to the questions about a printed board; raises BoardFileError."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GamePlugin:
    """A game. Only ``rules`` is required: plain lists ask any question."""

    rules: type[BasicGame[Any]]
    """The rules: called without arguments, they start a new game."""
    title: str = ""
    """What people call it, in at most 18 letters, because a menu has no room for more.

    Its name in a record, if nothing is given.
    """
    full_title: str = ""
    """What other programs call it, if that is not the title."""
    bgg_id: int | None = None
    """Its number at BoardGameGeek, where that is known for sure."""
    tell: TellEvent = tell_nothing
    """What an event of its rules tells; who has won is told of any game."""
    words: GameWords = field(default_factory=GameWords)
    """Its sentences in English, and their translations."""
    input: GameInput = field(default_factory=GameInput)
    """The entry of each question, and its own pages of events."""
    screens: GameScreens = field(default_factory=GameScreens)
    """The pictures of its entries and pages, its colours, and the tower panel's lamps."""
    history: GameHistory = field(default_factory=GameHistory)
    """What charts and statistics show apart from points."""
    story: GameStory | None = None
    """How the story of a game is told: chances after each turn, what changed hands."""
    read_board: BoardReader | None = None
    """Reads a file that says what is printed on the board; None if nothing is.

    Built-in games only: their row in `companion.games.BUILT_IN` names the setting of the file.
    """
    record: Path | None = None
    """The record of a whole game, for `companion demo`."""
    snapshot: Callable[[Any], TableSnapshot] = take_snapshot
    """(table) → what lies on it, told once for every outlet; without it players and points."""
    page: TablePage | None = None
    """Draws pictures of the table for the phone page, which tells the rest in words."""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name)

    def list_events(self, session: Session) -> list[GameEvent]:
        """What the last answer has caused."""
        return tell_events(session.events, session.table, self.tell)

    def list_pages(self, session: Session) -> list[ToldPage]:
        """The pages of what the last answer has caused."""
        return self.input.list_pages(self.list_events(session), session.table)

    @property
    def name(self) -> str:
        """The name of the game in a record."""
        return self.rules.name
