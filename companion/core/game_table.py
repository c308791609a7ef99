"""The table of any game: GameTable, its players, and the outcome: who has won, what decided it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

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
    """What decided the game, where that was no tie-break of its own."""

    POINTS = "points"
    SHARED = "shared"
    """Points are equal, and so is what breaks a tie."""
    SHARED_POINTS = "shared-points"
    """Points are equal, and the game has no tie-break."""


@dataclass(frozen=True, slots=True)
class Outcome(Event):
    """The game is over: the winners' seats, what decided, and all seats with the most points."""

    winners: tuple[int, ...]
    decided_by: str
    """One of `DecidedBy`, or a game's own tie-break."""
    level_on_points: tuple[int, ...]
    best: int = 0
    """The winners' value in the tie-break; 0 without one."""
    other: int = 0
    """The next lower value of those level on points; ``best`` where all have that."""


class TieBreak(NamedTuple):
    """What decides among players with equal points: whose value is the highest."""

    decided_by: str
    """Its words are `score.won.NAME` and `winner.NAME`."""
    measure: Callable[[Any], int]
    """(player) → the value."""


def winning_figures(outcome: Outcome, players: Sequence[GamePlayer]) -> dict[str, int]:
    """The winners' points, their value in the tie-break, and the next lower one."""
    points = players[outcome.winners[0]].points
    return {"points": points, "best": outcome.best, "other": outcome.other}


def decide_by_points(players: Sequence[GamePlayer], *tie_breaks: TieBreak) -> Outcome:
    """Decide by points, then by each tie-break in turn; who is still equal shares the win."""
    level = left = find_leaders(players)
    if len(level) == 1:
        return Outcome(level, DecidedBy.POINTS, level)
    best = other = 0
    for decided_by, measure in tie_breaks:
        values = {seat: measure(players[seat]) for seat in left}
        best = max(values.values())
        other = max((each for each in values.values() if each < best), default=best)
        left = tuple(seat for seat in left if values[seat] == best)
        if len(left) == 1:
            return Outcome(left, decided_by, level, best, other)
    by = DecidedBy.SHARED if tie_breaks else DecidedBy.SHARED_POINTS
    return Outcome(left, by, level, best, other)


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
        "notes": [str(note.reason) for note in table.notes],
    }
