"""The table of any game: GameTable, its players, and the outcome: who has won, what decided it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from companion.core.conversation import Event, Objection


class GamePlayer(Protocol):
    """A player of any game."""

    name: str
    colour: str | None
    """One of the game's colours; None while it is being asked."""

    @property
    def points(self) -> int:
        """The points so far."""


class DecidedBy(StrEnum):
    """What decided the game."""

    POINTS = "points"
    HIGHEST_CHIP = "highest-chip"
    SHARED = "shared"
    """Points and highest chip are equal."""
    SHARED_POINTS = "shared-points"
    """Points are equal, and the game has no tie-break."""


BY_CHIPS = (DecidedBy.HIGHEST_CHIP, DecidedBy.SHARED)
"""Decisions that compared chips."""


@dataclass(frozen=True, slots=True)
class Outcome(Event):
    """The game is over: the winners' seats, what decided, and all seats with the most points."""

    winners: tuple[int, ...]
    decided_by: DecidedBy
    level_on_points: tuple[int, ...]


def winning_figures(outcome: Outcome, players: Sequence[Any]) -> dict[str, int]:
    """Compute the winners' points; by chips also the best highest chip and the next one below.

    Of winners who share, ``other`` is ``chip`` itself; without chips both are 0.
    """
    by_chips = outcome.decided_by in BY_CHIPS
    chips = [players[seat].highest_chip if by_chips else 0 for seat in outcome.level_on_points]
    chip = max(chips)
    other = max((each for each in chips if each < chip), default=chip)
    return {"points": players[outcome.winners[0]].points, "chip": chip, "other": other}


def decide_by_points(players: Sequence[GamePlayer]) -> Outcome:
    """Decide by points alone; equal points share the win."""
    level = find_leaders(players)
    by = DecidedBy.POINTS if len(level) == 1 else DecidedBy.SHARED_POINTS
    return Outcome(level, by, level)


def find_leaders(players: Sequence[GamePlayer]) -> tuple[int, ...]:
    """Return the seats of all players with the most points."""
    best = max(player.points for player in players)
    return tuple(seat for seat, player in enumerate(players) if player.points == best)


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


def build_result(
    game: str, table: GameTable, held: Iterable[Mapping[str, object]], **facts: object
) -> dict[str, Any]:
    """The result as plain data: what each player has ``held``, and the game's own ``facts``."""
    players, outcome = table.players, table.outcome
    return {
        "game": game,
        "state": "playing" if outcome is None else "finished",
        "players": [
            {"name": player.name, "colour": player.colour, "points": player.points, **its}
            for player, its in zip(players, held, strict=True)
        ],
        **facts,
        "winners": None if outcome is None else [players[seat].name for seat in outcome.winners],
        "notes": [note.reason.value for note in table.notes],
    }
