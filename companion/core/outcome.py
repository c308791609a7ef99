"""The end of any game: who has won, what decided, and who had as many points."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.core.conversation import Event
from companion.core.players import GamePlayer


class DecidedBy(StrEnum):
    """What made the winner."""

    POINTS = "points"
    HIGHEST_CHIP = "highest-chip"
    SHARED = "shared"
    """Points and highest chip are level."""
    SHARED_POINTS = "shared-points"
    """Points are level, and this edition knows no tie-break."""


BY_CHIPS = (DecidedBy.HIGHEST_CHIP, DecidedBy.SHARED)
"""Where chips were compared, which not every game has."""


@dataclass(frozen=True, slots=True)
class Outcome(Event):
    """The game is over: the winners' seats, what decided, and who had as many points."""

    winners: tuple[int, ...]
    decided_by: DecidedBy
    level_on_points: tuple[int, ...]


def decide_by_points(players: Sequence[GamePlayer]) -> Outcome:
    """Most points win, or share the win: in most rulebooks no tie-break is told."""
    level = find_leaders(players)
    by = DecidedBy.POINTS if len(level) == 1 else DecidedBy.SHARED_POINTS
    return Outcome(level, by, level)


def find_leaders(players: Sequence[GamePlayer]) -> tuple[int, ...]:
    """The seats of all who have as many points as anybody."""
    best = max(player.points for player in players)
    return tuple(seat for seat, player in enumerate(players) if player.points == best)
