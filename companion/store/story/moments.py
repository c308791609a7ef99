"""The moments of a game: turns that mattered, with their reasons; and everybody's best one.

Chances are claimed only where the model and played-out ends by two kinds of players agree; else a
moment is a fact of the points, as they would have been scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from typing import NamedTuple

from companion.core.events import GameEvent, Seat, Worded, Wording, word
from companion.core.story import Chances, Moment, TellChanges
from companion.store.history.play import PlayedTurn
from companion.store.story.curve import AssessedTurn, Compared
from companion.store.story.facts import LeadChange, find_lead_changes, measure_lead

MOST_MOMENTS = 3
LEAST_CHANGE = 0.1
"""By how much a chance has to change, by every estimate."""
ESTIMATES = 3
"""The model, and two kinds of players: what has to agree."""


class ChanceChange(NamedTuple):
    """By how much a player's chance changed at least with a turn, by every estimate."""

    at: int
    player: int
    by: float


class PointGain(NamedTuple):
    """What a player gained with a turn."""

    at: int
    own: bool
    points: int
    lead: int
    """By how much the distance to the best of the others changed."""


def measure_agreed_change(before: Sequence[Chances], after: Sequence[Chances], seat: int) -> float:
    """By how much a player's chance has changed at least by each estimate; 0 if they disagree."""
    changes = [now[seat] - then[seat] for then, now in zip(before, after, strict=True)]
    if min(changes) > 0:
        return min(changes)
    return max(changes) if max(changes) < 0 else 0.0


