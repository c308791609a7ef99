"""The evening: which games count, who stands where, and what decided between equals."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, groupby
from typing import Any, TypeVar

from companion.core.names import fold_name
from companion.games.unnamed import is_unnamed
from companion.outlets.board.reports import BoardResult

MOST_SHORT = 2
"""Letters of a name that is too short to be compared."""
ONE_DAY = timedelta(days=1)


class Measure(StrEnum):
    """What players are ordered by: the name of a figure of an `EveningPlace`."""

    WINS = "wins"
    SHARE = "share"
    POINTS = "points"
    RATE = "rate"

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

    @property
    def rate(self) -> Fraction:
        """The wins a game."""
        return Fraction(self.wins, self.games)

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


GameOrder = tuple[datetime, str, str]
"""What sorts games by when they ended: that time, the table, the game's id."""


class PlayerSums:
    """What a player's games of an evening add up to."""

    def __init__(self) -> None:
        self.wins = self.points = 0
        self.shares = Fraction()
        self.spellings: list[tuple[GameOrder, str]] = []
        """The name as each game has it, in the order in which they ended."""


def order_of(game: BoardResult) -> GameOrder:
    return game.ended, game.table, game.id


class Evening:
    """The games since ``start``, and everybody's sums, which grow game by game.

    A player is a name, however it is spelled (`fold_name`). Who gave none is left out.
    """

    def __init__(self, start: datetime, games: Iterable[BoardResult] = ()) -> None:
        self.start = start
        self.games: list[BoardResult] = []
        """In the order in which they ended."""
        self.ahead: Counter[str] = Counter()
        """The tables whose clocks run ahead, with their games."""
        self._sums: dict[str, PlayerSums] = {}
        self.version = 0
        """Grows with every change."""
        self._places: dict[Measure, list[EveningPlace]] = {}
        self._ties: dict[Measure, list[EveningTie]] = {}
        for each in sorted(games, key=order_of):
            self.add(each)

    def add(self, game: BoardResult) -> None:
        """Count a game, if it ended in the evening."""
        if game.ended >= self.start:
            insert_late(self.games, game, order_of)
            self._count(game, 1)

    def remove(self, game: BoardResult) -> None:
        """Take a game back, if it is counted."""
        at = bisect_left(self.games, order_of(game), key=order_of)
        if at < len(self.games) and order_of(self.games[at]) == order_of(game):
            self._count(self.games.pop(at), -1)

    def _count(self, game: BoardResult, times: int) -> None:
        self.version += 1
        self._places.clear()
        self._ties.clear()
        if game.is_ahead:
            self.ahead[game.table_name] += times
        if not game.counts:
            return
        best = max(player.points for player in game.players)
        for seat, player in enumerate(game.players):
            if is_unnamed(player.name, game.game):
                continue
            person = fold_name(player.name)
            sums = self._sums.setdefault(person, PlayerSums())
            sums.wins += times * (seat in game.winners)
            sums.points += times * player.points
            share = find_share(player.points, best)
            spelling = order_of(game), player.name
            if times > 0:
                sums.shares += share
                insert_late(sums.spellings, spelling)
            else:
                sums.shares -= share
                sums.spellings.remove(spelling)
            if not sums.spellings:
                del self._sums[person]

    def places(self, measure: Measure = Measure.WINS) -> list[EveningPlace]:
        """Everybody's place by a measure, where that is equal by the others; equals share one."""
        if measure not in self._places:
            self._places[measure] = self._rank(measure)
        return self._places[measure]

    def ties(self, measure: Measure = Measure.WINS) -> list[EveningTie]:
        """Whom the measure alone does not tell apart, from the top."""
        if measure not in self._ties:
            self._ties[measure] = find_ties(self.places(measure), measure)
        return self._ties[measure]

    def _rank(self, measure: Measure) -> list[EveningPlace]:
        everybody = []
        for _, its in sorted(self._sums.items()):
            games = len(its.spellings)
            name = its.spellings[-1][1]
            share = its.shares / games
            everybody.append(EveningPlace(1, name, its.wins, games, its.points, share))
        everybody.sort(key=lambda each: each.figures(measure.order), reverse=True)
        places: list[EveningPlace] = []
        for _, equals in groupby(everybody, lambda each: each.figures(measure.order)):
            place = len(places) + 1
            places += [replace(each, place=place) for each in equals]
        return places


Item = TypeVar("Item")


def insert_late(
    items: list[Item], item: Item, key: Callable[[Item], Any] = lambda item: item
) -> None:
    """Insert an item in order, quickly where it is the last one, as what happens is."""
    if not items or key(items[-1]) <= key(item):
        items.append(item)
    else:
        insort(items, item, key=key)


def find_similar(names: Iterable[str]) -> list[tuple[str, str]]:
    """The pairs of names that differ by one letter: left out, added, another one, or swapped."""
    by_rest: dict[str, list[str]] = {}
    for name in sorted(names):
        letters = fold_name(name)
        rests = {letters[:at] + letters[at + 1 :] for at in range(len(letters))} | {letters}
        for rest in rests if len(letters) > MOST_SHORT else ():
            by_rest.setdefault(rest, []).append(name)
    pairs = {pair for its in by_rest.values() for pair in combinations(its, 2) if is_near(*pair)}
    return sorted(pairs)


def is_near(one: str, other: str) -> bool:
    """Whether two names differ by one letter."""
    one, other = sorted((fold_name(one), fold_name(other)), key=len)
    at = next((at for at, letter in enumerate(one) if letter != other[at]), len(one))
    if len(one) < len(other):
        return len(other) - len(one) == 1 and one[at:] == other[at + 1 :]
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return one != other and (one[at + 1 :] == other[at + 1 :] or swapped)


@lru_cache(maxsize=4096)
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
