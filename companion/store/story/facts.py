"""What is said of a whole game: who led when, and how low the later winner was.

All of it is read from the points as they would have been scored, or from played-out ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.core.conversation import is_correction
from companion.core.events import Seat, Wording, list_seats, word
from companion.core.story import measure_leads, word_chance
from companion.store.story.curve import AssessedTurn

CLOSE_SHARE = 0.15
"""Up to this share of the winner's points a lead is close."""
LOW_SHARE = 0.6
"""Below this share of a fair chance a chance is low."""

AS_SCORED = {
    *("story.close", "story.led-since", "story.led-since-then", "story.led-at-last"),
    "story.behind",
}
"""What is said as if every turn had been scored."""


class LeadChange(NamedTuple):
    """A turn in which somebody else came to lead alone."""

    at: int
    """The place of the turn in the list."""
    leader: int
    swing: int
    """By how much the new leader's distance to the best of the others changed."""


def find_leader(points: Sequence[int]) -> int | None:
    """The seat with the most points; None where several have them."""
    first, *others = _find_leaders(points)
    return None if others else first


def _find_leaders(points: Sequence[int]) -> list[int]:
    return [seat for seat, each in enumerate(points) if each == max(points)]


def measure_lead(points: Sequence[int], seat: int) -> int:
    """How far a player is ahead of the best of the others; below zero: behind."""
    return int(measure_leads(points)[seat])


def find_lead_changes(turns: Sequence[AssessedTurn]) -> Iterator[LeadChange]:
    """The turns with which the lead changed hands, as it would have been scored or was scored."""
    led = find_leader(turns[0].points)
    for at, (before, after) in enumerate(pairwise(turns), start=1):
        if compared := after.compare_to(before):
            leader = find_leader(compared.points)
            if leader is not None and led not in (None, leader):
                leads = [measure_lead(each, leader) for each in (before.points, compared.points)]
                yield LeadChange(at, leader, leads[1] - leads[0])
            led = led if leader is None else leader
        leader = find_leader(after.points)  # by the next scoring
        led = led if leader is None else leader


def tell_facts(turns: Sequence[AssessedTurn], winners: tuple[int, ...]) -> Iterator[Wording]:
    """Who led when, how low the winner's chance had been, and what limits the story."""
    if _was_taken_over(turns):
        yield word("story.taken-over")
    told = [*_tell_lead(turns, winners)]
    if len(winners) == 1:
        told += _tell_lowest(turns, winners[0])
    if any(each.key in AS_SCORED for each in told):
        yield word("story.as-scored")
    yield from told
    known = sum(each.chances.greedy is not None for each in turns[:-1])
    if 0 < known < len(turns) - 1:
        yield word("story.ends-known", done=known, turns=len(turns) - 1)
    if corrected := [each.played.number for each in turns if each.corrected]:
        yield word("story.corrected", turns=tuple(corrected), number=len(corrected))


def _tell_lead(turns: Sequence[AssessedTurn], winners: tuple[int, ...]) -> Iterator[Wording]:
    played = turns[1:]
    if not played:
        return
    widest = max(_measure_gap(each.points) for each in played)
    if not _was_taken_over(turns) and widest <= CLOSE_SHARE * max(played[-1].points):
        yield word("story.close", points=widest)
    if len(winners) > 1:
        yield word("story.level", players=list_seats(winners))
        return
    since = _find_lead_since(played, winners[0])
    if since == len(played) - 1 and not played[since].corrected:
        yield word("story.led-at-last", player=Seat(winners[0]))
    elif since is None:
        yield word("story.level-at-last", players=list_seats(_find_leaders(played[-1].points)))
    elif since == 0 and _was_taken_over(turns):
        yield word("story.led-since-then", player=Seat(winners[0]))
    else:
        number = played[since].played.number
        yield word("story.led-since", player=Seat(winners[0]), turn=number)


def _was_taken_over(turns: Sequence[AssessedTurn]) -> bool:
    """Whether the box came to a game that had begun: its table was corrected in the setup."""
    return any(is_correction(each.answer) for each in turns[0].played.answers)


def _measure_gap(points: Sequence[int]) -> int:
    first, second, *_ = [*sorted(points, reverse=True), 0]
    return first - second


def _find_lead_since(played: Sequence[AssessedTurn], winner: int) -> int | None:
    """The place from which on the winner led alone; None where not even at the end."""
    since = None
    for at in reversed(range(len(played))):
        if find_leader(played[at].points) != winner:
            break
        since = at
    return since


def _tell_lowest(turns: Sequence[AssessedTurn], winner: int) -> Iterator[Wording]:
    """How low the winner's chance was by all estimates; without played-out ends, the points."""
    estimated = [each.chances for each in turns[1:] if each.chances.greedy and each.chances.random]
    if estimated:
        fair = 1 / len(turns[0].points)
        low = [each for each in estimated if each.find_band(winner)[1] < LOW_SHARE * fair]
        if low:
            lowest = min(low, key=lambda each: each.find_middle(winner))
            chance = word_chance(lowest.find_middle(winner))
            yield word("story.lowest", player=Seat(winner), chance=chance, turn=lowest.turn)
        return
    latest_first = reversed(turns[1:])
    behind = min(latest_first, key=lambda each: measure_lead(each.points, winner), default=None)
    if behind is not None and (points := -measure_lead(behind.points, winner)) > 0:
        number = behind.played.number
        yield word("story.behind", player=Seat(winner), points=points, turn=number)