class MomentFinder:
    """Finds the moments of a game in its assessed turns."""

    def __init__(
        self,
        turns: Sequence[AssessedTurn],
        tell_changes: TellChanges,
        tell_done: Callable[[PlayedTurn], GameEvent],
    ) -> None:
        self._turns = turns
        self._tell_changes = tell_changes
        self._tell_done = tell_done
        self._changes = [*self._list_chance_changes()]
        """All agreed changes of a player's chance with a turn that did not lower the chance of who
        had it, nor ended the game: nobody is blamed, and a result is no estimate."""

    @property
    def has_ends(self) -> bool:
        """Whether ends were played out: then moments are those of chances."""
        return any(len(each.chances.estimates) == ESTIMATES for each in self._turns[:-1])

    def find_moments(self) -> tuple[Moment, ...]:
        """At most three moments, in order of time."""
        found = [*(self._find_by_chances() if self.has_ends else self._find_by_lead())]
        strongest = sorted(found, key=lambda each: -each[0])[:MOST_MOMENTS]
        return tuple(sorted((each for _, each in strongest), key=lambda each: each.turn))

    def _list_chance_changes(self) -> Iterator[ChanceChange]:
        for at, (before, after) in enumerate(pairwise(self._turns[:-1]), start=1):
            then, now = before.chances.estimates, after.chances.estimates
            if after.corrected or not len(then) == len(now) == ESTIMATES:
                continue
            seats = range(len(after.points))
            changes = [measure_agreed_change(then, now, player) for player in seats]
            if (mover := after.chances.seat) is not None and changes[mover] < 0:
                continue
            for player, change in enumerate(changes):
                if change:
                    yield ChanceChange(at, player, change)

    def _find_by_chances(self) -> Iterator[tuple[float, Moment]]:
        """(how much it changed, moment): whose chance rose, or else fell, in each such turn."""
        for at in range(1, len(self._turns)):
            here = [each for each in self._changes if each.at == at]
            large = [each for each in here if abs(each.by) >= LEAST_CHANGE]
            if large:
                change = max(large, key=lambda each: (each.by > 0, abs(each.by)))
                yield abs(change.by), self._build_by_chance(change)

    def _find_by_lead(self) -> Iterator[tuple[float, Moment]]:
        """(the swing, moment) of each change of the lead; the last one counts most."""
        found = find_lead_changes(self._turns)
        changes = [each for each in found if not self._would_blame(each.at)]
        for change in changes:
            yield inf if change is changes[-1] else change.swing, self._build_by_lead(change)

    # Everybody's best --------------------------------------------------------------------------

    def find_best(self, seat: int) -> Moment | None:
        """The turn that was best for a player, an own one where there is such a turn."""
        rises = [
            each
            for each in self._changes
            if each.player == seat and each.by >= LEAST_CHANGE and self._is_own(each.at, seat)
        ]
        if rises:
            return self._build_by_chance(max(rises, key=lambda each: each.by))
        return self._find_best_by_points(seat)

    def _find_best_by_points(self, seat: int) -> Moment | None:
        """The turn with which a player gained most, an own one where there is such a turn.

        Else one of somebody else, and that is said; at the least nothing was lost with it.
        """
        gains = [*self._list_gains(seat)]
        own = [each for each in gains if each.own]
        for found in (
            [each for each in own if each.points > 0 and each.lead > 0],
            [each for each in own if each.lead > 0],
            [each for each in own if each.points > 0],
            [each for each in gains if each.points > 0],
            [each for each in own if each.lead == 0],
            [each for each in gains if each.lead >= 0],
        ):
            if found:
                best = max(found, key=lambda each: each.lead)
                first = () if best.own else (word("story.not-own", player=Seat(seat)),)
                return self._build(best.at, seat, first=first, tells_lead=best.points <= 0)
        return None

    def _list_gains(self, seat: int) -> Iterator[PointGain]:
        """What a player gained in points with each turn that tells it."""
        for at, (before, after) in enumerate(pairwise(self._turns), start=1):
            if compared := after.compare_to(before):
                now = compared.points
                lead = measure_lead(now, seat) - measure_lead(before.points, seat)
                points = now[seat] - before.points[seat]
                yield PointGain(at, self._is_own(at, seat), points, lead)

    def _would_blame(self, at: int) -> bool:
        """Whether who had the turn fell behind with it, in points."""
        before, after, mover = self._turns[at - 1], self._turns[at], self._turns[at].chances.seat
        compared = after.compare_to(before)
        return (
            mover is not None
            and compared is not None
            and measure_lead(compared.points, mover) < measure_lead(before.points, mover)
        )

    def _is_own(self, at: int, seat: int) -> bool:
        return self._turns[at].chances.seat == seat

    # A moment and its reasons ------------------------------------------------------------------

    def _build_by_lead(self, change: LeadChange) -> Moment:
        lead = word("story.took-lead", player=Seat(change.leader))
        return self._build(change.at, change.leader, first=(lead,))

    def _build_by_chance(self, change: ChanceChange) -> Moment:
        before, after = self._turns[change.at - 1].chances, self._turns[change.at].chances
        moment = self._build(
            change.at,
            change.player,
            before.find_middle(change.player),
            after.find_middle(change.player),
        )
        if change.by > 0:
            return moment
        return moment._replace(seat=None, done=replace(moment.done, seat=None))  # nobody is blamed

    def _build(
        self,
        at: int,
        player: int,
        before: float | None = None,
        after: float | None = None,
        first: tuple[Worded, ...] = (),
        *,
        tells_lead: bool = False,
    ) -> Moment:
        turn = self._turns[at]
        return Moment(
            turn.played.number,
            turn.chances.seat,
            player,
            before,
            after,
            self._tell_done(turn.played),
            (*first, *self._tell_reasons(at, player, tells_lead=tells_lead)),
        )

    def _tell_reasons(self, at: int, player: int, *, tells_lead: bool) -> Iterator[Worded]:
        """The scorings held in the turn, the player's points or lead, what changed hands."""
        before, after = self._turns[at - 1], self._turns[at]
        yield from map(_tell_scoring, after.standings)
        compared = after.compare_to(before)
        if compared is None:
            return
        if tells_lead:
            leads = [measure_lead(each, player) for each in (before.points, compared.points)]
            yield word("story.distance", player=Seat(player), before=leads[0], after=leads[1])
        else:
            yield from _tell_points(before.points, compared, player)
        old, new = before.assessment.source, compared.source
        if old is not None and type(old) is type(new):  # a scoring's events may have another one
            yield from sorted(self._tell_changes(old, new), key=_speaks_not_of(player))


def _tell_scoring(standings: GameEvent) -> Worded:
    """What a scoring gave to whom."""
    number = {} if standings.number is None else {"number": standings.number}
    title = word(f"scoring.{standings.name}", **number)
    gained = tuple(
        word("gain.standing", player=Seat(seat), points=gain)
        for seat, gain in enumerate(standings.gains)
    )
    return word("gain.scoring", scoring=title, gained=gained)


def _tell_points(before: Sequence[int], compared: Compared, player: int) -> Iterator[Worded]:
    """The player's points; where they are as before, those of whoever's changed most."""
    after = compared.points
    if before[player] == after[player]:
        player = max(range(len(after)), key=lambda seat: abs(after[seat] - before[seat]))
    if before[player] != after[player]:
        key = "story.points-held" if compared.was_held else "story.points"
        yield word(key, player=Seat(player), before=before[player], after=after[player])
    elif not compared.was_held:
        yield word("story.same-points")


def _speaks_not_of(player: int) -> Callable[[Worded], bool]:
    """What sorts first what a player has gained."""
    return lambda told: not (isinstance(told, Wording) and ("player", Seat(player)) in told.values)
