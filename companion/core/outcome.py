"""The end of any game: who has won, and what decided it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.core.conversation import Event
from companion.core.players import GamePlayer


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


def decide_by_points(players: Sequence[GamePlayer]) -> Outcome:
    """Decide by points alone; equal points share the win."""
    level = find_leaders(players)
    by = DecidedBy.POINTS if len(level) == 1 else DecidedBy.SHARED_POINTS
    return Outcome(level, by, level)


def find_leaders(players: Sequence[GamePlayer]) -> tuple[int, ...]:
    """Return the seats of all players with the most points."""
    best = max(player.points for player in players)
    return tuple(seat for seat, player in enumerate(players) if player.points == best)
