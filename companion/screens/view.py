"""What a screen is drawn from: where the presses stand, the game behind them, and the words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from companion.entry.manner import Hints
from companion.entry.mending import Told
from companion.entry.step import Entry
from companion.games.campanile.table import CampanileTable
from companion.games.campanile.towers import Style
from companion.session.session import Session
from companion.text import Words
from companion.text.plays import lasting


@dataclass(frozen=True, slots=True)
class View:
    """Everything a picture may depend on; the same view gives the same picture."""

    entry: Entry
    session: Session | None
    """None before a game has begun (home, number of players)."""
    words: Words
    mirrored: bool = False
    """Whether the open cards lie at the right end of the row, as the players see it."""
    told: Told | None = None
    """What was just taken back or done again, to be told until the next press."""
    hints: Hints = Hints.ALL
    thought: tuple[timedelta, ...] = ()
    """How long each player has thought, by seat; empty where that is not shown."""

    @property
    def table(self) -> Any:  # each game has a type of its own; its own screens know it
        """The table of the game; one on which nothing lies before a game has begun."""
        return self.session.table if self.session is not None else CampanileTable()

    def names_of(self, seats: Sequence[int]) -> list[str]:
        """The names of the players on these seats."""
        return [self.table.players[seat].name for seat in seats]

    def thought_of(self, seat: int) -> str:
        """A player's thinking time in words; "" where that is not shown, or not known yet."""
        return lasting(self.words, self.thought[seat]) if any(self.thought[seat:][:1]) else ""

    @property
    def row(self) -> tuple[Style, ...]:
        """The towers from left to right as the players see them; none before they are laid."""
        row = self.table.row if isinstance(self.table, CampanileTable) else ()
        return row[::-1] if self.mirrored else row

    def title_of(self, what: str) -> str:
        """A style's or a scoring card's word, with a capital."""
        kind = "title" if self.words.has(f"title.{what}") else "card"
        return self.words.say(f"{kind}.{what}")
