"""Where the cursor starts: at what costs the fewest presses, as likely as everything is.

How likely that is, each game weighs in a module of its own, from its rules and from this game
alone. What nothing speaks for weighs the same as all others; what there is a reason for in the
rules weighs `REASON` times that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from companion.core.conversation import Answer, Question

REASON = 4 / 3
"""How much more weighs what the rules give a reason for.

How much it is matters for towers alone: who laid a marker there saw such a card lie open, and
took one of three.
"""

Place = TypeVar("Place")
Presses = Callable[[Place, Place], int]
"""(from a place, to a place) → the presses on the way."""


def shares(weights: Mapping[Place, float]) -> dict[Place, float]:
    """The weights as chances: together 1, and all alike where nothing has any weight."""
    total = sum(weights.values())
    if not total:
        return dict.fromkeys(weights, 1 / len(weights))
    return {place: weight / total for place, weight in weights.items()}


def chances(question: Question, weight: Callable[[Answer], float]) -> dict[Answer, float]:
    """The chance of every option; none for what is objected to, unless there is nothing else."""
    legal = {option for option in question.options if question.judge(option) is None}
    weights = {each: weight(each) if each in legal else 0.0 for each in question.options}
    if not any(weights.values()):
        weights = {each: float(each in legal) for each in question.options}
    return shares(weights)


def alike(question: Question) -> dict[Answer, float]:
    """Every option that can be meant as likely as the others."""
    return chances(question, lambda _: 1)


def nearest(likely: Mapping[Place, float], presses: Presses[Place], home: Place) -> Place:
    """The place from which the others are reached by the fewest presses on the average.

    ``likely`` has the chance of each.
    """
    return cheapest(on_average(likely, presses), likely, lambda place: presses(home, place))


def on_average(likely: Mapping[Place, float], presses: Presses[Place]) -> dict[Place, float]:
    """From each place, the presses to what will be said."""
    possible = [(to, chance) for to, chance in likely.items() if chance > 0]
    return {at: sum(chance * presses(at, to) for to, chance in possible) for at in likely}


def cheapest(
    costs: Mapping[Place, float],
    likely: Mapping[Place, float],
    away: Callable[[Place], int],
    spare: float = 1e-9,
) -> Place:
    """The place of the least cost that can be meant at all.

    Of those that cost no more than ``spare`` presses above it, it is the likeliest, and of such
    the one that is least ``away``.
    """
    possible = [place for place in costs if likely[place] > 0]
    most = min(costs[place] for place in possible) + spare
    good = [place for place in possible if costs[place] <= most]
    return min(good, key=lambda place: (-round(likely[place], 9), away(place)))


def ring(places: int, stride: int = 1) -> Presses[int]:
    """Presses in a ring of so many places, one at a time or ``stride`` of them at once."""

    def presses(at: int, to: int) -> int:
        way = (to - at) % places
        return min(_steps(way, stride), _steps(places - way, stride))

    return presses


def _steps(way: int, stride: int) -> int:
    """Steps along a way: as far as strides go, or one stride too far and back."""
    strides, rest = divmod(way, stride)
    return strides + min(rest, stride - rest + 1)


def line(at: int, to: int) -> int:
    """Presses along a line, which ends at its ends."""
    return abs(to - at)


def in_ring(places: Iterable[float], home: int = 0, stride: int = 1) -> int:
    """Where the cursor starts in a ring of places, of which the chances are given in order."""
    likely = dict(enumerate(places))
    return nearest(likely, ring(len(likely), stride), home)
