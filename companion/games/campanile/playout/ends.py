"""Plays a game on from a table to its end, many times, and counts who wins."""

from __future__ import annotations

from random import Random

from companion.core.story import Chances, PlayerKind
from companion.games.campanile.playout.lean_table import FINITO_CARD, NOWHERE, LeanTable, read_table
from companion.games.campanile.playout.players import ChooseTurn, choose_at_random, choose_greedily
from companion.games.campanile.playout.unseen import DealtCards, find_unseen
from companion.games.campanile.rules.table2009 import Campanile2009Table

CHOOSE: dict[PlayerKind, ChooseTurn] = {
    PlayerKind.RANDOM: choose_at_random,
    PlayerKind.GREEDY: choose_greedily,
}
SHARES = 60
"""A win is counted as so many, which two to five winners share evenly."""


def count_wins(table: Campanile2009Table, kind: PlayerKind, ends: int, seed: int) -> Chances | None:
    """Play the game on to so many ends, and count who wins; see `play_out`."""
    if table.outcome is not None:
        return share_wins([list(table.outcome.winners)], len(table.players))
    unseen = find_unseen(table)
    if unseen is None:
        return None
    lean, rng = read_table(table), Random(seed)
    return share_wins(
        [play_on(lean.copy(), unseen.deal(rng.random), CHOOSE[kind], rng) for _ in range(ends)],
        len(table.players),
    )


def play_on(table: LeanTable, dealt: DealtCards, choose: ChooseTurn, rng: Random) -> list[int]:
    """Play on to the end with these hidden cards; return the winners."""
    hands, pile = dealt
    card = NOWHERE
    while card != FINITO_CARD:
        hand = hands[table.seat]
        turn = choose(table, hand, rng)
        hand.remove(turn[0])
        hand.append(turn[-1])
        table.take_turn(turn)
        card = pile.pop()
        while not table.turn_up(card) and card != FINITO_CARD:
            card = pile.pop()
    return table.list_winners()


def share_wins(ends: list[list[int]], players: int) -> Chances:
    """By seat: the share of these ends that it wins, each told by its winners."""
    won = [0] * players
    for winners in ends:
        for seat in winners:
            won[seat] += SHARES // len(winners)
    return tuple(each / (SHARES * len(ends)) for each in won)
