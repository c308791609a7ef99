"""Players who choose turns on a lean table: one at random, one greedy. They see what players see.

The greedy one looks one turn ahead. Of `Random` only `random()` is used, which alone gives the same
numbers in every version of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from companion.games.campanile.playout.lean_table import (
    NOWHERE,
    TOWERS,
    LeanTable,
    LeanTurn,
    list_flags,
)
from companion.games.campanile.rules.cards import CampanilePile
from companion.games.campanile.rules.table import FLOORS
from companion.games.campanile.rules.table2009 import MOVABLE

ChooseTurn = Callable[[LeanTable, Sequence[int], Random], LeanTurn]
"""(table, own hand, random numbers) → a legal turn."""


def choose_at_random(table: LeanTable, hand: Sequence[int], rng: Random) -> LeanTurn:
    """Choose the card, the floors, the marker and the card taken at random."""
    random, display = rng.random, table.display
    played, floors = hand[int(random() * len(hand))], 1 + int(random() * len(FLOORS))
    goal = source = NOWHERE
    choice = int(random() * (len(display) + 1))
    if choice < len(display) and table.stock[table.seat][floors]:
        goal = display[choice]
    elif table.moving and floors == MOVABLE:
        goal, source = _choose_any_move(table, random)
    return played, floors, goal, source, display[int(random() * len(display))]


def _choose_any_move(table: LeanTable, random: Callable[[], float]) -> tuple[int, int]:
    moves = [(NOWHERE, NOWHERE)]
    for source in TOWERS:
        if table.twos[source][table.seat]:
            moves += [(goal, source) for goal in table.display if goal != source]
    return moves[int(random() * len(moves))]


class GreedyHabits(NamedTuple):
    """What a greedy player minds beside the points of the next flags.

    The first two count in proportion to the cards left, so that nothing is saved at the end.
    """

    floor: float = 0.0
    """What a floor is worth that changes no rank, in points between the first rank and the last."""
    marker: float = 0.0
    """What each point of a marker's value is worth in the stock."""
    finito: float = 0.0
    """What a point of Finito is worth before Intermezzo has come."""


ONLY_POINTS = GreedyHabits()
FAR_SIGHTED = GreedyHabits(floor=0.15, marker=0.15, finito=0.3)
TIE = 1 / 16
"""Less than any difference that counts: any of equal turns is chosen."""


def choose_greedily(
    table: LeanTable, hand: Sequence[int], rng: Random, habits: GreedyHabits = FAR_SIGHTED
) -> LeanTurn:
    """Choose the best turn; of equal ones any."""
    return _GreedyChoice(table, rng.random, habits).choose(hand)


