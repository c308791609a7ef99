"""The end of any game: who has won, what decided, and who had as many points."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from companion.core.conversation import Event


class HasPoints(Protocol):
    """What is needed of a player of any game to say where everybody stands, and who has won."""

    @property
    def points(self) -> int:
        """The points so far."""


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


def winning_figures(outcome: Outcome, players: Sequence[Any]) -> dict[str, int]:
    """The winners' points; where chips decided, the best highest chip and the next one below.

    Of winners who share, ``other`` is ``chip`` itself; without chips both are 0.
    """
    by_chips = outcome.decided_by in BY_CHIPS
    chips = [players[seat].highest_chip if by_chips else 0 for seat in outcome.level_on_points]
    chip = max(chips)
    other = max((each for each in chips if each < chip), default=chip)
    return {"points": players[outcome.winners[0]].points, "chip": chip, "other": other}


def decide_by_points(players: Sequence[HasPoints]) -> Outcome:
    """Most points win, or share the win: in most rulebooks no tie-break is told."""
    level = most_points(players)
    by = DecidedBy.POINTS if len(level) == 1 else DecidedBy.SHARED_POINTS
    return Outcome(level, by, level)


def most_points(players: Sequence[HasPoints]) -> tuple[int, ...]:
    """The seats of all who have as many points as anybody."""
    best = max(player.points for player in players)
    return tuple(seat for seat, player in enumerate(players) if player.points == best)
