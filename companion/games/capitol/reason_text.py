"""Capitol's reasons in words: why somebody leads a prefecture, why an auction ended as it did."""

from collections.abc import Sequence

from companion.games.capitol.rules.auction import Auction
from companion.games.capitol.rules.majority import Majority
from companion.text import Words


def place_reason(words: Words, majority: Majority, names: Sequence[str]) -> str:
    """Why who is first in the prefecture is first; and that the second place is shared."""
    first, second = ([place for place in majority.places if place.rank == rank] for rank in (1, 2))
    leaders = words.listed(names[each.seat] for each in first)
    reason = words.say(f"why.majority.{majority.decided_by}", leader=leaders)
    if len(second) < 2:
        return reason
    return words.say("why.majority.seconds", reason=reason)


def auction_reason(words: Words, auction: Auction, names: Sequence[str]) -> str:
    """Why the auction ended as it did."""
    winner = "" if auction.winner is None else names[auction.winner]
    level = words.listed(names[seat] for seat in auction.level_on_bid)
    bid = max(auction.bids)
    key = f"why.auction.{auction.won_by}"
    reason = words.say(key, winner=winner, level=level, bid=bid)
    if auction.winner is None or auction.has_site:
        return reason
    return words.say("why.auction.no-site", reason=reason)
