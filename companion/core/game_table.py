"""GameTable: the part of the table that every game has; TableState: the attributes behind it."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from companion.core.conversation import Event, Objection
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


AnyPlayer = TypeVar("AnyPlayer", bound=GamePlayer)
AnyScoring = TypeVar("AnyScoring")


class TableState(Generic[AnyPlayer, AnyScoring]):
    """The state that tables of games with scorings share; empty until the setup fills it."""

    def __init__(self) -> None:
        self.players: list[AnyPlayer] = []
        self.started = False
        """Whether the setup is done."""
        self.seat = 0
        """Whose turn it is."""
        self.scorings: list[AnyScoring] = []
        self.outcome: Outcome | None = None
        self.notes: list[Objection] = []
        """Objections to unlikely answers that were accepted."""
        self.events: list[Event] = []
        """Events since the last answer; the session empties the list."""

    @property
    def player(self) -> AnyPlayer:
        """Whose turn it is."""
        return self.players[self.seat]
