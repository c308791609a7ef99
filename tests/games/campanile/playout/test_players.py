"""What players choose is legal, and the greedy one gains as much as any legal turn does."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from companion.games.campanile.playout.lean_table import NOWHERE, TOWERS, LeanTable, LeanTurn
from companion.games.campanile.playout.players import ONLY_POINTS, choose_at_random, choose_greedily
from tests import depth
from tests.tools.story.self_play import SelfPlayer, SelfPlayWorld

TABLES = [(2, False), (2, True), (3, False), (4, False), (5, False)]


def list_turns(table: LeanTable, hand: list[int]) -> Iterator[LeanTurn]:
    """Every legal turn, but that only one of the open cards is taken."""
    taken, seat = table.display[0], table.seat
    for played, floors in product(set(hand), (1, 2, 3)):
        yield played, floors, NOWHERE, NOWHERE, taken
        for goal in set(table.display):
            if table.stock[seat][floors]:
                yield played, floors, goal, NOWHERE, taken
            if table.moving and floors == 2:
                for source in TOWERS:
                    if source != goal and table.twos[source][seat]:
                        yield played, floors, goal, source, taken


def gain(table: LeanTable, turn: LeanTurn) -> int:
    """The player's points by the next flags, times the number of the others, less their points."""
    after = table.copy()
    after.points = [0] * table.players
    after.take_turn(turn)
    after.award_flags(finito=table.intermezzo_over)
    return table.players * after.points[table.seat] - sum(after.points)


def tables(players: int, *, moving: bool, games: int) -> Iterator[tuple[LeanTable, list[int]]]:
    """The tables of some games between two turns, with the hand of the player to move."""
    for seed in range(games):
        kinds = Random(seed).choices(list(SelfPlayer), k=players)
        world = SelfPlayWorld(kinds, seed, moving=moving)
        for answer in world.play():
            if answer.key == "tower":
                yield world.table, world.hands[world.table.seat]


@pytest.mark.parametrize(("players", "moving"), TABLES)
def test_the_greedy_player_gains_the_most(players: int, *, moving: bool) -> None:
    rng = Random(players)
    for table, hand in tables(players, moving=moving, games=depth.at_depth(3, 100)):
        turns = list(list_turns(table, hand))
        chosen = choose_greedily(table, hand, rng, ONLY_POINTS)
        assert (*chosen[:-1], table.display[0]) in turns
        assert chosen[-1] in table.display
        assert gain(table, chosen) == max(gain(table, turn) for turn in turns)


@pytest.mark.parametrize(("players", "moving"), TABLES)
def test_the_random_player_chooses_any_legal_turn(players: int, *, moving: bool) -> None:
    rng = Random(players)
    for table, hand in tables(players, moving=moving, games=1):
        turns = set(list_turns(table, hand))
        drawn = [choose_at_random(table, hand, rng) for _ in range(60)]
        found = {(*turn[:-1], table.display[0]) for turn in drawn}
        assert found <= turns
        assert len(found) > min(len(turns), 60) / 3
        assert {turn[-1] for turn in drawn} == set(table.display)
