"""Capitol's numbers: what is bid, and cards counted by type, discarded or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.core.conversation import Answer, Question
from companion.games.capitol.rules.cards import CapitolCards
from companion.games.capitol.rules.game import HIGHEST_BID
from companion.games.capitol.rules.houses import (
    CARDS,
    HIGHEST,
    KINDS,
    LOWEST,
    CapitolPlayer,
    CardType,
    highest_sum,
)
from companion.games.capitol.rules.table import CapitolTable
from companion.input.entry import Entry, Exit, Step, attempt, sideways
from companion.interfaces import Press

TEN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class BidPicker(Entry):
    """A bid: sideways the tens, up and down the ones; with one axis the tens, OK, the ones, OK."""

    question: Question
    axes: int
    bid: int = 0
    ones: bool = False
    """With one axis: whether the tens have been said."""

    def by_button(self, press: Press) -> Step:
        """Change the number, say it."""
        if press is Press.BACK:
            return replace(self, ones=False) if self.ones else Exit.BACK
        if press is Press.OK:
            if self.axes == 1 and not self.ones:
                return replace(self, ones=True)
            return attempt(self, self.question, Answer("bid", self.bid))
        if self.ones:
            tens, ones = divmod(self.bid, TEN)
            return self._at(TEN * tens + (ones + sideways(press)) % TEN)
        step = (press is Press.UP) - (press is Press.DOWN) + TEN * sideways(press)
        return self._at(self.bid + step)

    def _at(self, bid: int) -> Self:
        return replace(self, bid=min(max(bid, 0), HIGHEST_BID))


def likely_bid(player: CapitolPlayer, auctions: int, *, last: bool) -> int:
    """What the cards come to that a player lays above STOP: a share of the hand for each auction.

    ``auctions`` are still to come in this round, this one among them. Another share is kept for
    the next round; after the ``last`` one cards are worth nothing.
    """
    on_average = [number * (LOWEST + HIGHEST[kind]) / 2 for kind, number in player.hand.items()]
    return round(sum(on_average) / (auctions + (not last)))


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPicker(Entry):
    """Cards by type, in the order of KINDS: sideways the type, up and down how many.

    With one axis OK goes on from type to type. With a ``total`` the last number makes it up till
    it is changed itself.
    """

    question: Question
    axes: int
    counts: tuple[int, ...]
    at: int = 0
    total: int | None = None
    fixed: bool = False
    """Whether nothing but the total can be said, so that the last number need not be asked."""
    own_last: bool = False
    """Whether the last number was changed itself."""

    @classmethod
    def of_bid(cls, question: Question, table: CapitolTable, axes: int) -> Self:
        """The winner's cards of a bid, at least as many of each type as they must be."""
        assert table.winner is not None
        player, bid = table.players[table.winner], table.auctions[-1].bids[table.winner]
        least = (0,) * len(KINDS)
        if player.hand_known:
            least = tuple(_least(kind, player.hand, bid) for kind in KINDS)
        return cls(question=question, axes=axes, counts=least)

    @property
    def sum(self) -> int:
        """All cards counted here."""
        return sum(self.counts)

    def by_button(self, press: Press) -> Step:
        """Change a number, go on to the next, say all."""
        if press is Press.BACK:
            if self.axes == 1 and self.at:
                return replace(self, at=self.at - 1)
            return Exit.BACK
        if press is Press.OK:
            return self._ok()
        if self.axes == 1 or press in (Press.UP, Press.DOWN):
            return self._change(sideways(press) + (press is Press.UP) - (press is Press.DOWN))
        return replace(self, at=(self.at + sideways(press)) % len(KINDS))

    def _ok(self) -> Step:
        asked = len(KINDS) - (self.fixed and not self.own_last)
        if self.axes == 1 and self.at + 1 < asked:
            return replace(self, at=self.at + 1)
        return attempt(self, self.question, _answer(self.question, self.counts))

    def _change(self, step: int) -> Entry:
        counts, last = list(self.counts), len(KINDS) - 1
        counts[self.at] = min(max(counts[self.at] + step, 0), max(CARDS.values()))
        own_last = self.own_last or self.at == last
        if self.total is not None and not own_last:
            counts[last] = max(0, self.total - sum(counts[:last]))
        return replace(self, counts=tuple(counts), own_last=own_last)


def _least(kind: CardType, hand: Mapping[CardType, int], bid: int) -> int:
    """Cards of the type without which the rest of the hand could not make up the bid."""
    rest = highest_sum({other: cards for other, cards in hand.items() if other is not kind})
    return min(hand[kind], max(0, -((rest - bid) // HIGHEST[kind])))


def _answer(question: Question, counts: Sequence[int]) -> Answer:
    return Answer(question.key, tuple(map(str, counts)))


def evenly(cards: int, stacks: CapitolCards) -> tuple[int, ...]:
    """So many cards of all types as evenly as they are to be had, the last types first."""
    counts = dict.fromkeys(KINDS, 0)
    for _ in range(cards):
        left = [kind for kind in KINDS[::-1] if counts[kind] < stacks.available(kind)]
        if left:
            counts[min(left, key=lambda kind: counts[kind])] += 1
    return tuple(counts.values())
