"""How a table is asked: what its device, its people and its last game suggest; how a game asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from companion.core.conversation import Answer, Event, Game, Question
from companion.core.outcome import Outcome
from companion.interfaces import Press

if TYPE_CHECKING:
    from companion.input.entry import Entry
    from companion.input.guide import Page
    from companion.input.table_check import TableCheckEntry


class Hints(StrEnum):
    """How much of what can be foreseen is told."""

    ALL = "all"
    """Also how the flags would fall now."""
    DECK = "deck"
    """What the cards still hold."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class InputContext:
    """What its device, its people and its last game suggest."""

    axes: int = 2
    """2 with a stick, 1 with previous and next."""
    mirrored: bool = False
    """Whether the open cards lie at the right end of the row, as the players see it."""
    people: tuple[tuple[str, str], ...] = ()
    """(name, colour) of everybody who has played, the latest first."""
    colour_names: Mapping[str, str] = field(default_factory=dict)
    """Each colour in the table's language: the name of a player who gives none."""
    last_setup: tuple[Answer, ...] = ()
    """What was said when this game was set up the last time."""
    board: tuple[Answer, ...] = ()
    """What is printed on this game's board, as it was told the last time."""
    printed: tuple[Answer, ...] = ()
    """What a file tells of this game's board."""
    hints: Hints = Hints.ALL
    """How much of what can be foreseen the cursor's place may tell."""

    def offered(self, key: str) -> tuple[Answer, ...]:
        """What to offer to ``key`` of a board: what a file tells, else what was told last."""
        told = [answer for answer in self.printed if answer.key == key]
        return tuple(told or [answer for answer in self.board if answer.key == key])

    def said_before(self, key: str) -> tuple[str, ...]:
        """The list that was said to ``key`` the last time; none where it was not asked."""
        for answer in self.last_setup:
            if answer.key == key and isinstance(answer.value, tuple):
                return answer.value
        return ()


class Played(Protocol):
    """What is needed of the session: the game, what is asked, what the last answer brought."""

    @property
    def game(self) -> Game:
        """The game played."""

    @property
    def question(self) -> Question | None:
        """What the table is asked now; None when the game is over."""

    @property
    def events(self) -> list[Event]:
        """What the last answer brought about."""


EntryFactory = Callable[[Question, Any, InputContext, Sequence[Answer]], "Entry"]
"""(question, table, context, what had been said here before it was undone) → the entry."""
PanelKeys = Mapping[Press, Answer]
"""The answer that each key of the tower panel gives."""
PageMaker = Callable[[Sequence[Event], Any], "list[Page]"]
"""(what has happened, table) → the pages that tell it."""


def tell_winner(events: Sequence[Event], table: Any) -> list[Page]:
    """The page that tells who has won; the only one of a game that has no others."""
    from companion.input.guide import winner_page

    return [winner_page(event, table) for event in events if isinstance(event, Outcome)]


def read_panel_key(question: Question, _table: Any, _context: InputContext) -> PanelKeys:
    """The answers that have a key on any game's panel: only *none*."""
    none = next((option for option in question.options if option.word == "none"), None)
    return {} if none is None else {Press.NONE: none}


@dataclass(frozen=True, eq=False, kw_only=True)
class GameInput:
    """How the questions of a game are asked, and its events told."""

    entries: Mapping[str, EntryFactory] = field(default_factory=dict)
    """The entry of each question that has a picture, by its key; others are asked by a list."""
    strokes: frozenset[str] = frozenset({"colour"})
    """Questions answered in one stroke with the one before, to which BACK returns."""
    pages: PageMaker = tell_winner
    panel_keys: Callable[[Question, Any, InputContext], PanelKeys] = read_panel_key
    """What the tower panel's keys answer to a question."""
    check_table: Callable[[Any, Entry], TableCheckEntry] | None = None
    """(table, entry below) → the first page of the table check."""
    open_outlook: Callable[[Any, Hints, Entry], Entry] | None = None
    """(table, hints, entry below) → what can be foreseen."""


def place_of(choices: Sequence[Answer], previous: Sequence[Answer], likely: int = 0) -> int:
    """Where the cursor stands: on what had been said here, else on the likely choice."""
    said = previous[0] if previous else None
    return choices.index(said) if said in choices else likely


def list_said(previous: Sequence[Answer]) -> tuple[str, ...]:
    """The list that had been said here, if one was."""
    said = previous[0].value if previous else ()
    return said if isinstance(said, tuple) else ()
