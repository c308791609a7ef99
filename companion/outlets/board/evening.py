"""The evening: which games count, who stands where, and what decided between equals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from companion.games.unnamed import is_unnamed
from companion.outlets.board.reports import BoardResult

ONE_DAY = timedelta(days=1)


class Measure(StrEnum):
    """What players are ordered by: the name of a figure of an `EveningPlace`."""

    WINS = "wins"
    SHARE = "share"
    POINTS = "points"

    @property
    def order(self) -> tuple[Measure, ...]:
        """The measures in order: each decides where all before it are equal."""
        return (self, *(each for each in Measure if each is not self))


@dataclass(frozen=True, slots=True)
class EveningPlace:
    """A player's place in the standings of an evening."""

    place: int
    """Equals share it."""
    name: str
    wins: int
    games: int
    points: int
    """Of all games together."""
    share: Fraction
    """The points as a part of the best player's in the same game, on average."""

    def figures(self, measures: Sequence[Measure]) -> tuple[Fraction, ...]:
        """The figures by which it is compared."""
        return tuple(Fraction(getattr(self, each)) for each in measures)


@dataclass(frozen=True, slots=True)
class EveningTie:
    """Players who are equal by some measures."""

    places: tuple[EveningPlace, ...]
    equal: tuple[Measure, ...]
    decides: Measure | None
    """The next measure; without one they share the place."""


def local_now() -> datetime:
    """The time in this machine's zone."""
    return datetime.now().astimezone()


def find_start(since: time | datetime, now: datetime) -> datetime:
    """When the evening began: a fixed time, or the last time that the clock showed ``since``.

    ``now`` is in the hall's time zone.
    """
    if isinstance(since, datetime):
        return since
    start = datetime.combine(now.date(), since, now.tzinfo)
    if start > now:
        start = datetime.combine(now.date() - ONE_DAY, since, now.tzinfo)
    return start


def choose_games(results: Iterable[BoardResult], start: datetime) -> list[BoardResult]:
    """The games that ended since ``start``, in the order in which they ended."""
    games = (each for each in results if each.ended >= start)
    return sorted(games, key=lambda each: (each.ended, each.table, each.id))


def rank_players(
    games: Sequence[BoardResult], measure: Measure = Measure.WINS
) -> list[EveningPlace]:
    """Everybody's place by a measure, and where that is equal by the others; equals share a place.

    A player is a name, in small letters or large. Who gave none is left out.
    """
    played: dict[str, list[tuple[str, bool, int, Fraction]]] = {}
    for game in games:
        best = max(player.points for player in game.players)
        for seat, player in enumerate(game.players):
            if is_unnamed(player.name, game.game):
                continue
            share = find_share(player.points, best)
            each = player.name, seat in game.winners, player.points, share
            played.setdefault(player.name.casefold(), []).append(each)
    everybody = []
    for key in sorted(played):
        names, wins, points, shares = zip(*played[key], strict=True)
        share = sum(shares, Fraction()) / len(shares)
        everybody.append(EveningPlace(1, names[-1], sum(wins), len(names), sum(points), share))
    everybody.sort(key=lambda each: each.figures(measure.order), reverse=True)
    places: list[EveningPlace] = []
    for _, equals in groupby(everybody, lambda each: each.figures(measure.order)):
        place = len(places) + 1
        places += [replace(each, place=place) for each in equals]
    return places


def find_share(points: int, best: int) -> Fraction:
    """A player's part of the best player's points: from 0 to 1."""
    if points == best:
        return Fraction(1)
    return Fraction(max(0, points), best) if best > 0 else Fraction()


def find_ties(places: Sequence[EveningPlace], measure: Measure = Measure.WINS) -> list[EveningTie]:
    """Whom the measure alone does not tell apart, from the top; who has nothing needs no reason."""
    ties = []
    for depth in range(1, len(Measure) + 1):
        equal, others = measure.order[:depth], measure.order[depth:]
        decides = others[0] if others else None
        groups: dict[tuple[Fraction, ...], list[EveningPlace]] = {}
        for each in places:
            groups.setdefault(each.figures(equal), []).append(each)
        for figures, its in groups.items():
            told_apart = decides is None or len({each.figures([decides]) for each in its}) > 1
            if figures[0] > 0 and len(its) > 1 and told_apart:
                ties.append(EveningTie(tuple(its), equal, decides))
    return sorted(ties, key=lambda tie: tie.places[0].place)
