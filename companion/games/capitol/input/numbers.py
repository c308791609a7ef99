"""Capitol's numbers: what is bid, and cards counted by type, discarded or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.conversation import Answer, Question
from companion.games.capitol.input.likely import ends_or_scores
from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.material import (
    HIGHEST,
    LOWEST,
    CapitolCards,
    CapitolPlayer,
    CardType,
    highest_sum,
)
from companion.games.capitol.rules.refusals import parse_counts
from companion.games.capitol.rules.table import CapitolTable
from companion.ui.input.context import InputContext
from companion.ui.input.entry import place_of
from companion.ui.input.numbers import CountPicker, NumberPicker


class BidPicker(NumberPicker):
    """A bid, beside which the bids of the auction are shown."""

    __slots__ = ()


def ask_bid(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> BidPicker:
    """Ask for a bid: the number begins at the previous answer, else near the likely bid."""
    bids, likely = question.options, 0
    if previous:
        at = place_of(bids, previous)
        return BidPicker(question=question, items=bids, at=at, axes=context.axes)
    if table.sites_left:
        assert question.seat is not None
        auctions, last = len(table.lots) - table.lot, table.round == ROUNDS
        likely = find_likely_bid(table.players[question.seat], auctions, last=last)
    nearest = sorted(range(len(bids)), key=lambda at: abs(at - likely))
    goes_on = (at for at in nearest if not ends_or_scores(table, [bids[at]]))
    return BidPicker(question=question, items=bids, at=next(goes_on), axes=context.axes)


def find_likely_bid(player: CapitolPlayer, auctions: int, *, last: bool) -> int:
    """An equal share of the hand's average sum for each auction.

    ``auctions`` are left in this round, this one included. The next round gets a share too, but
    for the ``last`` one, after which cards are worth nothing.
    """
    averages = [number * (LOWEST + HIGHEST[kind]) / 2 for kind, number in player.hand.items()]
    return round(sum(averages) / (auctions + (not last)))


def ask_discards(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> CountPicker:
    """Ask for the winner's cards: the previous answer, else as many of each as the bid needs."""
    assert table.winner is not None
    player, bid = table.players[table.winner], table.auctions[-1].bids[table.winner]
    counts = (0,) * len(CardType)
    if previous:
        counts = tuple(parse_counts(previous[0]))
    elif player.hand_known:
        counts = tuple(_count_needed(kind, player.hand, bid) for kind in CardType)
    return CountPicker(question=question, axes=context.axes, counts=counts)


def _count_needed(kind: CardType, hand: Mapping[CardType, int], bid: int) -> int:
    """Cards of the type without which the rest of the hand could not make up the bid."""
    rest = highest_sum({other: cards for other, cards in hand.items() if other is not kind})
    return min(hand[kind], max(0, -((rest - bid) // HIGHEST[kind])))


def ask_draw(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> CountPicker:
    """Ask for the cards drawn: the previous answer, else all types as evenly as possible."""
    if previous:
        counts = tuple(parse_counts(previous[0]))
        return CountPicker(question=question, axes=context.axes, counts=counts)
    due = table.due
    return CountPicker(
        question=question,
        axes=context.axes,
        counts=_spread_evenly(due.most, table.cards),
        total=due.most,
        fixed=not due.may,
    )


def _spread_evenly(cards: int, stacks: CapitolCards) -> tuple[int, ...]:
    """So many cards over all types, as evenly as the stacks allow, the last types first."""
    counts = dict.fromkeys(CardType, 0)
    for _ in range(cards):
        left = [kind for kind in reversed(CardType) if counts[kind] < stacks.available(kind)]
        if left:
            counts[min(left, key=lambda kind: counts[kind])] += 1
    return tuple(counts.values())
