"""Which answers start a scoring of Capitol, so that no cursor starts on them."""

from collections.abc import Sequence

from companion.core.conversation import Answer
from companion.games.capitol.rules.table import BLANK, PASS, CapitolTable


def ends_or_scores(table: CapitolTable, stroke: Sequence[Answer]) -> bool:
    """Whether the last auction has no winner after a bid, or no card is left to bid with."""
    first = stroke[0]
    if first.key == "bid":
        return _leaves_no_winner(table, int(first.word))
    return first.key in ("play", BLANK) and first != PASS and _is_last_card(table)


def _leaves_no_winner(table: CapitolTable, bid: int) -> bool:
    """Whether this is the round's last bid, and nobody wins by it."""
    assert table.bidder is not None, "a bid is asked for"
    bids = {**table.bids, table.bidder: bid}
    others = (player for seat, player in enumerate(table.players) if seat not in bids)
    is_last = table.lot + 1 == len(table.lots) and all(each.out_of_cards for each in others)
    return is_last and table.judge_auction(bids).winner is None


def _is_last_card(table: CapitolTable) -> bool:
    """Whether the builder holds the only card that is left in any hand."""
    others = [player for player in table.players if player is not table.player]
    known = table.player.hand_known and table.player.cards == 1
    return known and all(player.out_of_cards for player in others)
