"""What entries are made from: `InputContext`, suggestions, and `GameInput`, a game's own part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.core.conversation import Answer, Question
from companion.core.events import EventKind, GameEvent
from companion.core.interfaces import Press
from companion.ui.input.guide import MAKERS, PageMaker, ToldPage, tell_reasons_apart
from companion.ui.input.hints import Hints

if TYPE_CHECKING:
    from companion.ui.input.entry import Entry
    from companion.ui.input.outlook import GameForecast


@dataclass(frozen=True, slots=True)
class InputContext:
    """What the device, known players and earlier games suggest."""

    axes: int = 2
    """2 with a stick, 1 with previous and next."""
    mirrored: bool = False
    """Whether the open cards lie at the right end of the row, as the players see it."""
    people: tuple[tuple[str, str], ...] = ()
    """(name, colour) of everybody who has played, the latest first."""
    seat_names: tuple[str, ...] = ()
    """By seat, what a player is called who gives no name."""
    last_setup: tuple[Answer, ...] = ()
    """The answers of this game's last setup."""
    board: tuple[Answer, ...] = ()
    """The last answers about what is printed on this game's board."""
    printed: tuple[Answer, ...] = ()
    """The answers about it from a board file."""
    place_names: tuple[str, ...] = ()
    """What the places of this game's board are usually called in the language of the day."""
    hints: Hints = Hints.ALL
    """How much of the forecast the cursor's place may give away."""

    def offered(self, key: str) -> tuple[Answer, ...]:
        """The answers to offer to ``key`` of a board: those of a file, or else the last ones."""
        printed = [answer for answer in self.printed if answer.key == key]
        return tuple(printed or [answer for answer in self.board if answer.key == key])

    def last_list(self, key: str) -> tuple[str, ...]:
        """The list that answered ``key`` in the last setup; empty if it was not asked."""
        for answer in self.last_setup:
            if answer.key == key and isinstance(answer.value, tuple):
                return answer.value
        return ()


EntryFactory = Callable[[Question, Any, InputContext, Sequence[Answer]], "Entry"]
"""(question, table, context, the answers given here before they were undone) → the entry."""
PanelKeys = Mapping[Press, Answer]
"""The answer that each key of the tower panel gives."""


def read_panel_key(question: Question, _table: Any, _context: InputContext) -> PanelKeys:
    """The answers that have a key on any game's panel: only *none*."""
    none = next((option for option in question.options if option.word == "none"), None)
    return {} if none is None else {Press.NONE: none}


@dataclass(frozen=True, eq=False, kw_only=True)
class GameInput:
    """How the questions of a game are asked, and its events shown."""

    entries: Mapping[str, EntryFactory] = field(default_factory=dict)
    """The entry of each question that has a picture, by its key; others are asked by a list."""
    strokes: frozenset[str] = frozenset({"colour"})
    """Questions answered in one stroke with the one before, to which BACK returns."""
    ends_or_scores: Callable[[Any, Sequence[Answer]], bool] | None = None
    """(table, answers of a stroke) → whether they end the game or start a scoring.

    No cursor starts on such an answer, not even where it was undone. Without it answers are tried
    on a copy.
    """
    pages: Mapping[EventKind, PageMaker] = field(default_factory=dict)
    """The pages of events of a kind, where they are not those of any game."""
    panel_keys: Callable[[Question, Any, InputContext], PanelKeys] = read_panel_key
    """What the tower panel's keys answer to a question."""
    forecast: Callable[[Any], GameForecast] | None = None
    """(table) → what the outlook shows of a game under way."""

    def list_pages(self, told: Iterable[GameEvent], table: Any) -> list[ToldPage]:
        """The pages of these events, in their order."""
        makers = {**MAKERS, **self.pages}
        return [
            page
            for event in told
            if event.kind.has_pages
            for page in makers.get(event.kind, tell_reasons_apart)(event, table)
        ]


def previous_list(previous: Sequence[Answer]) -> tuple[str, ...]:
    """The list that was the previous answer; empty if there was none."""
    items = previous[0].value if previous else ()
    return items if isinstance(items, tuple) else ()
