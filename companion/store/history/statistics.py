"""What finished games say of their players: wins, points, where they came from, time a turn.

A player is a name, however it is spelled and whatever the colour; each game's figures stand by
themselves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from companion.core.names import fold_name
from companion.games.unnamed import is_unnamed
from companion.store.history.play import Play

Origin = tuple[str, int | None]
"""A scoring: its name, and the round where it has no name of its own."""


class MarkerPoints(NamedTuple):
    """Markers of one value: how many were placed, and the points they brought."""

    placed: int
    points: float

    @property
    def each(self) -> float | None:
        """Points a marker; None where none was placed."""
        return self.points / self.placed if self.placed else None


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """One player in one finished game."""

    number: int
    game: str
    ended: datetime
    name: str
    """"" for a player who gave none."""
    seat: int
    points: int
    rank: int
    """1 for the winners; else by points, equal points sharing a rank."""
    won: bool
    shared: bool
    """Whether the win was shared."""
    players: int
    gains: Mapping[Origin, int]
    """The points of each scoring."""
    markers: Mapping[int, MarkerPoints]
    """By a marker's value; empty in games without markers."""
    turns: int
    """Own turns whose time is known."""
    thought: timedelta


@dataclass(frozen=True, slots=True)
class Totals:
    """A player's figures over some player_games of one game."""

    name: str
    game: str
    player_games: Sequence[PlayerGame]

    @property
    def games(self) -> int:
        """How many games were played to the end."""
        return len(self.player_games)

    @property
    def wins(self) -> int:
        """How many were won, shared wins among them."""
        return sum(each.won for each in self.player_games)

    @property
    def points(self) -> int:
        return sum(each.points for each in self.player_games)

    @property
    def average(self) -> float:
        """Points a game."""
        return self.points / self.games

    @property
    def best(self) -> int:
        """The most points in a game."""
        return max(each.points for each in self.player_games)

    @property
    def origins(self) -> list[Origin]:
        """The scorings that were held, in their order."""
        return origins(self.player_games)

    def share(self, origin: Origin) -> float | None:
        """The part of all points that this scoring gave; None where there are no points."""
        gained = sum(each.gains.get(origin, 0) for each in self.player_games)
        return gained / self.points if self.points > 0 else None

    @property
    def markers(self) -> dict[int, MarkerPoints]:
        """By a marker's value: how many were placed, and what they brought together."""
        values = sorted({value for each in self.player_games for value in each.markers})
        found = {
            value: [each.markers[value] for each in self.player_games if value in each.markers]
            for value in values
        }
        return {
            value: MarkerPoints(
                sum(each.placed for each in all_), sum(each.points for each in all_)
            )
            for value, all_ in found.items()
        }

    @property
    def turn_time(self) -> timedelta | None:
        """Thinking time a turn; None where the journal's times tell nothing."""
        timed = [each for each in self.player_games if each.thought]
        turns = sum(each.turns for each in timed)
        return sum((each.thought for each in timed), start=timedelta()) / turns if turns else None


def player_games(play: Play) -> list[PlayerGame]:
    """Every player of a game, by seat; none of a game that has not come to its end."""
    outcome = play.outcome
    if outcome is None:
        return []
    points = [player.points for player in play.table.players]
    return [
        PlayerGame(
            number=play.number,
            game=play.game,
            ended=play.last,
            name="" if is_unnamed(name, play.game) else name,
            seat=seat,
            points=points[seat],
            rank=1 if seat in outcome.winners else 1 + _ahead(points, seat, outcome.winners),
            won=seat in outcome.winners,
            shared=seat in outcome.winners and len(outcome.winners) > 1,
            players=len(points),
            gains=_gains(play, seat),
            markers=_markers(play, seat),
            turns=len(play.own_turns(seat)),
            thought=play.thinking_time(seat),
        )
        for seat, name in enumerate(play.players)
    ]


def _ahead(points: Sequence[int], seat: int, winners: Sequence[int]) -> int:
    """How many stand before a player who has not won: the winners, and all with more points."""
    return sum(
        other in winners or points[other] > points[seat]
        for other in range(len(points))
        if other != seat
    )


def _gains(play: Play, seat: int) -> dict[Origin, int]:
    found: dict[Origin, int] = {}
    for gain in play.gains:
        origin = gain.name, gain.number
        found[origin] = found.get(origin, 0) + gain.points[seat]
    return found


def _markers(play: Play, seat: int) -> dict[int, MarkerPoints]:
    """The player's markers that lie there at the end, and what they brought at the scorings."""
    placed = play.history.count_markers(play.table, seat)
    brought = [gain.markers[seat] for gain in play.gains if gain.markers]
    return {
        value: MarkerPoints(placed.count(value), sum(each.get(value, 0) for each in brought))
        for value in sorted({*placed, *play.history.marker_values})
    }


def origins(found: Iterable[PlayerGame]) -> list[Origin]:
    """The scorings of some player_games of one game, each once, in their order."""
    return list(dict.fromkeys(origin for each in found for origin in each.gains))


def totals(found: Iterable[PlayerGame]) -> list[Totals]:
    """Each player's figures in each game, game by game, the best average first.

    All spellings of a name are one player, who is called as in the last of the games.
    """
    groups: dict[tuple[str, str], list[PlayerGame]] = {}
    for each in found:
        groups.setdefault((each.game, fold_name(each.name)), []).append(each)
    every = [Totals(its[-1].name, game, its) for (game, _), its in groups.items()]
    order = list(dict.fromkeys(each.game for each in every))
    return sorted(every, key=lambda each: (order.index(each.game), -each.average, each.name))
