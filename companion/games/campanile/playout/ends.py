"""Plays a game on from a table to its end, many times, and counts who wins.

The cards that nobody at the table has seen are dealt anew under what counting the cards proves:
each that is neither seen nor proved to be in a hand may lie in any hand and in the pile. The
scoring cards lie where `rules.cards` has them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from companion.core.story import Chances, PlayerKind
from companion.games.campanile.playout.lean_table import (
    FINITO_CARD,
    INTERMEZZO_CARD,
    NOWHERE,
    LeanTable,
    read_table,
)
from companion.games.campanile.playout.players import ChooseTurn, choose_at_random, choose_greedily
from companion.games.campanile.rules.cards import LAST_CARDS, OPEN, CampanileCardCount
from companion.games.campanile.rules.table2009 import Campanile2009Table

DealtCards = tuple[list[list[int]], list[int]]
"""Everybody's hand, and the pile; its top card is the last."""


class HiddenCards(NamedTuple):
    """What is known of the hidden cards between two turns."""

    hands: Sequence[Sequence[int]]
    """By seat: the cards that are known to be in the hand."""
    missing: Sequence[int]
    """By seat: how many other cards are in the hand."""
    cards: Sequence[int]
    """The tower cards that nobody has seen."""
    intermezzo_over: bool
    intermezzo: range
    """How many tower cards may lie on Intermezzo; empty where it may lie anywhere."""

    def deal(self, random: Callable[[], float]) -> DealtCards:
        """Deal them: each order of them is as likely as the others."""
        pile = sorted(self.cards, key=lambda _: random())
        hands = []
        for known, missing in zip(self.hands, self.missing, strict=True):
            hands.append([*known, *pile[len(pile) - missing :]])
            del pile[len(pile) - missing :]
        pile.insert(int(random() * min(LAST_CARDS, len(pile) + 1)), FINITO_CARD)
        if not self.intermezzo_over:
            among = self.intermezzo or range(len(pile) + 1)
            on_it = among[int(random() * len(among))]
            pile.insert(len(pile) - on_it, INTERMEZZO_CARD)
        return hands, pile


def find_unseen(table: Campanile2009Table) -> HiddenCards | None:
    """Find what is known of the hidden cards; None where not all cards have been counted."""
    cards, pile = table.cards, table.pile
    if cards is None or pile is None or not _is_all_counted(table, cards):
        return None
    seats = range(len(table.players))
    hands = [
        [
            place
            for place, style in enumerate(table.row)
            for _ in range(cards.count_known(seat, style))
        ]
        for seat in seats
    ]
    missing = [cards.hand - cards.count_proved(seat) for seat in seats]
    unseen = [place for place, style in enumerate(table.row) for _ in range(cards.unseen(style))]
    towers_left = pile.size - pile.turned_up - pile.specials_left
    if min(missing) < 0 or towers_left < 0 or len(unseen) != towers_left + sum(missing):
        return None
    gone = OPEN + pile.turned_up
    intermezzo = range(
        max(pile.earliest_intermezzo, gone) - gone, pile.latest_intermezzo + 1 - gone
    )
    return HiddenCards(hands, missing, unseen, pile.intermezzo_over, intermezzo)


def _is_all_counted(table: Campanile2009Table, cards: CampanileCardCount) -> bool:
    """Whether the count began with the game, each turn has turned up a card, and all hold three."""
    return (
        table.played is None
        and sum(cards.turned_up.values()) == OPEN + table.turn - 1
        and not any(sum(surplus.values()) for surplus in cards.surplus)
    )


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
