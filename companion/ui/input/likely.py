"""Where a cursor starts: at the place from which the expected number of presses is smallest.

Each game weighs the answers in a module of its own, by its rules and the answers of this game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from companion.core.conversation import Answer, Question

Spot = TypeVar("Spot")
Presses = Callable[[Spot, Spot], int]
"""(from a place, to a place) → the presses on the way."""


def normalise(weights: Mapping[Spot, float]) -> dict[Spot, float]:
    """Scale the weights to chances, which sum to 1; where all are 0, each chance is the same."""
    total = sum(weights.values())
    if not total:
        return dict.fromkeys(weights, 1 / len(weights))
    return {place: weight / total for place, weight in weights.items()}


def weigh_options(question: Question, weight: Callable[[Answer], float]) -> dict[Answer, float]:
    """The chance of each option; 0 for one that is objected to, unless all are."""
    legal = {option for option in question.options if question.judge(option) is None}
    weights = {each: weight(each) if each in legal else 0.0 for each in question.options}
    if not any(weights.values()):
        weights = {each: float(each in legal) for each in question.options}
    return normalise(weights)


def uniform(question: Question) -> dict[Answer, float]:
    """The same chance for each option that nothing is objected to."""
    return weigh_options(question, lambda _: 1)


def expected_presses(chances: Mapping[Spot, float], presses: Presses[Spot]) -> dict[Spot, float]:
    """From each place, the presses to the answer, on average."""
    possible = [(to, chance) for to, chance in chances.items() if chance > 0]
    return {at: sum(chance * presses(at, to) for to, chance in possible) for at in chances}


def find_cheapest(
    costs: Mapping[Spot, float],
    chances: Mapping[Spot, float],
    distance: Callable[[Spot], int],
    tolerance: float = 1e-9,
) -> Spot:
    """The place of the least cost, among those with a chance.

    Of places that cost at most ``tolerance`` presses more, the likeliest; then the one of the
    smallest ``distance``.
    """
    possible = [place for place in costs if chances[place] > 0]
    most = min(costs[place] for place in possible) + tolerance
    good = [place for place in possible if costs[place] <= most]
    return min(good, key=lambda place: (-round(chances[place], 9), distance(place)))


def ring_distance(places: int) -> Presses[int]:
    """Presses in a ring of so many places, whichever way round is shorter."""

    def presses(at: int, to: int) -> int:
        way = (to - at) % places
        return min(way, places - way)

    return presses


def start_in_ring(chances: Iterable[float], home: int = 0, starts: int | None = None) -> int:
    """The place to start from in a ring, given each place's chance; near ``home`` if in doubt.

    With a number of ``starts`` it is one of the first so many places.
    """
    by_place = dict(enumerate(chances))
    presses = ring_distance(len(by_place))
    costs = expected_presses(by_place, presses)
    among = dict(list(by_place.items())[:starts])
    likely = among if any(among.values()) else dict.fromkeys(among, 1.0)
    return find_cheapest(
        {place: costs[place] for place in among}, likely, lambda place: presses(home, place)
    )
