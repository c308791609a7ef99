"""The end of any game: who has won, and what decided it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

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
