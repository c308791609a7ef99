"""GameTable: the part of the table that every game has."""

from collections.abc import Sequence
from typing import Protocol

from companion.core.conversation import Objection
from companion.core.outcome import Outcome
from companion.core.players import GamePlayer


class GameTable(Protocol):
    """The table of any game."""

    @property
    def players(self) -> Sequence[GamePlayer]:
        """All players, clockwise from the starting player."""

    @property
    def seat(self) -> int:
        """Whose turn it is."""

    @property
    def player(self) -> GamePlayer:
        """Whose turn it is."""

    @property
    def started(self) -> bool:
        """Whether the setup is done."""

    @property
    def progress(self) -> tuple[str, int]:
        """How far the game has come, from 1: `("turn", 14)` or `("round", 2)`."""

    @property
    def outcome(self) -> Outcome | None:
        """Who has won; None while it is being played."""

    @property
    def notes(self) -> Sequence[Objection]:
        """Objections to unlikely answers that were accepted."""