class _GreedyChoice:
    """A turn being chosen: by tower and rank, what the player would gain with and without a marker.

    A gain is the player's points, times the number of the others, less their points.
    """

    def __init__(self, table: LeanTable, random: Callable[[], float], habits: GreedyHabits) -> None:
        self.table, self.random = table, random
        self.all_gains = _list_gains(table.players, table.intermezzo_over, habits.finito)
        self.now = [self._find_gains(tower, 0) for tower in TOWERS]
        self.ranks = [0 for _ in TOWERS]
        for rank, tower in enumerate(table.order):
            self.ranks[tower] = rank
        self.goals = [tower for tower in TOWERS if tower in table.display]
        share_left = table.left / count_pile(table.players)
        self.floor_worth = habits.floor * share_left
        self.marker_worth = habits.marker * share_left * table.players
        self.best, self.found = float("-inf"), (NOWHERE, 0, NOWHERE, NOWHERE)

    def choose(self, hand: Sequence[int]) -> LeanTurn:
        """Choose the best turn with a card of this hand."""
        marked = {marker: self._list_marked(marker) for marker in FLOORS}
        for played in sorted(set(hand)):
            ranks, gain, own = self.ranks[:], 0.0, self.now[played]
            for floors in FLOORS:
                gain += self._raise(played, floors, ranks)
                height = self.floor_worth * floors
                self._try(gain + height * (own[0] - own[-1]), (played, floors, NOWHERE, NOWHERE))
                for goal, source, gains in marked[floors]:
                    rank = ranks[goal]
                    more = gain + gains[rank] - self.now[goal][rank]
                    if source == NOWHERE:
                        more -= self.marker_worth * floors
                    else:
                        rank = ranks[source]
                        more += self._find_gains(source, -MOVABLE)[rank] - self.now[source][rank]
                    its = gains if goal == played else own
                    self._try(more + height * (its[0] - its[-1]), (played, floors, goal, source))
        return *self.found, self._choose_card()

    def _try(self, gain: float, turn: tuple[int, int, int, int]) -> None:
        gain += self.random() * TIE
        if gain > self.best:
            self.best, self.found = gain, turn

    def _raise(self, tower: int, floors: int, ranks: list[int]) -> float:
        """Raise a tower in ``ranks`` to so many floors more; return what is gained by it."""
        table, own, gain = self.table, self.now[tower], 0.0
        height, rank = table.floors[tower] + floors, ranks[tower]
        while rank:
            above = table.order[rank - 1]
            if table.floors[above] > height or (table.floors[above] == height and above < tower):
                break
            other = self.now[above]
            gain += other[rank] - other[rank - 1] + own[rank - 1] - own[rank]
            ranks[above] = rank
            rank -= 1
        ranks[tower] = rank
        return gain

    def _list_marked(self, marker: int) -> list[tuple[int, int, Sequence[float]]]:
        """(goal, source, gains by rank) of each way to bring a marker under a tower."""
        table, seat = self.table, self.table.seat
        sources = [NOWHERE] if table.stock[seat][marker] else []
        if table.moving and marker == MOVABLE:
            sources += [tower for tower in TOWERS if table.twos[tower][seat]]
        if not sources:
            return []
        gains = [(goal, self._find_gains(goal, marker)) for goal in self.goals]
        return [
            (goal, source, each) for goal, each in gains for source in sources if source != goal
        ]

    def _find_gains(self, tower: int, more: int) -> Sequence[float]:
        """The gains of a tower by rank, with ``more`` influence of the player."""
        table, seat = self.table, self.table.seat
        row, influence = table.rows[tower], table.influence[tower]
        mine = influence[seat] + more
        present = len(row) + (mine > 0) - (influence[seat] > 0)
        if not mine:
            return self.all_gains[present][NOWHERE]
        place, is_nearer = 0, True
        for other in row:
            if other == seat:
                is_nearer = False
            elif influence[other] > mine or (is_nearer and influence[other] == mine):
                place += 1
        return self.all_gains[present][place]

    def _choose_card(self) -> int:
        """The card whose tower gains most by a higher rank."""
        best, found = float("-inf"), NOWHERE
        for tower in self.goals:
            gains, rank = self.now[tower], self.ranks[tower]
            gain = gains[0] - gains[min(rank + 1, TOWERS[-1])] + self.random() * TIE
            if gain > best:
                best, found = gain, tower
        return found


@cache
def count_pile(players: int) -> int:
    """Count the cards of the pile when the game begins."""
    return CampanilePile(players).size


@cache
def _list_gains(
    players: int, intermezzo_over: bool, finito_weight: float
) -> Sequence[Sequence[Sequence[float]]]:
    """By the players under a tower, the own place among them, and the rank: the gain.

    The last place is for no marker.
    """
    weighed = [(1.0, list_flags(players, finito=intermezzo_over))]
    if not intermezzo_over:
        weighed.append((finito_weight, list_flags(players, finito=True)))

    def measure(present: int, place: int, rank: int) -> float:
        return sum(
            weight * chip * (players - 1 if at == place else -1)
            for weight, flags in weighed
            for at, chip in enumerate((*flags, ())[rank][:present])
        )

    places = (*range(players), NOWHERE)
    return [
        [[measure(present, place, rank) for rank in TOWERS] for place in places]
        for present in range(players + 1)
    ]
