"""What a screen is drawn from: where the presses stand, the game behind them, and the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from PIL import Image

from companion.core.conversation import Answer
from companion.core.palette import PALETTE, Colour
from companion.core.session import Session
from companion.input.amendment import UndoNotice
from companion.input.context import Hints
from companion.input.entry import Entry
from companion.interfaces import Lamp
from companion.text import Words
from companion.text.history_text import format_duration

EntryScreen = Callable[[Image.Image, "View", Any], None]
"""Draws an entry of one type, or a page of the guide, into a dark picture."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GameScreens:
    """The pictures of a game: what it leaves out is drawn as for any game."""

    entries: Mapping[type[Entry], EntryScreen] = field(default_factory=dict)
    """The picture of each type of entry."""
    pages: Mapping[type, EntryScreen] = field(default_factory=dict)
    """The picture of each type of page of the guide."""
    palette: Mapping[str, Colour] = field(default_factory=lambda: PALETTE)
    """The colours of its players and pieces, by name."""
    lamps: Callable[[View], tuple[Lamp, ...]] | None = None
    """The tower panel's lamps; without it the seats' lamps alone shine."""
    describe_change: Callable[[View, Any], str] | None = None
    """The words for a change of an amendment that is not one of points."""


SHARED_SCREENS = GameScreens()
"""The pictures that any game has, and home."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything a picture may depend on: equal views give equal pictures."""

    entry: Entry
    session: Session | None
    """None before a game has begun (home, number of players)."""
    words: Words
    mirrored: bool = False
    """Whether the open cards lie at the right end of the row, as the players see it."""
    undo_notice: UndoNotice | None = None
    """What was just undone or redone, shown until the next press."""
    hints: Hints = Hints.ALL
    thinking_times: tuple[timedelta, ...] = ()
    """Each player's thinking time, by seat; empty if it is not shown."""
    screens: GameScreens = SHARED_SCREENS
    """The pictures of the game."""
    answers: tuple[Answer, ...] = ()
    """The session's answers; the session itself changes, and is compared by identity."""

    @property
    def table(self) -> Any:  # each game has a type of its own; its own screens know it
        """The table of the current game."""
        assert self.session is not None, "only screens of a game look at its table"
        return self.session.table

    def names_of(self, seats: Sequence[int]) -> list[str]:
        """The names of the players on these seats."""
        return [self.table.players[seat].name for seat in seats]

    def thinking_time_of(self, seat: int) -> str:
        """A player's thinking time in words; "" if it is not shown, or not known yet."""
        return (
            format_duration(self.words, self.thinking_times[seat])
            if any(self.thinking_times[seat:][:1])
            else ""
        )
